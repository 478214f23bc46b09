"""Invector, rule by rule."""

import random

import pytest

from tests.games.pictures import board, picture, play, shown, start
from tests.games.walks import random_board, rulesets_of, walk
from tests.moves import texts
from turncoat.games import Ruleset, parse
from turncoat.games.errors import BadOption, BadPosition, IllegalMove
from turncoat.games.invector.rules import Options, Position, distances
from turncoat.games.moves import Event
from turncoat.games.notation import read_transcript, write_transcript
from turncoat.games.results import FIRST, SECOND, Result, Score

BLACK, WHITE = FIRST, SECOND
SIZES = [
    (width, height)
    for width in range(2, 65)
    for height in range(2, 65)
    if (width + height) % 2 and width * height <= 128
]


def invector(drawing, side=BLACK, pie="no", **fields):
    rows = board(drawing).split("/")
    return picture(f"invector:size={len(rows[0])}x{len(rows)},pie={pie}", drawing, side, **fields)


@pytest.mark.parametrize(
    "size",
    ["8x7", "7x8", "2x3", "3x2", "63x2", "2x63", "42x3", "12x9", "1x2", "2x1", "65x2", "24x23", "1x552", "552x1"],
)
def test_r1_one_side_is_even_and_one_odd(size):
    width, height = map(int, size.split("x"))
    position = start(f"invector:size={size}")
    assert (position.grid.width, position.grid.height, len(position.board)) == (width, height, width * height)


@pytest.mark.parametrize(
    "size", ["8", "8x8", "7x7", "0x3", "1x1", "25x24", "1x554", "553x1", "277x2", "x", "8x7x1", "-2x3"]
)
def test_r1_other_sizes_are_refused(size):
    with pytest.raises(BadOption) as refused:
        Ruleset.read(f"invector:size={size}")
    assert "one even and one odd" in str(refused.value)


def test_r1_columns_after_z_are_aa_and_ab():
    names = start("invector:size=552x1").grid.names
    assert [names[number] for number in (25, 26, 27, 52, 551)] == ["z1", "aa1", "ab1", "ba1", "uf1"]


@pytest.mark.parametrize("size", ["24x23", "23x24", "552x1", "1x552", "90x5"])
def test_r1_on_the_largest_boards_everything_is_written_and_read(size):
    choose, position = random.Random(size), start(f"invector:size={size}")
    for _ in range(25):
        moves = texts(position)
        assert [position.read_move(move) for move in moves] == moves
        assert all(len(position.grid.cells_in(move)) == 2 for move in moves if move not in ("pass", "swap"))
        again = parse(str(position))
        assert (again, texts(again)) == (position, moves)
        move = choose.choice(moves)
        after = position.play(move)
        assert read_transcript(position, write_transcript(position, [move])) == [move]
        position = after


@pytest.mark.parametrize(
    "ruleset", ["invector:size=1x2", "invector:size=2x1", "invector:size=1x10", "invector:size=12x11"]
)
def test_r1_games_on_narrow_and_large_boards_come_to_their_end(ruleset):
    *_, (_, _, last) = walk(ruleset)
    assert last.result().rule == "R6"


def test_r2_the_board_starts_full_with_black_on_a1_and_black_moves_first():
    position = start("invector:size=5x4")
    assert position.side is BLACK
    assert shown(position) == board("""
        x o x o x
        o x o x o
        x o x o x
        o x o x o
    """)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_r2_the_opening_has_one_capture_for_each_pair_of_neighbours(width, height):
    moves = texts(start(f"invector:size={width}x{height}"))
    assert len(moves) == len(set(moves)) == width * (height - 1) + height * (width - 1)
    assert all("x" in move for move in moves)


def test_r3_a_turn_moves_one_stone_of_ones_own():
    position = invector("""
        . . x . .
        . . . . .
        . . . . o
        . . . . .
    """)
    assert {move[:2] for move in texts(position)} == {"c1"}
    with pytest.raises(IllegalMove):
        position.play("e3-d3")


def test_r3_a_side_with_a_move_may_not_pass():
    with pytest.raises(IllegalMove):
        start("invector").play("pass")


def test_r3_a_side_without_a_move_is_skipped():
    position = invector("""
        . . . . .
        . . x . .
        . . x . .
        . o . . .
    """)
    assert position.must_pass  # both black stones are on the centre pits and touch no enemy
    after = position.play("pass")
    assert (after.side, after.board, after.events) == (WHITE, position.board, (Event("passed", BLACK),))
    assert texts(after) == ["b4-b3", "b4-c4"]


