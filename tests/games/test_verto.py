"""Verto, rule by rule."""

import random

import pytest

from tests.games.pictures import board, picture, play, shown, start
from tests.games.walks import random_board, rulesets_of, walk
from tests.moves import texts
from turncoat.games.errors import BadPosition, IllegalMove
from turncoat.games.moves import Event
from turncoat.games.results import FIRST, SECOND, Result, Score
from turncoat.games.verto.rules import Options, Position

LIGHT, DARK = FIRST, SECOND


def verto(drawing, side=LIGHT, quiet="yes", **fields):
    return picture(f"verto:size={len(board(drawing).split('/'))},quiet={quiet}", drawing, side, **fields)


@pytest.mark.parametrize("size", range(3, 12))
def test_r1_the_board_is_square_and_empty_and_light_moves_first(size):
    position = start(f"verto:size={size}")
    assert position.board == "." * size**2
    assert position.side is LIGHT
    assert (position.grid.width, position.grid.height) == (size, size)


def test_r2_a_turn_enters_one_stone_of_ones_own_colour():
    position = start("verto:size=5").play("c3")
    assert shown(position) == board("""
        . . . . .
        . . . . .
        . . x . .
        . . . . .
        . . . . .
    """)
    assert position.side is DARK
    assert position.events == (Event("placed", LIGHT, "c3"),)


def test_r2_an_occupied_cell_cannot_be_entered():
    with pytest.raises(IllegalMove):
        start("verto:size=5").play("c3").play("c3")


def test_r3_next_to_a_friendly_stone_only_with_an_enemy_stone_next_to_it_too():
    position = verto("""
        . . . . . . .
        . . . . . . .
        . . x . . . .
        . . . . . o .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """)
    moves = texts(position)
    assert not {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"} & set(
        moves
    )  # all eight neighbours, also across corners
    assert {"e3", "e4", "e5", "f3", "g5"} <= set(moves)  # next to the enemy alone
    assert "c6" in moves  # next to nobody
    nearer = verto("""
        . . . . . . .
        . . . . . . .
        . . x . . . .
        . . . . o . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """)
    assert {"d3", "d4"} <= set(texts(nearer))  # next to both
    assert "d2" not in texts(nearer)


def test_r3_a_corner_only_with_an_enemy_stone_next_to_it():
    assert not {"a1", "e1", "a5", "e5"} & set(texts(start("verto:size=5")))
    position = verto("""
        . . . . .
        . . . o .
        . . . . .
        . x . . .
        . . . . .
    """)
    assert "e1" in texts(position)  # next to d2
    assert not {"a1", "a5", "e5"} & set(texts(position))  # a5 is next to a friendly stone only
    assert position.facts().zone("corners").cells == ("a1", "e1", "a5", "e5")
    assert set(position.facts().zone("closed").cells) == set(position.grid.names) - set(texts(position)) - {"d2", "b4"}


@pytest.mark.parametrize("enemy", ["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"])
def test_r4_a_single_enemy_stone_between_is_captured_in_all_eight_directions(enemy):
    grid = start("verto:size=7").grid
    over = grid.number(enemy)
    beyond = 2 * over - grid.number("d4")
    cells = "".join("o" if cell == over else "x" if cell == beyond else "." for cell in grid.cells)
    position = verto("\n".join(grid.rows(cells)))
    assert [move for move in texts(position) if "x" in move] == [f"d4x{enemy}"]
    after = position.play(f"d4x{enemy}")
    assert (after.board[over], after.score()) == ("x", Score(3, 0))


def test_r4_two_enemy_stones_between_are_not_captured():
    position = verto("""
        . . . . .
        . . . . .
        x o o . .
        . . . . .
        . . . . .
    """)
    assert [move for move in texts(position) if "x" in move] == []


def test_r4_a_captured_stone_is_turned_at_once():
    mid = verto(SHEET, DARK).play("d4xd5")
    assert mid.mid_turn
    assert mid.board[mid.grid.number("d5")] == "o"
    assert mid.events == (Event("placed", DARK, "d4"), Event("turned", DARK, "d5"))


THREE = """
    . . . . . . . .
    . o . . . . . .
    . . x . . . . .
    . . . . x o . .
    . . . x . . . .
    . . . o . . . .
    . . . . . . . .
    . . . . . . . .
"""


