"""The native twin of the rules: the same positions, thousands of times faster, and whole batches at once.

>>> from turncoat import core
>>> core.start("reversi").play("d3").moves()
['c3', 'e3', 'c5']
>>> core.perft(core.start("reversi"), 8)
390216
>>> games = core.playouts("verto:size=5", 1000, seed=7)
>>> games.first + games.second + games.draws
1000
"""

from ._batch import Batch
from ._cpu import cpu, cpus, use_cpu
from ._playouts import Playouts, playout_moves, playouts
from ._position import Position, parse, perft, start

__all__ = [
    "Batch",
    "Playouts",
    "Position",
    "cpu",
    "cpus",
    "parse",
    "perft",
    "playout_moves",
    "playouts",
    "start",
    "use_cpu",
]
