"""Animated pictures (GIF): up to 256 colours chosen from all frames, each frame a part of the picture."""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Rows of pixels, each red, green, blue."""
COLOURS, BITS = 256, 8
STEPS = 5  # bits of a colour by which like ones are counted as one
MOST_CODES = 4096  # of a GIF's table
BLOCK = 255  # bytes


@dataclass(frozen=True)
class Frame:
    """A part of the picture, where it goes, and for how many hundredths of a second it is shown."""

    pixels: Pixels
    x: int
    y: int
    hundredths: int


def gif(frames: Sequence[Frame]) -> bytes:
    """The frames as a GIF that begins anew at its end; the first one covers the whole picture."""
    colours, nearest = _palette([frame.pixels for frame in frames])
    high, wide = frames[0].pixels.shape[:2]
    head = b"GIF89a" + struct.pack("<HHBBB", wide, high, 0xF0 | (BITS - 1), 0, 0) + colours.tobytes()
    endless = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return b"".join([head, endless, *(_frame(frame, nearest) for frame in frames), b"\x3b"])


def _frame(frame: Frame, nearest: Pixels) -> bytes:
    high, wide = frame.pixels.shape[:2]
    control = b"\x21\xf9\x04" + struct.pack("<BHB", 0x04, frame.hundredths, 0) + b"\0"  # 4: it stays
    place = b"\x2c" + struct.pack("<HHHHB", frame.x, frame.y, wide, high, 0)
    data = packed(nearest[_bins(frame.pixels)].tobytes())
    blocks = (data[start : start + BLOCK] for start in range(0, len(data), BLOCK))
    return b"".join([control, place, bytes([BITS]), *(bytes([len(block)]) + block for block in blocks), b"\0"])


def _bins(pixels: Pixels) -> NDArray[np.intp]:
    """The number of each pixel's colour among all that are told apart."""
    coarse = (pixels >> (8 - STEPS)).astype(np.intp)
    found: NDArray[np.intp] = (coarse[..., 0] << 2 * STEPS) | (coarse[..., 1] << STEPS) | coarse[..., 2]
    return found


def _palette(pictures: Sequence[Pixels]) -> tuple[Pixels, Pixels]:
    """The colours to be shown, and for every colour the number of the one that is most like it."""
    total = 1 << 3 * STEPS
    count, sums = np.zeros(total), np.zeros((total, 3))
    for picture in pictures:
        bins = _bins(picture).ravel()
        count += np.bincount(bins, minlength=total)
        for channel in range(3):
            sums[:, channel] += np.bincount(bins, weights=picture[..., channel].ravel(), minlength=total)
    used = np.flatnonzero(count)
    means = sums[used] / count[used, None]
    chosen, like = _chosen(means, count[used])
    nearest = np.zeros(total, np.uint8)
    nearest[used] = like
    colours = np.zeros((COLOURS, 3), np.uint8)
    colours[: len(chosen)] = means[chosen].round()
    return colours, nearest


def _chosen(means: NDArray[np.float64], count: NDArray[np.float64]) -> tuple[list[int], NDArray[np.intp]]:
    """The colours that are met most, then those least like any chosen yet: what is rare may matter, such as a mark.

    Of all colours, which of the chosen is most like it.
    """
    order = np.argsort(-count, kind="stable")
    chosen, like = list[int](), np.zeros(len(means), np.intp)
    distance = np.full(len(means), np.inf)
    while len(chosen) < min(COLOURS, len(means)):
        number = int(order[len(chosen)] if len(chosen) < COLOURS // 2 else distance.argmax())
        away = ((means - means[number]) ** 2).sum(axis=1)
        like[away < distance] = len(chosen)
        distance = np.minimum(distance, away)
        chosen.append(number)
    return chosen, like


def packed(numbers: bytes) -> bytes:
    """The numbers in the code of Lempel, Ziv and Welch, as GIF writes it."""
    out, held, filled = bytearray(), 0, 0
    for code, wide in _codes(numbers):
        held |= code << filled
        filled += wide
        while filled >= 8:
            out.append(held & 0xFF)
            held >>= 8
            filled -= 8
    if filled:
        out.append(held)
    return bytes(out)


def _codes(numbers: bytes) -> Iterator[tuple[int, int]]:
    """Each code, and how many bits it takes."""
    clear, end = 1 << BITS, (1 << BITS) + 1
    table: dict[tuple[int, int], int] = {}
    wide = BITS + 1
    yield clear, wide
    current = -1
    for number in numbers:
        if current < 0:
            current = number
            continue
        known = table.get((current, number))
        if known is not None:
            current = known
            continue
        yield current, wide
        following = end + 1 + len(table)
        if following < MOST_CODES:
            table[current, number] = following
            if following == 1 << wide:
                wide += 1
        else:
            yield clear, wide
            table.clear()
            wide = BITS + 1
        current = number
    if current >= 0:
        yield current, wide
        # Whoever reads has one more entry by now, and may count with a bit more.
        if end + 1 + len(table) == 1 << wide and wide < 12:
            wide += 1
    yield end, wide
