"""Breakaway: run a stone through the other side's lines to the far edge.  A race, after a well-known game of pawns.

Rule numbers R1 to R5 are those of the words beside this file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from turncoat.games.sheet import (
    EMPTY,
    FIRST,
    Grid,
    NotAllowed,
    PlainPosition,
    Result,
    Score,
    Side,
    grid_of,
    option,
    pair,
    put,
    write_pair,
)
from turncoat.games.sheet import Options as AnyOptions


def _read_size(text: str) -> tuple[int, int]:
    """R1: room for two rows of stones on each side."""
    size = pair(text, "x")
    if size is None or not (2 <= size[0] <= 10 and 5 <= size[1] <= 10):
        raise NotAllowed("one_of", values=["2x5 to 10x10"])
    return size


@dataclass(frozen=True)
class Options(AnyOptions):
    """The size of the board, columns x rows (R1)."""

    game: ClassVar[str] = "breakaway"
    size: tuple[int, int] = option((6, 6), _read_size, write_pair("x"), ("6x6", "3x5", "8x8"))


@dataclass(frozen=True, eq=False, repr=False)
class Position(PlainPosition):
    """The board and whose turn it is."""

    SYMMETRIES = ("mirror",)

    options: Options

    @classmethod
    def start(cls, options: Any) -> Self:
        """R1: two full rows for each side; the first side, at the bottom, moves first."""
        width, height = options.size
        return cls(options, "o" * 2 * width + EMPTY * (height - 4) * width + "x" * 2 * width)

    @property
    def grid(self) -> Grid:
        """R1."""
        return grid_of(*self.options.size)

    def list_moves(self) -> Iterator[str]:
        """R2, R3: one row ahead, straight on to an empty cell, aslant to any cell not one's own."""
        on, ahead = self.grid, self._ahead(self.side)
        for cell in on.cells:
            column, row = cell % on.width, cell // on.width + ahead
            if self.board[cell] != self.side.mark or not 0 <= row < on.height:
                continue
            for aside in (-1, 0, 1):
                if 0 <= column + aside < on.width:
                    to = on.at(column + aside, row)
                    if self.board[to] == EMPTY:
                        yield f"{on.name(cell)}-{on.name(to)}"
                    elif aside and self.board[to] == self.side.other.mark:  # R3: straight on nothing is taken
                        yield f"{on.name(cell)}x{on.name(to)}"

    def after(self, move: str) -> Self:
        """The board after the move."""
        start, to = map(self.grid.number, self.grid.cells_in(move))
        board = put(put(self.board, EMPTY, start), self.side.mark, to)
        return replace(self, board=board, side=self.side.other)

    def result(self) -> Result | None:
        """R4: a stone on the far edge wins; R5: so does taking every stone."""
        for side in Side:
            if side.mark in self._edge(side):
                return Result(side, "R4", "edge")
            if side.other.mark not in self.board:
                return Result(side, "R5", "taken")
        return None

    def score(self) -> Score:
        """Rows the foremost stones have come: what a player counts."""
        return Score(*(2 * self._foremost(side) + self.count(side) for side in Side))

    def _ahead(self, side: Side) -> int:
        return -1 if side is FIRST else 1

    def _edge(self, side: Side) -> str:
        width = self.grid.width
        return self.board[:width] if side is FIRST else self.board[-width:]

    def _foremost(self, side: Side) -> int:
        rows = self.grid.rows(self.board)
        ordered = rows[::-1] if side is FIRST else rows
        return max((number for number, row in enumerate(ordered) if side.mark in row), default=0)
