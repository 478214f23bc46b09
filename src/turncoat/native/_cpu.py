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
    return _rules(ruleset, cpu())


def has_twin(ruleset: Ruleset | str) -> bool:
    """Whether compiled code plays the ruleset.

    >>> has_twin("verto:size=9")
    True
    """
    return rules(Ruleset.read(ruleset)) is not None


def compiled(ruleset: Ruleset | str, kernel: str | None = None) -> Rules:
    """The same on that kernel or on the one new positions use; BadRequest where there is no native twin."""
    read = Ruleset.read(ruleset)
    found = _rules(read, kernel or cpu())
    if found is None:
        raise BadRequest(problem=Phrase("problems.no_twin", {"ruleset": str(read)}, "turncoat.native"))
    return found


@cache
def _rules(ruleset: Ruleset, name: str) -> Rules | None:
    try:
        # Of a game that compiled code does not know, or with options that are no numbers, this is a complaint.
        return Rules(ruleset.info.name, ruleset.options.numbers(), name, str(ruleset))
    except (TypeError, ValueError):
        return None
