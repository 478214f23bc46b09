"""Matches of people and computers: seats, clocks, offers, storage, views; all a web page may ask for, without HTTP."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from turncoat.extras import need

need(
    "web", "sqlalchemy", "greenlet", "alembic", "aiosqlite", "orjson", "pydantic", "typing_extensions"
)  # before what imports them

if TYPE_CHECKING:
    from ._service import Service
    from .errors import Refused
    from .match import Match
    from .matches import SeatView
    from .rooms import Room
    from .timeouts import Timeouts

__all__ = ["Match", "Refused", "Room", "SeatView", "Service", "Timeouts"]
PLACES = {
    "Match": "match",
    "Refused": "errors",
    "Room": "rooms",
    "SeatView": "matches",
    "Service": "_service",
    "Timeouts": "timeouts",
}


def __getattr__(name: str) -> Any:
    """What is asked for, loaded when it first is: a worker process needs little of it, and is there sooner."""
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(f".{PLACES[name]}", __name__), name)
    return found
