"""Reads pictures in pixels as a viewer of pictures does."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

CHANNELS = 4


def read_png(content: bytes) -> tuple[dict[str, str], NDArray[np.uint8]]:
    """Its texts, and its rows of pixels: red, green, blue, opacity."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    place, chunks = 8, list[tuple[bytes, bytes]]()
    while place < len(content):
        [length] = struct.unpack(">I", content[place : place + 4])
        kind, data = content[place + 4 : place + 8], content[place + 8 : place + 8 + length]
        assert struct.unpack(">I", content[place + 8 + length : place + 12 + length]) == (zlib.crc32(kind + data),)
        chunks.append((kind, data))
        place += 12 + length
    assert chunks[-1] == (b"IEND", b"")
    width, height, depth, colours, *rest = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (chunks[0][0], depth, colours, rest) == (b"IHDR", 8, 6, [0, 0, 0])
    packed = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))
    texts = {
        data.partition(b"\0")[0].decode(): data.rpartition(b"\0")[2].decode()
        for kind, data in chunks
        if kind == b"iTXt"
    }
    return texts, _unfiltered(np.frombuffer(packed, np.uint8).reshape(height, 1 + CHANNELS * width))


def count(picture: NDArray[np.uint8], colour: str) -> int:
    """How many pixels are of a colour such as #22262b, and opaque."""
    return int((picture == [*bytes.fromhex(colour[1:]), 255]).all(axis=2).sum())


def _unfiltered(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The pixels; before each row stands how it was written."""
    height, width = rows.shape[0], rows.shape[1] // CHANNELS
    found = np.zeros((height + 1, width + 1, CHANNELS), np.int64)  # with a row and a column of nothing before them
    for number, row in enumerate(rows):
        how, left = row[0], row[1:].reshape(width, CHANNELS).astype(np.int64)
        above, now = found[number], found[number + 1]
        if how in (0, 2):
            now[1:] = left + (above[1:] if how else 0)
        elif how == 1:
            now[1:] = np.cumsum(left, axis=0)
        else:
            for at in range(width):
                a, b, c = now[at], above[at + 1], above[at]
                now[at + 1] = (left[at] + ((a + b) // 2 if how == 3 else _paeth(a, b, c))) & 255
        now &= 255
    return found[1:, 1:].astype(np.uint8)


def _paeth(a: NDArray[np.int64], b: NDArray[np.int64], c: NDArray[np.int64]) -> NDArray[np.int64]:
    """The one of three neighbours that is nearest to what they suggest."""
    guess = a + b - c
    to_a, to_b, to_c = abs(guess - a), abs(guess - b), abs(guess - c)
    return np.where((to_a <= to_b) & (to_a <= to_c), a, np.where(to_b <= to_c, b, c))
