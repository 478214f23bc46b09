"""How stones look.  A face is `dark` or `light`, `suit` or `number`; each has a mark of its own, not only a colour."""

from collections.abc import Callable

from ._svg import Point, circle, group, path, tag, words

RADIUS = 25.0

DARK, LIGHT = "#1d2126", "#fbf8f0"
GLYPHS = {"dark": "●", "light": "○", "suit": "◆", "number": "◇"}
OTHER_FACE = {"dark": "light", "light": "dark", "suit": "number", "number": "suit"}

SUITS = (  # ground of the suit's face, and its symbol within a circle of radius 1
    ("#9a3329", "M0-.5A.5.5 0 1 1 0 .5A.5.5 0 1 1 0-.5Z"),  # sun; its rays are added
    ("#23272d", "M.42-.9A.95.95 0 1 0 .42.9A.78.78 0 1 1 .42-.9Z"),  # moon
    ("#27507f", "M-.9.62V-.48L-.42-.02L0-.8L.42-.02L.9-.48V.62Z"),  # crown
    ("#2c6350", "M-.74-.8H.74V.06C.74.56.34.82 0 1C-.34.82-.74.56-.74.06Z"),  # arms
)
RAYS = tuple((turn, "M-.17-.6L0-1L.17-.6Z") for turn in range(0, 360, 45))


def disc(at: Point, face: str, cell: int) -> str:  # noqa: ARG001 — every disc of a face is alike
    """A turning stone: one colour above, an edge of the other, a ring on the dark face."""
    x, y = at
    above, below = (DARK, LIGHT) if face == "dark" else (LIGHT, DARK)
    parts = [
        _shadow(at),
        circle((x, y + 2.6), RADIUS, fill=below, stroke="#000", stroke_opacity=0.25, stroke_width=0.75),
        circle(at, RADIUS, fill=above, stroke="#000", stroke_opacity=0.22, stroke_width=0.75),
        _shine(at, 0.1 if face == "dark" else 0.6),
    ]
    if face == "dark":
        parts.append(circle(at, 7, fill="none", stroke="#9aa1a9", stroke_width=1.6))
    return group(parts)


def pebble(at: Point, face: str, cell: int) -> str:
    """A stone of one colour for a pit, no two quite alike; a ring on the dark ones."""
    x, y = at
    wide, high = RADIUS - (cell * 7 % 5) * 0.28, RADIUS - (cell * 11 % 7) * 0.2
    fill, rim = ("#1a1c1f", "#000") if face == "dark" else ("#f4efe3", "#a99f8c")
    shape = tag("ellipse", cx=x, cy=y, rx=wide, ry=high, fill=fill, stroke=rim, stroke_width=1)
    lower = path(
        *("M", x - wide * 0.8, y + high * 0.42, "Q", x, y + high * 1.22, x + wide * 0.8, y + high * 0.42),
        *("Q", x, y + high * 0.9, x - wide * 0.8, y + high * 0.42, "Z"),
        fill="#fff" if face == "dark" else "#000",
        opacity=0.09,
    )
    parts = [_shadow(at), shape, lower, _shine(at, 0.16 if face == "dark" else 0.7)]
    if face == "dark":
        parts.append(circle(at, 7, fill="none", stroke="#9aa1a9", stroke_width=1.6))
    return group(parts)


def coin(at: Point, face: str, cell: int) -> str:
    """A piecepack coin, a suit on one face and a number on the other; the same cell always has the same coin."""
    x, y = at
    which = (
        (cell * cell * 31 + cell * 977 >> 3) * 7 % 24
    )  # a shuffle of the 24 coins of a piecepack, the same every time
    ground, shape = SUITS[which % 4]
    above, below = (ground, LIGHT) if face == "suit" else (LIGHT, ground)
    parts = [
        _shadow(at),
        circle((x, y + 2.6), RADIUS, fill=below, stroke="#000", stroke_opacity=0.25, stroke_width=0.75),
        circle(at, RADIUS, fill=above, stroke="#000", stroke_opacity=0.22, stroke_width=0.75),
        circle(at, RADIUS - 3.6, fill="none", stroke=below, stroke_width=1, stroke_opacity=0.45),
    ]
    if face == "suit":
        rays = [path(ray, transform=f"rotate({turn})") for turn, ray in RAYS] if which % 4 == 0 else []
        parts.append(group([path(shape), *rays], fill=LIGHT, transform=f"translate({x:g} {y:g}) scale(13)"))
    else:
        style = {"font_family": "Georgia, 'Times New Roman', serif", "font_size": 25, "font_weight": 700}
        parts.append(words("text", str(which // 4), x=x, y=y + 8.6, fill=ground, text_anchor="middle", **style))
    return group(parts)


STONES: dict[str, Callable[[Point, str, int], str]] = {"discs": disc, "pebbles": pebble, "coins": coin}


def _shadow(at: Point) -> str:
    return tag("ellipse", cx=at[0], cy=at[1] + 4.5, rx=RADIUS, ry=RADIUS - 1, fill="#000", opacity=0.22)


def _shine(at: Point, strength: float) -> str:
    return tag("ellipse", cx=at[0] - 7, cy=at[1] - 10.5, rx=11, ry=6, fill="#fff", opacity=strength)
