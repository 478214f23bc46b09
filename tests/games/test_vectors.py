"""The vectors say what the plain rules say.  Counts too big for plain Python are left to the native rules."""

import pytest

from tests.games.vectors import BAR, FILES, first_position, lines, recomputed
from tests.games.walks import RULESETS

MOST = 2500


@pytest.mark.parametrize("name", FILES)
def test_every_vector_is_as_the_plain_rules_have_it(name):
    found = list(lines(name))
    assert [recomputed(line, MOST) for line in found] == found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_of_the_menus_has_counts_and_a_whole_game(ruleset):
    kinds = {"perft": 0, "game": 0}
    for line in lines(ruleset.partition(":")[0]):
        kind, *fields = line.split(BAR)
        if kind in kinds and str(first_position(fields[1 if kind == "perft" else 0]).ruleset) == ruleset:
            kinds[kind] += 1
    assert all(kinds.values())


@pytest.mark.parametrize("name", FILES)
def test_a_vector_stands_only_once(name):
    inputs = [line.split(BAR)[: 2 if line.startswith("refused") else 3] for line in lines(name)]
    assert len({tuple(fields) for fields in inputs}) == len(inputs)
