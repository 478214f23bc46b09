"""Clocks: none, Fischer, byo-yomi, days for a move.  Times follow from when moves were made."""

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from .errors import BadClock

SECOND = 1000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE
Kind = Literal["none", "fischer", "byoyomi", "days"]
RANGES = {
    "fischer": {"minutes": (0, 180), "increment": (0, 180)},
    "byoyomi": {"minutes": (0, 180), "seconds": (1, 600), "periods": (1, 20)},
    "days": {"days": (1, 30)},
}


@dataclass(frozen=True)
class Clock:
    """How the clock of a match is set; times in the units people set them in."""

    kind: Kind = "none"
    minutes: float = 0
    increment: float = 0
    seconds: float = 0
    periods: int = 0
    days: float = 0

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.get(self.kind, {}).items():
            got = getattr(self, name)
            if not low <= got <= high:
                raise BadClock(name=name, low=low, high=high, got=got)
        if self.kind == "fischer" and self.budget < SECOND:
            raise BadClock(name="minutes", low="0:01", high=180, got=self.minutes)

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Clock":
        """The clock that data describe."""
        kind = data.get("kind", "none")
        return cls(kind, **{name: data[name] for name in RANGES.get(kind, {}) if name in data})

    def data(self) -> dict[str, Any]:
        """The clock as plain data, only what its kind has."""
        return {"kind": self.kind, **{name: getattr(self, name) for name in RANGES.get(self.kind, {})}}

    @property
    def budget(self) -> int:
        """Milliseconds a side begins with; a Fischer clock of no minutes begins with its first increment."""
        if self.kind == "days":
            return round(self.days * DAY)
        return round(self.minutes * MINUTE) or round(self.increment * SECOND)

    @property
    def period(self) -> int:
        """Milliseconds of one byo-yomi period."""
        return round(self.seconds * SECOND) if self.kind == "byoyomi" else 0


class Hand(NamedTuple):
    """What one seat has left: milliseconds, and byo-yomi periods."""

    ms: int
    periods: int = 0


@dataclass(frozen=True)
class Times:
    """Both seats' time; whose runs (None: nobody's), and since when."""

    clock: Clock
    hands: tuple[Hand, Hand]
    running: int | None = None
    since: int = 0

    @classmethod
    def start(cls, clock: Clock) -> "Times":
        """Full clocks, none running."""
        hand = Hand(clock.budget, clock.periods)
        return cls(clock, (hand, hand))

    def deadline(self) -> int | None:
        """The moment at which the running side has lost, None where nothing runs."""
        if self.running is None:
            return None
        hand = self.hands[self.running]
        return self.since + hand.ms + hand.periods * self.clock.period

    def flagged(self, now: int) -> bool:
        """Whether the running side's time is up."""
        deadline = self.deadline()
        return deadline is not None and now >= deadline

    def run(self, seat: int | None, now: int, *, turn_made: bool = False) -> "Times":
        """The clocks once that seat decides; whoever made a whole turn gets its increment or days."""
        if self.clock.kind == "none" or (seat == self.running and not turn_made):
            return self
        hands = list(self.hands)
        if self.running is not None:
            hands[self.running] = self._after(self.running, now)
            if turn_made or self.clock.kind == "days":
                hands[self.running] = self._rewarded(hands[self.running])
        return replace(self, hands=(hands[0], hands[1]), running=seat, since=now)

    def forgive(self, ms: int) -> "Times":
        """The clocks as if so much time had not passed."""
        return self if self.running is None else replace(self, since=self.since + max(0, ms))

    def _after(self, seat: int, now: int) -> Hand:
        """What the seat has left at that moment; nothing below zero."""
        hand, spent = self.hands[seat], max(0, now - self.since)
        if spent <= hand.ms or not self.clock.period:
            return Hand(max(0, hand.ms - spent), hand.periods)
        return Hand(0, max(0, hand.periods - (spent - hand.ms) // self.clock.period))

    def _rewarded(self, hand: Hand) -> Hand:
        if self.clock.kind == "fischer":
            return Hand(hand.ms + round(self.clock.increment * SECOND), hand.periods)
        return Hand(self.clock.budget) if self.clock.kind == "days" else hand

    def shown(self, seat: int, now: int) -> Hand:
        """What a page shows for the seat: in byo-yomi the rest of the present period."""
        hand = self.hands[seat]
        if seat != self.running:
            return Hand(hand.ms or (self.clock.period if hand.periods else 0), hand.periods)
        left = self._after(seat, now)
        if left.ms or not self.clock.period:
            return left
        into = max(0, now - self.since - hand.ms) % self.clock.period
        return Hand(self.clock.period - into if left.periods else 0, left.periods)

    def in_period(self, seat: int, now: int) -> bool:
        """Whether what is shown for the seat belongs to a byo-yomi period, not to its minutes."""
        main = self._after(seat, now).ms if seat == self.running else self.hands[seat].ms
        return bool(self.clock.period) and not main

    def left(self, seat: int, now: int) -> int:
        """All the milliseconds the seat may still use for this turn."""
        deadline = self.deadline()
        if seat == self.running and deadline is not None:
            return max(0, deadline - now)
        return self.hands[seat].ms + self.hands[seat].periods * self.clock.period
