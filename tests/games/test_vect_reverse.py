"""VECT-REVERSE, rule by rule: the board, its areas and bases, and what locked corners change."""

from tests.games.pictures import board, play, shown, start
from tests.games.vect_reverse_boards import APART, BLACK, WHITE, refused, vect
from tests.moves import texts
from turncoat.games.results import Score
from turncoat.games.vect_reverse.rules import CENTER, OUTER


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


def holders(position):
    """Who holds each base, by its name."""
    return {zone.name: zone.holder for zone in position.facts().of_kind("base")}


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


def test_r13_a_text_has_holes_where_corner_lock_has_them_and_nowhere_else():
    assert refused(APART, ruleset="vect-reverse:lock=yes") == "hole"
    assert refused(APART.replace(". x", "# x", 1)) == "no_hole"


def test_r13_corner_bases_that_do_not_exist_are_held_by_nobody_and_not_shown():
    position = start("vect-reverse:lock=yes,bases=outer")
    assert [(zone.name, zone.holder) for zone in position.facts().of_kind("base")] == [("center", None)]
