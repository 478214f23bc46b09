"""Verto: enter stones one by one, capture by enclosing single stones, jump on in chains until the board is full.

A game by Dieter Stein (spielstein.com).  Rule numbers R1 to R9 are those of the rules text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import ClassVar, Self

from .. import options
from ..board import ALL_SYMMETRIES, EMPTY, Grid, grid_of, put
from ..errors import BadPosition
from ..facts import Zone
from ..moves import PASS, Event
from ..plain import PlainPosition
from ..results import FIRST, Result, Score, Side

IN_CORNER = 3  # cells around a corner


@dataclass(frozen=True)
class Options(options.Options):
    """The size of the square board (R1), and whether a capturing cell may be entered without capturing (R7)."""

    game: ClassVar[str] = "verto"
    size: int = options.whole(8, 3, 11, ("8", "9", "6", "5"))
    quiet: bool = options.yes_no(True)


@cache
def _corners(on: Grid) -> Zone:
    """R3: the corners of the board."""
    return Zone("corners", "", tuple(on.name(cell) for cell in on.cells if len(on.around[cell]) == IN_CORNER))


@dataclass(frozen=True, eq=False, repr=False)
class Position(PlainPosition):
    """The board, whose decision it is, and the newest stone while a chain of captures goes on."""

    FIELDS = ("chain",)
    REFUSALS: ClassVar[Mapping[str, str]] = {"turn_stone": "R2", "chain": "R6", "to": "R4"}
    SYMMETRIES = ALL_SYMMETRIES

    options: Options

    @classmethod
    def start(cls, options: Options) -> Self:
        """R1: an empty board, Light to move."""
        return cls(options, EMPTY * options.size**2)

    @cached_property
    def grid(self) -> Grid:
        """R1: a square board."""
        return grid_of(self.options.size, self.options.size)

    def score(self) -> Score:
        """Stones on the board (R9)."""
        return self.stones()

    def zones(self) -> tuple[Zone, ...]:
        """The corners, and the empty cells that the side to move may not enter (R3)."""
        empty = [] if self.mid_turn else [cell for cell in self.grid.cells if self.board[cell] == EMPTY]
        closed = [self.grid.name(cell) for cell in empty if not self._may_enter(cell, self.side)]
        return _corners(self.grid), Zone("closed", "", tuple(closed))

    def result(self) -> Result | None:
        """R9: over when the board is full; more stones win."""
        if EMPTY in self.board:
            return None
        winner = self.stones().leader
        return Result(winner, "R9", "majority" if winner else "draw", "R9")

    def list_moves(self) -> list[str]:
        if self.chain is not None:
            return self._chain_steps(self.chain)
        return self._entries(self.side) or [PASS]  # R8

    def _entries(self, side: Side) -> list[str]:
        """R2: every way the side can begin a turn, quietly (R7) or with a capture (R4)."""
        moves = []
        for cell in self.grid.cells:
            if self.board[cell] == EMPTY:
                captures = self._captures(cell, side)
                if self._may_enter(cell, side) and (self.options.quiet or not captures):
                    moves.append(self.grid.name(cell))
                moves += [f"{self.grid.name(cell)}x{self.grid.name(enemy)}" for enemy in captures]
        return moves

    def _may_enter(self, cell: int, side: Side) -> bool:
        """R3: next to a friendly stone, or on a corner, only with an enemy stone next to it too."""
        around = [self.board[near] for near in self.grid.around[cell]]
        if side.mark in around or len(around) == IN_CORNER:
            return side.other.mark in around
        return True

    def _captures(self, cell: int, side: Side) -> list[int]:
        """R4: single enemy stones between the cell and a friendly stone.  One of them is captured (R5)."""
        lines = [ray[:2] for ray in self.grid.rays[cell] if len(ray) > 1]
        return [a for a, b in lines if self.board[a] == side.other.mark and self.board[b] == side.mark]

    def _chain_steps(self, newest: int) -> list[str]:
        """R6: from the newest stone over an enemy stone to the empty cell right behind it."""
        lines = [ray[:2] for ray in self.grid.rays[newest] if len(ray) > 1]
        jumps = [(b, a) for a, b in lines if self.board[a] == self.side.other.mark and self.board[b] == EMPTY]
        return [f"{self.grid.name(cell)}x{self.grid.name(enemy)}" for cell, enemy in sorted(jumps)]

    def line_ends(self, cell: str) -> tuple[str, ...]:
        """R4, R6: friendly stones behind the enemy stones that can be captured; in a chain the cells jumped to."""
        behind = EMPTY if self.mid_turn else self.side.mark
        lines = [ray[:2] for ray in self.grid.rays[self.grid.number(cell)] if len(ray) > 1]
        ends = [b for a, b in lines if self.board[a] == self.side.other.mark and self.board[b] == behind]
        return tuple(map(self.grid.name, sorted(ends)))

    def after(self, move: str) -> Self:
        if move == PASS:
            return self._turn_over(self.board, Event("passed", self.side))
        cell, _, captured = move.partition("x")
        where = self.grid.number(cell)
        board, entered = put(self.board, self.side.mark, where), Event("placed", self.side, cell)
        if not captured:
            return self._turn_over(board, entered)  # R7: a quiet entry starts no chain
        board = put(board, self.side.mark, self.grid.number(captured))  # R4: turned at once
        events = entered, Event("turned", self.side, captured)
        after = replace(self, board=board, chain=where, events=events)
        return after if after._chain_steps(where) else self._turn_over(board, *events)  # R6: it must go on while it can

    def _turn_over(self, board: str, *events: Event) -> Self:
        return replace(self, board=board, side=self.side.other, chain=None, events=events)

    def problem(self) -> BadPosition | None:
        stones = self.stones()
        if sum(stones) == 0 and self.side is not FIRST:
            return BadPosition("start_only")
        if sum(stones) == 1 and (stones.second or self.side is FIRST):
            return BadPosition("first_stone")
        return self.chain_problem()
