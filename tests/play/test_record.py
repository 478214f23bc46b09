"""Whole games on paper."""

import inspect
import pickle
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from tests.play.trees import RULESETS, trees
from tests.thoroughness import tries
from turncoat.games import games, start
from turncoat.games.errors import TurncoatError
from turncoat.games.results import Side
from turncoat.play import Evaluation, Game, Outcome, read_games, split_records

SHORT = "d3d2d1d4b4a1"  # a whole game of 4×4
MOVES = ("d3", "d2", "d1", "d4", "b4", "pass", "a1")


def with_moves(ruleset, *moves, **headers):
    game = Game.start(ruleset, headers=headers)
    for move in moves:
        game.play(move)
    return game


def shape(node):
    """The tree below a node as nested lists, for trees that are not deep."""
    return [[child.move, *shape(child)] for child in node.children]


def test_a_record_prints_its_ruleset_players_result_and_moves():
    game = with_moves("reversi:size=4x4", *MOVES, first="Ann", second="level 4")
    assert str(game) == (
        "ruleset: reversi:size=4x4\n"
        "first: Ann\n"
        "second: level 4\n"
        "result: first R8 majority\n"
        "moves: d3; d2; d1; d4; b4; pass; a1\n"
    )
    assert Game.read(str(game)) == game
    assert Game.read(str(game)).position.score() == (9, 1)


def test_a_record_reads_lines_in_any_order_with_comments_and_moves_over_several_lines():
    game = Game.read(
        "\ufeff# a game by hand\n\nMoves: d3; d2;\n d1 d4\n\n# the end\n b4; pass; a1\n"
        "ruleset: Reversi: size=4\nfirst: Ann: the Great\n"
    )
    assert game == with_moves("reversi:size=4x4", *MOVES, first="Ann: the Great")


def test_a_record_may_hold_an_othello_transcript():
    assert Game.read(f"ruleset: reversi:size=4x4\nmoves: {SHORT}").moves == MOVES


def test_a_record_may_start_from_a_position_even_in_mid_turn():
    begin = start("vect-reverse").play("d3")
    game = Game.from_position(begin)
    game.play("d4-c5")
    game.play("e3")
    assert str(game) == f"ruleset: vect-reverse\nstart: {begin}\nmoves: d4-c5; e3\n"
    assert Game.read(str(game)) == game
    assert Game.read(str(game)).root.position == begin


def test_a_start_that_is_the_rulesets_own_is_not_written():
    assert str(Game.read("ruleset: verto:size=3\nstart: verto:size=3 .../.../... x\nmoves: b2")) == (
        "ruleset: verto:size=3\nmoves: b2\n"
    )


def test_a_record_without_moves_is_a_game_not_begun():
    assert Game.read("ruleset: verto") == Game.start("verto")
    assert str(Game.start("verto")) == "ruleset: verto\nmoves:\n"


def test_a_game_broken_off_keeps_the_result_it_names():
    text = "ruleset: verto\nresult: second resigned\nmoves: c3; d4\n"
    game = Game.read(text)
    assert game.result == Outcome(Side.SECOND, "resigned")
    assert str(game) == text


def test_a_result_that_says_nothing_we_know_is_kept_as_it_is():
    text = "ruleset: verto\nresult: adjourned\nfirst: Ann\nmoves: c3; d4\n"
    game = Game.read(text)
    assert game.result is None
    assert str(game) == text


def test_a_finished_game_needs_no_result_and_is_given_it():
    plain = Game.read(f"ruleset: reversi:size=4x4\nmoves: {SHORT}")
    told = Game.read(f"ruleset: reversi:size=4x4\nresult: first\nmoves: {SHORT}")
    assert plain == told
    assert "result: first R8 majority\n" in str(told)


