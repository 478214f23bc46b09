"""Marks on a drawing: what can be chosen, what has just been done, arrows and letters."""

from collections.abc import Iterable, Iterator, Mapping

from turncoat.games import Position
from turncoat.games.board import EMPTY

from .elements import Point, circle, path, words
from .layout import BoardLayout, arrow
from .palette import FONT, lengths

Marks = Mapping[str, Iterable[str]]
"""Cells by what is to be seen there: `ring` a stone to choose, `dot` a cell to choose, `take` a stone to be taken,
`cross` a cell that cannot be chosen, `last` the stone of the last move, `turned` a stone it turned."""
Arrows = Iterable[tuple[str, str]]

KINDS = ("ring", "dot", "take", "cross", "turned", "last")
MARK = lengths("mark")


def choices(position: Position, chosen: str | None = None) -> dict[str, tuple[str, ...]]:
    """Marks for all that can be chosen next or, once a stone or cell is chosen, for where it goes."""
    found: dict[str, dict[str, None]] = {"ring": {}, "dot": {}, "take": {}}
    for move in position.legal_moves:
        for place, cell in enumerate(move.cells if chosen is None or chosen in move.cells[:1] else ()):
            empty = position.board[position.grid.number(cell)] == EMPTY
            found["dot" if empty else "take" if place else "ring"][cell] = None
    return {kind: tuple(cells) for kind, cells in found.items() if cells}


def latest(position: Position) -> dict[str, tuple[str, ...]]:
    """Marks for the stone of the last move, and for the stones it turned."""
    stood = tuple(event.to or event.cell or "" for event in position.events if event.kind in ("placed", "moved"))
    turned = tuple(event.cell or "" for event in position.events if event.kind == "turned")
    return {kind: cells for kind, cells in (("last", stood), ("turned", turned)) if any(cells)}


def trail(position: Position) -> list[tuple[str, str]]:
    """Arrows for the stones that the last move moved."""
    return [(e.cell, e.to) for e in position.events if e.kind == "moved" and e.cell and e.to]


def marks(layout: BoardLayout, asked: Marks) -> Iterator[str]:
    """The marks as elements."""
    for kind in KINDS:
        for name in asked.get(kind, ()):
            yield from _mark(kind, layout.at(name), layout)


def arrows(layout: BoardLayout, asked: Arrows) -> Iterator[str]:
    """Arrows from cell to cell."""
    for start, end in asked:
        yield path(arrow(layout.at(start), layout.at(end)), **layout.paint.part("trail"))


def labels(layout: BoardLayout, asked: Mapping[str, str]) -> Iterator[str]:
    """Letters on cells."""
    for name, label in asked.items():
        x, y = layout.at(name)
        yield circle((x, y), MARK["label"], **layout.paint.part("label"))
        style = layout.paint.part("label-text")
        yield words("text", label, x=x, y=y + MARK["label-falls"], font_family=FONT, **style)


def _mark(kind: str, at: Point, layout: BoardLayout) -> Iterator[str]:
    part = layout.paint.part
    if kind == "dot":
        yield circle(at, MARK["dot"], **part("dot"))
    elif kind in ("last", "turned"):  # a badge on the rim, so that the face stays free
        by = MARK["badge-at"]
        name, radius = ("badge", MARK["badge"]) if kind == "last" else ("badge-turned", MARK["badge-turned"])
        yield circle((at[0] + by, at[1] - by), radius, **part(name))
    elif kind == "cross":
        by = MARK["barred"]
        arms = f"M{at[0] - by:g} {at[1] - by:g}l{2 * by} {2 * by}M{at[0] + by:g} {at[1] - by:g}l-{2 * by} {2 * by}"
        yield path(arms, **part("barred-under")) + path(arms, **part("barred"))
    else:
        yield circle(at, MARK["ring"], **part("ring-halo"))
        yield circle(at, MARK["ring"], **(part("ring", "ring-take") if kind == "take" else part("ring")))
