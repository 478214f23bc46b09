"""Pictures in pixels (PNG), made from SVG by resvg."""

import struct
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from turncoat.extras import need
from turncoat.games import Position

from .board import svg
from .palette import FONT

MAX_SIDE = 16_384  # pixels on a side: many programs open no larger ones
SPACE = "{http://www.w3.org/2000/svg}"
NO_LETTER = "\U0010fffd"  # for private use, so no font has it
END_OF_HEAD = 33  # a PNG begins with its signature and the chunk that tells its size


def png(position: Position, *, scale: float = 2.0, **drawing: Any) -> bytes:
    """The board as a PNG file, `scale` pixels for each unit of the SVG; `drawing` is as for `svg`."""
    return rasterise(svg(position, **drawing), scale=scale)


def rasterise(picture: str, *, scale: float = 2.0) -> bytes:
    """An SVG as a PNG file, with its title and description as texts in the file.

    Letters come from the fonts of the machine; `has_letters` tells whether there are any.  A picture that would be more
    than 16,384 pixels wide or high is made smaller.
    """
    need("png", "resvg_py")
    import resvg_py

    root = ET.fromstring(picture)  # noqa: S314 — our own drawing
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    scale = min(scale, MAX_SIDE / width, MAX_SIDE / height)
    wide, high = round(width * scale), round(height * scale)
    sizes = (wide, None) if wide >= high else (None, high)  # the shorter side follows
    found = resvg_py.svg_to_bytes(svg_string=picture, width=sizes[0], height=sizes[1])
    texts = {name: root.findtext(f"{SPACE}{tag}") or "" for name, tag in (("Title", "title"), ("Description", "desc"))}
    return found[:END_OF_HEAD] + _texts(texts) + found[END_OF_HEAD:]


@cache
def has_letters(text: str) -> bool:
    """Whether the machine has fonts for the letters of a text; others leave a gap or a box in a picture."""
    need("png", "resvg_py")
    import resvg_py

    def drawn(letter: str) -> bytes:
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">'
        inside = f'<text y="16" font-size="16" font-family="{FONT}">{letter}</text>'
        return resvg_py.svg_to_bytes(svg_string=f"{head}{inside}</svg>")

    missing = {drawn(" "), drawn(NO_LETTER)}
    return not missing & set(map(drawn, text))


def _texts(texts: Mapping[str, str]) -> bytes:
    """Texts about the picture as chunks of a PNG, for those who cannot see it."""
    found = b""
    for name, text in texts.items():
        kind, data = b"iTXt", name.encode("ascii") + b"\0\0\0\0\0" + text.encode()
        found += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return found
