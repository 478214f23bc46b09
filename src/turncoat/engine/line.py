"""Search limits (Limit) and results (Line)."""

import math
from dataclasses import dataclass, fields
from numbers import Real
from typing import Self

from turncoat.games.errors import BadRequest, WrongType
from turncoat.games.text import Phrase, say

from ._arguments import check, is_whole

WIN = 30_000  # the values of native/search/types.hpp
PROVED_WIN = 29_000
LEAD = 20_000
MAX_SECONDS = 1e9  # the native search counts microseconds in 64 bits, nodes too, and lines and threads in 32
MAX_MEMORY = 1 << 20  # MiB
WHOLE = {"nodes": (1, 10**18), "depth": (1, 1_000_000), "lines": (1, 1_000_000), "threads": (1, 1024)}


def whole(low: int, high: int) -> Phrase:
    """That a whole number within bounds is wanted, for a sentence."""
    return Phrase("allowed.whole", {"low": low, "high": high})


@dataclass(frozen=True, repr=False)
class Limit:
    """When to stop; the first limit reached ends the search.  Without any, it runs until stopped.

    >>> Limit(depth=0)
    Traceback (most recent call last):
    turncoat.games.errors.BadRequest: depth must be a whole number from 1 to 1000000; got 0
    """

    time: float | None = None
    """Seconds for this move at the most."""
    nodes: int | None = None
    """Positions that all threads together may look at."""
    depth: int | None = None
    lines: int = 1
    """How many of the best moves to tell about."""
    threads: int = 1
    soft_time: float | None = None
    """Seconds after which no deeper search is begun.  Where set, a move is to be played: a forced one comes at once."""

    def __repr__(self) -> str:
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        changed = (each.name for each in fields(self) if told[each.name] != each.default)
        return f"Limit({', '.join(f'{name}={told[name]!r}' for name in changed)})"

    @classmethod
    def for_move(cls, seconds: float, threads: int = 1) -> Self:
        """The limit for a move to be played within that time."""
        return cls(time=seconds, soft_time=seconds, threads=threads)

    def __post_init__(self) -> None:
        for name in ("time", "soft_time"):
            got = getattr(self, name)
            if got is not None:
                number = isinstance(got, Real) and not isinstance(got, bool)
                allowed = Phrase("limits.seconds", {"low": 0, "high": int(MAX_SECONDS)}, "turncoat.engine")
                _check(name, allowed, got, kind=number, within=number and 0 <= got <= MAX_SECONDS)
        for name, (low, high) in WHOLE.items():
            got = getattr(self, name)
            if got is not None or name not in ("nodes", "depth"):
                number = is_whole(got)
                _check(name, whole(low, high), got, kind=number, within=number and low <= int(got) <= high)


def _check(name: str, allowed: Phrase, got: object, *, kind: bool, within: bool) -> None:
    """Refuses what is not of the right kind, and what is but lies beyond the bounds."""
    if not kind:
        raise WrongType.of(name, allowed, got)
    if not within:
        raise BadRequest(problem=Phrase("problems.must_be", {"name": name, "allowed": allowed, "got": got}))


def check_limit(value: object) -> None:
    """TypeError where it is no Limit."""
    check("limit", value, Limit, "limit")


@dataclass(frozen=True)
class Line:
    """One of the best lines: its value for the side to move, and its moves."""

    rank: int
    depth: int
    deepest: int
    value: int
    proved: bool
    nodes: int
    seconds: float
    moves: tuple[str, ...]
    scale: float
    """How much value makes the odds e to 1."""

    @property
    def move(self) -> str:
        """The first move of the line."""
        return self.moves[0]

    @property
    def win(self) -> float:
        """The probability that the side to move wins, a draw counted half; 0, ½ or 1 where it is proved."""
        if self.proved:
            return 0.5 if self.value == 0 else float(self.value > 0)
        return 1 / (1 + math.exp(-max(-40.0, min(40.0, self.value / self.scale))))

    @property
    def lead(self) -> int | None:
        """The final lead in stones, where it is proved and the game counts stones."""
        if not self.proved or abs(self.value) >= PROVED_WIN:
            return None
        if abs(self.value) >= LEAD:
            return (abs(self.value) - LEAD) // 50 * (1 if self.value > 0 else -1)
        return round(self.value / 100)

    @property
    def moves_to_end(self) -> int | None:
        """The length of a proved win or loss in single moves, in games without a score."""
        return WIN - abs(self.value) if self.proved and abs(self.value) >= PROVED_WIN else None

    def text(self, language: str = "en") -> str:
        """The value in words: `proved +6`, `proved win in 5`, `63 %`."""
        if self.moves_to_end is not None:
            key = "values.win" if self.value > 0 else "values.loss"
            return say("turncoat.engine", key, language, moves=self.moves_to_end)
        if self.proved and self.value == 0:
            return say("turncoat.engine", "values.draw", language)
        if self.lead is not None:
            return say("turncoat.engine", "values.lead", language, lead=f"{self.lead:+d}")
        return say("turncoat.engine", "values.estimate", language, percent=f"{100 * self.win:.0f}")
