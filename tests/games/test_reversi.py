"""Reversi for the piecepack, rule by rule."""

import pytest

from tests.games.pictures import board, picture, play, shown, start
from tests.games.walks import rulesets_of, walk
from tests.moves import texts
from turncoat.games.errors import BadOption, BadPosition, GameOver, IllegalMove
from turncoat.games.moves import Event
from turncoat.games.perft import perft
from turncoat.games.results import FIRST, SECOND, Result, Score, Side
from turncoat.games.reversi.by_hand import Table
from turncoat.games.reversi.rules import Options

SYMBOLS, NUMBERS = FIRST, SECOND


def reversi(drawing, side=SYMBOLS, **fields):
    rows = board(drawing).split("/")
    return picture(f"reversi:size={len(rows[0])}x{len(rows)}", drawing, side, **fields)


@pytest.mark.parametrize(
    ("size", "coins", "reserve"),
    [("4x4", 18, 7), ("6x6", 36, 16), ("8x8", 64, 30), ("6x4", 24, 10), ("4x6", 24, 10), ("10x10", 100, 48)],
)
def test_r1_each_side_starts_with_half_of_the_coins(size, coins, reserve):
    position = start(f"reversi:size={size}")
    assert position.options.coins == coins
    assert position.coins == position.facts().reserves == Score(reserve, reserve)
    assert sum(position.coins) + sum(position.stones()) == coins


@pytest.mark.parametrize("size", ["3x4", "4x5", "2x2", "12x8", "8x12", "0", "8x", "x8", "8x8x8", "eight"])
def test_r1_other_sizes_are_refused(size):
    with pytest.raises(BadOption, match="even, from 4 to 10"):
        start(f"reversi:size={size}")


def test_r1_the_board_is_built_of_square_tiles():
    facts = start("reversi:size=6x4").facts()
    assert len(facts.zones) == 6
    assert facts.zone("tile", "1").cells == ("a1", "b1", "a2", "b2")
    assert facts.zone("tile", "6").cells == ("e3", "f3", "e4", "f4")
    assert sorted(cell for tile in facts.zones for cell in tile.cells) == sorted(start("reversi:size=6x4").grid.names)


def test_r2_four_coins_lie_crosswise_in_the_middle_and_symbols_move_first():
    position = start("reversi:size=6x4")
    assert position.side is SYMBOLS
    assert shown(position) == board("""
        . . . . . .
        . . o x . .
        . . x o . .
        . . . . . .
    """)
    assert texts(start("reversi")) == ["d3", "c4", "f5", "e6"]


def test_r2_a_text_with_an_empty_middle_or_a_coin_apart_is_refused():
    assert refused(". . . .\n. . x .\n. x o .\n. . . .") == "middle_empty"
    assert refused(". . . .\n. x x .\n. x o .\n. . . .") == "start_only"
    assert refused("x . . . . .\n. . . . . .\n. . o x . .\n. . x o . .\n. . . . . .\n. . . . . .") == "apart"


def test_r3_a_coin_is_placed_only_where_it_outflanks_a_row():
    position = reversi("""
        . . . . . .
        . . o o . .
        . . o x . .
        . . x o . .
        . . . . . .
        . . . . . .
    """)
    assert texts(position) == [
        "b1",
        "c1",
        "d1",
        "b3",
        "e4",
        "d5",
    ]  # not b2: behind c3 there is an enemy coin, then nothing
    with pytest.raises(IllegalMove):
        position.play("a1")


