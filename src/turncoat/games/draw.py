"""Boards as pictures (SVG) and as text.  Draws what it is told: zones by the position, looks by the game's texts.

>>> from turncoat.games import start
>>> print(text(start("reversi:size=4x4"), marks={"dot": ["b1"]}))
    a  b  c  d
 1  ·  +  ·  ·
 2  ·  ◇  ◆  ·
 3  ·  ◆  ◇  ·
 4  ·  ·  ·  ·
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import Any, Literal

from ._stones import GLYPHS, RADIUS, STONES
from ._surfaces import PALETTES, SIZE, SURFACES, Ground
from ._svg import Point, circle, group, line, path, tag, words
from .board import EMPTY, HOLE
from .position import Position
from .results import Side
from .text import say, words_file
from .words import side_name

Marks = Mapping[str, Iterable[str]]
"""Cells by what is to be seen there: `ring` a stone to choose, `dot` a cell to choose, `take` a stone to be taken,
`cross` a cell that cannot be chosen, `last` the stone of the last move, `turned` a stone it turned."""
Arrows = Iterable[tuple[str, str]]
Theme = Literal["light", "dark"]

USUAL: dict[str, dict[str, Any]] = {
    "usual": {"surface": "felt", "stones": "discs", "faces": {"first": "dark", "second": "light"}}
}
MARK_KINDS = ("ring", "dot", "take", "cross", "turned", "last")
FONT = "Inter, 'Noto Sans JP', 'Noto Sans CJK JP', system-ui, sans-serif"


@dataclass(frozen=True)
class Look:
    """How a game wants to be drawn: the surface, the kind of stones, each side's face, the roles of its zones."""

    name: str
    surface: str
    stones: str
    faces: Mapping[str, str]
    zones: Mapping[str, str]


def looks(position: Position) -> dict[str, Look]:
    """Every look the game offers, the usual one first."""
    found: dict[str, dict[str, Any]] = look_tables(position.ruleset.info.package).get("looks", USUAL)
    return {
        name: Look(name, each["surface"], each["stones"], each["faces"], each.get("zones", {}))
        for name, each in found.items()
    }


@cache
def look_tables(package: str) -> Mapping[str, Any]:
    """A game's `looks.toml`: its looks, and a game under way to show them on."""
    return tomllib.loads(words_file(package, "looks.toml", "looks.toml") or "")


def choices(position: Position, chosen: str | None = None) -> dict[str, tuple[str, ...]]:
    """Marks for all that can be chosen next or, once a stone or cell is chosen, for where it goes."""
    found: dict[str, dict[str, None]] = {"ring": {}, "dot": {}, "take": {}}
    for move in position.legal_moves:
        for place, cell in enumerate(move.cells if chosen is None or chosen in move.cells[:1] else ()):
            empty = position.board[position.grid.number(cell)] == EMPTY
            found["dot" if empty else "take" if place else "ring"][cell] = None
    return {kind: tuple(cells) for kind, cells in found.items() if cells}


def trail(position: Position) -> list[tuple[str, str]]:
    """Arrows for the stones that the last move moved."""
    return [(e.cell, e.to) for e in position.events if e.kind == "moved" and e.cell and e.to]


def svg(
    position: Position,
    *,
    marks: Marks | None = None,
    arrows: Arrows = (),
    labels: Mapping[str, str] | None = None,
    coordinates: bool = True,
    rings: bool = False,
    theme: Theme = "light",
    look: str | None = None,
    language: str = "en",
) -> str:
    """The board as one SVG element: no ids, no scripts, nothing fetched, and the same text for the same call.

    `labels` are letters written on cells; `rings` shows how far cells are from the middle, where the game has that.
    """
    style = looks(position)[look] if look else next(iter(looks(position).values()))
    ground = _ground(position, style, theme, rings)
    parts = [
        words("title", _title(position, language)),
        words("desc", describe(position, language)),
        group(_coordinates(ground), font_family=FONT, font_size=14, text_anchor="middle", fill=ground.colours["soft"])
        if coordinates
        else "",
        group(SURFACES[style.surface](ground)),
        group(_stones(position, style, ground)),
        group(_marks(ground, marks or {})),
        group(_arrow(ground, *arrow) for arrow in arrows),
        group(_labels(ground, labels or {})),
    ]
    before, after = (44, 20) if coordinates else (20, 20)
    width, height = ground.width + before + after, ground.height + before + after
    view = f"{-before} {-before} {width:g} {height:g}"
    return tag("svg", *filter(None, parts), xmlns="http://www.w3.org/2000/svg", viewBox=view, role="img", lang=language)