def test_headers_keep_their_order_and_the_result_comes_last():
    text = "ruleset: verto\nsecond: Bob\ndate: 2026-01-02\nfirst: Ann\nmoves: c3\n"
    game = Game.read(text)
    assert str(game) == text
    game.end("resigned", winner=Side.FIRST)
    assert str(game) == text.replace("moves", "result: first resigned\nmoves")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "it has no line “ruleset: …”"),
        ("moves: d3", "it has no line “ruleset: …”"),
        ("ruleset verto", "line 1 should look like “name: value”"),
        ("ruleset: verto\n1st: Ann", "line 2 should look like “name: value”"),
        ("ruleset: verto\nruleset: verto", "line 2 gives ruleset twice"),
        ("ruleset: verto\nmoves: c3\nmoves: d4", "line 3 gives moves twice"),
        ("ruleset: chess", "there is no game chess"),
        ("ruleset: verto\nstart: reversi", "expected RULESET BOARD SIDE"),
        ("ruleset: verto\nstart: verto:size=3 .../.../... x", "the start is a position of verto:size=3"),
        ("ruleset: verto\nmoves: a1", "move 1, a1: a1 is not legal here"),
        ("ruleset: verto\nmoves: c3; d4 (c3; c5); c5", "move 2, c3: c3 is not legal here"),
        ("ruleset: verto\nmoves: c3; d4!!!", "move 2, d4!!!: d4!!! is not legal here"),
        ("ruleset: vect-reverse\nmoves: d3; d4-c5", "move 2, ;: "),
        ("ruleset: vect-reverse\nmoves: d3 d4-c5 (d4-c3; e3); e3 (f3 ; e5)", "move 3, f3: f3 is not legal here"),
        (f"ruleset: reversi:size=4x4\nresult: second\nmoves: {SHORT}", "but the moves give first R8 majority"),
        ("ruleset: verto\nmoves: c3 {open", "a comment starting with { never ends"),
        ("ruleset: verto\nmoves: c3 (d4", "a variation starting with ( never ends"),
        ("ruleset: verto\nmoves: (c3)", "unexpected ( among the moves"),
        ("ruleset: verto\nmoves: c3 ((d4))", "unexpected ( among the moves"),
        ("ruleset: verto\nmoves: c3 ($1 d4)", "unexpected $1 among the moves"),
        ("ruleset: verto\nmoves: c3)", "unexpected ) among the moves"),
        ("ruleset: verto\nmoves: c3 }", "unexpected } among the moves"),
        ("ruleset: verto\nmoves: c3 $", "unexpected $ among the moves"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(text, says):
    with pytest.raises(TurncoatError) as refused:
        Game.read(text)
    assert says in str(refused.value)
    assert refused.value.text("ja") != refused.value.text("en")


@pytest.mark.parametrize("game", list(games()))
def test_a_game_is_written_without_playing_a_move(game, monkeypatch):
    known, chance = Game.start(game, headers={"first": "Ann"}), Random(2)
    while known.position.legal_moves:
        known.play(chance.choice(known.position.legal_moves))
    with monkeypatch.context() as patch:
        patch.setattr(type(known.position), "play", None)
        told = str(known)
    again = Game.read(told)
    assert again == known
    assert again.positions == known.positions


def test_a_variation_follows_the_move_it_replaces():
    game = Game.read("ruleset: verto\nmoves: c3; d4 (e4; e5 (f5; f4) ; e6) (f4); c5")
    assert shape(game.root) == [["c3", ["d4", ["c5"]], ["e4", ["e5", ["e6"]], ["f5", ["f4"]]], ["f4"]]]
    assert game.moves == ("c3", "d4", "c5")
    assert "moves: c3; d4 (e4; e5 (f5; f4); e6) (f4); c5\n" in str(game)


def test_a_variation_within_a_turn_goes_on_with_the_turn():
    text = "ruleset: vect-reverse\nmoves: d3 d4-c5 (d4-c3; e3); e3\n"
    assert str(Game.read(text)) == text


def test_a_turn_sign_before_the_first_move_of_a_line_ends_no_turn():
    begin = start("vect-reverse").play("d3")
    assert Game.read(f"ruleset: vect-reverse\nstart: {begin}\nmoves: ; d4-c5").moves == ("d4-c5",)
    game = Game.read("ruleset: vect-reverse\nmoves: d3 d4-c5 (; d4-c3); e3")
    assert shape(game.root) == [["d3", ["d4-c5", ["e3"]], ["d4-c3"]]]


def test_the_first_move_has_variations_too_and_one_written_twice_is_one():
    game = Game.read("ruleset: verto\nmoves: c3 (d4; d6) (d4; d5) (c3; e5)")
    assert shape(game.root) == [["c3", ["e5"]], ["d4", ["d6"], ["d5"]]]


def test_comments_clocks_evaluations_and_symbols_belong_to_the_move_before_them():
    game = Game.read(
        "ruleset: verto\n"
        "moves: {to begin} c3 !? $14 { [%clk 0:04:58.5] [%eval 63.12%,9] well  said }; "
        "d4! {one} {two} ({first} e4); c5$2"
    )
    first, second, third = list(game.root.main_line())[1:]
    assert (game.root.comment, first.comment, second.comment) == ("to begin", "well  said", "one two")
    assert (first.symbols, second.symbols, third.symbols) == (("!?", "$14"), ("!",), ("?",))
    assert (first.clock, first.evaluation) == (298_500, Evaluation(0.6312, depth=9))
    assert first.children[1].comment == "first"
    assert str(game) == (
        "ruleset: verto\nmoves: {to begin} c3!? $14 {[%clk 0:04:58.5] [%eval 63.12%,9] well  said}; "
        "d4! {one two} (e4 {first}); c5?\n"
    )


@pytest.mark.parametrize(
    ("evaluation", "text"),
    [
        (Evaluation(1.0, proved=True), "#first"),
        (Evaluation(0.0, proved=True, depth=7), "#second,7"),
        (Evaluation(0.5, proved=True), "#draw"),
        (Evaluation(0.99996), "100.00%"),
        (Evaluation(0.00006), "0.01%"),
    ],
)
def test_an_evaluation_is_written_for_the_first_side(evaluation, text):
    game = with_moves("verto", "c3")
    game.current.evaluation = evaluation
    assert f"{{[%eval {text}]}}" in str(game)
    assert Game.read(str(game)).current.evaluation == evaluation


@pytest.mark.parametrize("tag", ["[%clk 1:2:3]", "[%clk soon]", "[%eval 0.34]", "[%eval 101%]", "[%csl Gd4]", "[%eval"])
def test_a_tag_that_is_none_of_ours_stays_in_the_comment(tag):
    game = Game.read(f"ruleset: verto\nmoves: c3 {{{tag} fine}}")
    assert (game.current.comment, game.current.clock, game.current.evaluation) == (f"{tag} fine", None, None)
    assert Game.read(str(game)) == game


def test_a_comment_may_go_on_over_lines_that_look_like_others():
    game = Game.read("ruleset: verto\nmoves: c3 {plan:\nsecond: the corner\n# and more\n\n} d4\nfirst: Ann")
    assert (game.root.children[0].comment, game.moves) == ("plan: second: the corner # and more", ("c3", "d4"))
    assert dict(game.headers) == {"first": "Ann"}


@pytest.mark.parametrize(
    "comment", ["}", "\\}", "\n", "a\nsecond: Eve", " ends ", "\\n", "C:\\new", "[%clk 0:00:01]", "\u2028"]
)
def test_whatever_a_comment_says_is_read_back(comment):
    game = with_moves("verto", "c3", "d4")
    game.current.parent.comment = comment
    assert Game.read(str(game)) == game
    assert len(str(game).splitlines()) == 2
    [again] = read_games(f"{game}\n")
    assert again.root.children[0].comment == comment


@settings(max_examples=tries(150), deadline=None)
@given(trees())
def test_every_tree_reads_back_as_it_was(game):
    text = str(game)
    again = Game.read(text)
    assert again == game
    assert str(again) == text
    assert text.count("\n") == len(text.splitlines())


@settings(max_examples=tries(60), deadline=None)
@given(trees())
def test_the_moves_without_notes_and_variations_are_a_transcript(game):
    from turncoat.games.notation import write_transcript

    for node in game.root.walk():
        del node.children[1:]
        node.comment, node.symbols, node.clock, node.evaluation = "", (), None, None
    moves = game.last.moves()
    assert str(game).splitlines()[-1] == f"moves: {write_transcript(game.root.position, moves)}".rstrip()


def test_a_tree_may_be_deeper_and_wider_than_python_calls():
    game = Game.start("verto:size=11")
    node = game.root
    while node.position.legal_moves:  # a variation at every move, within the variation before
        legal = node.position.legal_moves
        node.add(str(legal[0]))
        node = node.add(str(legal[-1]))
    for move in game.root.position.legal_moves:
        game.root.add(str(move))
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 60)
    try:
        assert node.number > 100
        assert Game.read(str(game)) == game
        assert pickle.loads(pickle.dumps(game)) == game
    finally:
        sys.setrecursionlimit(usual)


