"""The graph of a review: its course, its errors and its words, as SVG and in pixels."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.draw.decoding import count, read_png
from tests.engine.reviews import made
from turncoat import games, native
from turncoat.engine.graph import png, svg
from turncoat.engine.review import Decision, Review
from turncoat.games.results import Side


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", list(games.games()))
def test_the_graph_is_a_picture_of_its_own(game, theme, language):
    drawn = svg(made(0.3), native.start(game), theme=theme, language=language)
    picture = ET.fromstring(drawn)
    texts = {element.text for element in picture.iter() if element.text}
    assert "100%" in texts
    assert {"en": "blunder", "ja": "悪手"}[language] in texts
    assert "href" not in drawn
    assert drawn == svg(made(0.3), native.start(game), theme=theme, language=language)


def test_the_graph_marks_errors_and_nothing_else():
    legend = 3
    assert svg(made(0.3), native.start("verto")).count("<circle") == legend + 1
    assert svg(made(0.01), native.start("verto")).count("<circle") == legend


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", list(games.games()))
def test_the_graph_is_a_picture_in_pixels_too(game, theme):
    texts, picture = read_png(png(made(0.3), native.start(game), theme=theme, language="ja"))
    assert picture.shape == (2 * 348, 2 * 804, 4)
    assert "勝率の推移" in texts["Title"]
    assert texts["Description"].endswith("悪手。")


def test_the_graph_in_pixels_shows_the_course_and_the_errors():
    start = native.start("reversi")
    _, bad = read_png(png(made(0.3), start, scale=1))
    _, good = read_png(png(made(0.01), start, scale=1))
    red, black, white = "#b3261e", "#3c4347", "#fffdf8"
    assert count(bad, red) > count(good, red) > 0  # the one in the legend is always there
    decision = Decision(1, 1, Side.FIRST, "a1", 1, 1, forced=False, proved=True)
    for wins in ((1.0, 1.0), (0.0, 0.0)):
        _, picture = read_png(png(Review("reversi", (decision,), wins), start, scale=1))
        shown, hidden = (black, white) if wins[0] else (white, black)
        assert count(picture, shown) > 720 * 240 * 0.9
        assert count(picture, hidden) < 720 * 240 * 0.01  # a name is written in it


def heights(drawn):
    """Where the texts of a graph stand, from above."""
    return {each.text: float(each.attrib["y"]) for each in ET.fromstring(drawn).iter() if "y" in each.attrib}


def test_an_error_is_marked_where_it_led():
    first = Decision(1, 1, Side.FIRST, "a1", 0.6, 0.6, forced=False, proved=False)
    bad = Decision(2, 2, Side.SECOND, "b2", 0.4, 0.1, forced=False, proved=False)
    last = Decision(3, 3, Side.FIRST, "c3", 0.9, 0.9, forced=False, proved=False)
    drawn = svg(Review("verto", (first, bad, last), (0.6, 0.6, 0.9, 0.9)), native.start("verto"))
    mark = next(each for each in ET.fromstring(drawn).iter() if each.tag.endswith("circle"))
    assert float(mark.attrib["cx"]) == pytest.approx(480)  # after 2 of 3 moves
    assert float(mark.attrib["cy"]) == pytest.approx(24)  # at 90 %


def test_the_graph_has_certainty_above_and_the_first_player_below():
    at = heights(svg(made(0.3), native.start("verto")))
    assert at["100%"] < at["75%"] < at["50%"] < at["25%"] < at["0%"]
    assert at["Dark"] < at["50%"] < at["Light"]  # each in the area that grows with its chances


def test_the_graph_is_drawn_as_it_was_looked_at():
    first = Decision(1, 1, Side.FIRST, "a1", 0.6, 0.55, forced=False, proved=False)
    second = Decision(2, 2, Side.SECOND, "b2", 0.45, 0.2, forced=False, proved=False)
    third = Decision(3, 3, Side.FIRST, "c3", 0.8, 0.68, forced=False, proved=False)
    found = Review("verto", (first, second, third), (0.6, 0.55, 0.8, 0.68))
    drawn = svg(found, native.start("verto")).replace("><", ">\n<") + "\n"
    assert drawn == (Path(__file__).parent / "graph.svg").read_text("utf-8")
