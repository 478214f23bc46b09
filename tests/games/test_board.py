"""What every game is made of."""

import pickle

import pytest

from tests.games.pictures import start
from tests.games.walks import RULESETS, walk
from tests.moves import texts
from turncoat.games import games, parse
from turncoat.games.board import Grid, grid_of
from turncoat.games.errors import BadPosition, BadRequest, GameOver, IllegalMove, TurncoatError, nearest
from turncoat.games.moves import Event
from turncoat.games.perft import perft
from turncoat.games.record import BadRecord
from turncoat.games.results import Score, Side


def test_sides_are_the_words_first_and_second():
    assert [str(side) for side in Side] == ["first", "second"]
    assert {"first": 1}[Side.FIRST] == 1
    assert (Side.FIRST.other, Side.SECOND.other) == (Side.SECOND, Side.FIRST)
    assert (Side.FIRST.mark, Side.SECOND.mark) == ("x", "o")


def test_a_score_knows_its_leader():
    assert Score(3, 2).leader is Side.FIRST
    assert Score(2, 3).leader is Side.SECOND
    assert Score(2, 2).leader is None
    assert (Score(3, 2).of(Side.FIRST), Score(3, 2).of(Side.SECOND)) == (3, 2)


def test_cells_are_named_from_the_top_left_by_column_and_row():
    board = Grid(3, 2)
    assert board.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert board.cell("c2") == 5
    assert board.cell("d1") is board.cell("A1") is board.cell("") is None
    assert grid_of(28, 2).names[23:28] == ("x1", "y1", "z1", "aa1", "ab1")


def test_neighbours_and_rays_stay_on_the_board():
    board = grid_of(8, 7)
    around = [len(board.around[cell]) for cell in board.cells]
    assert (around.count(3), around.count(5), around.count(8)) == (4, 2 * (6 + 5), 6 * 5)
    assert [len(board.beside[board.number(name)]) for name in ("a1", "b1", "b2")] == [2, 3, 4]
    assert [board.name(cell) for cell in board.rays[board.number("f5")][0]] == ["e4", "d3", "c2", "b1"]


@pytest.mark.parametrize(("width", "height", "count"), [(8, 8, 8), (3, 3, 8), (8, 7, 4), (6, 4, 4)])
def test_a_square_board_has_eight_symmetries_and_others_four(width, height, count):
    ways = grid_of(width, height).symmetries
    assert len(set(ways)) == len(ways) == count
    assert ways[0] == tuple(range(width * height))
    for way in ways:
        assert sorted(way) == list(ways[0])


def test_the_order_of_the_symmetries_is_fixed():
    board = grid_of(4, 4)
    corner = [board.name(way[board.number("b1")]) for way in board.symmetries]
    assert corner == ["b1", "c1", "b4", "c4", "a2", "d2", "a3", "d3"]


def test_symmetries_are_closed_under_doing_one_after_another():
    ways = grid_of(4, 4).symmetries
    assert {tuple(one[cell] for cell in other) for one in ways for other in ways} == set(ways)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_position_is_a_value_that_hashes_and_pickles_and_never_changes(ruleset):
    for before, move, after in walk(ruleset, seed=5):
        text = str(before)
        again = pickle.loads(pickle.dumps(after))
        assert again == after
        assert hash(again) == hash(after)
        assert texts(again) == texts(after)
        assert again.events == after.events
        assert str(before) == text
        assert move in texts(before)
        with pytest.raises(AttributeError):
            before.board = ""
        if after.mid_turn:
            break


@pytest.mark.parametrize("name", games())
def test_an_illegal_move_says_what_is_legal(name):
    position = start(name)
    with pytest.raises(IllegalMove) as refused:
        position.play("zz99")
    assert refused.value.code == "illegal_move"
    assert refused.value.data == {"move": "zz99", "legal": texts(position)}
    assert str(refused.value) == f"zz99 is not legal here; legal moves: {' '.join(texts(position))}"
    assert "合法手" in refused.value.text("ja")


def test_a_move_after_the_end_names_the_rule_that_ended_the_game():
    over = parse("verto:size=3 xxx/xxx/ooo o")
    with pytest.raises(GameOver) as refused:
        over.play("a1")
    assert isinstance(refused.value, IllegalMove)
    assert refused.value.code == "game_over"
    assert str(refused.value) == "a1 cannot be played: the game is over (R9)"


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove(move="a1", legal=["b2", "c3"]),
        GameOver(move="a1", rule="R9", legal=[]),
        BadPosition("side", got="w"),
        BadRecord("record_line", line=3),
        BadRequest(problem="depth"),
    ],
)
def test_errors_pickle_with_their_data_and_both_languages(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert isinstance(again, TurncoatError)
    assert isinstance(again, ValueError)
    assert (str(again), again.text("ja"), again.data) == (str(error), error.text("ja"), error.data)


def test_errors_keep_braces_in_what_was_typed():
    with pytest.raises(IllegalMove) as refused:
        start("verto").play("{move} {0} {")
    assert str(refused.value).startswith("{move} {0} { is not legal here")


def test_the_nearest_name_is_found_or_none():
    assert nearest("reversy", games()).text() == "; did you mean reversi?"
    assert nearest("go", games()).text() == ""


def test_events_are_told_in_both_languages():
    event = Event("moved", Side.FIRST, "d4", "c5")
    assert (event.text(), event.text("ja")) == ("d4 moves to c5", "d4がc5へ移動")
    assert Event("placed", Side.FIRST, "d4").text(side="Black") == "Black places d4"


def test_perft_counts_turns_or_moves_and_a_finished_game_adds_nothing():
    position = start("vect-reverse")
    assert (perft(position, 0), perft(position, 0, "move")) == (1, 1)
    assert perft(position, 1) == len(list(position.turns()))
    assert perft(position, 2, "move") == sum(len(position.play(move).legal_moves) for move in texts(position))
    over = parse("verto:size=3 xxx/xxx/ooo o")
    assert [perft(over, depth) for depth in range(3)] == [1, 0, 0]
    last = parse("verto:size=3 xxx/oox/oo. o")
    assert [perft(last, depth) for depth in range(3)] == [1, 1, 0]


def test_perft_from_the_middle_of_a_turn_counts_its_end_as_one_turn():
    position = start("vect-reverse").play("d3")
    assert perft(position, 1) == len(list(position.turns())) == 4


def test_perft_refuses_what_cannot_be_counted():
    with pytest.raises(BadRequest, match="depth must be at least 0; got -1"):
        perft(start("verto"), -1)
    with pytest.raises(BadRequest, match="unit must be one of turn move; got ply"):
        perft(start("verto"), 1, "ply")  # type: ignore[arg-type]
