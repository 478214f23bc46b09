"""The compiled search and plain UCT: of `compiled(ruleset)`, about `handle(position)`."""

from ._native import NativeEngine, NativeUct

__all__ = ["NativeEngine", "NativeUct"]
