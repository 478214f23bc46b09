"""Invector, by Mark Steere: from a board full of stones, until one colour is gone."""

from ..info import GameInfo
from .rules import Options, Position

GAME = GameInfo("invector", Options, Position, __name__, order=3)
