"""Turncoat: games of turning and capturing stones, exact and fast.

>>> import turncoat
>>> position = turncoat.start("vect-reverse")
>>> print(*position.legal_moves)
d3 c4 f5 e6
>>> position = position.play("d3")
>>> print(position.side, *position.legal_moves)
first d4-c3 d4-e3 d4-c4 d4-c5
>>> turncoat.perft(turncoat.start("reversi"), 6)
8200
"""

__version__ = "0.2.0.dev0"

from typing import TYPE_CHECKING, Any

from . import games  # callable: games() lists them
from .games.errors import TurncoatError
from .games.facts import Facts, Zone
from .games.info import GameInfo
from .games.moves import Event, Move
from .games.position import Position
from .games.results import Result, Score, Side
from .games.ruleset import Ruleset

if TYPE_CHECKING:
    from .native import Batch, Playouts, TimeStep, parse, perft, playouts, start

__all__ = [
    "Batch",
    "Event",
    "Facts",
    "GameInfo",
    "Move",
    "Playouts",
    "Position",
    "Result",
    "Ruleset",
    "Score",
    "Side",
    "TimeStep",
    "TurncoatError",
    "Zone",
    "games",
    "parse",
    "perft",
    "playouts",
    "start",
]


if not TYPE_CHECKING:  # a checker that saw it would take any name for one of ours

    def __getattr__(name: str) -> Any:
        """What the native twin gives, which is loaded when it is first asked for: the rules alone need none of it."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from . import native

        globals()[name] = found = getattr(native, name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