def describe(position: Position, language: str = "en") -> str:
    """The stones of both sides in words, for those who cannot see the board."""
    sides = [
        say(
            "turncoat.games",
            "board.stones",
            language,
            side=side_name(position, side, language),
            cells=_cells_of(position, side),
        )
        for side in Side
        if position.stones().of(side)
    ]
    return " ".join(sides) or say("turncoat.games", "board.empty", language)


@dataclass(frozen=True)
class Square:
    """One cell for a text board: who stands there, what the board shows there, and what is marked."""

    name: str
    glyph: str
    side: Side | None
    zones: tuple[str, ...]
    """Roles of the zones it lies in, such as `border` and `base`."""
    mark: str | None

    @property
    def text(self) -> str:
        """Three characters: brackets for what is marked or worth having, and the glyph."""
        if self.mark in ("ring", "take", "last"):
            return {"ring": "({})", "take": "<{}>", "last": "{{{}}}"}[self.mark].format(self.glyph)
        return f"[{self.glyph}]" if "base" in self.zones else f" {self.glyph} "


def squares(
    position: Position, *, marks: Marks | None = None, labels: Mapping[str, str] | None = None, ascii_only: bool = False
) -> list[list[Square]]:
    """The rows of the board from the top, cell by cell, for a terminal to colour."""
    style = next(iter(looks(position).values()))
    ground = _ground(position, style, "light", rings=False)
    kinds = {cell: kind for kind in MARK_KINDS for cell in (marks or {}).get(kind, ())}
    faces = {side.mark: side.mark if ascii_only else GLYPHS[style.faces[side]] for side in Side}

    def square(cell: int) -> Square:
        name, at = position.grid.name(cell), position.board[cell]
        roles = tuple(role for role in ground.zones if cell in ground.of(role))
        glyph = faces.get(at) or _empty_glyph(at, roles, kinds.get(name), ascii_only)
        side = {each.mark: each for each in Side}.get(at)
        return Square(name, (labels or {}).get(name, glyph), side, roles, kinds.get(name))

    return [[square(position.grid.at(c, r)) for c in range(position.grid.width)] for r in range(position.grid.height)]


def text(
    position: Position,
    *,
    marks: Marks | None = None,
    labels: Mapping[str, str] | None = None,
    coordinates: bool = True,
    ascii_only: bool = False,
) -> str:
    """The board as lines of text: `(●)` a stone to choose, `+` a cell to choose, `[ ]` a base, `░` a border."""
    rows = squares(position, marks=marks, labels=labels, ascii_only=ascii_only)
    body = ["".join(square.text for square in row).rstrip() for row in rows]
    if not coordinates:
        return "\n".join(body)
    letters = [square.name.rstrip("0123456789") for square in rows[0]]
    head = "   " + "".join(f"{letter:^3}" if len(letter) < 2 else f"{letter:>2} " for letter in letters)
    return "\n".join([head.rstrip(), *(f"{number:2} {row}" for number, row in enumerate(body, 1))])


def legend(position: Position, language: str = "en", *, ascii_only: bool = False) -> str:
    """Which stone is whose, such as `● Black  ○ White`."""
    faces = next(iter(looks(position).values())).faces
    glyphs = {side: side.mark if ascii_only else GLYPHS[faces[side]] for side in Side}
    return "  ".join(f"{glyphs[side]} {side_name(position, side, language)}" for side in Side)


def _empty_glyph(at: str, roles: tuple[str, ...], mark: str | None, ascii_only: bool) -> str:
    if at == HOLE:
        return " "
    if mark in ("dot", "cross"):
        return "+" if mark == "dot" else "x" if ascii_only else "×"
    if "closed" in roles:
        return "-" if ascii_only else "╱"
    if "border" in roles:
        return ":" if ascii_only else "░"
    return "." if ascii_only else "·"


def _ground(position: Position, look: Look, theme: str, rings: bool) -> Ground:
    zones: dict[str, tuple[frozenset[int], ...]] = {}
    for zone in position.facts().zones:
        role = look.zones.get(zone.kind)
        if role and (
            role != "ring" or rings or role not in zones
        ):  # the middle, which is the first ring, is always shown
            zones[role] = (*zones.get(role, ()), frozenset(map(position.grid.number, zone.cells)))
    there = tuple(cell for cell in position.grid.cells if position.board[cell] != HOLE)
    return Ground(position.grid, there, zones, {**PALETTES[theme]["page"], **PALETTES[theme][look.surface]})


