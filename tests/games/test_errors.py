"""What is wrong is said with what is allowed, in both languages."""

import pickle
from typing import Any

import pytest

from tests.games.pictures import start
from tests.moves import texts
from turncoat.games import Ruleset, games, parse
from turncoat.games.errors import BadPosition, BadRequest, GameOver, IllegalMove, TurncoatError, nearest
from turncoat.play import BadRecord


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
