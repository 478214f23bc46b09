"""How stones look.  A face is `dark` or `light`, `suit` or `number`; each has a mark of its own, not only a colour."""

from .elements import Point, circle, ellipse, group, path, words
from .palette import FACES, SUITS, Attributes, Paint, lengths

STONE = lengths("stone")
RADIUS: float = STONE["radius"]


def stone(kind: str, at: Point, face: str, cell: int, paint: Paint) -> str:
    """A stone of that kind with that face up.  Which of the many it is follows from the cell."""
    suit, value = coin_of(cell)
    names = {"above": FACES[face]["above"], "below": FACES[face]["below"], "suit": f"suit-{suit}"}

    def part(*parts: str) -> Attributes:
        return paint.part(*parts, **names)

    light = FACES[face]["above"] == "stone-light"
    top = part("top", "top-light") if light else part("top")
    edge = circle((0, STONE["edge"]), RADIUS, **part("edge"))
    pieces = [ellipse((0, STONE["cast-falls"]), STONE["cast"], **part("stone-cast"))]
    if kind == "piecepack":
        pieces += [edge, circle((0, 0), RADIUS, **top), circle((0, 0), RADIUS - STONE["inlay"], **part("inlay"))]
        if face == "suit":
            pieces.append(path(SUITS[suit], transform=f"scale({STONE['symbol']})", **part("symbol")))
        else:
            pieces.append(words("text", str(value), y=STONE["numeral-falls"], **part("numeral")))
    else:
        pieces += [] if kind == "pebbles" else [edge]
        pieces.append(ellipse((0, 0), radii(kind, cell), **top))
        x, y = STONE["shine-at"]
        turned = f"rotate({STONE['shine-turned']} {x} {y})"
        pieces.append(ellipse((x, y), STONE["shine"], transform=turned, **part("shine-light" if light else "shine")))
        pieces += [] if light else [circle((0, 0), STONE["mark"], **part("mark"))]
    return group(pieces, transform=f"translate({at[0]:g} {at[1]:g})")


def coin_of(cell: int) -> tuple[int, int]:
    """Suit and number of the coin on a cell: one of a piecepack's 24, the same every time and everywhere."""
    which = (cell * cell * 31 + cell * 977 >> 3) * 7 % 24
    return which % 4, which // 4


def radii(kind: str, cell: int) -> tuple[float, float]:
    """How wide and how high a stone is: no two pebbles are quite alike."""
    if kind != "pebbles":
        return RADIUS, RADIUS
    wide, high = STONE["uneven"]
    return RADIUS - cell * 7 % 5 * wide, RADIUS - cell * 11 % 7 * high
