"""How boards look: what lies under the stones.  A surface knows cells and the roles of zones, never a game.

Roles: `border` a greyed area, `base` a cell or a block of cells worth having, `closed` cells not open to the side to
move, `ring` cells equally far from the middle, `tile` cells on one piece of a board put together from pieces.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sin

from ._svg import Point, box, circle, group, line, path
from .board import Grid

SIZE = 64.0
Colours = Mapping[str, str]


def _colours(text: str) -> Colours:
    """Names and colours by turns."""
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


PALETTES: Mapping[str, Mapping[str, Colours]] = {
    "light": {
        "page": _colours("ink #22262b soft #6d747c paper #f6f3ec accent #e07b1a no #b3261e"),
        "cloth": _colours("frame #3c4347 cell #2f7d6b grid #276b5c border #b9bdb8 edge #a4a8a3 base #ecdfb4"),
        "wood": _colours("frame #8a6238 cell #ecd9b4 grid #b48a58 grain #c9a671 hatch #8a6238 accent #c4471b"),
        "slab": _colours("frame #4b453f cell #6b645b pit #4a443d deep #3a352f rim #8b8377 ring #e5c27a accent #ff9a3c"),
        "tiles": _colours("frame #5b4632 cell #d9bf94 grid #a98a5c rim #f0dfbe accent #c4471b"),
        "felt": _colours("frame #3a2c22 cell #2f7d55 grid #1f5c3d dot #16432c"),
    },
    "dark": {
        "page": _colours("ink #ece7dc soft #98a0a8 paper #15181c accent #e8923a no #ff7b6b"),
        "cloth": _colours("frame #2a2f34 cell #245f53 grid #1b4a41 border #4a5057 edge #3f454b base #d9c98f"),
        "wood": _colours(
            "frame #4d3923 cell #a88a5f grid #7a5c38 grain #8f7148 hatch #3b2a17 accent #d4490f no #7d1610"
        ),
        "slab": _colours("frame #24211e cell #423d37 pit #2c2824 deep #211e1b rim #5d564d ring #d0ac63 accent #ff9a3c"),
        "tiles": _colours("frame #2b2119 cell #94794f grid #6e5735 rim #ab905f accent #d4490f no #7d1610"),
        "felt": _colours("frame #1d1713 cell #235c41 grid #17402c dot #0f2c1e"),
    },
}


@dataclass(frozen=True)
class Ground:
    """All a surface needs: the grid, the cells that are there, zones by role, colours."""

    on: Grid
    cells: tuple[int, ...]
    zones: Mapping[str, tuple[frozenset[int], ...]]
    colours: Colours

    def middle(self, cell: int) -> Point:
        """The centre of a cell."""
        return (cell % self.on.width + 0.5) * SIZE, (cell // self.on.width + 0.5) * SIZE

    def corner(self, cell: int) -> Point:
        """The upper left corner of a cell."""
        return cell % self.on.width * SIZE, cell // self.on.width * SIZE

    def of(self, role: str) -> frozenset[int]:
        """Every cell of the zones with that role."""
        return frozenset[int]().union(*self.zones.get(role, ()))

    @property
    def width(self) -> float:
        """Of all cells together."""
        return self.on.width * SIZE

    @property
    def height(self) -> float:
        """Of all cells together."""
        return self.on.height * SIZE


def cloth(ground: Ground) -> Iterator[str]:
    """Coloured squares, the border in grey, bases outlined; cells that do not exist are left to the frame."""
    colours, border = ground.colours, ground.of("border")
    yield _frame(ground, 8, 12)
    for cell in sorted(
        ground.cells, key=lambda cell: cell not in border
    ):  # the coloured squares lie over the grey edge
        grey = cell in border
        fill, stroke = (colours["border"], colours["edge"]) if grey else (colours["cell"], colours["grid"])
        yield box(*ground.corner(cell), SIZE, SIZE, fill=fill, stroke=stroke, stroke_width=1)
    for base in ground.zones.get("base", ()):
        yield _outline(ground, base)


def wood(ground: Ground) -> Iterator[str]:
    """A pale plank with a fine grain and a grid; closed cells faintly hatched."""
    colours = ground.colours
    yield _frame(ground, 10, 8)
    yield box(0, 0, ground.width, ground.height, fill=colours["cell"])
    yield group(_grain(ground), fill="none", stroke=colours["grain"], stroke_opacity=0.3)
    yield group(_grid_lines(ground), stroke=colours["grid"], stroke_width=1.2)
    yield box(0, 0, ground.width, ground.height, fill="none", stroke=colours["grid"], stroke_width=2)
    hatch = [line(a, b) for cell in sorted(ground.of("closed")) for a, b in _hatch(ground.corner(cell))]
    yield group(hatch, stroke=colours["hatch"], stroke_width=1.3, stroke_opacity=0.34, stroke_linecap="round")


def slab(ground: Ground) -> Iterator[str]:
    """A stone slab with a round pit for every cell; rings as lines that join the pits equally far from the middle."""
    colours = ground.colours
    x, y, width, height = -12, -12, ground.width + 24, ground.height + 24
    yield box(x, y + 4, width, height, rx=26, fill=colours["frame"])
    yield box(x, y, width, height, rx=26, fill=colours["cell"])
    yield box(
        x + 2,
        y + 2,
        width - 4,
        height - 4,
        rx=24,
        fill="none",
        stroke=colours["rim"],
        stroke_width=1.5,
        stroke_opacity=0.5,
    )
    yield group(
        _contours(ground),
        fill="none",
        stroke=colours["ring"],
        stroke_width=2.2,
        stroke_opacity=0.75,
        stroke_linecap="round",
    )
    middle = ground.zones.get("ring", (frozenset(),))[0]
    for cell in ground.cells:
        at = ground.middle(cell)
        yield circle((at[0], at[1] + 1.6), 23.5, fill=colours["rim"], opacity=0.55)
        yield circle(at, 23.5, fill=colours["pit"])
        yield path(
            *("M", at[0] - 23.5, at[1], "A", 23.5, 23.5, 0, 0, 1, at[0] + 23.5, at[1]),
            *("A", 25.5, 21, 0, 0, 0, at[0] - 23.5, at[1], "Z"),
            fill=colours["deep"],
        )
        if cell in middle:
            yield circle(at, 23.5, fill="none", stroke=colours["ring"], stroke_width=2.2, stroke_opacity=0.75)


def tiles(ground: Ground) -> Iterator[str]:
    """Square tiles laid side by side, each with its cross of lines."""
    colours = ground.colours
    yield _frame(ground, 8, 14)
    for tile in ground.zones.get("tile", ()):
        x, y = ground.corner(min(tile))
        side = 2 * SIZE
        yield box(x + 1.5, y + 2.5, side - 3, side - 3, rx=7, fill="#000", opacity=0.28)
        yield box(
            x + 1.5, y + 1.5, side - 3, side - 3, rx=7, fill=colours["cell"], stroke=colours["rim"], stroke_width=1.4
        )
        cross = [line((x + SIZE, y + 7), (x + SIZE, y + side - 7)), line((x + 7, y + SIZE), (x + side - 7, y + SIZE))]
        yield group(cross, stroke=colours["grid"], stroke_width=1.3, stroke_linecap="round")


def felt(ground: Ground) -> Iterator[str]:
    """Plain felt with a grid, and the four small points that Othello boards have."""
    colours, on = ground.colours, ground.on
    yield _frame(ground, 12, 10)
    yield box(0, 0, ground.width, ground.height, fill=colours["cell"])
    yield group(_grid_lines(ground), stroke=colours["grid"], stroke_width=1.4)
    yield box(0, 0, ground.width, ground.height, fill="none", stroke=colours["grid"], stroke_width=2)
    if min(on.width, on.height) >= 6:
        for x in (2, on.width - 2):
            for y in (2, on.height - 2):
                yield circle((x * SIZE, y * SIZE), 4.2, fill=colours["dot"])


SURFACES: dict[str, Callable[[Ground], Iterator[str]]] = {
    "cloth": cloth,
    "wood": wood,
    "slab": slab,
    "tiles": tiles,
    "felt": felt,
}


def _frame(ground: Ground, width: float, round_by: float) -> str:
    x, across, down = -width, ground.width + 2 * width, ground.height + 2 * width
    shadow = box(x, x + 4, across, down, rx=round_by, fill="#000", opacity=0.16)
    return shadow + box(x, x, across, down, rx=round_by, fill=ground.colours["frame"])


def _outline(ground: Ground, cells: frozenset[int]) -> str:
    """A circle in a single cell, a rounded square around a block."""
    style = {"fill": "none", "stroke": ground.colours["base"], "stroke_width": 2.4, "stroke_opacity": 0.95}
    if len(cells) == 1:
        under = circle(ground.middle(min(cells)), 29, fill="none", stroke="#000", stroke_opacity=0.28, stroke_width=4.6)
        return under + circle(ground.middle(min(cells)), 29, **style)
    (left, top), (right, bottom) = ground.corner(min(cells)), ground.corner(max(cells))
    return box(left + 3, top + 3, right - left + SIZE - 6, bottom - top + SIZE - 6, rx=13, **style)


def _grid_lines(ground: Ground) -> Iterator[str]:
    for column in range(1, ground.on.width):
        yield line((column * SIZE, 0), (column * SIZE, ground.height))
    for row in range(1, ground.on.height):
        yield line((0, row * SIZE), (ground.width, row * SIZE))


def _grain(ground: Ground) -> Iterator[str]:
    """Long flowing lines, thicker and thinner, never quite parallel."""
    for number in range(int(ground.height // 11)):
        y = number * 11 + 6 + 3 * sin(number * 2.4)
        bend, third = 5 * sin(number * 1.3), ground.width / 3
        low, high = 2.0, ground.height - 2.0
        points = [min(max(y + by, low), high) for by in (bend, -bend, 2 * sin(number * 0.7))]
        yield path(
            "M",
            0,
            y,
            "C",
            third,
            points[0],
            2 * third,
            points[1],
            ground.width,
            points[2],
            stroke_width=0.8 + number % 3 * 0.5,
        )


def _hatch(corner: Point) -> Iterable[tuple[Point, Point]]:
    """Slanted lines within a cell."""
    x, y = corner
    low, high, step = 9.0, SIZE - 9.0, 11.5
    for number in range(-3, 4):
        by = number * step
        first, last = max(low, low + by), min(high, high + by)
        yield (x + first, y + high + low - first + by), (x + last, y + high + low - last + by)


def _contours(ground: Ground) -> Iterator[str]:
    """Lines that join the cells of a ring, corner to corner and side to side."""
    for ring in ground.zones.get("ring", ()):
        for cell in sorted(ring):
            column = cell % ground.on.width
            ahead = [cell + 1 if column + 1 < ground.on.width else cell, cell + ground.on.width]
            ahead += [cell + ground.on.width + by for by in (-1, 1) if 0 <= column + by < ground.on.width]
            yield from (
                line(ground.middle(cell), ground.middle(near)) for near in ahead if near in ring and near != cell
            )
