"""The compiled solvers: of `compiled(ruleset)`, about `handle(position)`."""

from ._native import NativeEnumeration, NativeSolver

__all__ = ["NativeEnumeration", "NativeSolver"]
