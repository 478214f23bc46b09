"""A game as a film: its positions one after another as an animated GIF."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from turncoat.games import Position

from .board import svg
from .frames import cut
from .marks import latest, trail
from .palette import CELL, Theme, page_colours
from .raster import pixels

if TYPE_CHECKING:
    from .gif import Frame

MOST_FRAMES = 300
SIDE, SMALLEST = 384, 14  # pixels of the longer side of the cells together; of a cell at the least
STEP, TURN, START, END = 55, 100, 120, 400  # hundredths of a second that a position is shown
Box = tuple[int, int, int, int]
"""Columns and rows: from, from, to, to."""


def film(positions: Sequence[Position], *, theme: Theme = "light", **drawing: Any) -> bytes:
    """The positions as an animated GIF, each with its last move marked; of very many only some."""
    from .gif import gif

    return gif(list(_frames(_shown(positions), theme, drawing)))


def _shown(positions: Sequence[Position]) -> list[Position]:
    """Where there are too many: the ends of turns, then every second, third … of them; the last one always."""
    if len(positions) <= MOST_FRAMES:
        return list(positions)
    found = [positions[0], *(each for each in positions[1:-1] if not each.mid_turn)]
    step = -(-(len(found) + 1) // MOST_FRAMES)
    return [*found[::step], positions[-1]]


def _frames(positions: Sequence[Position], theme: Theme, drawing: dict[str, Any]) -> Iterator["Frame"]:
    from .gif import Frame

    grid, paper = positions[0].grid, page_colours(theme)["paper"]
    cell = max(SMALLEST, SIDE // max(grid.width, grid.height) // 2 * 2)  # even, so that half a cell is whole pixels

    def drawn(position: Position) -> str:
        return svg(position, marks=latest(position), arrows=trail(position), theme=theme, **drawing)

    whole = (grid.width + 1) * CELL, (grid.height + 1) * CELL
    first = cut(drawn(positions[0]), (-CELL / 2, -CELL / 2, *whole), paper)
    yield Frame(pixels(first, (grid.width + 1) * cell), 0, 0, END if len(positions) == 1 else START)
    for before, after in pairwise(positions):
        left, top, right, bottom = _changed(before, after)
        size = (right - left) * CELL, (bottom - top) * CELL
        part = cut(drawn(after), (left * CELL, top * CELL, *size), paper)
        shown = END if after is positions[-1] else STEP if after.mid_turn else TURN
        corner = left * cell + cell // 2, top * cell + cell // 2
        yield Frame(pixels(part, (right - left) * cell), *corner, shown)


def _changed(before: Position, after: Position) -> Box:
    """The cells that look different: those that changed or whose zone did, and those marked then or now."""
    grid = before.grid
    cells = {number for number, (one, other) in enumerate(zip(before.board, after.board, strict=True)) if one != other}
    for position in (before, after):
        cells |= {grid.number(name) for name in _marked(position)}
    one, other = (
        {(each.kind, each.name, each.holder): set(each.cells) for each in at.facts().zones} for at in (before, after)
    )
    for name in one.keys() | other.keys():
        cells |= {grid.number(cell) for cell in one.get(name, set()) ^ other.get(name, set())}
    places = [(cell % grid.width, cell // grid.width) for cell in cells or {0}]
    columns, rows = zip(*places, strict=True)
    return min(columns), min(rows), max(columns) + 1, max(rows) + 1


def _marked(position: Position) -> Iterable[str]:
    for cells in latest(position).values():
        yield from filter(None, cells)
    for arrow in trail(position):
        yield from arrow