def test_r3_a_side_may_be_skipped_again_and_again():
    position = invector("""
        . . . . .
        . . x . .
        . . x . .
        o . . . .
    """)
    after = play(position, "pass", "a4-a3")
    assert after.must_pass


# The middle of the board: Black on c3, White on all four sides and on a diagonal.
CROSS = """
    . . . . . .
    . o o . . .
    . o x o . .
    . . o . . .
    . . . . . .
"""


def test_r4_an_orthogonally_adjacent_enemy_stone_may_be_captured_in_any_direction():
    position = invector(CROSS)
    assert texts(position) == ["c3xc2", "c3xb3", "c3xd3", "c3xc4"]  # b2 is diagonal and safe
    after = position.play("c3xb3")  # also away from the centre
    assert shown(after) == board("""
        . . . . . .
        . o o . . .
        . x . o . .
        . . o . . .
        . . . . . .
    """)
    assert after.events == (Event("captured", WHITE, "b3"), Event("moved", BLACK, "c3", "b3"))
    assert after.score() == Score(1, 4)


def test_r4_a_friendly_stone_cannot_be_captured():
    position = invector("""
        . . . . .
        . x x . .
        . . . . .
        . . . . o
    """)
    assert not any("x" in move for move in texts(position))


def test_r4_on_input_both_signs_or_none_are_understood():
    position = invector(CROSS)
    assert position.play("c3-b3") == position.play("c3b3") == position.play(" C3XB3 ") == position.play("c3xb3")


def test_r4_a_transcript_is_written_with_the_sign_that_fits():
    assert write_transcript(start("invector"), ["A1-B1", "SWAP", "a2b2"]) == "a1xb1; swap; a2xb2"
    assert read_transcript(start("invector"), "a1b1; swap") == ["a1xb1", "swap"]
    assert read_transcript(start("invector"), "a1b1") == ["a1xb1"]  # one move, not an Othello transcript of two cells


def test_r5_the_two_centre_pits_have_distance_nought():
    assert distances(5, 4) == (
        3, 2, 1, 2, 3,
        2, 1, 0, 1, 2,
        2, 1, 0, 1, 2,
        3, 2, 1, 2, 3,
    )  # fmt: skip
    assert distances(2, 3) == (1, 1, 0, 0, 1, 1)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_r5_every_pit_but_the_two_of_the_centre_has_a_neighbour_strictly_closer(width, height):
    position = start(f"invector:size={width}x{height}")
    ring = [position.distance(cell) for cell in position.grid.cells]
    centres = [cell for cell in position.grid.cells if ring[cell] == 0]
    assert len(centres) == 2
    assert centres[1] in position.grid.beside[centres[0]]
    for cell in position.grid.cells:
        nearer = [near for near in position.grid.beside[cell] if ring[near] < ring[cell]]
        assert bool(nearer) == (cell not in centres)
        # Measured again by walking from pit to pit.
        assert ring[cell] == 0 or min(ring[near] for near in position.grid.beside[cell]) == ring[cell] - 1


def test_r5_a_step_goes_to_an_empty_pit_strictly_closer_to_the_nearer_centre_pit():
    position = invector("""
        . . . . . x
        . . . . . .
        . x . . . .
        . . . . . .
        o . . . . .
    """)
    assert texts(position) == ["f1-e1", "f1-f2", "b3-c3"]  # not sideways, not back, never diagonally


def test_r5_from_one_centre_pit_to_the_other_is_no_step():
    position = invector("""
        . . . . . .
        . . . . . .
        . . x . . .
        . . . . . .
        o . . . . .
    """)
    assert position.must_pass


def test_r5_a_step_changes_nothing_else():
    position = invector("""
        . . . . .
        x . . . o
        . . . . .
        . . . . .
    """)
    after = position.play("a2-b2")
    assert after.events == (Event("moved", BLACK, "a2", "b2"),)
    assert shown(after) == board("""
        . . . . .
        . x . . o
        . . . . .
        . . . . .
    """)


def test_r6_removing_the_last_enemy_stone_wins():
    position = invector("""
        . . . . .
        . . x o .
        . . . . .
        . . . . .
    """)
    assert position.result() is None
    after = position.play("c2xd2")
    assert after.result() == Result(BLACK, "R6", "captured", "R6")
    assert (after.side, texts(after), after.score()) == (WHITE, [], Score(1, 0))


def test_r6_a_text_in_which_the_winner_would_be_to_move_is_refused():
    drawing = """
        . . . . .
        . . x . .
        . . . . .
        . . . . .
    """
    assert invector(drawing, WHITE).result().winner is BLACK
    assert refused(drawing, BLACK) == "winner_moves"
    assert refused(drawing.replace("x", ".")) == "no_stones"