def test_r5_where_three_stones_could_be_captured_the_player_decides_on_one():
    position = verto(THREE, DARK)
    assert [move for move in texts(position) if move.startswith("d4")] == ["d4", "d4xc3", "d4xe4", "d4xd5"]
    after = position.play("d4xe4")
    assert (after.side, after.mid_turn) == (LIGHT, False)
    assert shown(after) == board("""
        . . . . . . . .
        . o . . . . . .
        . . x . . . . .
        . . . o o o . .
        . . . x . . . .
        . . . o . . . .
        . . . . . . . .
        . . . . . . . .
    """)


# The first example of the rule sheet: d4 captures the lower stone, then f2 must be entered.
SHEET = """
    . . . . . . . .
    . . . . . . . .
    . . . . x . . .
    . . . . . . . .
    . . . x . . . .
    . . . o . . . .
    . . . . . . . .
    . . . . . . . .
"""


def test_r6_from_the_stone_just_entered_a_capture_must_go_on():
    position = verto(SHEET, DARK)
    mid = position.play("d4xd5")
    assert (mid.side, texts(mid)) == (DARK, ["f2xe3"])
    with pytest.raises(IllegalMove):
        mid.play("pass")
    after = mid.play("f2xe3")
    assert (after.side, after.mid_turn, after.score()) == (LIGHT, False, Score(0, 5))


# The second example: Light threatens to enter four stones and capture four.
THREAT = """
    . . . . . . . .
    . . . . . . o .
    . . . . . . . .
    . . . . . o x .
    . . . . o . . .
    . . o . . . . .
    . x . . . . . .
    . . . . . . . .
"""


def test_r6_a_threat_of_four_captures_ends_in_a_corner():
    after = play(verto(THREAT), "d5xc6", "f5xe5", "f3xf4", "h1xg2")
    assert (after.side, after.score()) == (DARK, Score(10, 0))


def test_r6_a_stone_on_the_landing_cell_cuts_the_chain_short():
    after = play(verto(THREAT, DARK), "f3", "d5xc6", "f5xe5")
    assert (after.side, after.mid_turn) == (DARK, False)
    assert after.score() == Score(6, 3)


# After d5xc6 the chain can go on to f5, where it ends, or to d3, from where it could go on to f3.
FORK = """
    . . . . . . . .
    . . . . . . . .
    . . . . o . . .
    . . . o . . . .
    . . . . o . . .
    . . o . . . . .
    . x . . . . . .
    . . . . . . . .
"""


def test_r6_there_is_no_need_to_take_the_longest_way():
    mid = verto(FORK).play("d5xc6")
    assert texts(mid) == ["d3xd4", "f5xe5"]
    assert mid.play("d3xd4").mid_turn
    assert not mid.play("f5xe5").mid_turn


def test_r6_the_chain_goes_on_from_the_newest_stone_only():
    after = play(verto(FORK), "d5xc6", "f5xe5")  # d4 could still be jumped from d5, but f5 is the newest stone
    assert after.side is DARK
    longer = play(verto(FORK), "d5xc6", "d3xd4")
    assert texts(longer) == ["f3xe3"]
    assert longer.play("f3xe3").side is DARK  # and e5 is left


def test_r6_in_a_chain_an_enemy_stone_enclosed_by_older_stones_is_not_captured():
    # From d4, e4 lies between d4 and f4, but there is no empty cell behind it.
    after = verto(THREE, DARK).play("d4xc3")
    assert after.side is LIGHT
    assert after.board[after.grid.number("e4")] == "x"


def test_r6_a_chain_may_enter_where_only_friendly_stones_are_left_next_to_it():
    mid = verto(SHEET, DARK).play("d4xd5")
    after = mid.play("f2xe3")  # e3 is turned, so f2 has no enemy stone next to it, and need not (R3 limits the entry)
    around = {after.board[cell] for cell in after.grid.around[after.grid.number("f2")]}
    assert "x" not in around


def test_r6_order_of_chain_steps_is_by_the_entered_cell():
    mid = verto(FORK).play("d5xc6")
    assert texts(mid) == sorted(texts(mid), key=lambda move: mid.grid.number(move.split("x")[0]))


def test_r7_with_quiet_yes_a_capturing_cell_may_be_entered_without_capturing():
    position = verto(SHEET, DARK)
    assert {"d4", "d4xd5"} <= set(texts(position))
    after = position.play("d4")
    assert (after.side, after.mid_turn, after.score()) == (LIGHT, False, Score(2, 2))


