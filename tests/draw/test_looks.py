"""Looks are data of the games; a game without any is drawn all the same, and a wrong word in one is told."""

import importlib
import sys
from dataclasses import dataclass, replace
from typing import Any

import pytest

from turncoat import draw
from turncoat.draw import look as looking
from turncoat.games import games, start

RIGHT = """
[looks.plain]
surface = "wood"
stones = "discs"
faces = { first = "light", second = "dark" }
zones = { area = "border" }
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The name of an empty package, and the folder it lies in."""
    folder = tmp_path / "look_of_a_stranger"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield folder
    sys.modules.pop(folder.name, None)
    looking._read.cache_clear()


@dataclass(frozen=True)
class Strange:
    """What a drawing asks of a ruleset, of a game whose package has no looks."""

    info: Any
    grid: Any


def without_looks(package: str, position: Any) -> Any:
    """The position as if its game had nothing but rules."""
    ruleset = position.ruleset
    info = replace(ruleset.info, package=package)
    return type("Bare", (type(position),), {"ruleset": Strange(info, ruleset.grid)})(position.options, position.board)


def test_a_game_without_looks_is_drawn_on_felt_with_what_can_be_held_outlined(package):
    position = without_looks(package.name, start("vect-reverse"))
    look = draw.default_look(position)
    assert (look.surface, look.stones, look.zones) == ("felt", "discs", {"base": "marked"})
    assert [square.name for row in draw.squares(position) for square in row if square.text == "[·]"] == [
        *("b2", "g2"),
        *("b7", "g7"),
    ]
    assert draw.sample(position) == ""


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_look_for_every_kind_of_zone_that_a_drawing_tells(game):
    position = start(game)
    kinds = {zone.kind for zone in position.facts().zones}
    for look in draw.looks(position).values():
        assert set(look.zones) <= kinds
        assert {zone.kind for zone in position.facts().zones if zone.holdable} <= set(look.zones)


def test_a_look_is_read_from_beside_the_rules(package):
    (package / "looks.toml").write_text(RIGHT)
    found = looking._read(package.name)["looks"]
    assert found["plain"]["zones"] == {"area": "border"}


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('"wood"', '"wodo"', "look plain of look_of_a_stranger: surface must be one of cloth, wood, .*; got wodo"),
        ('"discs"', '"cubes"', "stones must be one of discs, pebbles, piecepack; got cubes"),
        ('"dark"', '"grey"', "face of the second side must be one of dark, light, suit, number; got grey"),
        ('"border"', '"edge"', "role of area must be one of border, marked, .*; got edge"),
    ],
)
def test_a_wrong_word_in_a_look_is_told_with_those_that_are_right(package, right, wrong, said):
    (package / "looks.toml").write_text(RIGHT.replace(right, wrong))
    with pytest.raises(ValueError, match=said):
        looking._read(package.name)