def _title(position: Position, language: str) -> str:
    game, result = position.ruleset.info, position.result()
    data = {"game": game.say("name", language), "side": side_name(position, position.side, language)}
    return say("turncoat.games", "board.over" if result else "board.to_move", language, **data)


def _cells_of(position: Position, side: Side) -> str:
    return " ".join(name for name, mark in zip(position.grid.names, position.board, strict=True) if mark == side.mark)


def _coordinates(ground: Ground) -> Iterable[str]:
    for column in range(ground.on.width):
        yield words("text", ground.on.name(column)[:-1], x=(column + 0.5) * SIZE, y=-22)
    for row in range(ground.on.height):
        yield words("text", str(row + 1), x=-29, y=(row + 0.5) * SIZE + 5)


def _stones(position: Position, look: Look, ground: Ground) -> Iterable[str]:
    faces = {side.mark: look.faces[side] for side in Side}
    for cell, mark in enumerate(position.board):
        if mark in faces:
            yield STONES[look.stones](ground.middle(cell), faces[mark], cell)


def _marks(ground: Ground, marks: Marks) -> Iterable[str]:
    for kind in MARK_KINDS:
        for name in marks.get(kind, ()):
            yield _mark(kind, ground.middle(ground.on.number(name)), ground.colours)


def _mark(kind: str, at: Point, colours: Mapping[str, str]) -> str:
    accent = colours["accent"]
    if kind == "dot":
        return circle(at, 9, fill=accent, stroke="#fff", stroke_opacity=0.35, stroke_width=1.5)
    if kind in ("last", "turned"):  # a badge on the rim, so that the face stays free
        fill = accent if kind == "last" else "#fffdf8"
        return circle(
            (at[0] + 17.5, at[1] - 17.5), 6, fill=fill, stroke="#fff" if kind == "last" else accent, stroke_width=2
        )
    if kind == "cross":
        arms = [line((at[0] - 9, at[1] - 9 * up), (at[0] + 9, at[1] + 9 * up)) for up in (1, -1)]
        under = group(arms, stroke="#fff", stroke_width=8, stroke_opacity=0.85, stroke_linecap="round")
        return under + group(arms, stroke=colours["no"], stroke_width=4.5, stroke_linecap="round")
    dashes = "9.5 6.5" if kind == "take" else None
    return circle(at, RADIUS + 3.5, fill="none", stroke=accent, stroke_width=3.6, stroke_dasharray=dashes)


def _arrow(ground: Ground, start: str, end: str) -> str:
    """From the middle of one cell to just short of the middle of another, with a head."""
    (x1, y1), (x2, y2) = (ground.middle(ground.on.number(name)) for name in (start, end))
    long = hypot(x2 - x1, y2 - y1)
    along, across = ((x2 - x1) / long, (y2 - y1) / long), (-(y2 - y1) / long, (x2 - x1) / long)

    def point(forward: float, aside: float) -> tuple[float, float]:
        return x1 + along[0] * forward + across[0] * aside, y1 + along[1] * forward + across[1] * aside

    tip, neck = long - 3, long - 19
    outline = [
        point(2, -3),
        point(neck, -3),
        point(neck, -10),
        point(tip, 0),
        point(neck, 10),
        point(neck, 3),
        point(2, 3),
    ]
    steps = [step for number, (x, y) in enumerate(outline) for step in ("L" if number else "M", x, y)]
    style = {"stroke": "#fff", "stroke_width": 1.6, "stroke_opacity": 0.55, "stroke_linejoin": "round"}
    return path(*steps, "Z", fill=ground.colours["accent"], opacity=0.92, **style)


def _labels(ground: Ground, labels: Mapping[str, str]) -> Iterable[str]:
    for name, label in labels.items():
        x, y = ground.middle(ground.on.number(name))
        yield circle((x, y), 12.5, fill=ground.colours["paper"], stroke=ground.colours["ink"], stroke_width=1)
        style = {"font_family": FONT, "font_size": 16, "font_weight": 600, "text_anchor": "middle"}
        yield words("text", label, x=x, y=y + 5.7, fill=ground.colours["ink"], **style)
