"""Time controls and clocks: none, Fischer, byo-yomi, days for a turn.

Times are whole milliseconds.  A clock never looks at a watch: whoever asks says what time it is.

>>> clock = Clock.start(TimeControl.read("5+3")).run(Side.FIRST, 0)
>>> clock.left(Side.FIRST, 20_000)
280000
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from turncoat.games.errors import BadRequest, check_text
from turncoat.games.results import SECOND, Side
from turncoat.games.text import Phrase

SECOND_MS = 1000
MINUTE = 60 * SECOND_MS
DAY = 24 * 60 * MINUTE
MAX_TIME = 10_000 * DAY
"""The longest time a clock can be set to."""
Kind = Literal["none", "fischer", "byoyomi", "days"]
Unit = Literal["m", "s"]
NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})"
FISCHER = re.compile(rf"{NUMBER}([sm]?)(?:\+{NUMBER})?")
BYOYOMI = re.compile(rf"{NUMBER}([sm]?)\+([0-9]{{1,4}})x{NUMBER}")
DAYS = re.compile(rf"{NUMBER}d")
UNITS = {"s": SECOND_MS, "m": MINUTE}


class BadTimeControl(BadRequest):
    """A text that is no time control, or a control that gives nobody any time."""

    def __init__(self, got: str, unit: Unit = "m") -> None:
        super().__init__(problem=Phrase(f"clock.form_{unit}", {"got": got}, "turncoat.play"))
        self._given = got, unit

    def __reduce__(self) -> tuple[Callable[..., "BadTimeControl"], tuple[str, Unit]]:
        return BadTimeControl, self._given


@dataclass(frozen=True)
class TimeControl:
    """A time control: how much time each player has.

    >>> [str(TimeControl.read(text)) for text in ("5", "10+5x30", "3d", "none", "10s+0.1")]
    ['5+0', '10+5x30', '3d', 'none', '10s+0.1']
    """

    kind: Kind = "none"
    main: int = 0
    """Milliseconds for the game; of days, for every turn."""
    increment: int = 0
    """Milliseconds given after every turn; a Fischer clock of no main time begins with them."""
    periods: int = 0
    """Of byo-yomi: how many, once the main time is used up."""
    period: int = 0
    """Milliseconds of one of them; one within which the turn is made is kept."""

    def __post_init__(self) -> None:
        times = (self.main, self.increment, self.periods, self.period)
        if not all(0 <= each <= MAX_TIME for each in times) or (self.kind != "none" and self.budget + self.period <= 0):
            raise BadTimeControl(str(self))
        if (self.kind == "byoyomi") != bool(self.periods and self.period):
            raise BadTimeControl(str(self))

    @classmethod
    def read(cls, text: str, unit: Unit = "m") -> "TimeControl":
        """`MAIN+INCREMENT`, `MAIN+PERIODSxSECONDS`, `DAYSd` or `none`; MAIN in minutes, or in the unit it names."""
        check_text("clock", text)
        word = text.strip().lower()
        if word == "none":
            return cls()
        if found := DAYS.fullmatch(word):
            return cls("days", _ms(found[1], DAY))
        if found := BYOYOMI.fullmatch(word):
            main = _ms(found[1], UNITS[found[2] or unit])
            return cls("byoyomi", main, periods=int(found[3]), period=_ms(found[4], SECOND_MS))
        if found := FISCHER.fullmatch(word):
            main = _ms(found[1], UNITS[found[2] or unit])
            return cls("fischer", main, _ms(found[3] or "0", SECOND_MS))
        raise BadTimeControl(text, unit)

    @property
    def budget(self) -> int:
        """A side's time at the start, in milliseconds."""
        return self.main or self.increment

    def text(self, unit: Unit = "m") -> str:
        """The control as `read` takes it with that unit."""
        if self.kind == "none":
            return "none"
        if self.kind == "days":
            return f"{_number(self.main, DAY)}d"
        # Minutes are not always a short number: ten seconds are a sixth of one.
        fits = unit == "s" or self.main * 100 % MINUTE == 0
        main = _number(self.main, UNITS[unit]) if fits else f"{_number(self.main, SECOND_MS)}s"
        if self.kind == "byoyomi":
            return f"{main}+{self.periods}x{_number(self.period, SECOND_MS)}"
        return f"{main}+{_number(self.increment, SECOND_MS)}"

    def __str__(self) -> str:
        return self.text()


def _ms(text: str, unit: int) -> int:
    return round(float(text) * unit)


def _number(ms: int, unit: int) -> str:
    return f"{ms / unit:.12g}"


class TimeLeft(NamedTuple):
    """A side's clock as players see it, in seconds."""

    remaining: float
    increment: float = 0.0
    """Given back after every turn."""
    moves_to_go: int | None = None
    """Moves until the clock is set anew; None: it must last for the whole game."""


class SeatTime(NamedTuple):
    """A seat's time left: milliseconds, and byo-yomi periods."""

    ms: int
    periods: int = 0


