"""Boards as SVG, from the facts of a position and the look of its game."""

from collections.abc import Iterator, Mapping

from turncoat.games import Position
from turncoat.games.results import Side
from turncoat.games.text import say
from turncoat.games.words import side_name

from .elements import group, tag, words
from .layout import COORDINATES, FRAME, BoardLayout, board_layout
from .look import Look, default_look, looks
from .marks import Arrows, Marks, arrows, labels, marks
from .palette import CELL, FONT, Paint, Theme
from .stones import stone
from .surfaces import surface

_marks, _arrows, _labels = marks, arrows, labels  # `svg` has parameters of these names


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
    style = looks(position)[look] if look else default_look(position)
    under = board_layout(position, style, Paint(theme, style.surface), rings=rings, coordinates=coordinates)
    parts = [
        words("title", _title(position, language)),
        words("desc", describe(position, language)),
        group(surface(style.surface, under)),
        _coordinates(under) if coordinates else "",
        group(_stones(position, style, under)),
        group(_marks(under, marks or {})),
        group(_arrows(under, arrows)),
        group(_labels(under, labels or {})),
    ]
    (near, far), margin = under.frame, FRAME["margin"]
    width, height = (side + near + far + 2 * margin for side in (under.width, under.height))
    view = f"{-near - margin:g} {-near - margin:g} {width:g} {height:g}"
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


def _title(position: Position, language: str) -> str:
    game, result = position.ruleset.info, position.result()
    data = {"game": game.say("name", language), "side": side_name(position, position.side, language)}
    return say("turncoat.games", "board.over" if result else "board.to_move", language, **data)


def _cells_of(position: Position, side: Side) -> str:
    return " ".join(name for name, mark in zip(position.grid.names, position.board, strict=True) if mark == side.mark)


def _coordinates(layout: BoardLayout) -> str:
    size = COORDINATES["size"] * layout.grown
    return group(_letters(layout, size), font_family=FONT, font_size=size, **layout.paint.part("coordinate"))


def _letters(layout: BoardLayout, size: float) -> Iterator[str]:
    """The names of columns above and of rows on the left, on the frame."""
    line, falls = -layout.frame[0] / 2, COORDINATES["falls"] * size
    for column in range(layout.on.width):
        yield words("text", layout.on.name(column)[:-1], x=(column + 0.5) * CELL, y=line + falls)
    for row in range(layout.on.height):
        yield words("text", str(row + 1), x=line, y=(row + 0.5) * CELL + falls)


def _stones(position: Position, look: Look, layout: BoardLayout) -> Iterator[str]:
    faces = {side.mark: look.faces[side] for side in Side}
    for cell, mark in enumerate(position.board):
        if mark in faces:
            yield stone(look.stones, layout.middle(cell), faces[mark], cell, layout.paint)
