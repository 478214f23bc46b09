"""Games as they are played: the tree of moves, its record, clocks, and who chooses the moves.

>>> game = Game.start("reversi")
>>> game.play("d3").comment = "as usual"
>>> print(game, end="")
ruleset: reversi
moves: d3 {as usual}
>>> Game.read(str(game)) == game
True
"""

from .game import Game, Turn
from .headers import BadRecord, Headers
from .node import Evaluation, Node
from .outcome import Outcome
from .record import read_games, split_records

__all__ = [
    "BadRecord",
    "Evaluation",
    "Game",
    "Headers",
    "Node",
    "Outcome",
    "Turn",
    "read_games",
    "split_records",
]
