"""Whole games on paper."""

from random import Random

import pytest

from tests.moves import texts
from turncoat.games import games, parse, start
from turncoat.games.errors import TurncoatError
from turncoat.games.record import BadRecord, Record

SHORT = "d3d2d1d4b4a1"  # a whole game of 4×4
MOVES = ("d3", "d2", "d1", "d4", "b4", "pass", "a1")


def test_a_record_prints_its_ruleset_players_result_and_moves():
    record = Record("reversi:size=4x4", MOVES, headers={"first": "Ann", "second": "level 4"})
    assert str(record) == (
        "ruleset: reversi:size=4x4\n"
        "first: Ann\n"
        "second: level 4\n"
        "result: first R8 majority\n"
        "moves: d3; d2; d1; d4; b4; pass; a1\n"
    )
    assert Record.read(str(record)) == record
    assert record.positions()[-1].score() == (9, 1)


def test_a_record_reads_lines_in_any_order_with_comments_and_moves_over_several_lines():
    record = Record.read(
        "\ufeff# a game by hand\n\nMoves: d3; d2;\n d1 d4\n\n# the end\n b4; pass; a1\n"
        "ruleset: Reversi: size=4\nfirst: Ann: the Great\n"
    )
    assert record == Record("reversi:size=4x4", MOVES, headers={"first": "Ann: the Great"})


def test_a_record_may_hold_an_othello_transcript():
    assert Record.read(f"ruleset: reversi:size=4x4\nmoves: {SHORT}").moves == MOVES


def test_a_record_may_start_from_a_position_even_in_mid_turn():
    begin = str(start("vect-reverse").play("d3"))
    record = Record("vect-reverse", ("d4-c5", "e3"), start=begin)
    assert Record.read(str(record)) == record
    assert str(record.first_position()) == begin
    assert "moves: d4-c5; e3\n" in str(record)


def test_a_record_without_moves_is_a_game_not_begun():
    assert Record.read("ruleset: verto") == Record("verto")
    assert str(Record("verto")) == "ruleset: verto\nmoves:\n"


def test_a_game_broken_off_keeps_the_result_it_names():
    text = "ruleset: verto\nresult: second resigned\nmoves: c3; d4\n"
    record = Record.read(text)
    assert record.headers == {"result": "second resigned"}
    assert str(record) == text


def test_a_finished_game_needs_no_result_and_is_given_it():
    plain = Record.read(f"ruleset: reversi:size=4x4\nmoves: {SHORT}")
    told = Record.read(f"ruleset: reversi:size=4x4\nresult: first\nmoves: {SHORT}")
    assert plain == told
    assert "result: first R8 majority\n" in str(told)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "it has no 'ruleset:' line"),
        ("moves: d3", "it has no 'ruleset:' line"),
        ("ruleset verto", "line 1 should read 'name: value'"),
        ("ruleset: verto\n1st: Ann", "line 2 should read 'name: value'"),
        ("ruleset: verto\nruleset: verto", "line 2 gives ruleset a second time"),
        ("ruleset: verto\nmoves: c3\nmoves: d4", "line 3 gives moves a second time"),
        ("ruleset: chess", "there is no game chess"),
        ("ruleset: verto\nstart: reversi", "expected RULESET BOARD SIDE"),
        ("ruleset: verto\nstart: verto:size=3 .../.../... x", "the start is a position of verto:size=3"),
        ("ruleset: verto\nmoves: a1", "move 1, a1: a1 is not legal here"),
        (f"ruleset: reversi:size=4x4\nresult: second\nmoves: {SHORT}", "but the moves give first R8 majority"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(text, says):
    with pytest.raises(TurncoatError) as refused:
        Record.read(text)
    assert says in str(refused.value)
    assert refused.value.text("ja") != refused.value.text("en")


def test_headers_are_one_line_each():
    record = Record("verto", headers={" Event ": "Spring\nmoves: c3\u2028cup "})
    assert record.headers == {"event": "Spring moves: c3 cup"}
    assert Record.read(str(record)) == record


@pytest.mark.parametrize("name", ["ruleset", "start", "Moves", "", "time control", "a:b", "#note", "elo1"])
def test_headers_that_would_read_back_as_something_else_are_refused(name):
    with pytest.raises(BadRecord):
        Record("verto", headers={"first": "Ann", name: "1"})


def test_a_record_of_a_position_in_play_goes_on_from_it():
    position = parse("verto:size=3 xo./.../... x")
    record = Record(str(position.ruleset), tuple(texts(position)[:1]), start=str(position))
    assert Record.read(str(record)).positions()[-1] == position.play(texts(position)[0])


@pytest.mark.parametrize("game", list(games()))
def test_a_game_whose_positions_are_known_is_written_without_playing_a_move(game, monkeypatch):
    positions, moves, chance = [start(game)], list[str](), Random(2)
    while not positions[-1].is_over:
        moves.append(chance.choice(texts(positions[-1])))
        positions.append(positions[-1].play(moves[-1]))
    for length in (0, 1, len(moves) // 2, len(moves)):
        known = Record.of(positions[: length + 1], moves[:length], {"first": "Ann"})
        plain = Record(str(positions[0].ruleset), tuple(moves[:length]), headers={"first": "Ann"})
        assert known == plain
        told = str(plain)
        with monkeypatch.context() as patch:
            patch.setattr(type(positions[0]), "play", None)
            assert str(known) == told
        assert Record.read(told).positions() == positions[: length + 1]


def test_a_known_game_from_another_start_names_it():
    first = start("vect-reverse").play("d3")
    record = Record.of([first, first.play("d4-c5")], ["d4-c5"])
    assert record.start == str(first)
    assert Record.read(str(record)) == record