def test_variations_may_be_nested_without_end():
    game = Game.read("ruleset: reversi\nmoves: d3 " + "(c4 (d3 " * 5000 + "))" * 5000)
    assert shape(game.root) == [["d3"], ["c4"]]


def test_a_file_holds_several_games_with_an_empty_line_after_each():
    text = "# mine\nruleset: reversi\nmoves: f5d6c3\n\n\nruleset: verto\n# theirs\nmoves: d4 {x}\n"
    assert [game.moves for game in read_games(text)] == [("f5", "d6", "c3"), ("d4",)]
    assert split_records(text, keep_comments=True)[1] == "ruleset: verto\n# theirs\nmoves: d4 {x}\n"
    assert list(read_games("\n\n# nothing\n")) == []


OLD = split_records(Path(__file__).with_name("records_0_1.txt").read_text("utf-8"))


@pytest.mark.parametrize("text", OLD, ids=range(len(OLD)))
def test_a_record_that_0_1_wrote_reads_and_is_written_byte_for_byte(text):
    game = Game.read(text)
    assert str(game) == text
    assert game.result is not None


def test_records_of_0_1_are_of_every_game_from_the_start_and_from_positions_even_in_mid_turn():
    read = [Game.read(text) for text in OLD]
    assert len(read) == 24
    assert {game.ruleset.info.name for game in read} == set(games())
    begun = [game.root.position for game in read if game.known_moves is None]
    assert len(begun) == 8
    assert {position.mid_turn for position in begun} == {True, False}


def test_every_ruleset_is_among_those_walked():
    assert {Game.start(ruleset).ruleset.info.name for ruleset in RULESETS} == set(games())
