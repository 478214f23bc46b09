"""What is wrong is said with what is allowed, in both languages."""

import pickle
from typing import Any

import pytest

from tests.games.pictures import start
from tests.moves import texts
from turncoat.games import Ruleset, game, games, parse
from turncoat.games import start as games_start
from turncoat.games.errors import BadPosition, BadRequest, GameOver, IllegalMove, TurncoatError, nearest
from turncoat.native import start as native_start
from turncoat.play import BadRecord, Game, TimeControl, make_player


@pytest.mark.parametrize("name", games())
def test_an_illegal_move_says_what_is_legal(name):
    position = start(name)
    with pytest.raises(IllegalMove) as refused:
        position.play("zz99")
    assert refused.value.code == "illegal_move"
    assert refused.value.data == {"move": "zz99", "legal": texts(position)}
    assert str(refused.value) == f"zz99 is not legal here; legal moves: {' '.join(texts(position))}"
    assert "合法手" in refused.value.text("ja")


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove(move="a1", legal=["b2", "c3"]),
        GameOver(move="a1", rule="R9", legal=[]),
        BadPosition("side", got="w"),
        BadRecord("line", line=3),
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


@pytest.mark.parametrize("wrong", [3, None, 1.5, ["d3"]])
def test_what_is_no_move_is_a_type_error_that_says_what_is_expected(wrong):
    position = start("reversi")
    for call in (position.play, position.find, position.read_move):
        with pytest.raises(TypeError) as refused:
            call(wrong)
        assert isinstance(refused.value, TurncoatError)
        assert refused.value.code == "bad_request"
        assert str(refused.value).startswith("move must be a move or its text, such as 'd3'; got ")
        assert repr(wrong) in str(refused.value)
        assert "手" in refused.value.text("ja")


def test_what_is_no_ruleset_and_no_text_is_a_type_error_too():
    calls: tuple[Any, ...] = (parse, Ruleset.read("verto").parse)
    wrong: Any = 3
    with pytest.raises(TypeError, match=r"ruleset must be a ruleset or its text, such as .* got 3 \(int\)"):
        start(wrong)
    for call in calls:
        with pytest.raises(TypeError, match="text must be the text of a position; got 3"):
            call(3)


NO_CELL = "cell must be the name of a cell, such as h8; got "


@pytest.mark.parametrize("begin", [games_start, native_start])
def test_what_is_no_cell_and_no_symmetry_is_refused_by_name(begin):
    position: Any = begin("verto")
    for wrong, said in (("zz", f"{NO_CELL}zz"), ("a9", f"{NO_CELL}a9")):
        with pytest.raises(BadRequest) as refused:
            position.line_ends(wrong)
        assert str(refused.value) == said
    for number in (3, None):
        with pytest.raises(TypeError) as mistaken:
            position.line_ends(number)
        assert str(mistaken.value).startswith(f"{NO_CELL}{number} (")
    for call in (position.transform, lambda number: position.transform_move("d3", number)):
        for number in (8, -1):
            with pytest.raises(BadRequest, match=f"symmetry must be a whole number from 0 to 7; got {number}$"):
                call(number)
        for other in ("1", None, 1.0, True):
            with pytest.raises(TypeError, match="symmetry must be a whole number; got "):
                call(other)
    assert position.transform(7) == position


def test_what_is_no_name_of_a_game_is_a_type_error():
    with pytest.raises(TypeError, match=r"name must be the name of a game, such as 'verto'; got 3 \(int\)"):
        game(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("read", "name"),
    [(Game.read, "record"), (TimeControl.read, "clock"), (lambda text: make_player(text, "verto"), "player")],
)
def test_what_is_read_from_text_takes_nothing_else(read, name):
    with pytest.raises(TypeError) as refused:
        read(3)
    assert isinstance(refused.value, TurncoatError)
    assert (str(refused.value), refused.value.text("ja")) == (
        f"{name} must be a string; got 3 (int)",
        f"{name}は文字列です。指定された値：3 (int)",
    )
