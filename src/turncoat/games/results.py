"""The two sides, what they score, and how a game ended."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Side(StrEnum):
    """One of the two sides; games show them as Black and White, Light and Dark, Symbols and Numbers."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return SECOND if self is FIRST else FIRST

    @property
    def mark(self) -> str:
        """The side's letter in position texts: x moves first."""
        return "x" if self is FIRST else "o"


FIRST, SECOND = Side.FIRST, Side.SECOND


class Score(NamedTuple):
    """A number for each side."""

    first: int
    second: int

    def of(self, side: Side) -> int:
        """That side's number."""
        return self.first if side is FIRST else self.second

    @property
    def leader(self) -> Side | None:
        """The side with more, None when equal."""
        if self.first == self.second:
            return None
        return FIRST if self.first > self.second else SECOND


@dataclass(frozen=True)
class Result:
    """How a game ended: who won (None: a draw), by which rule and reason, and the rule that ended play."""

    winner: Side | None
    rule: str
    reason: str
    ended: str = ""
    """Where it is not said, the rule that decides ends play too."""

    def __post_init__(self) -> None:
        if not self.ended:
            object.__setattr__(self, "ended", self.rule)
