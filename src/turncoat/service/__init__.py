"""Matches of people and computers: seats, clocks, offers, storage, views; all a web page may ask for, without HTTP."""

from turncoat.extras import need

need(
    "web", "sqlalchemy", "greenlet", "alembic", "aiosqlite", "orjson", "pydantic", "typing_extensions"
)  # before what imports them

from ._service import Service
from .errors import Refused
from .match import Match
from .matches import SeatView
from .rooms import Room
from .timeouts import Timeouts

__all__ = ["Match", "Refused", "Room", "SeatView", "Service", "Timeouts"]
