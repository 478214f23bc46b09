"""The patterns an evaluation looks at: a few shapes, seen through every symmetry of the board."""

from collections.abc import Iterable
from dataclasses import dataclass

from turncoat.games.board import Grid

MAX_CELLS = 10


@dataclass(frozen=True)
class Layout:
    """Patterns with their tables, and how many weights a set of tables has."""

    patterns: tuple[tuple[int, tuple[int, ...]], ...]
    set_size: int


def images(grid: Grid, shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The shape through every symmetry, each set of cells once.

    >>> from turncoat.games.board import grid_of
    >>> len(images(grid_of(8, 8), (0, 1, 2)))
    8
    """
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for way in grid.symmetries:
        image = tuple(way[cell] for cell in shape)
        found.setdefault(frozenset(image), image)
    return list(found.values())


def layout(grid: Grid, shapes: Iterable[tuple[int, ...]]) -> Layout:
    """All images of the shapes, those of one shape sharing one table.

    A shape that lies within another tells nothing the other does not, so it is left out.  The cells next to the middle,
    which change most, come first: weights asked for one after the other then lie close together.
    """
    patterns: list[tuple[int, tuple[int, ...]]] = []
    wanted = [tuple(sorted(shape, key=lambda cell: _remoteness(grid, cell))) for shape in shapes]
    everywhere = [frozenset(image) for shape in wanted for image in images(grid, shape)]
    seen: set[frozenset[int]] = set()
    size = 0
    for shape in wanted:
        if frozenset(shape) in seen or any(frozenset(shape) < other for other in everywhere):
            continue
        for image in images(grid, shape):
            seen.add(frozenset(image))
            patterns.append((size, image))
        size += 3 ** len(shape)
    return Layout(tuple(patterns), size)


def _remoteness(grid: Grid, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, grid.width)
    across, down = abs(2 * column - grid.width + 1), abs(2 * row - grid.height + 1)
    return max(across, down), across + down


def blocks(grid: Grid, width: int, height: int) -> list[tuple[int, ...]]:
    """Every rectangle of that size."""
    return [
        tuple(grid.at(left + c, top + r) for r in range(height) for c in range(width))
        for top in range(grid.height - height + 1)
        for left in range(grid.width - width + 1)
    ]


def lines(grid: Grid, *, diagonals: bool = True, shortest: int = 4) -> list[tuple[int, ...]]:
    """Every row and column of at least that many cells, and diagonal if wanted, cut to what a pattern can hold."""
    found = []
    for way in (4, 6, 7, 5) if diagonals else (4, 6):  # right, down, and the two diagonals downwards
        for cell in grid.cells:
            back = grid.rays[cell][7 - way]
            line = (cell, *grid.rays[cell][way])
            if not back and len(line) >= shortest:
                found.append(line[:MAX_CELLS])
    return found


def diagonals_together(grid: Grid, lengths: Iterable[int]) -> tuple[int, ...]:
    """Diagonals of those lengths, as far as there are such, on one side of the board, as one shape.

    >>> from turncoat.games.board import grid_of
    >>> diagonals_together(grid_of(8, 8), [2, 1])
    (48, 57, 56)
    """
    fitting = [length for length in lengths if length <= min(grid.width, grid.height)]
    return tuple(grid.at(step, grid.height - length + step) for length in fitting for step in range(length))


def edges_with_inner_corners(grid: Grid) -> list[tuple[int, ...]]:
    """The top edge with the two cells diagonally inside its corners."""
    edge = [grid.at(column, 0) for column in range(grid.width)]
    return [(*edge, grid.at(1, 1), grid.at(grid.width - 2, 1))] if grid.width + 2 <= MAX_CELLS else []
