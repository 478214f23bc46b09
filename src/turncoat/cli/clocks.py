"""Clocks for people: so many minutes for a game and some seconds more with every move."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Self

from turncoat.games.results import Side

from .errors import CommandError

if TYPE_CHECKING:
    from turncoat.engine.clock import Clock

MOST_LEFT = 1e7  # seconds; increments may add up to more than any clock begins with


class Clocks:
    """Both players' time.  A seat keeps its clock, whoever swaps colours.

    >>> clocks = Clocks.read("5+3")
    >>> str(clocks), shown(clocks.left(Side.FIRST))
    ('5+3', '5:00')
    """

    def __init__(self, minutes: float, increment: float, now: Callable[[], float] = monotonic) -> None:
        self.minutes, self.increment, self._now = minutes, increment, now
        self._left = dict.fromkeys(Side, 60 * minutes)
        self._running: tuple[Side, float] | None = None
        self._then: dict[int, dict[Side, float]] = {}

    @classmethod
    def read(cls, text: str) -> Self:
        """`MINUTES` or `MINUTES+SECONDS`."""
        minutes, _, increment = text.partition("+")
        try:
            found = cls(float(minutes), float(increment or 0))
        except ValueError:
            found = cls(0, 0)
        if not (0 < found.minutes <= 6000 and 0 <= found.increment <= 6000):
            raise CommandError("clock", got=text)
        return found

    @classmethod
    def of(cls, headers: Mapping[str, str]) -> Self | None:
        """The clocks a record was left with; None where it was played without, or tells nonsense about them."""
        try:
            clocks = cls.read(headers["clock"])
            first, second = map(float, headers["left"].split("/"))
        except (KeyError, ValueError, CommandError):
            return None
        if not (abs(first) <= MOST_LEFT and abs(second) <= MOST_LEFT):  # nor is nan
            return None
        clocks._left = {Side.FIRST: max(1.0, first), Side.SECOND: max(1.0, second)}
        return clocks

    def headers(self) -> dict[str, str]:
        """What a record keeps of them."""
        return {"clock": str(self), "left": "/".join(f"{self.left(seat):.1f}" for seat in Side)}

    def left(self, seat: Side) -> float:
        """The seconds a seat has."""
        running = self._running
        spent = self._now() - running[1] if running and running[0] is seat else 0.0
        return self._left[seat] - spent

    def run(self, seat: Side, move: int) -> None:
        """It is that seat's time from now on, with so many moves played."""
        if self._running is None or self._running[0] is not seat:
            self.stop()
            self._running = seat, self._now()
        self._then.setdefault(move, dict(self._left))

    def stop(self, *, moved: bool = False) -> None:
        """Nobody's time; who made a move has its seconds added."""
        if self._running is not None:
            seat, _ = self._running
            self._left[seat] = max(0.0, self.left(seat)) + (self.increment if moved else 0)
            self._running = None

    def back(self, move: int) -> None:
        """As they were when so many moves had been played."""
        self._running = None
        self._left = dict(self._then.get(move, self._left))
        self._then = {number: left for number, left in self._then.items() if number < move}

    def by_side(self, seat_of: Callable[[Side], Side]) -> "dict[Side, Clock]":
        """As the engine takes them."""
        from turncoat.engine.clock import Clock

        return {side: Clock(max(0.0, self.left(seat_of(side))), self.increment) for side in Side}

    def __str__(self) -> str:
        return f"{self.minutes:g}+{self.increment:g}"


def shown(seconds: float) -> str:
    """The time as a clock shows it.

    >>> shown(252.4), shown(9.5), shown(4000), shown(-1)
    ('4:12', '0:09.5', '1:06:40', '0:00.0')
    """
    seconds = max(0.0, seconds)
    if seconds < 10:
        return f"0:0{int(seconds * 10) / 10:.1f}"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
