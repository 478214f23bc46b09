"""The time controls of matches: kinds, units and limits.

Stored and sent as plain data such as `{"kind": "fischer", "minutes": 3, "increment": 2}`.
"""

from collections.abc import Mapping
from typing import Any, cast

from turncoat.play import TimeControl
from turncoat.play.clock import DAY, MINUTE
from turncoat.play.clock import SECOND_MS as SECOND

from .errors import BadClock
from .view import Clock

LIMITS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "none": {},
    "fischer": {"minutes": (0, 180), "increment": (0, 180)},
    "byoyomi": {"minutes": (0, 180), "seconds": (1, 600), "periods": (1, 20)},
    "days": {"days": (1, 30)},
}


def read_control(data: Mapping[str, Any]) -> TimeControl:
    """The time control that data describe; BadClock names what is out of range."""
    kind = data.get("kind", "none")
    for name, (low, high) in LIMITS[kind].items():
        got = data.get(name, 0)
        if not low <= got <= high:
            raise BadClock(name=name, low=low, high=high, got=got)
    minutes, increment = round(data.get("minutes", 0) * MINUTE), round(data.get("increment", 0) * SECOND)
    if kind == "days":
        return TimeControl("days", round(data["days"] * DAY))
    if kind == "byoyomi":
        return TimeControl("byoyomi", minutes, periods=data["periods"], period=round(data["seconds"] * SECOND))
    if kind == "none":
        return TimeControl()
    if (minutes or increment) < SECOND:
        raise BadClock(name="minutes", low="0:01", high=180, got=data.get("minutes", 0))
    return TimeControl("fischer", minutes, increment)


def control_data(control: TimeControl) -> Clock:
    """The time control as plain data, only what its kind has."""
    values = {
        "minutes": control.main / MINUTE,
        "increment": control.increment / SECOND,
        "seconds": control.period / SECOND,
        "periods": control.periods,
        "days": control.main / DAY,
    }
    return cast("Clock", {"kind": control.kind, **{name: _short(values[name]) for name in LIMITS[control.kind]}})


def _short(number: float) -> float:
    return int(number) if number == int(number) else number
