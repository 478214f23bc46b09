"""VECT-REVERSE, rule by rule."""

import pytest

from tests.games.pictures import board, picture, play, shown, start
from tests.games.walks import rulesets_of, walk
from tests.moves import texts
from turncoat.games.errors import BadPosition, IllegalMove
from turncoat.games.moves import Event
from turncoat.games.results import FIRST, SECOND, Result, Score
from turncoat.games.vect_reverse.rules import CENTER, OUTER

BLACK, WHITE = FIRST, SECOND


def holders(position):
    """Who holds each base, by its name."""
    return {zone.name: zone.holder for zone in position.facts().of_kind("base")}


def vect(drawing, side=BLACK, ruleset="vect-reverse", **fields):
    return picture(ruleset, drawing, side, **fields)


# A board on which nobody can place: no stone touches an enemy stone.
APART = """
    o . x . . . . .
    . . . . . . . .
    o . x . . . . .
    . . . . . . . .
    o . x . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""

# One cell of the Center Area is empty.  White on d4 outflanks e4, which is walled in.
ALMOST_FULL = """
    . . . . . . . .
    . x o x o x o .
    . o x o x o x .
    . x o . x o x .
    . o x o x o x .
    . x o x o x o .
    . o x o x o x .
    . . . . . . . .
"""

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


def test_r1_the_border_is_the_outer_area_and_the_inner_six_by_six_the_center_area():
    position = start("vect-reverse")
    assert (len(OUTER), len(CENTER)) == (28, 36)
    outer, center = (position.facts().zone(kind).cells for kind in ("outer", "center"))
    assert {"a1", "h1", "a8", "h8", "d1", "a5", "h4", "e8"} <= set(outer)
    assert {"b2", "g2", "b7", "g7", "d4"} <= set(center)
    assert len(set(outer) | set(center)) == 64


def test_r1_stones_are_counted_by_area():
    position = vect("""
        x . . . . . . o
        . . . . . . . .
        . . . . . . . .
        . . . o x . . .
        . . . x o . . .
        . . . . x . . .
        . . . . . . . .
        . . . . . . . o
    """)
    assert {zone.kind: zone.stones for zone in position.facts().zones if zone.stones} == {
        "center": Score(3, 2),
        "outer": Score(1, 2),
    }


def test_r2_the_game_starts_as_in_othello_and_black_moves_first():
    position = start("vect-reverse")
    assert position.side is BLACK
    assert shown(position) == board("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . o x . . .
        . . . x o . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert texts(position) == ["d3", "c4", "f5", "e6"]


FIVE_BASES = """
    x . . . . . . o
    . o . . . . x .
    . . . . . . . .
    . . . x x . . .
    . . . x o . . .
    . . . . . . . .
    . o . . . . . .
    x . . . . . . .
"""


def test_r3_the_corner_bases_are_the_corners_of_the_center_area():
    position = vect(FIVE_BASES)
    assert holders(position) == {"b2": WHITE, "g2": BLACK, "b7": WHITE, "g7": None, "center": BLACK}
    assert position.score() == Score(2, 2)


def test_r3_with_bases_outer_the_corner_bases_are_the_corners_of_the_board():
    position = vect(FIVE_BASES, ruleset="vect-reverse:bases=outer")
    assert holders(position) == {"a1": BLACK, "h1": WHITE, "a8": BLACK, "h8": None, "center": BLACK}
    assert position.score() == Score(3, 1)


def test_r3_two_stones_each_in_the_center_base_give_nobody_a_point():
    assert start("vect-reverse").score() == Score(0, 0)
    assert holders(start("vect-reverse"))["center"] is None


def test_r3_one_stone_against_none_holds_the_center_base():
    position = vect("""
        . . . . . . . .
        . . . . . . . .
        . x . x . x . .
        . . . . . . . .
        . . . . o . . .
        . . . . . . . .
        . . . . . . . x
        . . . . . . . .
    """)
    assert position.score() == Score(0, 1)


def test_r3_there_are_at_most_five_points():
    position = vect(
        """
        . . . . . . . .
        . x . . . . x .
        . . . . . . . .
        . . . x x . . .
        . . . x x . . .
        . . . . . . . .
        . x . . . . x .
        . . . . . . . o
    """,
        side=WHITE,
    )
    assert position.score() == Score(5, 0)


def test_r3_bases_are_judged_on_the_present_board_so_a_stone_led_away_loses_its_point():
    position = vect("""
        . . . . . . . .
        . o . . . . . .
        . . x . . . . .
        . . . o x . . .
        . . . x o . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert position.score() == Score(0, 1)
    assert play(position, "a1", "b2-a2").score() == Score(0, 0)


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


