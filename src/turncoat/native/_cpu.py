"""Which compiled kernel works: the best this machine can run, unless TURNCOAT_CPU or `use_cpu` says otherwise."""

import os
from functools import cache

from turncoat.games import Ruleset
from turncoat.games.errors import BadRequest
from turncoat.games.text import Phrase

from ._native import Rules
from ._native import cpus as _cpus

_chosen: list[str] = []


def cpus() -> list[str]:
    """The names of the kernels this machine can run, best first; `portable` is always there."""
    return _cpus()


def cpu() -> str:
    """The kernel that new positions use."""
    if not _chosen:
        use_cpu(os.environ.get("TURNCOAT_CPU") or cpus()[0])
    return _chosen[0]


def use_cpu(name: str) -> None:
    """Let new positions use that kernel; those that exist keep theirs."""
    if name not in cpus():
        allowed = Phrase("allowed.one_of", {"values": cpus()})
        raise BadRequest(problem=Phrase("problems.must_be", {"name": "TURNCOAT_CPU", "allowed": allowed, "got": name}))
    _chosen[:] = [name]


def rules(ruleset: Ruleset) -> Rules | None:
    """The compiled rules of a ruleset, None where it has no native twin."""
    return _rules(str(ruleset), cpu())


@cache
def _rules(ruleset: str, name: str) -> Rules | None:
    try:
        return Rules(ruleset, name)
    except ValueError:
        return None
