"""VECT-REVERSE: outflank as in Reversi, but move one outflanked stone instead of turning all, and chain on from it.

Game design Alexandre Pochomkin, published by Blabo Kobo, 2026.  Rule numbers R1 to R14 are those of the rules text.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, Self

from .. import options
from ..board import ALL_SYMMETRIES, EMPTY, HOLE, Grid, grid_of, line_ends, outflanked_cells, put
from ..errors import BadPosition
from ..facts import Facts, Zone
from ..moves import PASS, Event
from ..options import NotAllowed
from ..plain import PlainPosition
from ..results import FIRST, SECOND, Result, Score, Side
from ..text import Phrase

BOARD = grid_of(8, 8)  # R1
OUTER = tuple(cell for cell in BOARD.cells if len(BOARD.around[cell]) < 8)  # R1: the 28 border cells
CENTER = tuple(cell for cell in BOARD.cells if cell not in OUTER)  # R1: the inner 6×6
CENTER_BASE = ("d4", "e4", "d5", "e5")  # R3
CORNER_BASES = {"inner": ("b2", "g2", "b7", "g7"), "outer": ("a1", "h1", "a8", "h8")}  # R3
LOCKED = ("a1", "h1", "a8", "h8")  # R13


@cache
def _cells(names: tuple[str, ...]) -> frozenset[int]:
    return frozenset(BOARD.number(name) for name in names)


@cache
def _names(cells: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(BOARD.name, cells))


def _read_targets(text: str) -> tuple[int, int]:
    targets = options.pair(text, "/")
    if targets is None or not all(1 <= points <= 5 for points in targets):
        raise NotAllowed("targets", low=1, high=5)
    return targets


@dataclass(frozen=True)
class Options(options.Options):
    """Corner Lock (R13), targets (R14), and two readings: which corners are bases, may a stuck stone be chosen."""

    game: ClassVar[str] = "vect-reverse"
    lock: bool = options.yes_no(False)
    target: tuple[int, int] = options.option(
        (4, 4), _read_targets, options.write_pair("/"), ("4/4", "5/3", "3/5", "3/3")
    )
    bases: str = options.one_of("inner", "outer")
    stuck: str = options.one_of("forced", "free")

    def warnings(self) -> list[Phrase]:
        """R13: the lock may leave fewer bases than the targets need; then only R12 decides."""
        bases = 1 + sum(name not in LOCKED or not self.lock for name in CORNER_BASES[self.bases])
        out_of_reach = [Side(side) for side, points in zip(Side, self.target, strict=True) if points > bases]
        if not out_of_reach:
            return []
        key = "both" if len(out_of_reach) == 2 else str(out_of_reach[0])
        return [Phrase(f"warnings.out_of_reach.{key}", package=__package__)]


@dataclass(frozen=True, eq=False, repr=False)
class Position(PlainPosition):
    """The board, whose decision it is, the stone a turn goes on from, and how many passes came just before."""

    FIELDS = ("chain", "passes")
    REFUSALS: ClassVar[Mapping[str, str]] = {
        "turn_empty": "R4",
        "turn_stone": "R4",
        "chain_empty": "R6",
        "chain_own": "R6",
        "chain_other": "R6",
        "chain_trapped": "R7",
        "to": "R6",
    }
    SYMMETRIES = ALL_SYMMETRIES
    FIELD_VALUES: ClassVar[Mapping[str, tuple[str, ...]]] = {"passes": ("0", "1", "2")}

    options: Options
    passes: int = 0

    @classmethod
    def start(cls, options: Options) -> Self:
        """R2: the Othello start, Black to move."""
        board = put(EMPTY * 64, SECOND.mark, *_cells(("d4", "e5")))
        board = put(board, FIRST.mark, *_cells(("e4", "d5")))
        return cls(options, put(board, HOLE, *cls.holes(options)))

    @classmethod
    def holes(cls, options: Options) -> frozenset[int]:
        """R13: under Corner Lock the four corners of the board do not exist."""
        return _cells(LOCKED) if options.lock else frozenset()

    @property
    def grid(self) -> Grid:
        """R1: 8×8."""
        return BOARD

    def _corner_bases(self) -> tuple[str, ...]:
        """R3: the corner bases that exist (R13)."""
        return tuple(name for name in CORNER_BASES[self.options.bases] if self.board[BOARD.number(name)] != HOLE)

    def _holders(self) -> dict[str, Side | None]:
        """R3: who holds each base now: the corner bases by their cells, and `center`."""
        owner = {FIRST.mark: FIRST, SECOND.mark: SECOND}
        held = {name: owner.get(self.board[BOARD.number(name)]) for name in self._corner_bases()}
        return {**held, "center": self._stones_on(_cells(CENTER_BASE)).leader}

    def _stones_on(self, cells: Iterable[int]) -> Score:
        marks = [self.board[cell] for cell in cells]
        return Score(marks.count(FIRST.mark), marks.count(SECOND.mark))

    def score(self) -> Score:
        """R3: points for the bases held by each side, at most five."""
        held = list(self._holders().values())
        return Score(held.count(FIRST), held.count(SECOND))

    def facts(self) -> Facts:
        """With the targets (R14), and what decides when neither is reached (R12)."""
        tallies = {"center": self._stones_on(CENTER), "stones": self.stones()}
        return replace(super().facts(), goals=Score(*self.options.target), passes=self.passes, tallies=tallies)

    def zones(self) -> tuple[Zone, ...]:
        """The areas with the stones in them (R1), and the bases with their holders (R3)."""
        there = tuple(cell for cell in OUTER if self.board[cell] != HOLE)
        areas = [
            Zone(kind, "", _names(cells), stones=self._stones_on(cells))
            for kind, cells in (("center", CENTER), ("outer", there))
        ]
        bases = [
            Zone("base", name, CENTER_BASE if name == "center" else (name,), holdable=True, holder=holder)
            for name, holder in self._holders().items()
        ]
        return (*areas, *bases)

    def result(self) -> Result | None:
        """R9 at any moment; R10 and R11 at the end of a turn, decided by R12."""
        for side in Side:
            if self._has_won(side):
                return Result(side, "R9", "target", "R9")
        if not self.mid_turn and self._center_is_full():
            return self._judge("R10")
        return self._judge("R11") if self.passes == 2 else None

    def outflanked(self, cell: int, side: Side) -> list[int]:
        """R4: the enemy stones a stone of that side on that cell outflanks."""
        return outflanked_cells(BOARD, self.board, cell, side)

    def line_ends(self, cell: str) -> tuple[str, ...]:
        """R4, R8: the stones at the far ends of the lines that a stone of the side to move outflanks from there."""
        return tuple(map(BOARD.name, line_ends(BOARD, self.board, BOARD.number(cell), self.side)))

    def list_moves(self) -> list[str]:
        if self.chain is not None:
            return self._steps(self.chain)
        return [BOARD.name(cell) for cell in self._placements(self.side)] or [PASS]  # R5

    def _placements(self, side: Side) -> list[int]:
        """R4: empty cells from which the side outflanks something."""
        return [cell for cell in BOARD.cells if self.board[cell] == EMPTY and self.outflanked(cell, side)]

    def _steps(self, stone: int) -> list[str]:
        """R6: each outflanked stone to each empty cell next to it; none at all where no stone can move (R7)."""
        ways = {
            enemy: [cell for cell in BOARD.around[enemy] if self.board[cell] == EMPTY]
            for enemy in self.outflanked(stone, self.side)
        }
        if not any(ways.values()):
            return []
        moves = []
        for enemy, cells in ways.items():
            moves += [f"{BOARD.name(enemy)}-{BOARD.name(cell)}" for cell in cells]
            if not cells and self.options.stuck == "free":
                moves.append(BOARD.name(enemy))  # a stuck stone may be chosen, which ends the turn
        return moves

    def after(self, move: str) -> Self:
        if move == PASS:
            return self._turn_over(self.board, Event("passed", self.side), passes=self.passes + 1)
        if self.chain is None:
            return self._place(move)
        if "-" not in move:
            return self._turn_over(self.board)
        return self._step(*move.split("-"))

    def _place(self, cell: str) -> Self:
        """R4."""
        where = BOARD.number(cell)
        return self._go_on(put(self.board, self.side.mark, where), where, Event("placed", self.side, cell))

    def _step(self, stone: str, to: str) -> Self:
        """R6: the chosen stone moves and turns; the others stay as they are."""
        where = BOARD.number(to)
        board = put(put(self.board, EMPTY, BOARD.number(stone)), self.side.mark, where)
        return self._go_on(board, where, Event("moved", self.side, stone, to), Event("turned", self.side, to))

    def _go_on(self, board: str, stone: int, *events: Event) -> Self:
        """R8: the turn goes on from this stone alone, for as long as it can, unless the game is won (R9)."""
        after = replace(self, board=board, chain=stone, passes=0, events=events)
        if after._has_won(self.side) or not after._steps(stone):
            return self._turn_over(board, *events)
        return after

    def _turn_over(self, board: str, *events: Event, passes: int = 0) -> Self:
        return replace(self, board=board, side=self.side.other, chain=None, passes=passes, events=events)

    def _has_won(self, side: Side) -> bool:
        """R9, R14: whether the side holds its own target number of points."""
        return self.score().of(side) >= Score(*self.options.target).of(side)

    def _center_is_full(self) -> bool:
        """R10."""
        return all(self.board[cell] != EMPTY for cell in CENTER)

    def _judge(self, ended: str) -> Result:
        """R12: points, then stones in the Center Area, then stones on the board, else a draw."""
        tallies = {"points": self.score(), "center": self._stones_on(CENTER), "stones": self.stones()}
        for reason, tally in tallies.items():
            leader = tally.leader
            if leader:
                return Result(leader, "R12", reason, ended)
        return Result(None, "R12", "draw", ended)

    def turned(self) -> Self:
        """R5: as if nobody had just passed."""
        return replace(super().turned(), passes=0)

    def write_fields(self) -> dict[str, str]:
        return {"passes": str(self.passes)} if self.passes else {}

    @classmethod
    def read_fields(cls, options: Any, board: str, fields: dict[str, str]) -> dict[str, Any]:
        passes = fields.pop("passes", "0")
        if passes not in ("0", "1", "2"):
            allowed = Phrase("allowed.whole", {"low": 0, "high": 2})
            raise BadPosition("field_value", name="passes", allowed=allowed, got=passes)
        return {"passes": int(passes)}

    def problem(self) -> BadPosition | None:
        if sum(self.stones()) <= 4 and not self.is_start():
            return BadPosition("start_only")
        winners = [side for side in Side if self._has_won(side)]
        if len(winners) == 2:
            return BadPosition("won_both")
        if winners and self.chain is not None:
            return BadPosition("chain_won", cell=BOARD.name(self.chain))
        if self.side in winners:
            return BadPosition("won_earlier", side=self.side.mark, target=Score(*self.options.target).of(self.side))
        return self.chain_problem() or self._pass_problem(bool(winners))

    def _pass_problem(self, won: bool) -> BadPosition | None:
        """What is wrong with the passes said to have come just before (R5)."""
        if not self.passes:
            return None
        if won or self._center_is_full() or self.mid_turn:
            return BadPosition("passed_after_end", passes=self.passes)
        for side in (self.side.other, self.side)[: self.passes]:
            if self._placements(side):
                return BadPosition("passed_needlessly", passes=self.passes, side=side.mark)
        return None
