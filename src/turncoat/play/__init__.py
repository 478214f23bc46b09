"""Games in progress: the tree of moves, records, clocks and players.

>>> game = Game.start("reversi")
>>> game.play("d3").comment = "as usual"
>>> print(game, end="")
ruleset: reversi
moves: d3 {as usual}
>>> Game.read(str(game)) == game
True
"""

from .clock import BadTimeControl, Clock, TimeControl, TimeLeft
from .game import Game, Turn
from .grammar import BadPlayer, Kind, Spec, make_player
from .headers import BadRecord, Headers
from .node import Evaluation, Node
from .outcome import Outcome
from .player import Budget, Choice, Forfeit, Player, RandomPlayer
from .record import read_games, split_records

__all__ = [
    "BadPlayer",
    "BadRecord",
    "BadTimeControl",
    "Budget",
    "Choice",
    "Clock",
    "Evaluation",
    "Forfeit",
    "Game",
    "Headers",
    "Kind",
    "Node",
    "Outcome",
    "Player",
    "RandomPlayer",
    "Spec",
    "TimeControl",
    "TimeLeft",
    "Turn",
    "make_player",
    "read_games",
    "split_records",
]
