"""The compiled code lists moves with all they tell, plays them by number, and takes rulesets as numbers."""

import copy
import pickle
from itertools import islice

import pytest

from tests.moves import texts
from tests.native.walks import RULESETS, walk
from turncoat import native
from turncoat.games.errors import IllegalMove
from turncoat.games.moves import Event
from turncoat.games.results import FIRST, SECOND
from turncoat.native._native import Rules


@pytest.mark.parametrize("ruleset", RULESETS[::3])
def test_moves_are_played_by_number(ruleset):
    for spec, fast in walk(ruleset, "numbers"):
        assert isinstance(fast, native.NativePosition)
        moves = texts(spec)
        afters = [str(fast.state.play_at(number)) for number in range(len(moves))]
        assert afters == [str(spec.play(move)) for move in moves]
        for wrong in (-1, len(moves), 1 << 40):
            with pytest.raises(IndexError, match="no legal move of that number"):
                fast.state.play_at(wrong)


def test_a_coin_given_and_a_stone_taken_are_told():
    given = native.parse("reversi:size=4x4 xxx./xox./xxo./oo.. o coins=7/0").legal_moves[0]
    assert (str(given), given.cells, given.ends_turn) == ("d1", ("d1",), True)
    assert given.events[:2] == (Event("given", SECOND), Event("placed", SECOND, "d1"))
    taken = native.start("invector:size=3x2").legal_moves[0]
    assert (str(taken), taken.cells, taken.ends_turn) == ("a1xb1", ("a1", "b1"), True)
    assert taken.events == (Event("captured", SECOND, "b1"), Event("moved", FIRST, "a1", "b1"))


def test_native_rules_take_numbers_and_refuse_what_they_cannot_hold():
    rules = Rules("verto", [5, 0], "portable", "verto:size=5,quiet=no")
    assert rules.start().moves() == texts(native.start("verto:size=5,quiet=no"))
    assert str(rules.start()).startswith("verto:size=5,quiet=no ...../")
    wrong = [("verto", [5]), ("verto", [5, 2]), ("verto", [12, 1]), ("verto", [-5, 1]), ("chess", [8])]
    wrong += [("invector", [64, 64, 1]), ("invector", [8, 8, 1]), ("reversi", [8, 7]), ("reversi", [2**31 - 1, 2])]
    wrong += [("vect-reverse", [0, 4, 0, 0, 0]), ("vect-reverse", [0, 4, 4, 0, 2])]
    for game, values in wrong:
        with pytest.raises(ValueError, match=f"no compiled rules hold this ruleset of {game}"):
            Rules(game, values, "portable", "")
    with pytest.raises(ValueError, match="this machine cannot run abacus"):
        Rules("verto", [5, 0], "abacus", "")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_listed_move_is_played_as_its_text_is_and_one_listed_elsewhere_is_looked_for(ruleset):
    for _, fast in islice(walk(ruleset, "listed"), 0, None, 5):
        for move in fast.legal_moves:
            by_text = fast.play(move.text)
            for way in (move, pickle.loads(pickle.dumps(move)), copy.copy(move)):
                after = fast.play(way)
                assert (after, after.events, after.side) == (by_text, by_text.events, by_text.side)
        twin = native.parse(str(fast))
        assert [twin.play(move) for move in fast.legal_moves] == [fast.play(move) for move in fast.legal_moves]


def test_a_move_listed_in_another_position_is_no_move_of_the_same_number_here():
    start = native.start("reversi")
    first, second = start.legal_moves[:2]
    after = start.play(first)
    assert second.text not in texts(after)
    with pytest.raises(IllegalMove):
        after.play(second)
    later = start.play(second).legal_moves[0]
    assert start.play(second).play(later) == start.play(second.text).play(later.text)
