"""VECT-REVERSE, rule by rule: how a game ends and who has won it."""

import pytest

from tests.games.pictures import play, start
from tests.games.vect_reverse_boards import ALMOST_FULL, APART, BLACK, BLACK_PASSES, FOUR_TO_ONE, WHITE, refused, vect
from tests.moves import texts
from turncoat.games.results import Result, Score


def test_r9_the_fourth_point_wins_at_once_after_the_placement():
    position = vect("""
        . . . . . . . .
        . x . . . . x .
        . . . . . . . .
        . . . o x . . .
        . . . x o . . .
        . . . . . . . .
        . x . . x o . .
        . . . . . . . .
    """)
    after = position.play("g7")
    assert after.result() == Result(BLACK, "R9", "target", "R9")
    assert after.board[after.grid.number("f7")] == "o"  # nothing moves any more
    assert (after.side, after.mid_turn, texts(after)) == (WHITE, False, [])


# Black on f8 outflanks f7; on g7 that stone would outflank g6.
CHAIN_OVER_A_BASE = """
    . . . . . . . .
    . x . . . . x .
    . . . . . . . .
    . . . o x . . .
    . . . x o . x .
    . . . . . x o .
    . x . . . o . .
    . . . . . . . .
"""


def test_r9_in_mid_chain_the_game_ends_at_once():
    after = play(vect(CHAIN_OVER_A_BASE), "f8", "f7-g7")
    assert after.result() == Result(BLACK, "R9", "target", "R9")
    assert (after.mid_turn, texts(after), after.score()) == (False, [], Score(4, 0))
    later = play(vect(CHAIN_OVER_A_BASE, ruleset="vect-reverse:target=5/5"), "f8", "f7-g7")
    assert (later.mid_turn, later.result()) == (True, None)  # the same step goes on where five points are needed


def test_r9_leading_an_enemy_stone_out_of_the_center_base_can_be_the_winning_step():
    position = vect("""
        . . . . . . . .
        . x . . . . x .
        . . . . . . . .
        . . . o x . . .
        . . . x o . . .
        . . . . . . . .
        . x . . . . . .
        . . . . . . . .
    """)
    mid = position.play("d3")
    assert (mid.score(), mid.result()) == (Score(3, 0), None)
    assert mid.play("d4-c5").result() == Result(BLACK, "R9", "target", "R9")


def test_r9_counts_only_what_is_held_at_the_same_time():
    position = vect("""
        . . . . . . . .
        . x . . . . x .
        . . . . . . . .
        . . . o x . . .
        . . . o o . . .
        . . . . . . . .
        . x . . x o . .
        . . . . . . . .
    """)
    assert position.score() == Score(3, 1)
    assert position.result() is None


def test_r9_a_text_in_which_the_game_was_won_before_is_refused():
    assert refused(FOUR_TO_ONE, BLACK) == "won_earlier"
    assert refused(FOUR_TO_ONE, WHITE, "vect-reverse:target=4/1") == "won_both"
    assert refused(FOUR_TO_ONE, WHITE, chain="g2") == "chain_won"


def test_r10_the_game_ends_when_the_center_area_is_full_at_the_end_of_a_turn():
    position = vect(ALMOST_FULL, side=WHITE)
    assert position.result() is None
    after = position.play("d4")
    assert after.result() == Result(None, "R12", "draw", "R10")
    assert (after.side, texts(after)) == (BLACK, [])


def test_r10_full_only_in_mid_turn_does_not_count():
    position = vect(
        """
        . . . . . . . .
        . x o . x o o .
        . o o o o o x .
        . x o x x o x .
        . o x o x o x .
        . x o x o x o .
        . o x o x o x .
        . . . . . . . .
    """,
        side=WHITE,
    )
    mid = position.play("d2")
    assert sum(mid.facts().zone("center").stones) == 36
    assert (mid.mid_turn, mid.result()) == (True, None)
    after = mid.play("e2-e1")
    assert (after.mid_turn, after.result(), after.side) == (False, None, BLACK)


def test_r10_a_stone_that_moves_into_the_last_cell_fills_the_center_area():
    position = vect(
        """
        . . x o . . . .
        . o . o x x o .
        . o o o o o x .
        . x o x x o x .
        . o x o x o x .
        . x o x o x o .
        . x x o x o x .
        . . . . . . . .
    """,
        side=WHITE,
    )
    mid = position.play("b1")
    assert texts(mid) == ["c1-c2"]
    after = mid.play("c1-c2")
    assert after.result().ended == "R10"


def test_r10_a_text_that_tells_of_a_pass_after_the_end_is_refused():
    full = ALMOST_FULL.replace("x o . x", "x o o x")
    assert refused(full, passes="1") == "passed_after_end"


def test_r11_two_passes_in_a_row_end_the_game():
    first = vect(APART).play("pass")
    assert (first.passes, first.result(), texts(first)) == (1, None, ["pass"])
    second = first.play("pass")
    assert (second.passes, texts(second)) == (2, [])
    assert second.result().ended == "R11"


def test_r11_a_placement_between_them_makes_the_passes_start_afresh():
    position = vect(BLACK_PASSES).play("pass").play("c1")
    assert (position.passes, position.result()) == (0, None)


def over(drawing):
    return vect(drawing, passes="2").result()


def test_r12_more_points_win_even_with_fewer_stones():
    assert over("""
        . . . . . . . .
        . x . o . o . .
        . . . . . . . .
        . . . o . . . .
        . x . . . x . .
        . . . . . . . .
        . x . o . o . .
        . . . . . . . .
    """) == Result(BLACK, "R12", "points", "R11")


def test_r12_with_equal_points_more_stones_in_the_center_area_win():
    assert over("""
        o . o . o . o .
        . . . . . . . .
        . x . o . x . .
        . . . . . . . .
        . x . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """) == Result(BLACK, "R12", "center", "R11")


def test_r12_with_those_equal_too_more_stones_on_the_board_win():
    assert over("""
        o . o . x . . .
        . . . . . . . .
        . x . o . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """) == Result(WHITE, "R12", "stones", "R11")


def test_r12_with_all_equal_the_game_is_a_draw():
    assert over("""
        o . . . x . . .
        . . . . . . . .
        . x . o . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . x . . . . o .
        . . . . . . . .
    """) == Result(None, "R12", "draw", "R11")


@pytest.mark.parametrize(
    ("target", "side", "winner"),
    [
        ("4/4", WHITE, BLACK),
        ("5/3", WHITE, None),
        ("5/3", BLACK, None),
        ("5/1", BLACK, WHITE),
        ("4/2", WHITE, BLACK),
        ("1/5", WHITE, BLACK),
    ],
)
def test_r14_each_side_has_its_own_target(target, side, winner):
    position = vect(FOUR_TO_ONE, side, f"vect-reverse:target={target}")
    assert position.score() == Score(4, 1)
    result = position.result()
    assert (result.winner if result else None) is winner


def test_r14_a_target_of_one_point_can_be_reached_on_the_first_turn():
    position = play(start("vect-reverse:target=1/5"), "d3", "d4-c5")
    assert position.result() == Result(BLACK, "R9", "target", "R9")
