"""The board renderer draws what it is told, as sound XML, the same every time."""

import re
import xml.etree.ElementTree as ET
from random import Random

import pytest

from tests.moves import texts
from turncoat import draw
from turncoat.draw.textboard import margin_of
from turncoat.games import games, parse, start
from turncoat.games.plain import PlainPosition
from turncoat.games.results import Side
from turncoat.games.text import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"


def walk(ruleset: str, moves: int, seed: int = 7) -> PlainPosition:
    """The position after some random moves."""
    chance, position = Random(seed), start(ruleset)
    for _ in range(moves):
        if not position.is_over:
            position = position.play(chance.choice(texts(position)))
    return position


RULESETS = [str(options) for game in games().values() for options in game.Options.combinations()]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("theme", draw.THEMES)
def test_every_board_is_sound_xml_and_says_what_it_shows(ruleset, theme):
    position = walk(ruleset, 9)
    for language in LANGUAGES:
        picture = draw.svg(
            position,
            marks=draw.choices(position),
            arrows=draw.trail(position),
            theme=theme,
            language=language,
            rings=True,
        )
        root = ET.fromstring(picture)
        assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
        assert root.get("role") == "img"
        assert root.get("lang") == language
        assert all(child.text for child in list(root)[:2])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_board_is_always_the_same_text_with_few_decimals_and_no_ids(ruleset):
    pictures = {draw.svg(walk(ruleset, 12)) for _ in range(2)}
    assert len(pictures) == 1
    [picture] = pictures
    assert re.findall(r"\d\.\d{3,}|e-\d|\bid=|href|<script|<style|nan|inf", picture) == []


@pytest.mark.parametrize("game", games())
def test_every_look_a_game_offers_can_be_drawn_and_has_a_label(game):
    position = walk(game, 12)
    assert len({draw.svg(position, look=name) for name in draw.looks(position)}) == len(draw.looks(position))
    for name in draw.looks(position):
        assert all(games()[game].say(f"looks.{name}", language) for language in LANGUAGES)


@pytest.mark.parametrize("game", games())
def test_the_two_sides_differ_in_more_than_colour(game):
    position = walk(game, 12)
    assert len(set(draw.legend(position).split()[::2])) == 2
    first, second = (
        re.sub(r'"#[0-9a-f]+"', '""', draw.svg(parse_with_one_stone(position, side), coordinates=False))
        for side in Side
    )
    assert drawn(first) != drawn(second)


def parse_with_one_stone(position: PlainPosition, side: Side) -> PlainPosition:
    """The position with every stone turned to one side, which no rule needs to allow in order to draw it."""
    board = position.board.replace(side.other.mark, side.mark)
    return type(position)(position.options, board)


def drawn(picture: str) -> str:
    """The shapes, without the words."""
    return picture.partition("</desc>")[2]


def test_a_picture_tells_the_stones_to_those_who_cannot_see_it():
    position = start("vect-reverse")
    assert draw.describe(position) == "Black: e4 d5. White: d4 e5."
    assert draw.describe(position, "ja") == "黒：e4 d5。 白：d4 e5。"
    assert "<title>VECT-REVERSE, Black to move</title>" in draw.svg(position)
    assert draw.describe(start("verto")) == "The board is empty."


def test_what_can_be_chosen_is_ringed_dotted_or_dashed():
    placed = start("vect-reverse").play("d3")
    assert draw.choices(placed) == {"ring": ("d4",), "dot": ("c3", "e3", "c4", "c5")}
    capture = parse("invector:size=6x5 ..oo../.oxo../....../.o..../...... x")
    assert draw.choices(capture) == {"ring": ("c2",), "dot": ("c3",), "take": ("c1", "b2", "d2")}


def test_once_a_stone_is_chosen_only_its_own_ways_are_shown():
    position = parse("invector:size=6x5 ....../.x..../....../.....x/...o.. x")
    assert draw.choices(position, chosen="b2") == {"ring": ("b2",), "dot": ("c2", "b3")}
    assert draw.choices(position, chosen="a1") == {}


def test_an_arrow_follows_the_stone_that_moved():
    assert draw.trail(start("vect-reverse").play("d3").play("d4-c5")) == [("d4", "c5")]
    assert draw.trail(start("vect-reverse").play("d3")) == []


