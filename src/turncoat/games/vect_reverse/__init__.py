"""VECT-REVERSE, by Alexandre Pochomkin: move one outflanked stone, and chain on from it."""

from ..info import GameInfo
from .rules import Options, Position

GAME = GameInfo("vect-reverse", Options, Position, __name__, order=1, length=0.65)
