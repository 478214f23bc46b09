"""Clocks for people: so many minutes for a game and some seconds more with every move."""

from collections.abc import Mapping
from time import monotonic

from turncoat.games.results import Side
from turncoat.play.clock import MINUTE, SECOND_MS, BadTimeControl, Clock, TimeControl

from .errors import CommandError

MAX_LEFT = 1e7  # seconds; increments may add up to more than any clock begins with


def now() -> int:
    """Milliseconds on a watch that never goes back."""
    return round(1000 * monotonic())


def read(text: str) -> Clock:
    """Full clocks of `MINUTES` or `MINUTES+SECONDS`.

    >>> str(read("5+3").control)
    '5+3'
    """
    try:
        control = TimeControl.read(text)
    except BadTimeControl:
        raise CommandError("clock", got=text) from None
    within = 0 < control.main <= 6000 * MINUTE and control.increment <= 6000 * SECOND_MS
    if control.kind != "fischer" or not within:
        raise CommandError("clock", got=text)
    return Clock.start(control)


def of(headers: Mapping[str, str]) -> Clock | None:
    """The clocks a record was left with; None where it was played without, or tells nonsense about them."""
    try:
        clock = read(headers["clock"])
        first, second = map(float, headers["left"].split("/"))
    except (KeyError, ValueError, CommandError):
        return None
    if not (abs(first) <= MAX_LEFT and abs(second) <= MAX_LEFT):  # nor is nan
        return None
    return clock.with_left(round(1000 * max(1.0, first)), round(1000 * max(1.0, second)))


def headers(clock: Clock) -> dict[str, str]:
    """What a record keeps of them."""
    moment = now()
    return {"clock": str(clock.control), "left": "/".join(f"{clock.left(seat, moment) / 1000:.1f}" for seat in Side)}