@pytest.mark.parametrize("symmetry", range(8))
def test_r3_a_row_of_three_is_outflanked_in_any_direction(symmetry):
    straight = reversi("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . x o o o . . .
        . . . x o . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    position = straight.transform(symmetry)
    after = position.play(straight.transform_move("f4", symmetry))
    assert after.score() == Score(6, 1)


def test_r4_every_outflanked_coin_is_turned_in_all_directions():
    position = reversi("""
        x . x . x . . .
        . o o o . . . .
        x o . o o x . .
        . o o o x . . .
        x . o x o . . .
        . . x . . o . .
        . . . . . . x  .
        . . . . . . . .
    """)
    after = position.play("c3")
    assert shown(after) == board("""
        x . x . x . . .
        . x x x . . . .
        x x x x x x . .
        . x x x x . . .
        x . x x x . . .
        . . x . . x . .
        . . . . . . x  .
        . . . . . . . .
    """)
    assert after.events[0] == Event("placed", SYMBOLS, "c3")
    assert {event.cell for event in after.events[1:]} == {
        "b2", "c2", "d2", "b3", "d3", "e3", "b4", "c4", "d4", "c5", "e5", "f6",
    }  # fmt: skip


def test_r4_own_coins_are_not_skipped():
    position = reversi("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . o x o x . . .
        . . . x o . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    after = position.play("a4")
    assert after.board[after.grid.number("b4")] == "x"
    assert after.board[after.grid.number("d4")] == "o"  # behind c4


def test_r4_only_lines_from_the_placed_coin_count():
    # f4 turns d4 and e4; afterwards d5 lies between d4 and d6, but not on a line from f4.
    position = reversi("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . x o o . . .
        . . . o x . . .
        . . . x . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    after = position.play("f4")
    assert shown(after) == board("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . x x x x . .
        . . . o x . . .
        . . . x . . . .
        . . . . . . . .
        . . . . . . . .
    """)


NUMBERS_PASS = """
    . o x x
    x x o x
    x x x x
    x x x x
"""


def test_r5_a_side_that_cannot_outflank_forfeits_its_turn():
    position = reversi(NUMBERS_PASS, NUMBERS)
    assert position.must_pass
    after = position.play("pass")
    assert (after.side, after.board, after.coins) == (SYMBOLS, position.board, position.coins)
    assert after.events == (Event("passed", NUMBERS),)


def test_r5_a_side_that_can_outflank_must_move():
    with pytest.raises(IllegalMove):
        start("reversi").play("pass")


def table_after(*cells):
    table = Table.start(Options())
    for cell in cells:
        table = table.place(cell)
        for turned in table.mistakes():
            table = table.turn(turned)
    return table


def test_r6_at_the_table_a_placed_coin_turns_nothing_by_itself():
    table = Table.start(Options()).place("d3")
    assert table.position.board.count("x") == 3
    assert table.position.side is NUMBERS
    assert table.mistakes() == ["d4"]
    turned = table.turn("d4")
    assert turned.mistakes() == []
    assert turned.position == start("reversi").play("d3")


def test_r6_a_mistake_may_be_mended_until_the_opponent_has_moved():
    table = Table.start(Options()).place("d3").turn("d4").turn("e5")  # e5 should not have been turned
    assert table.mistakes() == ["e5"]
    assert table.turn("e5").mistakes() == []
    assert table.mend().position == start("reversi").play("d3")


def test_r6_after_the_opponents_move_the_mistake_stands():
    wrong = Table.start(Options()).place("d3")  # d4 is forgotten
    later = wrong.place(texts(wrong)[0])
    assert later.position.board[later.position.grid.number("d4")] == "o"
    assert "d4" not in later.mistakes()
    assert later.before == wrong.position


def test_r6_the_opponents_forced_pass_ends_the_mending_too():
    position = reversi(NUMBERS_PASS, NUMBERS)
    table = Table(position).place("pass")
    assert (table.may_turn(), table.mistakes()) == ([], [])
    assert table.position.side is SYMBOLS


def test_r6_the_coin_just_placed_and_empty_cells_are_not_turned():
    table = Table.start(Options()).place("d3")
    assert table.may_turn() == ["d4", "e4", "d5", "e5"]
    for cell in ("d3", "a1", "z9", ""):
        with pytest.raises(IllegalMove):
            table.turn(cell)
    with pytest.raises(IllegalMove):
        Table.start(Options()).turn("d4")  # nobody has moved yet
    with pytest.raises(IllegalMove):
        Table.start(Options()).place("a1")


def test_r6_cells_are_understood_at_the_table_as_they_are_in_play():
    assert Table.start(Options()).place(" D3 ").turn("D4") == table_after("d3")
    position = reversi(NUMBERS_PASS, NUMBERS)
    assert Table(position).place("PASS") == Table(position).place("pass")


def test_r6_a_whole_game_turned_rightly_is_the_same_game():
    table, position = Table.start(Options()), start("reversi")
    while not position.result():
        move = texts(position)[-1]
        position, table = position.play(move), table.place(move).mend()
        assert table.position == position


# Symbols have no coin left but can move.
NO_COINS = """
    x x x x
    x x o .
    o x x .
    o o x .
"""


def test_r7_a_side_without_coins_that_can_move_is_given_one():
    position = reversi(NO_COINS, coins="0/5")
    after = position.play("d2")
    assert after.coins == Score(0, 4)
    assert after.events[:2] == (Event("given", SYMBOLS), Event("placed", SYMBOLS, "d2"))


def test_r7_coins_are_given_as_often_as_needed():
    position = reversi("""
        . . o x
        x o x x
        x x x x
        x x x x
    """, coins="0/4")  # fmt: skip
    once = position.play("a1")
    twice = play(once, "pass", "b1")
    assert (once.coins, twice.coins) == (Score(0, 3), Score(0, 2))
    assert Event("given", SYMBOLS) in once.events
    assert Event("given", SYMBOLS) in twice.events


def test_r7_a_side_with_coins_of_its_own_is_given_none():
    after = start("reversi").play("d3")
    assert after.coins == Score(29, 30)
    assert Event("given", SYMBOLS) not in after.events


def test_r7_a_given_coin_shows_at_the_table_too():
    table = Table(reversi(NO_COINS, coins="0/5")).place("d2")
    assert table.position.events == (Event("given", SYMBOLS), Event("placed", SYMBOLS, "d2"))


def test_r7_coins_that_do_not_add_up_are_refused():
    assert refused(NO_COINS, coins="1/5") == "coins_sum"
    assert refused(NO_COINS, coins="5") == "field_value"
    assert refused(". . . .\n. o x .\n. x x .\n. . x .", coins="10/3") == "coins_half"
    assert refused(". . . .\n. o x .\n. x o .\n. . . .", coins="6/8") == "coins_half"
    assert refused(". . . .\n. o x .\n. x o .\n. . . .", coins="6/7") == "coins_sum"


def test_r8_the_game_ends_when_neither_side_can_move_although_cells_are_empty():
    position = play(start("reversi"), "e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
    assert position.result() == Result(SYMBOLS, "R8", "majority", "R8")
    assert position.score() == Score(13, 0)
    assert texts(position) == []
    with pytest.raises(GameOver, match="R8"):
        position.play("pass")


def test_r8_more_coins_win_on_a_full_board():
    position = reversi("""
        x x x x
        x o o o
        x o o o
        x o o o
    """)
    assert position.result() == Result(NUMBERS, "R8", "majority", "R8")
    assert position.score() == Score(7, 9)


def test_r8_equal_numbers_are_a_draw():
    assert reversi("x x x x\nx x x x\no o o o\no o o o").result() == Result(None, "R8", "draw", "R8")


def test_r8_empty_cells_count_for_nobody():
    position = play(start("reversi:size=4x4"), "d3", "d2", "d1", "d4", "b4", "pass", "a1")
    assert shown(position) == board("""
        x . . x
        . x x x
        . x x x
        . x . o
    """)
    assert position.result() == Result(SYMBOLS, "R8", "majority", "R8")
    assert position.score() == Score(9, 1)


def refused(drawing, side=SYMBOLS, **fields):
    with pytest.raises(BadPosition) as problem:
        reversi(drawing, side, **fields)
    return problem.value.data["problem"].key.removeprefix("problems.")


def test_known_counts_of_othello():
    assert [perft(start("reversi"), depth) for depth in range(1, 7)] == [4, 12, 56, 244, 1396, 8200]


def test_known_counts_of_the_smallest_board():
    counts = [4, 12, 44, 128, 424, 1256]
    assert [perft(start("reversi:size=4x4"), depth) for depth in range(1, 7)] == counts


@pytest.mark.parametrize("ruleset", rulesets_of("reversi"))
def test_reversis_coins_only_ever_turn_and_add_up(ruleset):
    for seed in range(3):
        for before, move, after in walk(ruleset, seed):
            for old, new in zip(before.board, after.board, strict=True):
                assert old == "." or new != "."
            assert sum(after.stones()) == sum(before.stones()) + (move != "pass")
            assert sum(after.stones()) + sum(after.coins) == after.options.coins
            assert min(after.coins) >= 0
            for side in Side:
                if move == "pass":
                    assert after.coins == before.coins
                else:
                    given = side is not before.side and not before.coins.of(before.side)
                    own = side is before.side and before.coins.of(side)
                    assert after.coins.of(side) == before.coins.of(side) - bool(own or given)
