"""A ruleset is read by Python alone; native code and its tests get numbers."""

import pytest

from tests.native import native_rulesets
from turncoat.games import Ruleset
from turncoat.native import NativePosition, has_twin, start


@pytest.mark.parametrize(
    ("ruleset", "numbers"),
    [
        ("vect-reverse", (0, 4, 4, 0, 0)),
        ("vect-reverse:lock=yes,target=5/3,bases=outer,stuck=free", (1, 5, 3, 1, 1)),
        ("verto", (8, 1)),
        ("verto:size=11,quiet=no", (11, 0)),
        ("invector:size=10x9,pie=no", (10, 9, 0)),
    ],
)
def test_options_become_numbers_in_the_order_declared(ruleset, numbers):
    assert Ruleset.read(ruleset).options.numbers() == numbers


@pytest.mark.parametrize("size", ["8x7", "63x2", "14x9"])
def test_boards_of_up_to_128_pits_have_a_twin(size):
    assert has_twin(f"invector:size={size}")


@pytest.mark.parametrize("size", ["12x11", "65x2", "24x23", "1x2", "1x552"])
def test_larger_and_narrower_boards_are_played_by_the_plain_rules(size):
    assert not has_twin(f"invector:size={size}")
    assert not isinstance(start(f"invector:size={size}"), NativePosition)


def test_different_rulesets_become_different_numbers():
    found: dict[object, str] = {}
    for ruleset in native_rulesets.rulesets():
        options = Ruleset.read(ruleset).options
        assert found.setdefault((options.game, options.numbers()), ruleset) == ruleset


def test_the_rulesets_of_the_native_tests_are_fresh():
    written = native_rulesets.PATH.read_text("utf-8")
    assert written == native_rulesets.text(), "python -m tests.native.native_rulesets writes them"


def test_the_native_tests_reach_every_value_of_every_option():
    lines = [line.split()[1] for line in native_rulesets.text().splitlines()]
    for part in ("lock=yes", "target=1/1", "target=5/5", "bases=outer", "stuck=free", "quiet=no", "pie=no"):
        assert any(part in line for line in lines), part
    for size in ("verto:size=3", "verto:size=11", "invector:size=2x3", "invector:size=2x63", "invector:size=64x"):
        assert (size == "invector:size=64x") != any(line.startswith(size) for line in lines), size
