"""Reversi for the piecepack: outflank rows of coins and turn them all.

Piecepack adaptation by Mesomorph Games, 2004.  Rule numbers R1 to R8 are those of the rules text; R6, the mending of
mistakes, belongs to the table where people turn the coins themselves (`by_hand`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, Self

from .. import options
from ..board import ALL_SYMMETRIES, EMPTY, Grid, grid_of, line_ends, outflanked_cells, put
from ..errors import BadPosition
from ..facts import Facts, Zone
from ..moves import PASS, Event
from ..options import NotAllowed
from ..plain import PlainPosition
from ..results import FIRST, SECOND, Result, Score, Side
from ..text import Phrase


def _read_size(text: str) -> tuple[int, int]:
    """R1: tiles of 2×2 cells make even sides."""
    size = options.pair(text, "x")
    if size is None or not all(4 <= side <= 10 and side % 2 == 0 for side in size):
        raise NotAllowed("even_size", low=4, high=10)
    return size


@dataclass(frozen=True)
class Options(options.Options):
    """The size of the board in cells, columns × rows (R1)."""

    game: ClassVar[str] = "reversi"
    size: tuple[int, int] = options.option(
        (8, 8), _read_size, options.write_pair("x"), ("8x8", "6x6", "4x4", "6x4", "10x10")
    )

    @property
    def coins(self) -> int:
        """R1: coins in the game, half for each side: as many as cells, but 18 on the smallest board."""
        return 18 if self.size == (4, 4) else self.size[0] * self.size[1]


@cache
def _tiles(columns: int, rows: int) -> tuple[Zone, ...]:
    """R1: the tiles of 2×2 cells, from the top left."""
    on = grid_of(columns, rows)
    corners = [(column, row) for row in range(0, rows, 2) for column in range(0, columns, 2)]
    tiles = [tuple(on.name(on.at(c + right, r + down)) for down in (0, 1) for right in (0, 1)) for c, r in corners]
    return tuple(Zone("tile", str(number), cells) for number, cells in enumerate(tiles, 1))


@dataclass(frozen=True, eq=False, repr=False)
class Position(PlainPosition):
    """The board, whose turn it is, and the coins each side still holds."""

    FIELDS = ("coins",)
    SYMMETRIES = ALL_SYMMETRIES

    REFUSALS: ClassVar[Mapping[str, str]] = {"turn_empty": "R3", "turn_stone": "R3"}

    options: Options
    coins: Score = Score(0, 0)

    @classmethod
    def start(cls, options: Options) -> Self:
        """R2: four coins crosswise in the middle, Symbols to move."""
        board, on = EMPTY * len(grid_of(*options.size).cells), grid_of(*options.size)
        right, low = options.size[0] // 2, options.size[1] // 2
        board = put(board, SECOND.mark, on.at(right - 1, low - 1), on.at(right, low))
        board = put(board, FIRST.mark, on.at(right, low - 1), on.at(right - 1, low))
        half = options.coins // 2 - 2
        return cls(options, board, coins=Score(half, half))

    @property
    def grid(self) -> Grid:
        """R1."""
        return grid_of(*self.options.size)

    def score(self) -> Score:
        """Coins on the board (R8)."""
        return self.stones()

    def facts(self) -> Facts:
        """With the coins each side still holds (R1)."""
        return replace(super().facts(), reserves=self.coins)

    def zones(self) -> tuple[Zone, ...]:
        """R1: the tiles that make up the board."""
        return _tiles(*self.options.size)

    def result(self) -> Result | None:
        """R8: over when neither side can move; more coins win."""
        if self._can_move(self.side) or self._can_move(self.side.other):
            return None
        winner = self.stones().leader
        return Result(winner, "R8", "majority" if winner else "draw", "R8")

    def outflanked(self, cell: int, side: Side) -> list[int]:
        """R3, R4: the enemy coins in lines from the cell to another coin of the side."""
        return outflanked_cells(self.grid, self.board, cell, side)

    def line_ends(self, cell: str) -> tuple[str, ...]:
        """R3: the coins at the far ends of the lines that a coin of the side to move outflanks from there."""
        return tuple(map(self.grid.name, line_ends(self.grid, self.board, self.grid.number(cell), self.side)))

    def _can_move(self, side: Side) -> bool:
        return any(self.board[cell] == EMPTY and self.outflanked(cell, side) for cell in self.grid.cells)

    def list_moves(self) -> list[str]:
        cells = [cell for cell in self.grid.cells if self.board[cell] == EMPTY and self.outflanked(cell, self.side)]
        return [self.grid.name(cell) for cell in cells] or [PASS]  # R3, R5

    def after(self, move: str) -> Self:
        if move == PASS:
            return replace(self, side=self.side.other, events=(Event("passed", self.side),))
        cell = self.grid.number(move)
        turned = self.outflanked(cell, self.side)  # R4: all of them, whatever the player would like
        placed = Event("placed", self.side, move)
        turns = [Event("turned", self.side, self.grid.name(each)) for each in turned]
        given = [] if self.coins.of(self.side) else [Event("given", self.side)]  # R7
        board = put(self.board, self.side.mark, cell, *turned)
        return replace(
            self, board=board, side=self.side.other, coins=self._coins_left(), events=(*given, placed, *turns)
        )

    def _coins_left(self) -> Score:
        """R7: the coin comes from one's own reserve or, if that is empty, from the opponent's."""
        giver = self.side if self.coins.of(self.side) else self.side.other
        return Score(*(self.coins.of(side) - (side is giver) for side in Side))

    def write_fields(self) -> dict[str, str]:
        return {"coins": f"{self.coins.first}/{self.coins.second}"}

    @classmethod
    def read_fields(cls, options: Any, board: str, fields: dict[str, str]) -> dict[str, Any]:
        left = options.coins - len(board) + board.count(EMPTY)
        text = fields.pop("coins", f"{(left + 1) // 2}/{left // 2}")  # left out: shared equally
        if not re.fullmatch("[0-9]{1,3}/[0-9]{1,3}", text, re.ASCII):
            raise BadPosition(
                "field_value", name="coins", allowed=Phrase("allowed.coins", package=__package__), got=text
            )
        return {"coins": Score(*map(int, text.split("/")))}

    def problem(self) -> BadPosition | None:
        start = self.start(self.options)
        for cell, mark in enumerate(start.board):
            if mark != EMPTY and self.board[cell] == EMPTY:
                return BadPosition("middle_empty", cell=self.grid.name(cell))
        stones, left = sum(self.stones()), sum(self.coins)
        got = self.write_fields()["coins"]
        if stones + left != self.options.coins:
            return BadPosition("coins_sum", __package__, got=got, stones=stones, left=left, total=self.options.coins)
        if max(self.coins) > start.coins.first:
            return BadPosition("coins_half", __package__, got=got, half=start.coins.first)
        if stones == 4 and not self.is_start():
            return BadPosition("start_only")
        loose = self._not_connected(start)
        return BadPosition("apart", cell=self.grid.name(loose[0])) if loose else None

    def _not_connected(self, start: Self) -> list[int]:
        """Coins that no line of neighbours joins to the middle, where every game begins."""
        seen = {cell for cell, mark in enumerate(start.board) if mark != EMPTY}
        open_ends = list(seen)
        while open_ends:
            for near in self.grid.around[open_ends.pop()]:
                if self.board[near] != EMPTY and near not in seen:
                    seen.add(near)
                    open_ends.append(near)
        return [cell for cell in self.grid.cells if self.board[cell] != EMPTY and cell not in seen]
