"""Boards: the grid of cells, marks on them, and lines of stones."""

import re
from collections.abc import Callable
from functools import cache, cached_property

from .errors import BadRequest, WrongType
from .results import Side
from .text import Phrase

EMPTY = "."
HOLE = "#"  # a cell the board does not have
DIRECTIONS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))  # as (column, row), reading order
CELL_NAME = re.compile(r"[a-z]+[1-9][0-9]*", re.ASCII)
SYMMETRY_NAMES = (
    "none", "mirror", "flip", "half-turn", "diagonal", "quarter-turn", "three-quarter-turn", "other-diagonal",
)  # fmt: skip
"""The symmetries of a grid in their order; `mirror` exchanges left and right, `flip` top and bottom."""
ALL_SYMMETRIES = SYMMETRY_NAMES
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
        """The number of the cell of that name; BadRequest where there is none."""
        try:
            return self._numbers[name]
        except (KeyError, TypeError):
            allowed = Phrase("problems.cell_name", {"example": self.names[-1]})
            if not isinstance(name, str):
                raise WrongType.of("cell", allowed, name) from None
            data = {"name": "cell", "allowed": allowed, "got": name}
            raise BadRequest(problem=Phrase("problems.must_be", data)) from None

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

    def __repr__(self) -> str:
        return f"<Grid {self.width}x{self.height}>"

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
def grid_of(width: int, height: int) -> Grid:
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


def outflanked_cells(on: Grid, board: str, cell: int, side: Side) -> list[int]:
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


def line_ends(on: Grid, board: str, cell: int, side: Side) -> list[int]:
    """Stones of the side that close an unbroken line of enemy stones from the cell."""
    own, enemy = side.mark, side.other.mark
    found: list[int] = []
    for ray in on.rays[cell]:
        end = next((step for step in ray if board[step] != enemy), None)
        if end is not None and board[end] == own and end != ray[0]:
            found.append(end)
    return sorted(found)
