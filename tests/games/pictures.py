"""Positions drawn as pictures: one line a row, `x` the first side, `o` the second, spaces ignored."""

from typing import Any

from turncoat import games
from turncoat.games import Position
from turncoat.games.results import Side


def board(drawing: str) -> str:
    """The board of a drawing as position texts write it."""
    rows = ["".join(line.split()) for line in drawing.splitlines()]
    return "/".join(row for row in rows if row)


# Positions are Any here: a test asks what only its own game's positions answer, such as points or coins.


def start(ruleset: str) -> Any:
    """The position a game starts from."""
    return games.start(ruleset)


def picture(ruleset: str, drawing: str, side: Side = Side.FIRST, **fields: str) -> Any:
    """The position a drawing shows."""
    extras = [f"{name}={value}" for name, value in fields.items()]
    return games.parse(" ".join([ruleset, board(drawing), side.mark, *extras]))


def shown(position: Position) -> str:
    """A position's board, to compare with `board(drawing)`."""
    return "/".join(position.grid.rows(position.board))


def play(position: Any, *moves: str) -> Any:
    """The position after those moves."""
    for move in moves:
        position = position.play(move)
    return position
