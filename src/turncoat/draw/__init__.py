"""Boards and graphs as pictures (SVG, PNG) and as text, from the facts of a position.

>>> from turncoat.games import start
>>> print(text(start("reversi:size=4x4"), marks={"dot": ["b1"]}))
    a  b  c  d
 1  ·  +  ·  ·
 2  ·  ◇  ◆  ·
 3  ·  ◆  ◇  ·
 4  ·  ·  ·  ·

Colours and shapes lie in `palette.toml`, `parts.toml` and `geometry.toml`; the page and the terminal take theirs from
the same files.
"""

from .board import describe, svg
from .frames import card
from .look import Look, default_look, looks, sample
from .marks import Arrows, Marks, choices, latest, trail
from .palette import THEMES, Theme
from .pixels import has_letters, png, rasterise
from .textboard import Square, glyph, legend, squares, text

__all__ = [
    "THEMES",
    "Arrows",
    "Look",
    "Marks",
    "Square",
    "Theme",
    "card",
    "choices",
    "default_look",
    "describe",
    "glyph",
    "has_letters",
    "latest",
    "legend",
    "looks",
    "png",
    "rasterise",
    "sample",
    "squares",
    "svg",
    "text",
    "trail",
]
