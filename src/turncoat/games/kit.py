"""What every game is made of: sides, the grid, results, events, errors, and the interface of a position."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple, Self

from .options import Options
from .text import Phrase, say

PASS = "pass"
SWAP = "swap"
EMPTY = "."
HOLE = "#"  # a cell the board does not have


class Side(StrEnum):
    """One of the two sides; games show them as Black and White, Light and Dark, Symbols and Numbers."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return SECOND if self is FIRST else FIRST

    @property
    def mark(self) -> str:
        """The side's letter in position texts: x moves first."""
        return "x" if self is FIRST else "o"


FIRST, SECOND = Side.FIRST, Side.SECOND


class Score(NamedTuple):
    """A number for each side."""

    first: int
    second: int

    def of(self, side: Side) -> int:
        """That side's number."""
        return self.first if side is FIRST else self.second

    @property
    def leader(self) -> Side | None:
        """The side with more, None when equal."""
        if self.first == self.second:
            return None
        return FIRST if self.first > self.second else SECOND


@dataclass(frozen=True)
class Result:
    """How a game ended: who won (None: a draw), by which rule and reason, and the rule that ended play."""

    winner: Side | None
    rule: str
    reason: str
    ended: str


@dataclass(frozen=True)
class Event:
    """One change a move made, for a board to animate.

    `kind` is one of `placed`, `turned`, `moved`, `captured`, `given`, `passed`, `swapped`.
    `side` is whose stone it is afterwards (for `captured`, whose it was).
    """

    kind: str
    side: Side
    cell: str | None = None
    to: str | None = None

    def text(self, language: str = "en", side: str | None = None) -> str:
        """The change in words, the side under the name given."""
        places = {"side": side or self.side, "cell": self.cell, "to": self.to}
        return say("turncoat.games", f"events.{self.kind}", language, **places)


class TurncoatError(ValueError):
    """Bad input.  `code` is stable, `data` is for programs, `text(language)` is for people."""

    code: ClassVar[str]

    def __init__(self, **data: Any) -> None:
        self.data: dict[str, Any] = data
        ValueError.__init__(self, self.text())

    def text(self, language: str = "en") -> str:
        """The error in that language."""
        return say("turncoat.games", f"errors.{self.code}", language, **self.data)

    def __reduce__(self) -> tuple[Callable[..., "TurncoatError"], tuple[Any, ...]]:
        return _rebuild, (type(self), self.data)


def _rebuild(kind: type[TurncoatError], data: dict[str, Any]) -> TurncoatError:
    return kind(**data)


class UnknownGame(TurncoatError):
    """No game of that name."""

    code = "unknown_game"


class UnknownOption(TurncoatError):
    """The game has no option of that name."""

    code = "unknown_option"


class BadOption(TurncoatError):
    """An option's value is not one of those allowed."""

    code = "bad_option"


class BadRuleset(TurncoatError):
    """A text that is no ruleset."""

    code = "bad_ruleset"


class IllegalMove(TurncoatError):
    """A move the rules do not allow here."""

    code = "illegal_move"


class GameOver(IllegalMove):
    """A move after the end of the game."""

    code = "game_over"


class BadPosition(TurncoatError):
    """A text that is no position, or an impossible one."""

    code = "bad_position"

    def __init__(self, problem: str | Phrase, **data: object) -> None:
        if isinstance(problem, str):
            problem = Phrase(f"problems.{problem}", data)
        TurncoatError.__init__(self, problem=problem)


class BadRequest(TurncoatError):
    """An argument out of its range."""

    code = "bad_request"


def nearest(name: str, names: Iterable[str]) -> Phrase:
    """'did you mean …?' for a mistyped name, or nothing where none is near."""
    near = get_close_matches(name.lower(), list(names), n=1, cutoff=0.5)
    return Phrase("hints.nearest", {"name": near[0]}) if near else Phrase("hints.none")


DIRECTIONS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))  # as (column, row), reading order
CELL_NAME = re.compile(r"[a-z]+[1-9][0-9]*", re.ASCII)
ORTHOGONAL = (1, 3, 4, 6)  # the places of up, left, right, down among them


