"""The course of a soak as one picture: a column for each store, a panel for each kind of figure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from turncoat.draw.elements import Point, box, group, line, path, tag, words
from turncoat.draw.palette import FONT, page_colours

from .report import Value, by_minute, memory, minutes_before, with_costs
from .samples import Sample

WIDTH, HEIGHT = 420.0, 120.0  # of a panel
LEFT, GAP, TOP, ROW = 52.0, 76.0, 64.0, 176.0
COLOURS = ("accent", "focus", "good")
STEPS = (1, 2, 2.5, 5, 10)


class Panel(NamedTuple):
    """Figures that are drawn together, each with its name."""

    title: str
    lines: tuple[tuple[str, Value], ...]


def _processes(of: str) -> Value:
    return lambda sample: sum(each[of] for each in sample["processes"].values())


def _lag(sample: Sample) -> float | None:
    return max((each[0] for each in sample["lag"] if each), default=None)


PANELS = (
    Panel(
        "Memory, MiB",
        (("server 1", memory("server 1")), ("server 2", memory("server 2")), ("engine workers", memory("worker"))),
    ),
    Panel("Open descriptors", (("all processes", _processes("descriptors")),)),
    Panel("Threads", (("all processes", _processes("threads")),)),
    Panel("Matches", (("in memory", lambda each: each["rooms"]), ("being played", lambda each: each["playing"]))),
    Panel("Median latency, ms", (("until the opponent has a move", lambda each: each.get("p50")),)),
    Panel("99 of 100 latencies, ms", (("until the opponent has a move", lambda each: each.get("p99")),)),
    Panel("Lateness of the event loop, ms", (("on average", _lag),)),
    Panel("Processor time of a move, ms", (("all servers", lambda each: each.get("ms_per_move")),)),
    Panel("Load average of the machine", (("", lambda each: each["load_average"]),)),
    Panel("Database, MiB", (("", lambda each: each["database"]),)),
)


def svg(runs: Mapping[str, tuple[Sequence[Sample], float]]) -> str:
    """The picture; of each store its samples and how many minutes were wanted."""
    colours = page_colours("light")
    width = LEFT + len(runs) * (WIDTH + GAP)
    height = TOP + len(PANELS) * ROW
    parts = [
        words("title", "Soak test"),
        words("desc", "Memory, descriptors, threads, latencies and the database, minute by minute, on each store."),
        box(0, 0, width, height, fill=colours["paper"]),
    ]
    for column, (store, (samples, minutes)) in enumerate(runs.items()):
        x = LEFT + column * (WIDTH + GAP)
        parts.append(words("text", store, x=x, y=30, font_size=18, font_weight=600))
        told = with_costs(samples)
        for row, panel in enumerate(PANELS):
            inside = group(_panel(panel, told, minutes, colours), transform=f"translate({x:g} {TOP + row * ROW:g})")
            parts.append(inside)
    style = {"font_family": FONT, "font_size": 12, "fill": colours["ink"]}
    view = f"0 0 {width:g} {height:g}"
    return tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=view, role="img", lang="en", **style)


def _panel(panel: Panel, samples: Sequence[Sample], minutes: float, colours: Mapping[str, str]) -> Iterator[str]:
    before = minutes_before(samples)
    courses = [(name, by_minute(samples, of)) for name, of in panel.lines]
    courses = [(name, course) for name, course in courses if course]
    most = max((value for _, course in courses for value in course.values()), default=1)
    step = _step(most)
    top = step * max(1, -(-most // step))
    yield words("text", panel.title, x=0, y=-10, font_weight=600)
    yield box(WIDTH / 2, 0, WIDTH / 2, HEIGHT, fill=colours["sunk"])  # what is judged
    yield from _scale(top, step, minutes, colours)
    place = WIDTH
    for number, (name, course) in enumerate(courses):
        colour = colours[COLOURS[number]]
        for part in sorted({part for part, _ in course}):
            points = [
                (WIDTH * (before[part] + minute + 0.5) / minutes, HEIGHT * (1 - value / top))
                for (each, minute), value in sorted(course.items())
                if each == part
            ]
            yield _course(points, colour)
        if name:
            yield words("text", name, x=place, y=-10, text_anchor="end", fill=colour)
            place -= 12 + 6.4 * len(name)


def _course(points: Sequence[Point], colour: str) -> str:
    steps = [step for x, y in points for step in ("L", round(x, 1), round(y, 1))]
    return path("M", *steps[1:], fill="none", stroke=colour, stroke_width=1.6, stroke_linejoin="round")


def _scale(top: float, step: float, minutes: float, colours: Mapping[str, str]) -> Iterator[str]:
    for number in range(round(top / step) + 1):
        y = HEIGHT * (1 - number * step / top)
        yield line((0, y), (WIDTH, y), stroke=colours["scale"], stroke_width=0.7)
        yield words("text", f"{number * step:g}", x=-8, y=y + 4, text_anchor="end", fill=colours["soft"])
    for quarter in range(5):
        label = f"{minutes * quarter / 4:g}" + (" min" if quarter == 4 else "")
        yield words("text", label, x=WIDTH * quarter / 4, y=HEIGHT + 18, text_anchor="middle", fill=colours["soft"])


def _step(most: float) -> float:
    """A round number that goes two to four times into the largest value."""
    size = 10.0**-6
    while size * 10 <= most / 3:
        size *= 10
    return next((size * each for each in STEPS if most / (size * each) <= 4), 10 * size)
