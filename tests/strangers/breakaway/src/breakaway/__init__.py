"""Breakaway: run a stone through the other side's lines to the far edge."""

from turncoat.games.sheet import GameInfo

from .rules import Options, Position

GAME = GameInfo("breakaway", Options, Position, __name__)
