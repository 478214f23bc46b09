"""The rules of the games in plain Python: the specification that everything else follows.

>>> position = start("verto:size=9")
>>> position.play("c3").side
<Side.SECOND: 'second'>
"""

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .info import GameInfo
from .position import Position
from .ruleset import Ruleset, parse, start

if TYPE_CHECKING:
    from .found import broken_games, game, games, load, own_games, reload_changed, unload

__all__ = [
    "GameInfo",
    "Position",
    "Ruleset",
    "broken_games",
    "game",
    "games",
    "load",
    "own_games",
    "parse",
    "reload_changed",
    "start",
    "unload",
]


def __getattr__(name: str) -> Any:
    """What finds games, imported when the first is looked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import found

    globals()[name] = wanted = getattr(found, name)
    return wanted


class _Callable(ModuleType):
    """Lets `turncoat.games()` answer although `turncoat.games` is this package."""

    def __call__(self) -> Mapping[str, GameInfo]:
        from .found import games

        return games()


sys.modules[__name__].__class__ = _Callable
