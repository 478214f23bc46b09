"""The rules of the games in plain Python: the specification that everything else follows.

>>> position = start("verto:size=9")
>>> position.play("c3").side
<Side.SECOND: 'second'>
"""

import sys
from collections.abc import Mapping
from types import ModuleType

from .found import broken_games, game, games, load, own_games, reload_changed, unload
from .info import GameInfo
from .position import Position
from .ruleset import Ruleset, parse, start

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


class _Callable(ModuleType):
    """Lets `turncoat.games()` answer although `turncoat.games` is this package."""

    def __call__(self) -> Mapping[str, GameInfo]:
        return games()


sys.modules[__name__].__class__ = _Callable
