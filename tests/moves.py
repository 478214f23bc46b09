"""What tests ask of moves."""

from collections.abc import Iterable
from typing import Any

from turncoat.games.moves import PASS


def texts(position: Any) -> list[str]:
    """The texts of the legal moves, in reading order."""
    return [str(move) for move in position.legal_moves]


def othello(moves: Iterable[str]) -> str:
    """The moves as an Othello transcript: cells one after another, passes left out."""
    return "".join(move for move in moves if move != PASS)