class Grid:
    """Cells of a board of columns and rows, numbered in reading order; a1 is the top-left cell."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = range(width * height)
        self.names = tuple(f"{_letters(cell % width)}{cell // width + 1}" for cell in self.cells)
        self._numbers = {name: cell for cell, name in enumerate(self.names)}
        self.rays = tuple(tuple(self._ray(cell, *way) for way in DIRECTIONS) for cell in self.cells)
        self.around = tuple(tuple(ray[0] for ray in rays if ray) for rays in self.rays)
        self.beside = tuple(tuple(rays[way][0] for way in ORTHOGONAL if rays[way]) for rays in self.rays)

    def name(self, cell: int) -> str:
        """The cell's name, such as d3."""
        return self.names[cell]

    def cell(self, name: str) -> int | None:
        """The number of the cell of that name, None where there is none."""
        return self._numbers.get(name)

    def number(self, name: str) -> int:
        """The number of a cell that is known to be there."""
        return self._numbers[name]

    def cells_in(self, move: str) -> list[str]:
        """Names of the cells in a move's text.  An x may be the sign of capture or a column: x24 is tried first."""
        return [self._unsigned(found) for found in CELL_NAME.findall(move)]

    def replace_cells(self, move: str, by: Callable[[str], str]) -> str:
        """The move's text with every cell name replaced."""

        def swap(found: re.Match[str]) -> str:
            name = self._unsigned(found[0])
            return found[0].removesuffix(name) + by(name)

        return CELL_NAME.sub(swap, move)

    def _unsigned(self, name: str) -> str:
        return name[1:] if name not in self._numbers and name[1:] in self._numbers and name[0] == "x" else name

    def at(self, column: int, row: int) -> int:
        """The cell in that column and row, both from 0."""
        return row * self.width + column

    def rows(self, board: str) -> list[str]:
        """The board's rows from the top."""
        return [board[start : start + self.width] for start in range(0, len(board), self.width)]

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Where each cell goes: identity, mirror, flip, half turn; on square boards also with the axes exchanged."""
        right, bottom = self.width - 1, self.height - 1
        ways: list[Callable[[int, int], tuple[int, int]]] = [
            lambda c, r: (c, r),
            lambda c, r: (right - c, r),
            lambda c, r: (c, bottom - r),
            lambda c, r: (right - c, bottom - r),
        ]
        if right == bottom:
            ways += [
                lambda c, r: (r, c),
                lambda c, r: (bottom - r, c),
                lambda c, r: (r, right - c),
                lambda c, r: (bottom - r, right - c),
            ]
        return tuple(tuple(self.at(*way(*reversed(divmod(cell, self.width)))) for cell in self.cells) for way in ways)

    def _ray(self, cell: int, right: int, down: int) -> tuple[int, ...]:
        column, row = cell % self.width + right, cell // self.width + down
        found = []
        while 0 <= column < self.width and 0 <= row < self.height:
            found.append(self.at(column, row))
            column, row = column + right, row + down
        return tuple(found)


@cache
def grid(width: int, height: int) -> Grid:
    """The grid of that size, made once."""
    return Grid(width, height)


def _letters(column: int) -> str:
    return (_letters(column // 26 - 1) if column >= 26 else "") + chr(ord("a") + column % 26)


def put(board: str, mark: str, *cells: int) -> str:
    """The board with that mark on those cells."""
    marks = list(board)
    for cell in cells:
        marks[cell] = mark
    return "".join(marks)


def outflanked(on: Grid, board: str, cell: int, side: Side) -> list[int]:
    """Enemy stones in unbroken lines between the cell and a stone of the side, in reading order."""
    own, enemy = side.mark, side.other.mark
    found: list[int] = []
    for ray in on.rays[cell]:
        line: list[int] = []
        for step in ray:
            if board[step] != enemy:
                if board[step] == own:
                    found += line
                break
            line.append(step)
    return sorted(found)


@dataclass(frozen=True)
class Position(ABC):
    """A board and whose decision it is.  Never changes; `play` gives a new one."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    """Names of the key=value fields in the game's position texts."""

    options: Any
    board: str
    side: Side = FIRST
    chain: int | None = None
    """The stone an unfinished turn goes on from."""
    events: tuple[Event, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    """What the last move changed."""

    @property
    @abstractmethod
    def grid(self) -> Grid:
        """The cells."""

    @abstractmethod
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""

    @abstractmethod
    def score(self) -> Score:
        """The number each side is ahead or behind by in the eyes of the players."""

    @abstractmethod
    def _moves(self) -> list[str]:
        """Legal moves of a game that is not over."""

    @abstractmethod
    def _after(self, move: str) -> Self:
        """The position after a move known to be legal."""

    @classmethod
    @abstractmethod
    def start(cls, options: Any) -> Self:
        """The position a game starts from."""

    @abstractmethod
    def _problem(self) -> BadPosition | None:
        """Why no game could come to this position, as far as one can see; None where nothing speaks against it."""

    @classmethod
    def _read_fields(cls, options: Any, board: str, fields: dict[str, str]) -> dict[str, Any]:
        """Values of the game's own fields, taken out of the key=value texts."""
        return {}

    def _fields(self) -> dict[str, str]:
        """The game's own fields that are not at their default, as texts."""
        return {}

    @classmethod
    def holes(cls, options: Any) -> frozenset[int]:
        """Cells of the grid that do not exist under these options."""
        return frozenset()

    def zones(self) -> Mapping[str, tuple[str, ...]]:
        """Cells the board marks out, by what they are."""
        return {}

    def tally(self, reason: str) -> Score:
        """The numbers a result with that reason was decided by."""
        return self.score()

    @property
    def ruleset(self) -> str:
        """The ruleset in its canonical text."""
        return str(self.options)

    @property
    def mid_turn(self) -> bool:
        """Whether the next move belongs to a turn already begun."""
        return self.chain is not None

    @cached_property
    def _legal(self) -> tuple[str, ...]:
        return () if self.result() else tuple(self._moves())

    def moves(self) -> list[str]:
        """Every legal move in reading order; empty once the game is over."""
        return list(self._legal)

    def read_move(self, text: str) -> str:
        """The move in its one written form, whatever way it was typed."""
        return text.strip().lower()

    def play(self, move: str) -> Self:
        """The position after the move; IllegalMove if the rules do not allow it."""
        read = self.read_move(move)
        if read not in self._legal:
            result = self.result()
            if result:
                raise GameOver(move=move, rule=result.ended, legal=[])
            raise IllegalMove(move=move, legal=self.moves())
        return self._after(read)

    def turns(self) -> Iterator[tuple[str, ...]]:
        """Every way to play the present turn to its end, one at a time: there may be billions."""
        for move in self._legal:
            after = self._after(move)
            if after.mid_turn:
                yield from ((move, *rest) for rest in after.turns())
            else:
                yield (move,)

    def count(self, side: Side) -> int:
        """Stones of that side on the board."""
        return self.board.count(side.mark)

    def stones(self) -> Score:
        """Stones of each side on the board."""
        return Score(self.count(FIRST), self.count(SECOND))

    def transform(self, symmetry: int) -> Self:
        """The position seen through the board symmetry of that number."""
        way = self.grid.symmetries[symmetry]
        marks = [EMPTY] * len(self.board)
        for cell, mark in enumerate(self.board):
            marks[way[cell]] = mark
        chain = None if self.chain is None else way[self.chain]
        return replace(self, board="".join(marks), chain=chain, events=())

    def transform_move(self, move: str, symmetry: int) -> str:
        """The move seen through the same symmetry."""
        way, on = self.grid.symmetries[symmetry], self.grid
        return on.replace_cells(move, lambda name: on.name(way[on.number(name)]))

    def symmetries(self) -> list[Self]:
        """This position through every symmetry of its board, itself first."""
        return [self.transform(number) for number in range(len(self.grid.symmetries))]

    def canonical(self) -> Self:
        """The least of the symmetric positions, the same for all of them."""
        return min(self.symmetries(), key=lambda position: (position.board, position.chain or 0))

    def __str__(self) -> str:
        """One line of text that reads back."""
        fields = [f"chain={self.grid.name(self.chain)}"] if self.chain is not None else []
        fields += [f"{name}={value}" for name, value in self._fields().items()]
        return " ".join([self.ruleset, "/".join(self.grid.rows(self.board)), self.side.mark, *fields])

    def _is_start(self) -> bool:
        """Whether this is where a game starts, or a mirror image of it."""
        return self in self.start(self.options).symmetries()

    def _chain_problem(self) -> BadPosition | None:
        """What is wrong with the stone a turn is said to go on from."""
        if self.chain is None:
            return None
        name = self.grid.name(self.chain)
        if self.board[self.chain] != self.side.mark:
            return BadPosition("chain_stone", cell=name)
        return None if self._moves() else BadPosition("chain_over", cell=name)


@dataclass(frozen=True)
class Game:
    """One game of the house: its name, its options, its positions, and the package its texts lie in."""

    name: str
    Options: type[Options]
    Position: type[Position]
    package: str
    version: int = 1
    """Raised when a change of the rules would make old games read differently."""
    othello: bool = False
    """Whether programs for Othello can play it: Black first, cells and passes, the option `size` in columns x rows."""
    length: float = 1.0
    """How long games of good players are beside random ones: thinking on a clock reckons with it."""

    def say(self, key: str, language: str = "en", **data: object) -> str:
        """A text of the game in that language."""
        return say(self.package, key, language, **data)
