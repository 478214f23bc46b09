"""Verto, by Dieter Stein: enter stones and capture by enclosing single ones, until the board is full."""

from ..info import GameInfo
from .rules import Options, Position

GAME = GameInfo("verto", Options, Position, __name__, order=2)
