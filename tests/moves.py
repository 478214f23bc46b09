"""What tests ask of legal moves."""

from typing import Any


def texts(position: Any) -> list[str]:
    """The texts of the legal moves, in reading order."""
    return [str(move) for move in position.legal_moves]
