"""One palette and one geometry: Python, the page and the terminal show the same, and it can be seen."""

import io
import json
import re
import runpy
import tomllib
from pathlib import Path

import pytest
from rich.console import Console

from tests.house.tree import ROOT, files, read
from turncoat import draw
from turncoat.cli.board import Board
from turncoat.draw import layout as lines
from turncoat.draw.elements import number
from turncoat.draw.look import ROLES, STONES, SURFACES
from turncoat.draw.palette import CELL, FACES, Paint, board_colours, over, page_colours
from turncoat.draw.surfaces import SURFACES as DRAWN
from turncoat.games import games, start

FILES = runpy.run_path(str(ROOT / "frontend" / "drawing.py"))["FILES"]  # what the build of the page writes
SHAPES = Path("frontend/tests/board/shapes.json")
BOARDS = (*games(), "verto:size=5", "invector:size=31x2")


def rules(style: str) -> dict[str, dict[str, str]]:
    """The declarations of a style sheet by selector, those of dark systems left out."""
    found: dict[str, dict[str, str]] = {}
    for selector, body in re.findall(r"^([.:][^{]*?) \{ (.*?) \}$", style, re.MULTILINE):
        pairs = (each.split(": ") for each in body.rstrip(";").split("; "))
        found.setdefault(selector, {}).update((name, value) for name, value in pairs)
    return found


def cascade(style: str, theme: str, surface: str) -> dict[str, str]:
    """The custom properties that a browser gives a board: of rules that fit equally well the last counts."""
    merged: list[tuple[int, dict[str, str]]] = []
    for selector, body in rules(style).items():
        wanted = dict(re.findall(r'\[data-(\w+)(?:="(\w+)")?\]', selector))
        has = {"mode": theme, "surface": surface}
        if re.fullmatch(r"\.stoneware(\[[^]]*\])*", selector) and all(v in ("", has[k]) for k, v in wanted.items()):
            merged.append((len(wanted), body))
    found: dict[str, str] = {}
    for _, body in sorted(merged, key=lambda each: each[0]):
        found |= body
    return {name.removeprefix("--"): value for name, value in found.items()}


@pytest.mark.parametrize("name", FILES)
def test_the_files_of_the_page_are_as_they_would_be_written_now(name):
    assert read(f"frontend/src/{name}") == FILES[name]()


@pytest.mark.parametrize("theme", draw.THEMES)
@pytest.mark.parametrize("surface", SURFACES)
def test_a_browser_gives_a_board_the_colours_that_python_gives_it(theme, surface):
    assert cascade(read("frontend/src/board/colours.css"), theme, surface) == board_colours(theme, surface)


@pytest.mark.parametrize("theme", draw.THEMES)
def test_a_browser_gives_the_page_the_colours_of_the_palette(theme):
    style, shown = rules(read("frontend/src/app/colours.css")), dict[str, str]()
    for selector in (":root", f':root[data-theme="{theme}"]'):
        shown |= style.get(selector, {})
    assert {name: shown[f"--{name}"] for name in page_colours(theme)} == page_colours(theme)


def test_a_system_that_is_dark_shows_the_dark_theme():
    style = read("frontend/src/app/colours.css")
    [system] = re.findall(r":root:not\(\[data-theme\]\) (\{.*\})", style)
    [chosen] = re.findall(r':root\[data-theme="dark"\] (\{.*\})', style)
    assert system == chosen


def test_no_colour_stands_outside_the_palette():
    known = set(re.findall(r'"(#[0-9a-f]{6})"', read("src/turncoat/draw/palette.toml")))
    suffixes = {".svelte", ".css", ".ts", ".html", ".svg", ".webmanifest", ".py"}
    paths = files("frontend/src", "frontend/public", "frontend/index.html", "src/turncoat")
    shown = {path: set(re.findall(r"#[0-9a-fA-F]{6}\b", read(path))) for path in paths if path.suffix in suffixes}
    assert len(shown) > 200
    examples = {"#22262b80", "#ffffff80", "#000000", "#808080", "#ffffff"}
    assert {str(path): found for path, colours in shown.items() if (found := colours - known - examples)} == {}
    # Short and translucent ones, in styles; `{#each` and the like are not colours.
    styles = {
        path: re.findall(r"(?<![\w{])#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{3,4})\b", read(path))
        for path in paths
        if path.suffix in {".svelte", ".css"} and path.name != "colours.css"
    }
    assert {str(path): found for path, found in styles.items() if found} == {}


@pytest.mark.parametrize("theme", draw.THEMES)
@pytest.mark.parametrize("surface", SURFACES)
def test_every_part_can_be_painted_on_every_surface_that_has_it(theme, surface):
    paint, parts = Paint(theme, surface), tomllib.loads(read("src/turncoat/draw/parts.toml"))["light"]
    own = {"grain": "wood", "deep": "slab", "lip": "slab", "panel": "tiles", "point": "felt"}
    for name in parts.keys() - ({"lines", "rim"} if surface == "slab" else set()):
        if own.get(name, surface) == surface:
            assert paint.part(name, above="stone-dark", below="suit-0")


