"""Invector: from a board full of stones, capture next to you or step towards the centre, until one colour is gone.

A game by Mark Steere, April 2026 (marksteeregames.com).  Rule numbers R1 to R7 are those of the rules text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from operator import itemgetter
from typing import Any, ClassVar, Self

from .. import options
from ..board import ALL_SYMMETRIES, EMPTY, Grid, grid_of, put
from ..errors import BadPosition
from ..facts import Facts, Zone
from ..moves import PASS, SWAP, Event, Move, text_of
from ..options import NotAllowed
from ..plain import PlainPosition
from ..results import FIRST, SECOND, Result, Score, Side
from ..text import Phrase

MAX_PITS = 552
PIE_STATES = ("open", "kept", "swapped")


def _read_size(text: str) -> tuple[int, int]:
    """R1: one side even and one odd."""
    size = options.pair(text, "x")
    if size is None or min(size) < 1 or sum(size) % 2 == 0 or size[0] * size[1] > MAX_PITS:
        raise NotAllowed("odd_even_size", cells=MAX_PITS)
    return size


@dataclass(frozen=True)
class Options(options.Options):
    """The size of the board (R1) and the pie rule (R7)."""

    game: ClassVar[str] = "invector"
    size: tuple[int, int] = options.option(
        (8, 7), _read_size, options.write_pair("x"), ("8x7", "6x5", "5x4", "4x3", "10x9")
    )
    pie: bool = options.yes_no(True)


@cache
def distances(width: int, height: int) -> tuple[int, ...]:
    """R5: of each pit, the Manhattan distance to the nearer of the two centre pits."""
    pits = [divmod(cell, width) for cell in range(width * height)]
    centers = [((height - 1) // 2, (width - 1) // 2), (height // 2, width // 2)]
    return tuple(min(abs(row - r) + abs(column - c) for r, c in centers) for row, column in pits)


@cache
def rings(width: int, height: int) -> tuple[Zone, ...]:
    """The pits at each distance, nearest first."""
    names: dict[int, list[str]] = {}
    for distance, name in sorted(
        zip(distances(width, height), grid_of(width, height).names, strict=True), key=itemgetter(0)
    ):
        names.setdefault(distance, []).append(name)
    return tuple(Zone("distance", str(distance), tuple(cells)) for distance, cells in names.items())


@dataclass(frozen=True, eq=False, repr=False)
class Position(PlainPosition):
    """The pits, whose turn it is, and what became of the pie rule: still `open`, `kept` as it was, or `swapped`."""

    FIELDS = ("pie",)
    SYMMETRIES = ALL_SYMMETRIES

    REFUSALS: ClassVar[Mapping[str, str]] = {
        "turn_empty": "R3",
        "turn_other": "R3",
        "turn_own": "R5",
        "to_empty": "R5",
        "to_own": "R4",
        "to_other": "R4",
    }

    FIELD_VALUES: ClassVar[Mapping[str, tuple[str, ...]]] = {"pie": ("kept", "open", "swapped")}

    options: Options
    pie: str = "kept"

    @classmethod
    def start(cls, options: Options) -> Self:
        """R2: a full checkerboard with Black on a1; Black moves."""
        width, height = options.size
        pair = FIRST.mark + SECOND.mark
        rows = [(pair * width)[row % 2 :][:width] for row in range(height)]
        return cls(options, "".join(rows), pie="open" if options.pie else "kept")

    @property
    def grid(self) -> Grid:
        """R1: a rectangle of pits."""
        return grid_of(*self.options.size)

    def distance(self, cell: int) -> int:
        """R5: how far the pit is from the nearer centre pit."""
        return distances(*self.options.size)[cell]

    def score(self) -> Score:
        """Stones left."""
        return self.stones()

    def facts(self) -> Facts:
        """With the state of the pie rule while it is of interest (R7)."""
        return replace(super().facts(), swap=None if self.pie == "kept" else self.pie)

    def zones(self) -> tuple[Zone, ...]:
        """Rings of pits at the same distance from the centre."""
        return rings(*self.options.size)

    def result(self) -> Result | None:
        """R6: a side whose last stone is gone has lost."""
        for side in Side:
            if side.mark not in self.board:
                return Result(side.other, "R6", "captured", "R6")
        return None

    def may_swap(self) -> bool:
        """R7: White may exchange colours instead of making the first white move."""
        return self.pie == "open" and self.side is SECOND

    def list_moves(self) -> list[str]:
        moves = self._stone_moves(self.side) or [PASS]  # R3: a side that cannot move is skipped
        return [*moves, SWAP] if self.may_swap() else moves

    def _stone_moves(self, side: Side) -> list[str]:
        """R4 captures and R5 steps."""
        moves = []
        for cell in self.grid.cells:
            if self.board[cell] == side.mark:
                for near in self.grid.beside[cell]:
                    if self.board[near] == side.other.mark:  # R4
                        moves.append(f"{self.grid.name(cell)}x{self.grid.name(near)}")
                    elif self.board[near] == EMPTY and self.distance(near) < self.distance(cell):  # R5
                        moves.append(f"{self.grid.name(cell)}-{self.grid.name(near)}")
        return moves

    def read_move(self, move: Move | str) -> str:
        """The move with the sign that fits: `d4xd5`, `d4-d5` and `d4d5` all mean d4 to d5."""
        typed = text_of(move).strip().lower()
        cells = self.grid.cells_in(typed)
        if len(cells) != 2 or typed not in {sign.join(cells) for sign in ("", "-", "x")}:
            return typed
        to = self.grid.cell(cells[1])
        taken = to is not None and self.board[to] == self.side.other.mark
        return ("x" if taken else "-").join(cells)

    def after(self, move: str) -> Self:
        if move == SWAP:  # R7: the players exchange colours; the board stays and White is to move
            return replace(self, pie="swapped", events=(Event("swapped", self.side),))
        closed = "kept" if self.may_swap() else self.pie
        if move == PASS:
            return replace(self, side=self.side.other, pie=closed, events=(Event("passed", self.side),))
        stone, to = self.grid.cells_in(move)
        captured = [Event("captured", self.side.other, to)] if move == f"{stone}x{to}" else []
        events = (*captured, Event("moved", self.side, stone, to))
        board = put(self.board, EMPTY, self.grid.number(stone))
        board = put(board, self.side.mark, self.grid.number(to))
        return replace(self, board=board, side=self.side.other, pie=closed, events=events)

    def turned(self) -> Self:
        """R7: as if White had kept its colour, for the choice is White's."""
        return replace(super().turned(), pie="kept" if self.may_swap() else self.pie)

    def write_fields(self) -> dict[str, str]:
        return {} if self.pie == "kept" else {"pie": self.pie}

    @classmethod
    def read_fields(cls, options: Any, board: str, fields: dict[str, str]) -> dict[str, Any]:
        if "pie" in fields and not options.pie:
            raise BadPosition("pie_off", __package__)
        pie = fields.pop("pie", "kept")
        if pie not in PIE_STATES:
            allowed = Phrase("allowed.one_of", {"values": list(PIE_STATES)})
            raise BadPosition("field_value", name="pie", allowed=allowed, got=pie)
        return {"pie": pie}

    def problem(self) -> BadPosition | None:
        start = self.start(self.options)
        stones = self.stones()
        if not any(stones):
            return BadPosition("no_stones")
        for side in Side:
            if stones.of(side) > start.count(side):
                return BadPosition("too_many", side=side.mark, got=stones.of(side), most=start.count(side))
        if not stones.of(self.side.other):
            return BadPosition("winner_moves", side=self.side.mark)
        starts = {each.board: each for each in start.symmetries()}
        if EMPTY not in self.board and (self.board not in starts or self.side is not FIRST):
            return BadPosition("full_board")
        return self._pie_problem(starts) if self.options.pie else None

    def _pie_problem(self, starts: Mapping[str, Self]) -> BadPosition | None:
        """R7: the choice is open until White's first turn, one capture after the start."""
        if self.board in starts:
            problem = "pie_start" if self.pie == "swapped" else "pie_open"
            return None if self.pie == "open" else BadPosition(problem, __package__)
        near_start = self.side is SECOND and self.board.count(EMPTY) == 1
        first_turn = near_start and any(
            self.board == each.after(move).board for each in starts.values() for move in each.list_moves()
        )
        if self.pie == "open" and not first_turn:
            return BadPosition("pie_closed", __package__)
        return BadPosition("pie_open", __package__) if self.pie == "kept" and first_turn else None
