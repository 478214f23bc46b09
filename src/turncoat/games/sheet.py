"""Everything a rules file needs: `from turncoat.games.sheet import ...`; see docs/adding-a-game.md.

A game is a `GameInfo` called GAME: its name, its `Options`, its positions (a `PlainPosition`) and where its words lie.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from .board import (
    ALL_SYMMETRIES,
    DIRECTIONS,
    EMPTY,
    HOLE,
    ORTHOGONAL,
    SYMMETRY_NAMES,
    Grid,
    grid_of,
    outflanked_cells,
    put,
)
from .errors import BadPosition
from .facts import Facts, Zone
from .info import GameInfo
from .moves import PASS, SWAP, Event, Move
from .options import NotAllowed, Options, one_of, option, pair, whole, write_pair, yes_no
from .plain import PlainPosition
from .results import FIRST, SECOND, Result, Score, Side

__all__ = [
    "ALL_SYMMETRIES",
    "DIRECTIONS",
    "EMPTY",
    "FIRST",
    "HOLE",
    "ORTHOGONAL",
    "PASS",
    "SECOND",
    "SWAP",
    "SYMMETRY_NAMES",
    "BadPosition",
    "ClassVar",
    "Event",
    "Facts",
    "GameInfo",
    "Grid",
    "Move",
    "NotAllowed",
    "Options",
    "PlainPosition",
    "Result",
    "Score",
    "Self",
    "Side",
    "Zone",
    "dataclass",
    "grid_of",
    "one_of",
    "option",
    "outflanked_cells",
    "pair",
    "put",
    "replace",
    "whole",
    "write_pair",
    "yes_no",
]
