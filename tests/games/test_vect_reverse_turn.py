"""VECT-REVERSE, rule by rule: placing, passing, and the step of an outflanked stone."""

import pytest

from tests.games.pictures import board, play, shown, start
from tests.games.vect_reverse_boards import BLACK, BLACK_PASSES, THREE_WAYS, WHITE, refused, vect
from tests.games.walks import rulesets_of, walk
from tests.moves import texts
from turncoat.games.errors import IllegalMove
from turncoat.games.moves import Event


def test_r4_a_stone_is_placed_only_where_it_outflanks():
    position = vect("""
        . . . . . . . .
        . . . . . . . .
        . . x o . o . .
        . . . o x . . .
        . . . x o . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert "e3" in texts(position)  # over d3 to c3
    assert "g3" not in texts(position)  # f3, then a gap
    assert "b3" not in texts(position)  # next to a stone of its own
    with pytest.raises(IllegalMove) as refused:
        position.play("h8")
    assert refused.value.data["legal"] == texts(position)


def test_r4_a_line_of_several_stones_is_outflanked_too_and_the_edge_ends_no_line():
    position = vect("""
        . o o o x . . .
        . . . . . . . .
        o . . . . . . .
        o . . o x . . .
        o . . x o . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert "a1" in texts(position)
    assert [position.grid.name(cell) for cell in position.outflanked(0, BLACK)] == ["b1", "c1", "d1"]
    assert "a2" not in texts(position)
    assert "a6" not in texts(position)


def test_r5_a_side_that_can_place_nowhere_passes():
    position = vect(BLACK_PASSES)
    assert position.must_pass
    after = position.play("pass")
    assert (after.side, after.board, after.passes) == (WHITE, position.board, 1)
    assert after.events == (Event("passed", BLACK),)


def test_r5_a_side_that_can_place_may_not_pass():
    position = start("vect-reverse")
    assert "pass" not in texts(position)
    with pytest.raises(IllegalMove):
        position.play("pass")


def test_r5_a_text_that_tells_of_a_pass_nobody_had_to_make_is_refused():
    assert refused(BLACK_PASSES, WHITE, passes="2") == "passed_needlessly"
    assert refused(BLACK_PASSES, BLACK, passes="1") == "passed_needlessly"
    assert texts(vect(BLACK_PASSES, WHITE, passes="1")) == ["c1", "c2", "c3", "c4"]
    assert refused(BLACK_PASSES, passes="3") == "field_value"


def test_r6_one_of_the_outflanked_stones_of_all_directions_is_chosen():
    position = vect(THREE_WAYS).play("c3")
    assert (position.side, position.mid_turn) == (BLACK, True)
    outflanked = position.outflanked(position.grid.number("c3"), BLACK)
    assert [position.grid.name(stone) for stone in outflanked] == ["d3", "c4", "d4"]
    assert texts(position) == ["d3-c2", "d3-d2", "d3-e2", "c4-b3", "c4-b4", "c4-b5"]  # d4 is walled in


def test_r6_the_chosen_stone_moves_and_turns_and_the_others_stay_as_they_are():
    position = play(vect(THREE_WAYS), "c3", "d3-d2")
    assert shown(position) == board("""
        . . . . . . . .
        . . . x . . . .
        . . x . x . . .
        . . o o x . . .
        . . x x x . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert position.events == (Event("moved", BLACK, "d3", "d2"), Event("turned", BLACK, "d2"))


def test_r6_a_stone_moves_to_any_of_its_eight_neighbours_that_is_empty():
    position = vect("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . o x . . .
        . x . x o . . .
        . . o . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert texts(play(position, "d7")) == ["c6-c5", "c6-b6", "c6-d6", "c6-b7", "c6-c7"]


# White on a1 outflanks b1, which is walled in, and a2, which can go to b3.
ONE_STUCK = """
    . x o . . . . .
    x x x . . . . .
    o . . . . . . .
    . . . o x . . .
    . . . x o . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""


def test_r6_with_stuck_forced_a_stone_that_can_move_must_be_chosen():
    position = vect(ONE_STUCK, side=WHITE).play("a1")
    assert texts(position) == ["a2-b3"]
    with pytest.raises(IllegalMove):
        position.play("b1")


def test_r6_with_stuck_free_a_walled_in_stone_may_be_chosen_and_that_ends_the_turn():
    position = vect(ONE_STUCK, side=WHITE, ruleset="vect-reverse:stuck=free").play("a1")
    assert texts(position) == ["b1", "a2-b3"]
    after = position.play("b1")
    assert (after.side, after.mid_turn, after.board, after.passes) == (BLACK, False, position.board, 0)
    assert after.events == ()


@pytest.mark.parametrize("stuck", ["forced", "free"])
def test_r7_when_no_outflanked_stone_can_move_the_turn_ends(stuck):
    position = vect(
        """
        . x o . . . . .
        x x x . . . . .
        . . . . . . . .
        . . . o x . . .
        . . . x o . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """,
        side=WHITE,
        ruleset=f"vect-reverse:stuck={stuck}",
    )
    after = position.play("a1")
    assert after.side is BLACK
    assert not after.mid_turn
    assert after.board == "o" + position.board[1:]
    assert after.events == (Event("placed", WHITE, "a1"),)


def test_r7_a_turn_without_a_step_is_no_pass():
    position = vect("""
        . x o x . . . .
        x x x x . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    after = play(position, "pass", "a1")
    assert (after.side, after.mid_turn, after.passes) == (BLACK, False, 0)
    again = after.play("pass")  # Black's second pass, but White's turn lay between
    assert (again.passes, again.result()) == (1, None)


def test_r7_ends_a_chain_too_when_the_newly_outflanked_stone_is_walled_in():
    position = vect(
        """
        . . . o . . . .
        . . . . . . . .
        . o . o x x x .
        . o . o x . x .
        . . . x o o x .
        . . . x x o . .
        . . . . . . . .
        . . . . . . . .
    """,
        side=WHITE,
    )
    after = play(position, "h5", "g5-f4")
    assert after.outflanked(after.grid.number("f4"), WHITE) == [
        after.grid.number("e4")
    ]  # with no empty cell next to it
    assert (after.side, after.mid_turn) == (BLACK, False)


@pytest.mark.parametrize("ruleset", rulesets_of("vect-reverse"))
def test_a_turn_of_vect_reverse_never_gains_the_waiting_side_a_point(ruleset):
    for seed in range(2):
        for before, move, after in walk(ruleset, seed):
            waiting = before.side.other
            assert after.score().of(waiting) <= before.score().of(waiting)
            placed = not before.mid_turn and move != "pass"
            assert sum(after.stones()) == sum(before.stones()) + placed
            assert sum(after.score()) <= 5
            assert set(before.holes(before.options)) == {cell for cell in before.grid.cells if after.board[cell] == "#"}