def test_what_a_look_may_name_can_be_drawn():
    assert set(DRAWN) == set(SURFACES)
    page = read("frontend/src/app/settings.svelte.ts")
    assert re.findall(r'SURFACES = \["own", (.*?)\]', page) == [", ".join(f'"{n}"' for n in SURFACES if n != "tiles")]
    assert re.findall(r'STONES = \["own", (.*?)\]', page) == [", ".join(f'"{name}"' for name in STONES)]
    asked = set(re.findall(r'zone\("(\w+)"\)', read("frontend/src/board/Surface.svelte")))
    assert asked == set(ROLES)


# What the eye can tell


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG, from 1 to 21."""

    def light(colour: str) -> float:
        shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", draw.THEMES)
@pytest.mark.parametrize("surface", SURFACES)
def test_stones_marks_and_letters_stand_out_on_every_surface(theme, surface):
    colours = board_colours(theme, surface)
    assert contrast(colours["stone-dark"], colours["stone-light"]) >= 12
    assert contrast(colours["frame-ink"], colours["frame"]) >= 4.5
    # One of the two stones is seen by its colour; the other by its edge, which has the first one's.
    grounds = [colours["cell"], colours["border"]]
    assert all(max(contrast(colours[f"stone-{face}"], at) for face in ("dark", "light")) >= 4 for at in grounds)
    for mark in ("act", "hint", "marked"):
        assert contrast(colours[mark], colours["cell"]) >= (4 if theme == "contrast" else 3), mark
    # A badge lies on stones of both sides: its middle or its rim stands out.
    for face in ("stone-dark", "stone-light"):
        assert max(contrast(colours[part], colours[face]) for part in ("act", "badge")) >= 3, face


@pytest.mark.parametrize("theme", draw.THEMES)
def test_words_can_be_read_on_the_page(theme):
    colours = page_colours(theme)
    for ground in ("paper", "card", "sunk"):
        for ink in ("ink", "soft", "accent-ink", "good", "bad"):
            assert contrast(colours[ink], colours[ground]) >= (7 if theme == "contrast" else 4.4), (ink, ground)
    assert contrast(colours["light-area"], colours["dark-area"]) >= 7


@pytest.mark.parametrize("surface", SURFACES)
def test_a_terminal_shows_stones_of_both_sides_on_every_ground(surface):
    colours = board_colours("terminal", surface)
    for role in ("cell", "border", "marked", "blocked", *(["panel"] if surface == "tiles" else [])):
        for ink in ("stone-dark", "stone-light"):
            assert contrast(colours[ink], colours[role]) >= 3.7, (role, ink)
        assert contrast(colours["act"], colours[role]) >= 3, role


# The same shapes


def lines_of(ruleset: str) -> dict[str, object]:
    """What both Python and the page compute of a board: its lines, rounded alike."""
    position = start(ruleset)
    under = lines.board_layout(position, draw.default_look(position), Paint("light", "wood"))
    cells = "".join(position.board)
    zones = [{"kind": zone.kind, "cells": list(zone.cells)} for zone in position.facts().zones]
    middle, last = under.middle(under.cells[0]), under.middle(under.cells[-1])
    return {
        "board": {"width": position.grid.width, "height": position.grid.height, "cells": cells},
        "zones": zones,
        "roles": dict(draw.default_look(position).zones),
        "grid": lines.grid_lines(under),
        "hatch": lines.hatch(under, under.cells[:5]),
        "contours": lines.contours(under),
        "grain": [{"d": d, "thick": float(number(thick))} for d, thick in lines.grain(under.width, under.height)],
        "arrow": lines.arrow(middle, last),
        "frame": list(under.frame),
        "letters": float(lines.COORDINATES["size"] * under.grown),
    }


def test_python_computes_the_shapes_that_the_page_is_tested_with():
    made = json.dumps({ruleset: lines_of(ruleset) for ruleset in BOARDS}, indent=1) + "\n"
    assert read(SHAPES) == made


# Terminals


@pytest.mark.parametrize("game", games())
def test_a_terminal_has_the_colours_of_the_palette_and_no_others(game):
    position = start(game)
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system="truecolor", width=100, _environ={"TERM": "xterm"}
    )
    console.print(Board(position, marks=draw.choices(position)), crop=False, end="")
    assert isinstance(console.file, io.StringIO)
    found = re.findall(r"[34]8;2;(\d+);(\d+);(\d+)", console.file.getvalue())
    shown = {"#{:02x}{:02x}{:02x}".format(*map(int, each)) for each in found}
    colours = board_colours("terminal", draw.default_look(position).surface)
    grounds = {colours[role] for role in ("cell", "border", "marked", "blocked", "panel") if role in colours}
    inks = {colours["act"], *(colours[face["ink"]] for face in FACES.values())}
    assert shown <= grounds | inks | {over(colours["faint"], ground) for ground in grounds}
    assert colours["cell"] in shown
    assert CELL == 64
