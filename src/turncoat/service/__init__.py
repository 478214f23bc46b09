"""Matches of people and computers: seats, clocks, offers, storage, views; all a web page may ask for, without HTTP."""

from turncoat.extras import need

need("web", "sqlalchemy", "greenlet", "alembic", "aiosqlite", "orjson")  # before what imports them

from ._service import Service, Sitting
from .clock import Clock
from .errors import Refused
from .match import Match
from .patience import Patience
from .rooms import Room

__all__ = ["Clock", "Match", "Patience", "Refused", "Room", "Service", "Sitting"]
