"""Texts of positions and of whole games."""

import pytest

from tests.moves import othello, texts
from turncoat.games import parse, start
from turncoat.games.errors import BadPosition
from turncoat.games.notation import BadTranscript, read_transcript, write_transcript

OPENING = "......../......../......../...ox.../...xo.../......../......../........"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected RULESET BOARD SIDE"),
        ("verto", "expected RULESET BOARD SIDE"),
        ("verto:size=3 .../.x./...", "expected RULESET BOARD SIDE"),
        ("verto:size=3 .../.x. o", "expected 3 rows of 3 cells; got 2 rows"),
        ("verto:size=3 .../.x./.... o", "row 3 has 4 cells; it should have 3"),
        ("verto:size=3 .../.x./..? o", "c3 holds ?; a cell is x, o or ."),
        ("verto:size=3 .../.X./... o", "b2 holds X"),
        ("verto:size=3 .../.x./..# o", "c3 is part of this board"),
        ("verto:size=3 .../.x./... w", "the side to move must be x or o; got w"),
        ("verto:size=3 .../.x./... second", "got second"),
        ("verto:size=3 .../.x./... o chain", "chain should look like key=value"),
        ("verto:size=3 .../.x./... o chain=", "chain= should look like key=value"),
        ("verto:size=3 .../.x./... o passes=1", "unknown field passes; this game has: chain"),
        ("verto:size=3 .../.x./... o chain=b2 chain=b2", "chain is given twice"),
        ("verto:size=3 .../.x./... o chain=d4", "the name of a cell, such as d3; got d4"),
        (f"vect-reverse {OPENING} x passes=-1", "a whole number from 0 to 2; got -1"),
        (f"vect-reverse {OPENING} o", "a board with so few stones can only be the start"),
        (f"reversi {OPENING} x coins=30", "two numbers (such as 30/30); got 30"),
        (f"reversi {OPENING} x coins=29/30", "4 on the board and 59 in hand should add up to 64"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text, says):
    with pytest.raises(BadPosition) as refused:
        parse(text)
    assert says in str(refused.value)
    assert refused.value.text("ja") != refused.value.text("en")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("  verto:quiet=yes,size=3   .../.x./...  o ", "verto:size=3 .../.x./... o"),
        (f"reversi {OPENING} x", f"reversi {OPENING} x coins=30/30"),
        (f"vect-reverse {OPENING} x passes=0", f"vect-reverse {OPENING} x"),
    ],
)
def test_a_position_prints_in_one_form(text, printed):
    assert str(parse(text)) == printed
    assert parse(printed) == parse(text)


def test_the_order_of_the_fields_does_not_matter():
    position = start("vect-reverse").play("d3")
    assert str(position).endswith("x chain=d3")
    assert parse(f"{position} passes=0") == position


def test_turns_of_a_transcript_are_separated_by_semicolons():
    first = start("vect-reverse")
    moves = ["d3", "d4-c5", "e3", "e4-f4"]
    assert write_transcript(first, moves) == "d3 d4-c5; e3 e4-f4"
    assert read_transcript(first, "d3 d4-c5; e3 e4-f4") == moves
    assert read_transcript(first, "D3, D4-C5 ;; e3 e4-f4 ;") == moves
    assert read_transcript(first, "d3 d4-c5 e3 e4-f4") == moves
    assert read_transcript(first, "") == read_transcript(first, " ; ") == []


def test_a_transcript_may_break_off_in_the_middle_of_a_turn():
    assert read_transcript(start("vect-reverse"), "d3") == ["d3"]
    assert write_transcript(start("vect-reverse"), ["d3"]) == "d3"


def test_a_semicolon_inside_an_unfinished_turn_is_refused():
    with pytest.raises(BadTranscript) as refused:
        read_transcript(start("vect-reverse"), "d3; d4-c5")
    assert str(refused.value) == (
        "move 2, ;: the turn is not over; it must continue with one of: d4-c3 d4-e3 d4-c4 d4-c5"
    )
    assert "続きの手" in refused.value.text("ja")


def test_a_wrong_move_is_named_with_its_number_and_what_is_legal():
    with pytest.raises(BadTranscript) as refused:
        read_transcript(start("reversi"), "d3; d3")
    assert str(refused.value) == "move 2, d3: d3 is not legal here; legal moves: c3 e3 c5"
    with pytest.raises(BadTranscript, match="move 1, h8"):
        write_transcript(start("reversi"), ["h8"])


def test_moves_after_the_end_are_refused():
    with pytest.raises(BadTranscript, match="the game is over"):
        read_transcript(start("reversi"), "e6f4e3f6g5d6e7f5c5a1")


def test_othello_transcripts_leave_passes_out():
    first = start("reversi:size=4x4")
    moves = ["d3", "d2", "d1", "d4", "b4", "pass", "a1"]
    assert othello(moves) == "d3d2d1d4b4a1"
    assert read_transcript(first, "d3d2d1d4b4a1") == moves
    assert read_transcript(first, " D3D2D1d4B4A1\n") == moves
    assert read_transcript(first, write_transcript(first, moves)) == moves


def test_othello_transcripts_know_a_tenth_row():
    position, moves = start("reversi:size=10x10"), []
    while not position.result():
        moves.append(texts(position)[-1])
        position = position.play(moves[-1])
    assert any(move.endswith("10") for move in moves)
    assert read_transcript(start("reversi:size=10x10"), othello(moves)) == moves


def test_an_othello_transcript_names_the_wrong_move():
    with pytest.raises(BadTranscript, match="move 2, e5"):
        read_transcript(start("reversi"), "d3e5")


def test_moves_are_written_in_their_one_form_however_they_were_typed():
    assert write_transcript(start("reversi"), [" D3 ", "C3"]) == "d3; c3"