def test_a_text_board_shows_areas_bases_and_choices():
    position = start("vect-reverse:lock=yes").play("d3")
    assert draw.text(position, marks=draw.choices(position)).split("\n") == [
        "    a  b  c  d  e  f  g  h",
        " 1     ░  ░  ░  ░  ░  ░",
        " 2  ░ [·] ·  ·  ·  · [·] ░",
        " 3  ░  ·  +  ●  +  ·  ·  ░",
        " 4  ░  ·  + (○)[●] ·  ·  ░",
        " 5  ░  ·  + [●][○] ·  ·  ░",
        " 6  ░  ·  ·  ·  ·  ·  ·  ░",
        " 7  ░ [·] ·  ·  ·  · [·] ░",
        " 8     ░  ░  ░  ░  ░  ░",
    ]


def test_a_text_board_can_keep_to_ascii():
    board = draw.text(start("verto:size=3").play("b2"), marks={"dot": ["a1"], "cross": ["c3"]}, ascii_only=True)
    assert board.isascii()
    assert board.split("\n") == ["    a  b  c", " 1  +  .  .", " 2  .  x  .", " 3  .  .  x"]


def test_closed_cells_are_hatched_and_labels_stand_on_their_cells():
    board = draw.text(start("verto:size=4"), labels={"b2": "A"}, coordinates=False)
    assert board.split("\n") == [" ╱  ·  ·  ╱", " ·  A  ·  ·", " ·  ·  ·  ·", " ╱  ·  ·  ╱"]


def test_columns_beyond_z_keep_their_places():
    head, first = draw.text(start("invector:size=31x2")).split("\n")[:2]
    assert head.split()[25:] == ["z", "aa", "ab", "ac", "ad", "ae"]
    assert first.index("●") + 1 == head.index("a") + 1
    assert "<text" in draw.svg(start("invector:size=31x2"))


def test_each_square_tells_a_terminal_what_to_colour():
    position = start("vect-reverse").play("d3")
    rows = draw.squares(position, marks=draw.choices(position))
    corner, base, chosen = rows[0][0], rows[1][1], rows[3][3]
    assert (corner.name, corner.side, corner.roles, corner.mark) == ("a1", None, ("border",), None)
    assert (base.name, base.roles) == ("b2", ("marked",))
    assert (chosen.name, chosen.side, chosen.mark) == ("d4", Side.SECOND, "ring")


def test_rings_join_cells_equally_far_from_the_middle_only_when_asked_for():
    position = start("invector:size=4x3")
    with_rings, without = (drawn(draw.svg(position, rings=rings)) for rings in (True, False))
    assert with_rings.replace(ring_lines(with_rings), "") == without
    assert ring_lines(with_rings).count("M") == 7  # one line in the middle, six of the ring around it


def ring_lines(picture: str) -> str:
    """The one element that has the rings' colour without being a circle."""
    return "".join(re.findall(r'<path [^>]*stroke="#e9c77f"[^>]*/>', picture))


@pytest.mark.parametrize(
    ("ruleset", "size"), [("verto:size=9", 14.5), ("verto:size=11", 15.95), ("invector:size=63x2", 34.8)]
)
def test_coordinates_grow_with_the_board_so_that_they_can_be_read(ruleset, size):
    picture = draw.svg(start(ruleset))
    assert f'font-size="{size:g}"' in picture
    left, top, width, height = map(float, picture.split('viewBox="')[1].split('"')[0].split())
    grid, frame = start(ruleset).grid, 27 * size / 14.5
    assert (left, top) == pytest.approx((-frame - 6, -frame - 6))
    assert (width, height) == pytest.approx((64 * grid.width + frame + 25, 64 * grid.height + frame + 25))
    letters = [float(y) for y in re.findall(r'<text x="[\d.]+" y="(-[\d.]+)">a', picture)]
    assert all(-frame < y < 0 for y in letters)


@pytest.mark.parametrize(("rows", "margin"), [(8, 3), (99, 3), (100, 4), (552, 4)])
def test_numbers_of_rows_keep_their_margin(rows, margin):
    board = draw.squares(start("verto:size=3")) * (rows // 3) + draw.squares(start("verto:size=3"))[: rows % 3]
    assert margin_of(board) == margin
