"""A picture in pixels, without fonts or libraries for drawing: areas, lines, discs, numerals; PNG.

Everything is drawn by its distance from the middle of a pixel, which makes edges smooth.
"""

import math
import struct
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float64]
Point = tuple[float, float]
Stroke = Sequence[Point]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
GLYPH = 0.62  # how much a numeral is wider than its height is taken to be: its box and the gap to the next


def _arc(at: Point, radii: Point, begin: float, end: float) -> list[Point]:
    """Part of an ellipse, angles in degrees from the right, clockwise on the screen."""
    steps = max(2, int(abs(end - begin) / 20) + 1)
    angles = [math.radians(begin + (end - begin) * step / (steps - 1)) for step in range(steps)]
    return [(at[0] + radii[0] * math.cos(angle), at[1] + radii[1] * math.sin(angle)) for angle in angles]


# Strokes in a box one high and half wide, the origin at its top left.
NUMERALS: Mapping[str, tuple[Stroke, ...]] = {
    "0": (_arc((0.25, 0.5), (0.23, 0.48), 0, 360),),
    "1": (((0.08, 0.2), (0.28, 0.03), (0.28, 0.98)),),
    "2": ((*_arc((0.25, 0.27), (0.22, 0.25), 190, 380), (0.03, 0.97), (0.48, 0.97)),),
    "3": (_arc((0.23, 0.26), (0.21, 0.24), 200, 450), _arc((0.23, 0.73), (0.24, 0.24), 270, 520)),
    "4": (((0.37, 0.98), (0.37, 0.03), (0.02, 0.7), (0.49, 0.7)),),
    "5": (((0.44, 0.03), (0.09, 0.03), (0.06, 0.44), *_arc((0.23, 0.67), (0.24, 0.3), 235, 500)),),
    "6": (((0.38, 0.03), (0.07, 0.55)), _arc((0.25, 0.7), (0.22, 0.27), 0, 360)),
    "7": (((0.03, 0.03), (0.47, 0.03), (0.17, 0.98)),),
    "8": (_arc((0.25, 0.26), (0.19, 0.23), 0, 360), _arc((0.25, 0.73), (0.22, 0.25), 0, 360)),
    "9": (_arc((0.25, 0.3), (0.22, 0.27), 0, 360), ((0.43, 0.45), (0.12, 0.97))),
    "%": (
        _arc((0.1, 0.22), (0.11, 0.2), 0, 360),
        _arc((0.42, 0.78), (0.11, 0.2), 0, 360),
        ((0.45, 0.03), (0.07, 0.97)),
    ),
    "?": (
        (*_arc((0.25, 0.26), (0.2, 0.23), 190, 395), (0.25, 0.56), (0.25, 0.7)),
        ((0.25, 0.94), (0.25, 0.95)),
    ),
    "!": (((0.25, 0.03), (0.25, 0.7)), ((0.25, 0.94), (0.25, 0.95))),
}


