"""How a game ended, by its rules or beyond them."""

from dataclasses import dataclass

from turncoat.games.results import Result, Side

RESIGNED, TIME, AGREED, ABANDONED, BROKEN_OFF = "resigned", "time", "agreed", "abandoned", "broken off"
"""What ends a game beyond its rules; other words are read and kept as well."""
DRAW, NOBODY = "draw", "none"


@dataclass(frozen=True)
class Outcome:
    """Who won and how: by a rule, or beyond the rules.

    >>> str(Outcome(Side.SECOND, "resigned")), str(Outcome(None, "majority", "R9"))
    ('second resigned', 'draw R9 majority')
    """

    winner: Side | None
    """None for a draw, and where nobody won."""
    how: str = ""
    rule: str = ""
    """The deciding rule's number; empty beyond the rules."""
    decided: bool = True
    """False where the game was broken off: nobody won, and it is no draw either."""

    @classmethod
    def of(cls, result: Result) -> "Outcome":
        """What the rules say."""
        return cls(result.winner, result.reason, result.rule)

    @classmethod
    def read(cls, text: str) -> "Outcome | None":
        """What a record's `result` says of a game not ended by its rules; None where it says nothing of the kind.

        >>> Outcome.read("first time")
        Outcome(winner=<Side.FIRST: 'first'>, how='time', rule='', decided=True)
        """
        who, _, how = text.strip().partition(" ")
        if who not in (*Side, DRAW, NOBODY):
            return None
        return cls(Side(who) if who in tuple(Side) else None, how.strip(), decided=who != NOBODY)

    @property
    def loser(self) -> Side | None:
        """The side that lost; None for a draw, and where nobody won."""
        return self.winner.other if self.winner else None

    def __str__(self) -> str:
        """As records write it."""
        who = self.winner or (DRAW if self.decided else NOBODY)
        return " ".join(filter(None, [who, self.rule, self.how]))
