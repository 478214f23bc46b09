"""Boards as text: rows of cells for a terminal to colour, or plain lines."""

from collections.abc import Mapping
from dataclasses import dataclass

from turncoat.games import Position
from turncoat.games.board import HOLE, Grid
from turncoat.games.facts import Zone
from turncoat.games.results import Side
from turncoat.games.words import side_name

from .look import default_look
from .marks import KINDS, Marks
from .palette import FACES


@dataclass(frozen=True)
class Square:
    """One cell for a text board: who stands there, what the board shows there, and what is marked."""

    name: str
    glyph: str
    side: Side | None
    roles: tuple[str, ...]
    """Roles of the zones it lies in, such as `border` and `marked`."""
    mark: str | None
    shaded: bool = False
    """Whether it lies on every other panel of a board put together from some."""

    @property
    def text(self) -> str:
        """Three characters: brackets for what is marked or worth having, and the glyph."""
        if self.mark in ("ring", "take", "last"):
            return {"ring": "({})", "take": "<{}>", "last": "{{{}}}"}[self.mark].format(self.glyph)
        return f"[{self.glyph}]" if "marked" in self.roles else f" {self.glyph} "


def squares(
    position: Position, *, marks: Marks | None = None, labels: Mapping[str, str] | None = None, ascii_only: bool = False
) -> list[list[Square]]:
    """The rows of the board from the top, cell by cell, for a terminal to colour."""
    look, grid = default_look(position), position.grid
    kinds = {cell: kind for kind in KINDS for cell in (marks or {}).get(kind, ())}
    glyphs = {side.mark: side.mark if ascii_only else FACES[look.faces[side]]["glyph"] for side in Side}
    roles, shaded = dict[str, dict[str, None]](), set[str]()
    for zone in position.facts().zones:
        if role := look.zones.get(zone.kind):
            for cell in zone.cells:
                roles.setdefault(cell, {})[role] = None
            shaded |= set(zone.cells) if role == "panel" and _is_odd(zone, grid) else set()

    def square(name: str, at: str) -> Square:
        own, mark = roles.get(name, {}), kinds.get(name)
        glyph = glyphs.get(at) or _empty_glyph(at, own, mark, ascii_only)
        side = {each.mark: each for each in Side}.get(at)
        return Square(name, (labels or {}).get(name, glyph), side, tuple(own), mark, name in shaded)

    cells = [square(name, at) for name, at in zip(grid.names, position.board, strict=True)]
    return [cells[first : first + grid.width] for first in range(0, len(cells), grid.width)]


def text(
    position: Position,
    *,
    marks: Marks | None = None,
    labels: Mapping[str, str] | None = None,
    coordinates: bool = True,
    ascii_only: bool = False,
) -> str:
    """The board as lines of text: `(●)` a stone to choose, `+` a cell to choose, `[ ]` a marked cell, `░` a border."""
    rows = squares(position, marks=marks, labels=labels, ascii_only=ascii_only)
    body = ["".join(square.text for square in row).rstrip() for row in rows]
    if not coordinates:
        return "\n".join(body)
    margin = margin_of(rows)
    lines = [f"{number:{margin - 1}} {row}" for number, row in enumerate(body, 1)]
    return "\n".join([(" " * margin + heading(rows[0])).rstrip(), *lines])


def margin_of(rows: list[list[Square]]) -> int:
    """How many columns of text the numbers of the rows take, with the gap after them."""
    return max(2, len(str(len(rows)))) + 1


def heading(row: list[Square]) -> str:
    """The names of the columns, each over its cells."""
    letters = (square.name.rstrip("0123456789") for square in row)
    return "".join(f"{letter:^3}" if len(letter) < 2 else f"{letter:>2} " for letter in letters)


def glyph(position: Position, side: Side, *, ascii_only: bool = False) -> str:
    """The sign a text board shows for a stone of the side."""
    return side.mark if ascii_only else FACES[default_look(position).faces[side]]["glyph"]


def legend(position: Position, language: str = "en", *, ascii_only: bool = False) -> str:
    """Which stone is whose, such as `● Black  ○ White`."""
    sides = (f"{glyph(position, side, ascii_only=ascii_only)} {side_name(position, side, language)}" for side in Side)
    return "  ".join(sides)


def _is_odd(zone: Zone, grid: Grid) -> bool:
    """Whether a panel is one of the dark squares, were panels those of a chessboard."""
    columns, rows = zip(
        *((grid.number(cell) % grid.width, grid.number(cell) // grid.width) for cell in zone.cells), strict=True
    )
    across, down = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    return bool((min(columns) // across + min(rows) // down) % 2)


def _empty_glyph(at: str, roles: Mapping[str, None], mark: str | None, ascii_only: bool) -> str:
    if at == HOLE:
        return " "
    if mark in ("dot", "cross"):
        return "+" if mark == "dot" else "x" if ascii_only else "×"
    if "blocked" in roles:
        return "-" if ascii_only else "╱"
    if "border" in roles:
        return ":" if ascii_only else "░"
    return "." if ascii_only else "·"