def test_r7_with_quiet_no_entering_on_a_capturing_cell_captures():
    position = verto(SHEET, DARK, quiet="no")
    assert "d4xd5" in texts(position)
    assert "d4" not in texts(position)
    assert "a1" not in texts(position)
    assert "b2" in texts(position)  # where nothing can be captured a stone is entered quietly as ever


@pytest.mark.parametrize("quiet", ["yes", "no"])
def test_r7_capturing_is_never_compulsory_since_other_cells_stay_open(quiet):
    assert "h4" in texts(verto(SHEET, DARK, quiet))


@pytest.mark.parametrize("quiet", ["yes", "no"])
def test_r7_a_quiet_entry_never_starts_a_chain(quiet):
    position = verto(SHEET, DARK, quiet)
    after = position.play("f4")  # over e3 to d2 there would be a jump
    assert (after.side, after.mid_turn) == (LIGHT, False)


LIGHT_PASSES = """
    x x . x x
    x x x x x
    o o x x x
    o o o o o
    o o o o o
"""


def test_r8_a_side_that_can_enter_nowhere_passes_and_the_other_has_a_move():
    position = verto(LIGHT_PASSES)
    assert position.must_pass
    after = position.play("pass")
    assert (after.side, after.board) == (DARK, position.board)
    assert after.events == (Event("passed", LIGHT),)
    assert texts(after) == ["c1", "c1xb2"]
    assert after.play("c1").result() is not None


def test_r8_a_corner_that_only_friends_surround_makes_a_side_pass():
    position = verto("""
        x x .
        x x x
        o o x
    """)
    assert position.must_pass
    assert texts(position.play("pass")) == ["c1", "c1xb2"]


def test_r8_a_side_that_can_enter_may_not_pass():
    with pytest.raises(IllegalMove):
        start("verto").play("pass")


def test_r9_the_game_ends_when_the_board_is_full_and_more_stones_win():
    position = verto("""
        x x x
        o o x
        o o o
    """)
    assert position.result() == Result(DARK, "R9", "majority", "R9")
    assert (position.score(), texts(position)) == (Score(4, 5), [])


def test_r9_equal_numbers_on_a_board_of_even_size_are_a_draw():
    position = verto("""
        x x x x
        x x x x
        o o o o
        o o o o
    """)
    assert position.result() == Result(None, "R9", "draw", "R9")


def test_r9_one_empty_cell_keeps_the_game_going():
    assert verto(LIGHT_PASSES).result() is None


def refused(drawing, side=LIGHT, **fields):
    with pytest.raises(BadPosition) as problem:
        verto(drawing, side, **fields)
    return problem.value.data["problem"].key.removeprefix("problems.")


def test_r1_an_empty_board_with_dark_to_move_is_refused():
    assert refused(". . .\n. . .\n. . .", DARK) == "start_only"


@pytest.mark.parametrize(("mark", "side"), [("x", LIGHT), ("o", LIGHT), ("o", DARK)])
def test_r1_the_first_stone_is_light_and_then_it_is_darks_turn(mark, side):
    assert refused(f". . .\n. {mark} .\n. . .", side) == "first_stone"


def test_r6_a_text_whose_chain_has_no_stone_or_cannot_go_on_is_refused():
    assert refused(SHEET, DARK, chain="d5") == "chain_stone"
    assert refused(SHEET, DARK, chain="d4") == "chain_stone"
    assert refused(SHEET, LIGHT, chain="e3") == "chain_over"
    assert refused(SHEET, DARK, passes="1") == "unknown_field"


@pytest.mark.parametrize("seed", range(30))
def test_vertos_other_side_can_always_enter_on_whatever_board(seed):
    choose = random.Random(seed)
    for _ in range(20):
        size = choose.choice([3, 3, 3, 4, 5, 8])
        board = random_board(choose, size * size)
        if "." in board:
            position = Position(Options(size=size, quiet=choose.choice([True, False])), board)
            assert position._entries(FIRST) or position._entries(SECOND)


@pytest.mark.parametrize("ruleset", rulesets_of("verto"))
def test_vertos_every_move_but_a_pass_adds_one_stone_and_a_pass_is_answered(ruleset):
    for seed in range(3):
        for before, move, after in walk(ruleset, seed):
            assert sum(after.stones()) == sum(before.stones()) + (move != "pass")
            turned = before.stones().of(before.side.other) - after.stones().of(before.side.other)
            assert turned == ("x" in move)
            if move == "pass":
                assert texts(after) != ["pass"]
