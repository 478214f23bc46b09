"""The course of a game as a picture (SVG, PNG): who was winning after every move, and where that changed by error."""

from collections.abc import Iterable, Mapping

from turncoat.games import Position
from turncoat.games._surfaces import PALETTES
from turncoat.games._svg import Point, box, circle, group, line, path, tag, words
from turncoat.games.draw import FONT, Theme, looks
from turncoat.games.results import Side
from turncoat.games.text import say
from turncoat.games.words import side_name

from ._arguments import check
from ._raster import Canvas
from .review import Review

PACKAGE = "turncoat.engine"
WIDTH, HEIGHT = 720.0, 240.0
LEFT, TOP, RIGHT, BOTTOM = 64, 44, 20, 64  # what is around the plot
COLOURS: Mapping[str, Mapping[str, str]] = {
    "light": {"black": "#3c4347", "white": "#fffdf8", "grid": "#cfcabd", "inaccuracy": "#d9a514"},
    "dark": {"black": "#0c0e10", "white": "#d8d3c7", "grid": "#3a4046", "inaccuracy": "#e8c53a"},
}
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
RADIUS = {"inaccuracy": 4.0, "mistake": 5.0, "blunder": 6.0}
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def svg(review: Review, position: Position, *, theme: Theme = "light", language: str = "en") -> str:
    """The graph as one SVG element, the same text for the same review; any position of the game names the sides.

    >>> import turncoat
    >>> svg(Review("verto", (), (0.5,)), turncoat.start("verto")).startswith("<svg")
    True
    """
    check("review", review, Review, "review")
    colours = _colours(position, theme)
    names = [side_name(position, side, language) for side in Side]
    title, about = _about(position, language)
    parts = [
        words("title", title),
        words("desc", about),
        box(-LEFT, -TOP, LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, fill=colours["paper"]),
        _areas(review, colours),
        group(_frame(colours)),
        group(_marks(review, colours)),
        group(_texts(review, title, names, colours, language), font_family=FONT, font_size=13, fill=colours["ink"]),
    ]
    view = f"{-LEFT} {-TOP} {LEFT + WIDTH + RIGHT:g} {TOP + HEIGHT + BOTTOM:g}"
    return tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=view, role="img", lang=language)


def png(
    review: Review, position: Position, *, theme: Theme = "light", language: str = "en", scale: float = 2.0
) -> bytes:
    """The graph as a PNG file, `scale` pixels for each unit of the SVG.

    It needs no fonts: numbers and the signs of errors (?!, ?, ??) stand for words, and the title and description are
    kept as texts in the file.

    >>> import turncoat
    >>> png(Review("verto", (), (0.5,)), turncoat.start("verto"))[1:4]
    b'PNG'
    """
    check("review", review, Review, "review")
    colours = _colours(position, theme)
    corner, size = (-LEFT, -RIGHT), (LEFT + WIDTH + RIGHT, RIGHT + HEIGHT + BOTTOM)  # without the line of the title
    canvas = Canvas(corner, size, scale=scale)
    canvas.box(corner, size, colours["paper"])
    canvas.box((0, 0), (WIDTH, HEIGHT), colours["second"])
    course = [*(_at(review, number) for number in range(len(review.wins))), (WIDTH, _at(review, -1)[1])]
    canvas.under(course, HEIGHT, colours["first"])
    for share in TICKS:
        width, colour = _rule(share, colours)
        canvas.line([(0, HEIGHT * share), (WIDTH, HEIGHT * share)], width, colour, 0.8)
        canvas.write(f"{share:.0%}", (-8, HEIGHT * (1 - share) + 5), 10, colours["soft"], align=1)
    corners = [(0.0, 0.0), (WIDTH, 0.0), (WIDTH, HEIGHT), (0.0, HEIGHT), (0.0, 0.0)]
    canvas.line(corners, 1, colours["soft"])
    canvas.line(course, 2, colours["accent"])
    for at, verdict in _errors(review):
        canvas.disc(at, RADIUS[verdict] + 0.75, colours["paper"])
        canvas.disc(at, RADIUS[verdict] - 0.75, colours[verdict])
    for number, x in _steps(review):
        canvas.write(str(number), (x, HEIGHT + 18), 10, colours["soft"], align=0.5)
    for place, (verdict, radius) in enumerate(RADIUS.items()):
        canvas.disc((6 + 44.0 * place, HEIGHT + 41), radius, colours[verdict])
        canvas.write(SIGNS[verdict], (18 + 44.0 * place, HEIGHT + 46), 10, colours["ink"])
    title, about = _about(position, language)
    return canvas.png({"Title": title, "Description": about})


