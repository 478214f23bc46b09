"""Reversi for the piecepack, by Mesomorph Games: outflank rows of coins and turn them all."""

from ..info import GameInfo
from .rules import Options, Position

GAME = GameInfo("reversi", Options, Position, __name__, order=4, othello=True)
