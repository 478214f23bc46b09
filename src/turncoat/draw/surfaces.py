"""How boards look: what lies under the stones.  A surface knows cells and the roles of zones, never a game."""

from collections.abc import Callable, Iterator, Mapping

from .elements import box, circle, group, path
from .layout import FRAME, BoardLayout, contours, grain, grid_lines, hatch
from .palette import CELL, lengths


def surface(name: str, layout: BoardLayout) -> Iterator[str]:
    """The frame, the surface of that name, and what the roles of zones add to any surface."""
    yield from _frame(layout, lengths("slab")["round"] if name == "slab" else FRAME["round"])
    yield from (_cells(name, layout) if name == "tiles" and not layout.groups("panel") else SURFACES[name](layout))
    if name != "slab":  # on a slab they lie below the pits
        yield from _rings(layout)
    radius = lengths("middle")["radius"]
    for cell in sorted(next(iter(layout.groups("contour")), ())):
        yield circle(layout.middle(cell), radius, **layout.paint.part("middle"))
    for cells in layout.groups("marked"):
        yield from _marked(layout, cells)
    if blocked := layout.of("blocked"):
        yield path(hatch(layout, sorted(blocked)), **layout.paint.part("hatch"))


def _cells(name: str, layout: BoardLayout) -> Iterator[str]:
    """Cells side by side with lines between them."""
    part, border = layout.paint.part, layout.of("border")
    if len(layout.cells) == len(layout.on.cells):
        yield box(0, 0, layout.width, layout.height, **part("cell"))
    else:
        yield group((box(*layout.corner(cell), CELL, CELL) for cell in layout.cells), **part("cell"))
    yield group((box(*layout.corner(cell), CELL, CELL) for cell in layout.cells if cell in border), **part("border"))
    if name == "wood":
        lines = (path(curve, stroke_width=thick) for curve, thick in grain(layout.width, layout.height))
        yield group(lines, **part("grain"))
    yield path(grid_lines(layout), **part("lines"))
    yield box(0, 0, layout.width, layout.height, **part("rim"))


def _cloth(layout: BoardLayout) -> Iterator[str]:
    yield from _cells("cloth", layout)


def _wood(layout: BoardLayout) -> Iterator[str]:
    """A plank with a fine grain."""
    yield from _cells("wood", layout)


def _felt(layout: BoardLayout) -> Iterator[str]:
    """Felt with the four small points that Othello boards have."""
    yield from _cells("felt", layout)
    felt, on = lengths("felt"), layout.on
    if min(on.width, on.height) >= felt["least"]:
        places = ((x * CELL, y * CELL) for x in (2, on.width - 2) for y in (2, on.height - 2))
        yield group((circle(place, felt["point"]) for place in places), **layout.paint.part("point"))


def _slab(layout: BoardLayout) -> Iterator[str]:
    """A slab with a round pit for every cell."""
    slab, part, border = lengths("slab"), layout.paint.part, layout.of("border")
    yield from _rings(layout)
    pit, (wide, high) = slab["pit"], slab["deep"]
    yield group((circle(_below(layout, cell, slab["lip-falls"]), slab["lip"]) for cell in layout.cells), **part("lip"))
    for name, cells in (("pit", set(layout.cells) - border), ("pit-border", border)):
        yield group((circle(layout.middle(cell), pit) for cell in sorted(cells)), **part(name))
    shade = f"M-{pit} 0A{pit} {pit} 0 0 1 {pit} 0A{wide} {high} 0 0 0 -{pit} 0Z"
    moved = ("translate({:g} {:g})".format(*layout.middle(cell)) for cell in layout.cells)
    yield group((path(shade, transform=way) for way in moved), **part("deep"))


def _tiles(layout: BoardLayout) -> Iterator[str]:
    """Panels laid side by side, each with its cross of lines."""
    panel, part = lengths("panel"), layout.paint.part
    inset, inside = panel["inset"], panel["cross-inset"]
    for cells in layout.groups("panel"):
        x, y, width, height = bounds(layout, cells)
        yield box(x, y + panel["falls"], width, height, rx=panel["round"], **part("under"))
        yield box(x + inset, y + inset, width - 2 * inset, height - 2 * inset, rx=panel["round"], **part("panel"))
        across = f"M{x + width / 2:g} {y + inside:g}v{height - 2 * inside:g}"
        yield path(f"{across}M{x + inside:g} {y + height / 2:g}h{width - 2 * inside:g}", **part("lines"))


SURFACES: Mapping[str, Callable[[BoardLayout], Iterator[str]]] = {
    "cloth": _cloth,
    "wood": _wood,
    "slab": _slab,
    "tiles": _tiles,
    "felt": _felt,
}


def bounds(layout: BoardLayout, cells: frozenset[int]) -> tuple[float, float, float, float]:
    """The rectangle around cells: left, top, width, height."""
    columns, rows = zip(*map(layout.place, cells), strict=True)
    left, top = min(columns), min(rows)
    return left * CELL, top * CELL, (max(columns) - left + 1) * CELL, (max(rows) - top + 1) * CELL


def _below(layout: BoardLayout, cell: int, by: float) -> tuple[float, float]:
    x, y = layout.middle(cell)
    return x, y + by


def _frame(layout: BoardLayout, round_by: float) -> Iterator[str]:
    """The frame with its shadow and a bevel."""
    (near, far), bevel, part = layout.frame, FRAME["bevel"], layout.paint.part
    width, height = layout.width + near + far, layout.height + near + far
    yield box(-near, FRAME["cast"] - near, width, height, rx=round_by, **part("under"))
    yield box(-near, -near, width, height, rx=round_by, **part("frame"))
    edge, inside = bevel - near, round_by - bevel
    yield box(edge, edge, width - 2 * bevel, height - 2 * bevel, rx=inside, **part("bevel"))


def _rings(layout: BoardLayout) -> Iterator[str]:
    if layout.rings and layout.groups("contour"):
        yield path(contours(layout), **layout.paint.part("rings"))


def _marked(layout: BoardLayout, cells: frozenset[int]) -> Iterator[str]:
    """A circle in a single cell, a rounded square around a block."""
    shape = lengths("marked")
    for name in ("marked-under", "marked"):
        part = layout.paint.part(name)
        if len(cells) == 1:
            yield circle(layout.middle(min(cells)), shape["radius"], **part)
        else:
            (x, y, width, height), inset = bounds(layout, cells), shape["inset"]
            yield box(x + inset, y + inset, width - 2 * inset, height - 2 * inset, rx=shape["round"], **part)
