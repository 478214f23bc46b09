"""VECT-REVERSE, rule by rule: turns of several steps."""

import pytest

from tests.games.pictures import board, play, shown
from tests.games.vect_reverse_boards import BLACK, THREE_WAYS, WHITE, refused, vect
from tests.moves import texts
from turncoat.games.errors import IllegalMove

# The example turn of the rule sheet, rebuilt: two stones outflanked, then three, then one.
EXAMPLE = """
    . x . . . . . .
    . . . . . . . .
    o x . x x . x .
    x x x x . . x .
    . o . x o o . .
    . x x . . o . .
    . . . o o . . .
    . o x x . . . .
"""


def test_r8_the_example_turn_of_three_chain_steps():
    at_a = vect(EXAMPLE, side=WHITE).play("c3")
    assert {step.split("-")[0] for step in texts(at_a)} == {"b3", "d4"}
    assert [step for step in texts(at_a) if at_a.play(step).mid_turn] == ["d4-c5"]
    at_b = at_a.play("d4-c5")
    assert {step.split("-")[0] for step in texts(at_b)} == {"b4", "c4", "d5"}
    assert [step for step in texts(at_b) if at_b.play(step).mid_turn] == ["b4-a5"]
    at_c = at_b.play("b4-a5")
    assert texts(at_c) == ["a4-b4"]
    at_d = at_c.play("a4-b4")
    assert (at_d.side, at_d.mid_turn) == (BLACK, False)
    assert shown(at_d) == board("""
        . x . . . . . .
        . . . . . . . .
        o x o x x . x .
        . o x . . . x .
        o o o x o o . .
        . x x . . o . .
        . . . o o . . .
        . o x x . . . .
    """)


def test_r8_every_way_to_play_the_example_turn_is_among_its_turns():
    turns = [tuple(map(str, turn)) for turn in vect(EXAMPLE, side=WHITE).turns()]
    assert ("c3", "d4-c5", "b4-a5", "a4-b4") in turns
    assert ("c3", "b3-b2") in turns
    assert ("c3", "d4-c5") not in turns
    assert len(set(turns)) == len(turns)


def test_r8_a_chain_cannot_be_ended_of_ones_own_will():
    chain = play(vect(EXAMPLE, side=WHITE), "c3", "d4-c5")
    assert (chain.side, chain.mid_turn, chain.chain) == (WHITE, True, chain.grid.number("c5"))
    assert all("-" in step for step in texts(chain))
    with pytest.raises(IllegalMove):
        chain.play("pass")
    with pytest.raises(IllegalMove):
        chain.play("a2")


def test_r8_only_the_moved_stone_is_tested_and_not_the_placed_one():
    # c3 outflanks d3 and c4.  After d3 has gone, c4 is still outflanked by c3, but d2 outflanks nothing.
    after = play(vect(THREE_WAYS), "c3", "d3-d2")
    assert after.grid.number("c4") in after.outflanked(after.grid.number("c3"), BLACK)
    assert after.side is WHITE


def test_r8_the_cell_a_stone_came_from_is_empty_and_breaks_lines():
    position = vect("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . o o x . .
        . . . x . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . x
    """)
    after = play(position, "d3", "d4-c4")  # d4 is empty now, so e4 is not outflanked from c4
    assert (after.side, after.mid_turn) == (WHITE, False)


def test_r8_a_later_stone_may_move_to_the_cell_an_earlier_one_left():
    position = vect("""
        . . . . . . . .
        . . . . . . . .
        . . . x . . . .
        . . x o x . . .
        . . o . o . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    chain = play(position, "c6", "c5-d5")
    assert "d4-c5" in texts(chain)
    assert shown(chain.play("d4-c5")) == board("""
        . . . . . . . .
        . . . . . . . .
        . . . x . . . .
        . . x . x . . .
        . . x x o . . .
        . . x . . . . .
        . . . . . . . .
        . . . . . . . .
    """)


def test_r8_a_text_whose_chain_has_no_stone_or_cannot_go_on_is_refused():
    assert refused(THREE_WAYS, chain="c3") == "chain_stone"
    assert refused(THREE_WAYS, chain="c4") == "chain_stone"
    assert refused(THREE_WAYS, chain="d5") == "chain_over"
    assert refused(THREE_WAYS, chain="j9") == "field_value"