class Canvas:
    """Pixels over a part of the plane; colours as `#22262b`.

    >>> canvas = Canvas((0, 0), (4, 3), scale=2)
    >>> canvas.box((0, 0), (2, 3), "#ff0000")
    >>> canvas.pixels[0, 0].tolist(), canvas.pixels[0, 7].tolist(), canvas.pixels.shape
    ([255.0, 0.0, 0.0], [255.0, 255.0, 255.0], (6, 8, 3))
    """

    def __init__(self, origin: Point, size: Point, *, scale: float = 1.0) -> None:
        """`origin` is what lies in the top left corner; `scale` pixels make one unit."""
        self.origin, self.scale = origin, scale
        height, width = (max(1, round(side * scale)) for side in (size[1], size[0]))
        self.pixels: Plane = np.full((height, width, 3), 255, np.float64)

    def box(self, corner: Point, size: Point, colour: str) -> None:
        """A filled rectangle."""
        (left, top), (width, height) = corner, size
        middle = left + width / 2, top + height / 2

        def distance(x: Plane, y: Plane) -> Plane:
            return np.maximum(np.abs(x - middle[0]) - width / 2, np.abs(y - middle[1]) - height / 2)

        self._fill(corner, (left + width, top + height), distance, colour)

    def disc(self, at: Point, radius: float, colour: str) -> None:
        """A filled circle."""
        corners = [(at[0] + sign * radius, at[1] + sign * radius) for sign in (-1, 1)]
        self._fill(corners[0], corners[1], lambda x, y: np.hypot(x - at[0], y - at[1]) - radius, colour)

    def line(self, points: Stroke, width: float, colour: str, opacity: float = 1.0) -> None:
        """Straight pieces from point to point, with round ends."""
        steps = list(pairwise(points)) or [(points[0], points[0])]
        xs, ys = [x for x, _ in points], [y for _, y in points]

        def distance(x: Plane, y: Plane) -> Plane:
            nearest = np.full(np.broadcast_shapes(x.shape, y.shape), np.inf, np.float64)
            for (x1, y1), (x2, y2) in steps:
                across, down = x2 - x1, y2 - y1
                along = np.clip(((x - x1) * across + (y - y1) * down) / (across**2 + down**2 or 1.0), 0, 1)
                np.minimum(nearest, np.hypot(x - x1 - along * across, y - y1 - along * down), out=nearest)
            return nearest - width / 2

        half = width / 2
        self._fill((min(xs) - half, min(ys) - half), (max(xs) + half, max(ys) + half), distance, colour, opacity)

    def under(self, points: Stroke, bottom: float, colour: str) -> None:
        """What lies between a course from left to right and a level below it."""
        xs, ys = [x for x, _ in points], [y for _, y in points]

        def distance(x: Plane, y: Plane) -> Plane:
            return np.interp(x, xs, ys) - y

        self._fill((xs[0], min(ys)), (xs[-1], bottom), distance, colour)

    def write(self, text: str, at: Point, height: float, colour: str, align: float = 0.0) -> None:
        """Numerals and signs, their left end, middle or right end (`align` 0, ½, 1) at the point, their foot on it."""
        wide = GLYPH * height * len(text) - (GLYPH - 0.5) * height
        left, top = at[0] - align * wide, at[1] - height
        for number, sign in enumerate(text):
            for stroke in NUMERALS[sign]:
                begin = left + number * GLYPH * height
                self.line([(begin + x * height, top + y * height) for x, y in stroke], height / 8, colour)

    def _fill(
        self,
        low: Point,
        high: Point,
        distance: Callable[[Plane, Plane], Plane],
        colour: str,
        opacity: float = 1.0,
    ) -> None:
        """Blends the colour in where the distance, in units, is below zero; nothing beyond the corners is touched."""
        spans = []
        for axis, most in ((0, self.pixels.shape[1]), (1, self.pixels.shape[0])):
            ends = ((each[axis] - self.origin[axis]) * self.scale for each in (low, high))
            first, last = next(ends), next(ends)
            spans.append((max(0, math.floor(first) - 1), min(most, math.ceil(last) + 1)))
        (left, right), (top, bottom) = spans
        if left >= right or top >= bottom:
            return
        x = ((np.arange(left, right, dtype=np.float64) + 0.5) / self.scale + self.origin[0])[None, :]
        y = ((np.arange(top, bottom, dtype=np.float64) + 0.5) / self.scale + self.origin[1])[:, None]
        share = opacity * np.clip(0.5 - self.scale * distance(x, y), 0, 1)[..., None]
        place = self.pixels[top:bottom, left:right]
        place += share * (np.array(list(bytes.fromhex(colour[1:])), np.float64) - place)

    def png(self, texts: Mapping[str, str] | None = None) -> bytes:
        """The file's content, with texts about the picture (`Title`, `Description`) for those who cannot see it."""
        height, width, _ = self.pixels.shape
        rows = np.zeros((height, 1 + 3 * width), np.uint8)  # before each row a 0: it is written as it is
        rows[:, 1:] = np.rint(self.pixels).astype(np.uint8).reshape(height, -1)
        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        about = [
            (b"iTXt", name.encode("ascii") + b"\0\0\0\0\0" + text.encode()) for name, text in (texts or {}).items()
        ]
        return SIGNATURE + _chunks(
            [(b"IHDR", head), *about, (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b"")]
        )


def _chunks(parts: Iterable[tuple[bytes, bytes]]) -> bytes:
    return b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
