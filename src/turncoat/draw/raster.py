"""Pictures as numbers: an SVG drawn by resvg, and its pixels read from the PNG."""

import struct
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from turncoat.extras import need


def pixels(picture: str, width: int) -> NDArray[np.uint8]:
    """An SVG as rows of pixels, each red, green and blue."""
    need("png", "resvg_py")
    import resvg_py

    found = resvg_py.svg_to_bytes(svg_string=picture, width=width)
    wide, high = struct.unpack(">II", found[16:24])
    raw = zlib.decompress(b"".join(data for kind, data in _chunks(found) if kind == b"IDAT"))
    lines = np.frombuffer(raw, np.uint8).reshape(high, 1 + 4 * wide)
    rows, above = np.zeros((high, 4 * wide), np.uint8), np.zeros(4 * wide, np.uint8)
    for number in range(high):
        above = rows[number] = _unfiltered(int(lines[number, 0]), lines[number, 1:], above)
    return rows.reshape(high, wide, 4)[..., :3]


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def _unfiltered(kind: int, line: NDArray[np.uint8], above: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A line of a PNG as it was before one of the five filters (PNG, 9.2), each pixel four bytes."""

    if kind == 0:
        return line
    if kind == 1:
        return np.cumsum(line.reshape(-1, 4), axis=0, dtype=np.uint8).reshape(-1)
    if kind == 2:
        return line + above
    found, over = [0, 0, 0, 0, *line.tolist()], [0, 0, 0, 0, *above.tolist()]
    for at in range(4, len(found)):
        left, up, corner = found[at - 4], over[at], over[at - 4]
        found[at] = (found[at] + ((left + up) // 2 if kind == 3 else _nearest(left, up, corner))) & 0xFF
    return np.array(found[4:], np.uint8)


def _nearest(left: int, up: int, corner: int) -> int:
    """Whichever is nearest to left + up - corner (Paeth)."""
    along, down, across = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if along <= down and along <= across:
        return left
    return up if down <= across else corner
