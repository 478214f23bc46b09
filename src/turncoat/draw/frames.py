"""Drawings put together: a board within a larger picture, and a part of a board cut out."""

import xml.etree.ElementTree as ET

from .elements import Point, box, tag, words
from .palette import FONT, Theme, page_colours

SVG = "http://www.w3.org/2000/svg"
CARD = (1200, 630)  # pixels; what programs that preview links ask for
EDGE = 34
LETTERS = {"title": 58, "line": 34}
LONGEST = {"title": 19, "line": 33}  # letters that fit into a line


Area = tuple[float, float, float, float]
"""Left, top, width, height."""


def placed(picture: str, within: Area) -> str:
    """An SVG as an element of another one, as large as it may be within that area."""
    x, y, width, height = within
    return tag("svg", _inside(picture), x=x, y=y, width=width, height=height, viewBox=_root(picture).attrib["viewBox"])


def cut(picture: str, within: Area, paper: str) -> str:
    """What a picture shows within an area, in its own units, on paper of that colour."""
    x, y, width, height = within
    left, top, wide, high = map(float, _root(picture).attrib["viewBox"].split())
    inside = tag(
        "svg", _inside(picture), x=left, y=top, width=wide, height=high, viewBox=f"{left:g} {top:g} {wide:g} {high:g}"
    )
    view = f"{x:g} {y:g} {width:g} {height:g}"
    return tag("svg", box(x, y, width, height, fill=paper), inside, xmlns=SVG, viewBox=view)


def card(picture: str, title: str, lines: list[str], *, theme: Theme = "light") -> str:
    """A picture for the preview of a link: the board on the left, and beside it what it is."""
    colours, (width, height) = page_colours(theme), CARD
    side = height - 2 * EDGE
    x, y = 2 * EDGE + side, height / 2 - 30 * len(lines)
    texts = [_line(title, (x, y), "title", colours["ink"], weight="600")]
    for number, line in enumerate(lines, 1):
        texts.append(_line(line, (x, y + 20 + 52 * number), "line", colours["soft"]))
    paper = box(0, 0, width, height, fill=colours["paper"])
    board = placed(picture, (EDGE, EDGE, side, side))
    about = words("title", " · ".join([title, *lines]))
    return tag("svg", about, paper, board, *texts, xmlns=SVG, viewBox=f"0 0 {width} {height}", role="img")


def _line(text: str, at: Point, kind: str, colour: str, weight: str | None = None) -> str:
    """A line of text, made smaller where it is longer than there is room for."""
    wide = sum(1.75 if ord(letter) > 0x2E7F else 1 for letter in text)  # those of East Asia are as wide as high
    size = min(float(LETTERS[kind]), LETTERS[kind] * LONGEST[kind] / max(wide, 1))
    return words("text", text, x=at[0], y=at[1], font_family=FONT, font_size=size, font_weight=weight, fill=colour)


def _root(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 — our own drawing


def _inside(picture: str) -> str:
    """What stands between the first tag and the last."""
    return picture[picture.index(">") + 1 : picture.rindex("</")]