def test_r7_white_may_swap_on_the_first_turn_and_then_white_is_to_move():
    position = start("invector").play("a1xb1")
    assert texts(position)[-1] == "swap"
    assert str(position).endswith(" o pie=open")
    swapped = position.play("swap")
    assert (swapped.side, swapped.board) == (WHITE, position.board)
    assert texts(swapped) == texts(position)[:-1]  # the same moves, and no second swap
    assert str(swapped).endswith(" o pie=swapped")
    assert swapped.events == (Event("swapped", WHITE),)
    assert not swapped.mid_turn
    assert swapped.play(texts(swapped)[0]).side is BLACK


def test_r7_black_may_never_swap():
    position = start("invector")
    assert "swap" not in texts(position)
    with pytest.raises(IllegalMove):
        position.play("swap")


def test_r7_the_swap_is_gone_once_white_has_moved():
    position = start("invector").play("a1xb1")
    declined = position.play(texts(position)[0])
    assert "pie=" not in str(declined)
    later = declined.play(texts(declined)[0])
    assert later.side is WHITE
    assert "swap" not in texts(later)


def test_r7_with_pie_no_there_is_no_swap():
    position = start("invector:pie=no").play("a1xb1")
    assert "swap" not in texts(position)
    assert "pie=" not in str(position).split()[-1]


def test_r7_a_declined_pie_is_not_printed():
    position = picture("invector:size=3x2", ". x .\no . .", pie="kept")
    assert str(position) == "invector:size=3x2 .x./o.. x"


def refused(drawing, side=BLACK, pie="no", **fields):
    with pytest.raises(BadPosition) as problem:
        invector(drawing, side, pie, **fields)
    return problem.value.data["problem"].key.removeprefix("problems.")


FULL = """
    x o x
    o x o
"""

AFTER_ONE = """
    . x x
    o x o
"""


def test_r2_a_full_board_must_be_the_start():
    assert invector(FULL).side is BLACK
    assert refused(FULL, WHITE) == "full_board"
    assert refused(FULL.replace("o x o", "o o x")) == "full_board"
    assert refused("x x x\nx . o") == "too_many"


def test_r7_a_text_with_an_impossible_state_of_the_pie_is_refused():
    assert refused(FULL, pie="yes") == "pie_open"
    assert refused_state(FULL, "swapped") == "pie_start"
    assert refused_state(FULL, "eaten") == "field_value"
    assert refused_state("x . .\no . o", "open") == "pie_closed"
    assert refused(AFTER_ONE, WHITE, "yes") == "pie_open"
    with pytest.raises(BadPosition) as problem:
        picture("invector:size=3x2,pie=no", FULL, BLACK, pie="open")
    assert problem.value.data["problem"].key == "problems.pie_off"


def refused_state(drawing, state):
    with pytest.raises(BadPosition) as problem:
        picture("invector:size=3x2", drawing, BLACK, pie=state)
    return problem.value.data["problem"].key.removeprefix("problems.")


def test_r7_a_mirrored_start_counts_as_a_start():
    mirrored = picture("invector:size=4x3", "o x o x\nx o x o\no x o x", BLACK, pie="open")
    assert "swap" in texts(mirrored.play(texts(mirrored)[0]))


def test_r4_columns_named_x_are_not_mistaken_for_the_sign_of_capture():
    position = start("invector:size=43x2,pie=no")
    assert {"w1xx1", "y1xx1", "x2xx1", "w1xw2"} <= set(texts(position))
    assert position.play("w1x1") == position.play("w1-x1") == position.play("w1xx1")
    assert position.transform_move("w1xx1", 1) == "u1xt1"


@pytest.mark.parametrize("ruleset", rulesets_of("invector"))
def test_invectors_stones_and_distances_shrink_with_every_move(ruleset):
    def measure(position):
        distances = [position.distance(cell) for cell, mark in enumerate(position.board) if mark != "."]
        return len(distances), sum(distances)

    for seed in range(3):
        for before, move, after in walk(ruleset, seed):
            if move in ("pass", "swap"):
                assert after.board == before.board
            else:
                assert measure(after) < measure(before)


@pytest.mark.parametrize("seed", range(30))
def test_invectors_sides_are_never_both_stuck_on_whatever_board(seed):
    choose = random.Random(seed)
    sizes = [(w, h) for w in range(1, 13) for h in range(1, 13) if (w + h) % 2]
    for _ in range(20):
        width, height = choose.choice(sizes)
        board = random_board(choose, width * height)
        if "x" in board and "o" in board:
            position = Position(Options(size=(width, height), pie=False), board)
            assert position._stone_moves(FIRST) or position._stone_moves(SECOND)