def _colours(position: Position, theme: Theme) -> dict[str, str]:
    colours = {**PALETTES[theme]["page"], **COLOURS[theme]}
    faces = next(iter(looks(position).values())).faces
    areas = ("white", "black") if faces[Side.FIRST] == "light" else ("black", "white")
    colours |= {"mistake": colours["accent"], "blunder": colours["no"]}
    return colours | {str(side): colours[area] for side, area in zip(Side, areas, strict=True)}


def _about(position: Position, language: str) -> tuple[str, str]:
    """The title, and what is to be seen."""
    first, second = (side_name(position, side, language) for side in Side)
    title = say(PACKAGE, "graph.title", language, game=position.ruleset.info.say("name", language))
    return title, say(PACKAGE, "graph.about", language, first=first, second=second)


def _at(review: Review, number: int) -> Point:
    """Where the position after so many moves lies."""
    steps = max(1, len(review.wins) - 1)
    number %= len(review.wins)
    return WIDTH * number / steps, HEIGHT * (1 - review.wins[number])


def _areas(review: Review, colours: Mapping[str, str]) -> str:
    """The chances of the first player from below, those of the second from above."""
    points = [_at(review, number) for number in range(len(review.wins))]
    points.append((WIDTH, points[-1][1]))
    steps = [step for x, y in points for step in ("L", x, y)]
    under = path("M", 0, HEIGHT, *steps, "L", WIDTH, HEIGHT, "Z", fill=colours["first"])
    edge = path("M", *steps[1:], fill="none", stroke=colours["accent"], stroke_width=2, stroke_linejoin="round")
    return box(0, 0, WIDTH, HEIGHT, fill=colours["second"]) + under + edge


def _frame(colours: Mapping[str, str]) -> Iterable[str]:
    for share in TICKS:
        width, stroke = _rule(share, colours)
        style = {"stroke": stroke, "stroke_width": width}
        yield line((0, HEIGHT * share), (WIDTH, HEIGHT * share), stroke_opacity=0.8, **style)
    yield box(0, 0, WIDTH, HEIGHT, fill="none", stroke=colours["soft"], stroke_width=1)


def _rule(share: float, colours: Mapping[str, str]) -> tuple[float, str]:
    """How thick the line at that share is, and its colour."""
    return (1.4, colours["soft"]) if share == 0.5 else (0.7, colours["grid"])


def _errors(review: Review) -> Iterable[tuple[Point, str]]:
    """Every turn that was an error: where its worst decision led, and what it is called."""
    for turn in review.turns:
        if turn.verdict != "good":
            yield _at(review, turn.worst.number), turn.verdict


def _marks(review: Review, colours: Mapping[str, str]) -> Iterable[str]:
    for at, verdict in _errors(review):
        yield circle(at, RADIUS[verdict], fill=colours[verdict], stroke=colours["paper"], stroke_width=1.5)


def _steps(review: Review) -> Iterable[tuple[int, float]]:
    """Some numbers of moves, and where they stand."""
    steps = len(review.wins) - 1
    every = max(1, -(-steps // 8) // 5 * 5 or 1)
    for number in range(0, steps + 1, every):
        yield number, _at(review, number)[0]


def _texts(review: Review, title: str, names: list[str], colours: Mapping[str, str], language: str) -> Iterable[str]:
    yield words("text", title, x=0, y=-20, font_size=16, font_weight=600)
    for share in TICKS:
        yield words("text", f"{share:.0%}", x=-8, y=HEIGHT * (1 - share) + 4.5, text_anchor="end", fill=colours["soft"])
    faces = [(names[0], HEIGHT - 10, colours["second"]), (names[1], 20, colours["first"])]
    for name, height, ink in faces:
        yield words("text", name, x=10, y=height, fill=ink, font_weight=600)
    for number, x in _steps(review):
        yield words("text", str(number), x=x, y=HEIGHT + 18, text_anchor="middle", fill=colours["soft"])
    yield words("text", say(PACKAGE, "graph.moves", language), x=WIDTH, y=HEIGHT + 36, text_anchor="end")
    place = 6.0
    for verdict, radius in RADIUS.items():
        yield circle((place, HEIGHT + 41), radius, fill=colours[verdict])
        label = say(PACKAGE, f"verdicts.{verdict}", language)
        yield words("text", label, x=place + 12, y=HEIGHT + 46)
        place += 36 + 13 * (len(label) if language == "ja" else len(label) * 0.58)
