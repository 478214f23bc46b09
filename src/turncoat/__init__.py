"""Turncoat: games of turning and capturing stones, exact and fast.

>>> import turncoat
>>> position = turncoat.start("vect-reverse")
>>> position.moves()
['d3', 'c4', 'f5', 'e6']
>>> position = position.play("d3")
>>> position.side, position.moves()
(<Side.FIRST: 'first'>, ['d4-c3', 'd4-e3', 'd4-c4', 'd4-c5'])
>>> turncoat.perft(turncoat.start("reversi"), 6)
8200
"""

__version__ = "0.2.0.dev0"

from . import games  # callable: games() lists them
from .core import Batch, Playouts, Position, parse, perft, playouts, start
from .games.kit import Event, Result, Score, Side, TurncoatError

__all__ = [
    "Batch",
    "Event",
    "Playouts",
    "Position",
    "Result",
    "Score",
    "Side",
    "TurncoatError",
    "games",
    "parse",
    "perft",
    "playouts",
    "start",
]