# Black can place nowhere, White can.
BLACK_PASSES = """
    o x . . . . . .
    o x . . . . . .
    o x . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""


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


# Black on c3 outflanks d3, c4 and d4.
THREE_WAYS = """
    . . . . . . . .
    . . . . . . . .
    . . . o x . . .
    . . o o x . . .
    . . x x x . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""


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


def test_r13_under_corner_lock_the_four_corners_do_not_exist():
    position = start("vect-reverse:lock=yes")
    assert shown(position) == board("""
        # . . . . . . #
        . . . . . . . .
        . . . . . . . .
        . . . o x . . .
        . . . x o . . .
        . . . . . . . .
        . . . . . . . .
        # . . . . . . #
    """)
    outer = position.facts().zone("outer").cells
    assert "a1" not in outer
    assert len(outer) == 24


def test_r13_nothing_is_placed_on_a_locked_corner():
    drawing = """
        {} o x . . . . {}
        . . . . . . . .
        . . . . . . . .
        . . . o x . . .
        . . . x o . . .
        . . . . . . . .
        . . . . . . . .
        {} . . . . . . {}
    """
    assert "a1" in texts(vect(drawing.format(*"....")))
    assert "a1" not in texts(vect(drawing.format(*"####"), ruleset="vect-reverse:lock=yes"))


def test_r13_nothing_moves_to_a_locked_corner():
    drawing = """
        {} . o x . . . {}
        . . . . . . . .
        . . . . . . . .
        . . . o x . . .
        . . . x o . . .
        . . . . . . . .
        . o . . . . . .
        {} x . . . . . {}
    """
    free = vect(drawing.format(*"....")).play("b6")
    assert "b7-a8" in texts(free)
    locked = vect(drawing.format(*"####"), ruleset="vect-reverse:lock=yes").play("b6")
    assert texts(locked) == [move for move in texts(free) if move != "b7-a8"]


def test_r13_with_bases_outer_only_the_center_base_is_left():
    position = vect(
        """
        # . . . . . . #
        . x . . . . x .
        . . . . . . . .
        . . . x x . . .
        . . . x o . . .
        . . . . . . . .
        . x . . . . . .
        # . . . . . . #
    """,
        ruleset="vect-reverse:lock=yes,bases=outer",
    )
    assert position.score() == Score(1, 0)


FOUR_TO_ONE = """
    . . . . . . . .
    . x . . . . o .
    . . . . . . . .
    . . . x x . . .
    . . . x o . . .
    . . . . . . . .
    . x . . . . x .
    . . . . . . . .
"""


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


def refused(drawing, side=BLACK, ruleset="vect-reverse", **fields):
    with pytest.raises(BadPosition) as problem:
        vect(drawing, side, ruleset, **fields)
    return problem.value.data["problem"].key.removeprefix("problems.")


def test_r2_a_text_with_four_stones_must_be_the_start():
    assert (
        refused("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . o o . . .
        . . . x x . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
        == "start_only"
    )


def test_r5_a_text_that_tells_of_a_pass_nobody_had_to_make_is_refused():
    assert refused(BLACK_PASSES, WHITE, passes="2") == "passed_needlessly"
    assert refused(BLACK_PASSES, BLACK, passes="1") == "passed_needlessly"
    assert texts(vect(BLACK_PASSES, WHITE, passes="1")) == ["c1", "c2", "c3", "c4"]
    assert refused(BLACK_PASSES, passes="3") == "field_value"


def test_r8_a_text_whose_chain_has_no_stone_or_cannot_go_on_is_refused():
    assert refused(THREE_WAYS, chain="c3") == "chain_stone"
    assert refused(THREE_WAYS, chain="c4") == "chain_stone"
    assert refused(THREE_WAYS, chain="d5") == "chain_over"
    assert refused(THREE_WAYS, chain="j9") == "field_value"


def test_r9_a_text_in_which_the_game_was_won_before_is_refused():
    assert refused(FOUR_TO_ONE, BLACK) == "won_earlier"
    assert refused(FOUR_TO_ONE, WHITE, "vect-reverse:target=4/1") == "won_both"
    assert refused(FOUR_TO_ONE, WHITE, chain="g2") == "chain_won"


def test_r10_a_text_that_tells_of_a_pass_after_the_end_is_refused():
    full = ALMOST_FULL.replace("x o . x", "x o o x")
    assert refused(full, passes="1") == "passed_after_end"


def test_r13_a_text_has_holes_where_corner_lock_has_them_and_nowhere_else():
    assert refused(APART, ruleset="vect-reverse:lock=yes") == "hole"
    assert refused(APART.replace(". x", "# x", 1)) == "no_hole"


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


def test_r13_corner_bases_that_do_not_exist_are_held_by_nobody_and_not_shown():
    position = start("vect-reverse:lock=yes,bases=outer")
    assert [(zone.name, zone.holder) for zone in position.facts().of_kind("base")] == [("center", None)]
