"""A match's clock in plain Python, written from its description alone, to compare the service's with."""

from collections.abc import Mapping
from typing import Any

from turncoat.games.results import Side

SECOND, MINUTE, DAY = 1000, 60_000, 86_400_000


class ClockModel:
    """What both seats have left, whose time runs, and since when; times in milliseconds."""

    def __init__(self, control: Mapping[str, Any]) -> None:
        """`control` as it is sent when a match is made."""
        self.kind: str = control["kind"]
        self.full: int = round(control.get("minutes", 0) * MINUTE + control.get("days", 0) * DAY)
        self.increment: int = round(control.get("increment", 0) * SECOND)
        self.period: int = round(control.get("seconds", 0) * SECOND)
        self.left: dict[Side, int] = dict.fromkeys(Side, self.full or self.increment)
        self.periods: dict[Side, int] = dict.fromkeys(Side, control.get("periods", 0))
        self.running: Side | None = None
        self.since = 0

    def deadline(self) -> int | None:
        """The moment at which the running seat has lost."""
        if self.running is None:
            return None
        return self.since + self.left[self.running] + self.periods[self.running] * self.period

    def flagged(self, now: int) -> Side | None:
        """The seat whose time is up."""
        ends = self.deadline()
        return self.running if ends is not None and now >= ends else None

    def run(self, seat: Side | None, now: int, *, turn_made: bool = False) -> None:
        """From now on that seat thinks, or nobody; within a turn nothing changes."""
        if self.kind == "none" or (seat is self.running and not turn_made):
            return
        if self.running is not None:
            mover = self.running
            self.left[mover], self.periods[mover] = self.rest(mover, now)
            if self.kind == "days":
                self.left[mover] = self.full
            elif turn_made:
                self.left[mover] += self.increment
        self.running, self.since = seat, now

    def rest(self, seat: Side, now: int) -> tuple[int, int]:
        """Milliseconds and periods that the seat has at that moment."""
        left, periods = self.left[seat], self.periods[seat]
        if seat is not self.running:
            return left, periods
        used = now - self.since
        if used <= left or not self.period:
            return max(0, left - used), periods
        return 0, max(0, periods - (used - left) // self.period)

    def shown(self, seat: Side, now: int) -> tuple[int, int]:
        """The same as a screen shows it: once the minutes are gone, what is left of the present period."""
        left, periods = self.rest(seat, now)
        if left or not periods:
            return left, periods
        into = (now - self.since - self.left[seat]) % self.period if seat is self.running else 0
        return self.period - into, periods

    def in_period(self, seat: Side, now: int) -> bool:
        """Whether the seat's minutes are gone."""
        return bool(self.period) and self.rest(seat, now)[0] == 0
