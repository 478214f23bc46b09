"""How boards look: what lies under the stones.  A surface knows cells and the roles of zones, never a game."""

from collections.abc import Callable, Iterator, Mapping

from .elements import box, circle, group, path
from .ground import FRAME, Ground, contours, grain, grid_lines, hatch
from .palette import CELL, lengths


def surface(name: str, ground: Ground) -> Iterator[str]:
    """The frame, the surface of that name, and what the roles of zones add to any surface."""
    yield from _frame(ground, lengths("slab")["round"] if name == "slab" else FRAME["round"])
    yield from (_cells(name, ground) if name == "tiles" and not ground.groups("panel") else SURFACES[name](ground))
    if name != "slab":  # on a slab they lie below the pits
        yield from _rings(ground)
    radius = lengths("middle")["radius"]
    for cell in sorted(next(iter(ground.groups("contour")), ())):
        yield circle(ground.middle(cell), radius, **ground.paint.part("middle"))
    for cells in ground.groups("marked"):
        yield from _marked(ground, cells)
    if blocked := ground.of("blocked"):
        yield path(hatch(ground, sorted(blocked)), **ground.paint.part("hatch"))


def _cells(name: str, ground: Ground) -> Iterator[str]:
    """Cells side by side with lines between them."""
    part, border = ground.paint.part, ground.of("border")
    if len(ground.cells) == len(ground.on.cells):
        yield box(0, 0, ground.width, ground.height, **part("cell"))
    else:
        yield group((box(*ground.corner(cell), CELL, CELL) for cell in ground.cells), **part("cell"))
    yield group((box(*ground.corner(cell), CELL, CELL) for cell in ground.cells if cell in border), **part("border"))
    if name == "wood":
        lines = (path(curve, stroke_width=thick) for curve, thick in grain(ground.width, ground.height))
        yield group(lines, **part("grain"))
    yield path(grid_lines(ground), **part("lines"))
    yield box(0, 0, ground.width, ground.height, **part("rim"))


def _cloth(ground: Ground) -> Iterator[str]:
    yield from _cells("cloth", ground)


def _wood(ground: Ground) -> Iterator[str]:
    """A plank with a fine grain."""
    yield from _cells("wood", ground)


def _felt(ground: Ground) -> Iterator[str]:
    """Felt with the four small points that Othello boards have."""
    yield from _cells("felt", ground)
    felt, on = lengths("felt"), ground.on
    if min(on.width, on.height) >= felt["least"]:
        places = ((x * CELL, y * CELL) for x in (2, on.width - 2) for y in (2, on.height - 2))
        yield group((circle(place, felt["point"]) for place in places), **ground.paint.part("point"))


def _slab(ground: Ground) -> Iterator[str]:
    """A slab with a round pit for every cell."""
    slab, part, border = lengths("slab"), ground.paint.part, ground.of("border")
    yield from _rings(ground)
    pit, (wide, high) = slab["pit"], slab["deep"]
    yield group((circle(_below(ground, cell, slab["lip-falls"]), slab["lip"]) for cell in ground.cells), **part("lip"))
    for name, cells in (("pit", set(ground.cells) - border), ("pit-border", border)):
        yield group((circle(ground.middle(cell), pit) for cell in sorted(cells)), **part(name))
    shade = f"M-{pit} 0A{pit} {pit} 0 0 1 {pit} 0A{wide} {high} 0 0 0 -{pit} 0Z"
    moved = ("translate({:g} {:g})".format(*ground.middle(cell)) for cell in ground.cells)
    yield group((path(shade, transform=way) for way in moved), **part("deep"))


def _tiles(ground: Ground) -> Iterator[str]:
    """Panels laid side by side, each with its cross of lines."""
    panel, part = lengths("panel"), ground.paint.part
    inset, inside = panel["inset"], panel["cross-inset"]
    for cells in ground.groups("panel"):
        x, y, width, height = bounds(ground, cells)
        yield box(x, y + panel["falls"], width, height, rx=panel["round"], **part("under"))
        yield box(x + inset, y + inset, width - 2 * inset, height - 2 * inset, rx=panel["round"], **part("panel"))
        across = f"M{x + width / 2:g} {y + inside:g}v{height - 2 * inside:g}"
        yield path(f"{across}M{x + inside:g} {y + height / 2:g}h{width - 2 * inside:g}", **part("lines"))


SURFACES: Mapping[str, Callable[[Ground], Iterator[str]]] = {
    "cloth": _cloth,
    "wood": _wood,
    "slab": _slab,
    "tiles": _tiles,
    "felt": _felt,
}


def bounds(ground: Ground, cells: frozenset[int]) -> tuple[float, float, float, float]:
    """The rectangle around cells: left, top, width, height."""
    columns, rows = zip(*map(ground.place, cells), strict=True)
    left, top = min(columns), min(rows)
    return left * CELL, top * CELL, (max(columns) - left + 1) * CELL, (max(rows) - top + 1) * CELL


def _below(ground: Ground, cell: int, by: float) -> tuple[float, float]:
    x, y = ground.middle(cell)
    return x, y + by


def _frame(ground: Ground, round_by: float) -> Iterator[str]:
    """The frame with its shadow and a bevel."""
    (near, far), bevel, part = ground.frame, FRAME["bevel"], ground.paint.part
    width, height = ground.width + near + far, ground.height + near + far
    yield box(-near, FRAME["cast"] - near, width, height, rx=round_by, **part("under"))
    yield box(-near, -near, width, height, rx=round_by, **part("frame"))
    edge, inside = bevel - near, round_by - bevel
    yield box(edge, edge, width - 2 * bevel, height - 2 * bevel, rx=inside, **part("bevel"))


def _rings(ground: Ground) -> Iterator[str]:
    if ground.rings and ground.groups("contour"):
        yield path(contours(ground), **ground.paint.part("rings"))


def _marked(ground: Ground, cells: frozenset[int]) -> Iterator[str]:
    """A circle in a single cell, a rounded square around a block."""
    shape = lengths("marked")
    for name in ("marked-under", "marked"):
        part = ground.paint.part(name)
        if len(cells) == 1:
            yield circle(ground.middle(min(cells)), shape["radius"], **part)
        else:
            (x, y, width, height), inset = bounds(ground, cells), shape["inset"]
            yield box(x + inset, y + inset, width - 2 * inset, height - 2 * inset, rx=shape["round"], **part)