@dataclass(frozen=True)
class Clock:
    """Both seats' time; whose runs (None: nobody's), and since when.  Never changes; every change gives a new one.

    A seat goes by the side it began with and keeps its clock, whoever exchanges sides.
    """

    control: TimeControl
    seat_times: tuple[SeatTime, SeatTime]
    running: Side | None = None
    since: int = 0
    marks: "_Mark | None" = field(default=None, compare=False, repr=False)

    @classmethod
    def start(cls, control: TimeControl) -> "Clock":
        """Full clocks, none running."""
        seat_time = SeatTime(control.budget, control.periods)
        return cls(control, (seat_time, seat_time))

    def seat_time(self, seat: Side) -> SeatTime:
        """What the seat had when its clock was last set going or stopped."""
        return self.seat_times[seat is SECOND]

    def deadline(self) -> int | None:
        """The moment at which the running seat has lost; None where nothing runs."""
        return None if self.running is None else self.since + self._whole(self.running)

    def flagged(self, now: int, grace: int = 0) -> bool:
        """Whether the running seat's time is up, and so many milliseconds more."""
        deadline = self.deadline()
        return deadline is not None and now >= deadline + grace

    def run(self, seat: Side | None, now: int, *, turn_made: bool = False) -> "Clock":
        """The clocks once that seat decides; who made a whole turn gets its increment or days."""
        if self.control.kind == "none" or (seat is self.running and not turn_made):
            return self
        seat_times = list(self.seat_times)
        if self.running is not None:
            spent = self._after(self.running, now)
            if turn_made or self.control.kind == "days":
                spent = self._rewarded(spent)
            seat_times[self.running is SECOND] = spent
        return replace(self, seat_times=(seat_times[0], seat_times[1]), running=seat, since=now)

    def stop(self, now: int, *, turn_made: bool = False) -> "Clock":
        """Nobody's time runs."""
        return self.run(None, now, turn_made=turn_made)

    def forgive(self, ms: int) -> "Clock":
        """The clocks as if so much time had not passed."""
        return self if self.running is None else replace(self, since=self.since + max(0, ms))

    def with_left(self, first: int, second: int) -> "Clock":
        """Stopped clocks on which each seat has so many milliseconds."""
        seat_times = tuple(
            SeatTime(ms, seat_time.periods) for ms, seat_time in zip((first, second), self.seat_times, strict=True)
        )
        return replace(self, seat_times=(seat_times[0], seat_times[1]), running=None)

    def mark(self, moves: int) -> "Clock":
        """Remembers what both seats have now that so many moves are made; the first time counts."""
        marks = self.marks
        if marks is not None and marks.moves >= moves:
            return self
        return replace(self, marks=_Mark(moves, self.seat_times, marks))

    def back(self, moves: int) -> "Clock":
        """Stopped clocks as they were marked after so many moves; as they are where nobody marked them then."""
        marks = self.marks
        while marks is not None and marks.moves > moves:
            marks = marks.before
        seat_times = marks.seat_times if marks is not None and marks.moves == moves else self.seat_times
        return replace(self, seat_times=seat_times, running=None, marks=marks)

    def left(self, seat: Side, now: int) -> int:
        """All the milliseconds the seat may still use for this turn."""
        deadline = self.deadline()
        if seat is self.running and deadline is not None:
            return max(0, deadline - now)
        return self._whole(seat)

    def shown(self, seat: Side, now: int) -> SeatTime:
        """What a screen shows for the seat: in byo-yomi the rest of the present period, which is among the periods."""
        seat_time = self.seat_time(seat)
        if seat is not self.running:
            return SeatTime(seat_time.ms or (self.control.period if seat_time.periods else 0), seat_time.periods)
        left = self._after(seat, now)
        if left.ms or not self.control.period:
            return left
        into = max(0, now - self.since - seat_time.ms) % self.control.period
        return SeatTime(self.control.period - into if left.periods else 0, left.periods)

    def in_period(self, seat: Side, now: int) -> bool:
        """Whether what is shown for the seat belongs to a byo-yomi period, not to its main time."""
        main = self._after(seat, now).ms if seat is self.running else self.seat_time(seat).ms
        return bool(self.control.period) and not main

    def time_left(self, now: int, seat_of: Callable[[Side], Side] = lambda side: side) -> Mapping[Side, TimeLeft]:
        """What players are told, by the sides that the seats play; nothing without a clock.

        >>> Clock.start(TimeControl.read("1+5")).time_left(0)[Side.SECOND]
        TimeLeft(remaining=60.0, increment=5.0, moves_to_go=None)
        """
        if self.control.kind == "none":
            return {}
        increment = self.control.increment / SECOND_MS
        return {side: TimeLeft(self.left(seat_of(side), now) / SECOND_MS, increment) for side in Side}

    def _whole(self, seat: Side) -> int:
        seat_time = self.seat_time(seat)
        return seat_time.ms + seat_time.periods * self.control.period

    def _after(self, seat: Side, now: int) -> SeatTime:
        """What the seat has left at that moment; nothing below zero."""
        seat_time, spent = self.seat_time(seat), max(0, now - self.since)
        if spent <= seat_time.ms or not self.control.period:
            return SeatTime(max(0, seat_time.ms - spent), seat_time.periods)
        return SeatTime(0, max(0, seat_time.periods - (spent - seat_time.ms) // self.control.period))

    def _rewarded(self, seat_time: SeatTime) -> SeatTime:
        if self.control.kind == "days":
            return SeatTime(self.control.main)
        return SeatTime(seat_time.ms + self.control.increment, seat_time.periods)


class _Mark(NamedTuple):
    """What both seats had after so many moves, and the mark before."""

    moves: int
    seat_times: tuple[SeatTime, SeatTime]
    before: "_Mark | None"


def shown(ms: int) -> str:
    """The time as a clock shows it.

    >>> shown(252_400), shown(9_500), shown(4_000_000), shown(-1)
    ('4:12', '0:09.5', '1:06:40', '0:00.0')
    """
    ms = max(0, ms)
    if ms < 10 * SECOND_MS:
        return f"0:0{ms // 100 / 10:.1f}"
    minutes, rest = divmod(ms // SECOND_MS, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
