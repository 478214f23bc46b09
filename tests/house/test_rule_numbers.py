"""A rule has one number in texts, code and tests, and grepping for it finds them all."""

import re

import pytest

from tests.house.tree import GAMES, GAMES_FOLDER, ROOT, read, rule_numbers


def sheet(game: str) -> set[int]:
    """The numbers of the game's rules, as its English text has them."""
    return rule_numbers(read(GAMES_FOLDER / game / "rules.en.md"))


def test_rule_numbers_are_found_one_by_one_and_in_ranges():
    assert rule_numbers("R1, (R12) R4–R6 but not XR7 or R8x8?") == {1, 4, 5, 6, 8, 12}


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_numbered_from_one_without_a_gap(game):
    assert sheet(game) == set(range(1, len(sheet(game)) + 1)) != set()


@pytest.mark.parametrize("game", GAMES)
def test_english_and_japanese_rules_have_the_same_numbers(game):
    assert rule_numbers(read(GAMES_FOLDER / game / "rules.ja.md")) == sheet(game)


@pytest.mark.parametrize("game", GAMES)
def test_the_plain_rules_cite_every_number(game):
    module = "".join(read(path) for path in sorted((GAMES_FOLDER / game).glob("*.py")))
    assert rule_numbers(module) == sheet(game)


@pytest.mark.parametrize("game", GAMES)
def test_the_native_twin_cites_rules_and_only_those_there_are(game):
    cited = rule_numbers(read(ROOT / f"native/games/{game}/rules.hpp"))
    assert cited
    assert cited <= sheet(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test_that_names_it(game):
    folder = ROOT / "tests/games"
    tests = "".join(map(read, (folder / f"test_{game}.py", *folder.glob(f"test_{game}_*.py"))))
    assert {int(number) for number in re.findall(r"def test_r(\d+)_", tests)} == sheet(game)
