"""The graph of a game: winning chances after every move, with mistakes marked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .elements import Point, box, circle, group, line, path, tag, words
from .palette import FONT, Theme, page_colours
from .pixels import rasterise

WIDTH, HEIGHT = 720.0, 240.0
LEFT, TOP, RIGHT, BOTTOM = 64, 44, 20, 64  # what is around the plot
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
RADII = (4.0, 5.0, 6.0)
COLOURS = ("doubtful", "accent", "bad")
SPARKS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Course:
    """What a graph shows, in words of the language it is drawn in."""

    title: str
    about: str
    """What is to be seen, for those who cannot see it."""
    names: tuple[str, str]
    """Of the first and of the second player."""
    light_first: bool
    """Whether the first player's stones are the light ones."""
    shares: tuple[float, ...]
    """The chances of the first player, 0 to 1, before any move and after each."""
    errors: tuple[tuple[int, int], ...]
    """The number of the move that each error led to, and how grave it was: 0, 1 or 2."""
    severity: tuple[str, str, str]
    """What errors are called, the least first."""
    moves: str
    """What stands below the numbers of moves."""


def svg(course: Course, *, theme: Theme = "light", language: str = "en") -> str:
    """The graph as one SVG element, the same text for the same course."""
    colours = _colours(course, theme)
    parts = [
        words("title", course.title),
        words("desc", course.about),
        box(-LEFT, -TOP, LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, fill=colours["paper"]),
        _areas(course, colours),
        group(_frame(colours)),
        group(_marks(course, colours)),
        group(_texts(course, colours, language), font_family=FONT, font_size=13, fill=colours["ink"]),
    ]
    view = f"{-LEFT} {-TOP} {LEFT + WIDTH + RIGHT:g} {TOP + HEIGHT + BOTTOM:g}"
    return tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=view, role="img", lang=language)


def png(course: Course, *, theme: Theme = "light", language: str = "en", scale: float = 2.0) -> bytes:
    """The graph as a PNG file, `scale` pixels for each unit of the SVG."""
    return rasterise(svg(course, theme=theme, language=language), scale=scale)


def text(course: Course, width: int = 60) -> str:
    """The graph as one line of blocks, at most so many: the higher, the better for the first player.

    >>> text(Course("", "", ("", ""), True, (0.5, 0.6, 0.3, 1.0), (), ("", "", ""), ""))
    '▅▅▃█'
    """
    steps = len(course.shares)
    shown = [course.shares[number * steps // min(width, steps)] for number in range(min(width, steps))]
    shown[-1:] = course.shares[-1:]
    return "".join(SPARKS[min(int(share * len(SPARKS)), len(SPARKS) - 1)] for share in shown)


def _colours(course: Course, theme: Theme) -> dict[str, str]:
    colours = dict(page_colours(theme))
    areas = ("light-area", "dark-area") if course.light_first else ("dark-area", "light-area")
    return colours | {side: colours[area] for side, area in zip(("first", "second"), areas, strict=True)}


def _at(course: Course, number: int) -> Point:
    """Where the position after so many moves lies."""
    steps = max(1, len(course.shares) - 1)
    number %= len(course.shares)
    return WIDTH * number / steps, HEIGHT * (1 - course.shares[number])


def _areas(course: Course, colours: Mapping[str, str]) -> str:
    """The chances of the first player from below, those of the second from above."""
    points = [_at(course, number) for number in range(len(course.shares))]
    points.append((WIDTH, points[-1][1]))
    steps = [step for x, y in points for step in ("L", x, y)]
    under = path("M", 0, HEIGHT, *steps, "L", WIDTH, HEIGHT, "Z", fill=colours["first"])
    edge = path("M", *steps[1:], fill="none", stroke=colours["accent"], stroke_width=2, stroke_linejoin="round")
    return box(0, 0, WIDTH, HEIGHT, fill=colours["second"]) + under + edge


def _frame(colours: Mapping[str, str]) -> Iterator[str]:
    for share in TICKS:
        width, stroke = (1.4, colours["soft"]) if share == 0.5 else (0.7, colours["scale"])
        style = {"stroke": stroke, "stroke_width": width}
        yield line((0, HEIGHT * share), (WIDTH, HEIGHT * share), stroke_opacity=0.8, **style)
    yield box(0, 0, WIDTH, HEIGHT, fill="none", stroke=colours["soft"], stroke_width=1)


def _marks(course: Course, colours: Mapping[str, str]) -> Iterator[str]:
    for number, grave in course.errors:
        fill = colours[COLOURS[grave]]
        yield circle(_at(course, number), RADII[grave], fill=fill, stroke=colours["paper"], stroke_width=1.5)


def _steps(course: Course) -> Iterator[tuple[int, float]]:
    """Some numbers of moves, and where they stand."""
    steps = len(course.shares) - 1
    every = max(1, -(-steps // 8) // 5 * 5 or 1)
    for number in range(0, steps + 1, every):
        yield number, _at(course, number)[0]


def _texts(course: Course, colours: Mapping[str, str], language: str) -> Iterator[str]:
    yield words("text", course.title, x=0, y=-20, font_size=16, font_weight=600)
    for share in TICKS:
        yield words("text", f"{share:.0%}", x=-8, y=HEIGHT * (1 - share) + 4.5, text_anchor="end", fill=colours["soft"])
    first, second = course.names
    for name, height, ink in ((first, HEIGHT - 10, colours["second"]), (second, 20, colours["first"])):
        yield words("text", name, x=10, y=height, fill=ink, font_weight=600)
    for number, x in _steps(course):
        yield words("text", str(number), x=x, y=HEIGHT + 18, text_anchor="middle", fill=colours["soft"])
    yield words("text", course.moves, x=WIDTH, y=HEIGHT + 36, text_anchor="end")
    place = 6.0
    for label, radius, colour in zip(course.severity, RADII, COLOURS, strict=True):
        yield circle((place, HEIGHT + 41), radius, fill=colours[colour])
        yield words("text", label, x=place + 12, y=HEIGHT + 46)
        place += 36 + 13 * (len(label) if language == "ja" else len(label) * 0.58)
