"""The layout of a drawing: where cells are, which zones have which role, how wide the frame is, the lines between."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import hypot, sin

from turncoat.games import Position
from turncoat.games.board import HOLE, Grid

from .elements import Point, number
from .look import Look
from .palette import CELL, Paint, lengths

FRAME, COORDINATES = lengths("frame"), lengths("coordinates")


@dataclass(frozen=True)
class BoardLayout:
    """All a surface needs: the grid, the cells that are there, zones by role, what to paint with."""

    on: Grid
    cells: tuple[int, ...]
    zones: Mapping[str, tuple[frozenset[int], ...]]
    paint: Paint
    rings: bool = False
    coordinates: bool = True

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row, both from 0."""
        return cell % self.on.width, cell // self.on.width

    def middle(self, cell: int) -> Point:
        """The centre of a cell."""
        column, row = self.place(cell)
        return (column + 0.5) * CELL, (row + 0.5) * CELL

    def at(self, name: str) -> Point:
        """The centre of the cell of that name."""
        return self.middle(self.on.number(name))

    def corner(self, cell: int) -> Point:
        """The upper left corner of a cell."""
        column, row = self.place(cell)
        return column * CELL, row * CELL

    def groups(self, role: str) -> tuple[frozenset[int], ...]:
        """The zones with that role."""
        return self.zones.get(role, ())

    def of(self, role: str) -> frozenset[int]:
        """Every cell of the zones with that role."""
        return frozenset[int]().union(*self.groups(role))

    @property
    def width(self) -> float:
        """Of all cells together."""
        return self.on.width * CELL

    @property
    def height(self) -> float:
        """Of all cells together."""
        return self.on.height * CELL

    @cached_property
    def grown(self) -> float:
        """How much larger than usual the coordinates are, so that they can be read on a large board."""
        grown: float = max(self.on.width, self.on.height) / COORDINATES["usual"]
        return min(max(grown, 1.0), float(COORDINATES["most"]))

    @cached_property
    def frame(self) -> tuple[float, float]:
        """How wide the frame is: above and on the left, below and on the right."""
        wide, slim = float(FRAME["wide"]), float(FRAME["slim"])
        return (wide * self.grown if self.coordinates else slim), slim


def board_layout(
    position: Position, look: Look, paint: Paint, *, rings: bool = False, coordinates: bool = True
) -> BoardLayout:
    """What lies under the stones of a position."""
    zones: dict[str, tuple[frozenset[int], ...]] = {}
    for zone in position.facts().zones:
        role = look.zones.get(zone.kind)
        if role:
            zones[role] = (*zones.get(role, ()), frozenset(map(position.grid.number, zone.cells)))
    there = tuple(cell for cell in position.grid.cells if position.board[cell] != HOLE)
    return BoardLayout(position.grid, there, zones, paint, rings, coordinates)


# What follows draws the same lines as frontend/src/board/geometry.ts; tests hold the two together.


def grid_lines(layout: BoardLayout) -> str:
    """The lines between cells, as one path."""
    across = [f"M{number(column * CELL)} 0V{number(layout.height)}" for column in range(1, layout.on.width)]
    down = [f"M0 {number(row * CELL)}H{number(layout.width)}" for row in range(1, layout.on.height)]
    return "".join(across + down)


def hatch(layout: BoardLayout, cells: Iterable[int]) -> str:
    """Slanted lines within cells, as one path."""
    low, step = lengths("blocked")["inset"], lengths("blocked")["step"]
    high, found = CELL - low, list[str]()
    for cell in cells:
        x, y = layout.corner(cell)
        for line in range(-3, 4):
            by = line * step
            first, last = max(low, low + by), min(high, high + by)
            begin, end = (x + first, y + high + low - first + by), (x + last, y + high + low - last + by)
            found.append(f"M{number(begin[0])} {number(begin[1])}L{number(end[0])} {number(end[1])}")
    return "".join(found)


def contours(layout: BoardLayout) -> str:
    """Lines that join the cells of each contour, corner to corner and side to side, as one path."""
    found = []
    for cells in layout.groups("contour"):
        order = sorted(cells)
        for place, cell in enumerate(order):
            column, row = layout.place(cell)
            near = {(column + 1, row), (column - 1, row + 1), (column, row + 1), (column + 1, row + 1)}
            for other in order[place + 1 : place + 1 + 2 * layout.on.width]:
                if layout.place(other) in near:
                    (x1, y1), (x2, y2) = layout.middle(cell), layout.middle(other)
                    found.append(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}")
    return "".join(found)


def grain(width: float, height: float) -> list[tuple[str, float]]:
    """Long flowing lines of wood, never quite parallel, each with its thickness."""
    found, step, line = [], lengths("wood")["grain"], 0
    while line < height / step:
        y, bend = line * step + 5 + 3 * sin(line * 2.4), 6 * sin(line * 1.3)
        ends = [min(max(each, 2.0), height - 2) for each in (y, y + bend, y - bend, y + 2 * sin(line * 0.7))]
        a, b, c, d = (number(end) for end in ends)
        curve = f"M0 {a}C{number(width / 3)} {b} {number(2 * width / 3)} {c} {number(width)} {d}"
        found.append((curve, 0.7 + line % 3 * 0.55))
        line += 1
    return found


def arrow(start: Point, end: Point) -> str:
    """An arrow from the middle of one cell to the rim of the stone on another."""
    shape = lengths("arrow")
    long = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    along, across = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    tip = long - shape["short"]
    neck, half, head = tip - shape["long"], shape["half"], shape["head"]
    outline = [(0.0, -half), (neck, -half), (neck, -head), (tip, 0.0), (neck, head), (neck, half), (0.0, half)]
    points = [
        f"{number(start[0] + along * forward - across * aside)} {number(start[1] + across * forward + along * aside)}"
        for forward, aside in outline
    ]
    return f"M{'L'.join(points)}Z"
