"""Whole games through `play`, typed in line by line."""

import random
import re
from pathlib import Path

import pytest

from tests.cli.terminal import run, type_in
from tests.moves import texts
from turncoat.cli.match import Match
from turncoat.cli.storage import read_record
from turncoat.games import games, start
from turncoat.games.moves import PASS, SWAP
from turncoat.games.words import describe_result
from turncoat.play import Game, RandomPlayer

SMALL = {"size": {"8": "4", "8x7": "4x3", "8x8": "4x4"}, "target": {"4/4": "2/2"}}


def small(game):
    """The game with the options that make it short."""
    found = {
        choice.name: SMALL[choice.name].get(choice.default, choice.default)
        for choice in game.Options.choices()
        if choice.name in SMALL
    }
    return str(game.Options.read(found))


RULESETS = [small(game) for game in games().values()]


def random_game(ruleset, seed=0, swap=False):
    """A game's moves as a person would type them (passes come by themselves), and its last position."""
    chance, position, typed = random.Random(seed), start(ruleset), []
    while position.result() is None:
        moves = texts(position)
        if SWAP in moves:
            typed.append("yes" if swap else "no")
            position = position.play(SWAP) if swap else position
            moves = [move for move in texts(position) if move != SWAP]
        move = chance.choice(moves)
        typed += [] if move == PASS else [move]
        position = position.play(move)
    return typed, position


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_people_play_a_game_to_its_end(ruleset, language):
    typed, last = random_game(ruleset, seed=3)
    answer = run("play", ruleset, "--lang", language, stdin=type_in(*typed))
    assert answer.code == 0
    assert answer.err == ""
    sentence = describe_result(last, language)
    assert sentence in answer.out.replace("\n", " " if language == "en" else "")
    assert f"{last.result().rule})" in answer.out.replace("）", ")")


def game_against_random(ruleset, side, seed):
    """What a person of random taste types against the opponent of that seed, and the match that comes of it."""
    chance, opponent = random.Random(seed), RandomPlayer(seed)
    match, typed = Match.between_people(start(ruleset)), []
    while not match.over:
        moves = texts(match.position)
        if match.seat(match.position.side) != side:
            match.play(opponent.choose(match.game).move)
        elif moves == [PASS]:
            match.play(PASS)
        else:
            typed += ["no"] if SWAP in moves else []
            typed.append(chance.choice([move for move in moves if move != SWAP]))
            match.play(typed[-1])
    return typed, match


@pytest.mark.parametrize("seed", [1, 4])
@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_person_plays_the_random_opponent_to_the_end(ruleset, side, seed, state):
    typed, match = game_against_random(ruleset, side, seed)
    answer = run("play", ruleset, "-a", "random", "--as", side, "--seed", str(seed), stdin=type_in(*typed))
    assert (answer.code, answer.err) == (0, "")
    assert "Random (" in answer.out
    assert describe_result(match.position) in answer.out.replace("\n", " ")
    [kept] = state.glob("*.turncoat")
    record = read_record(kept)
    assert record.moves == match.moves
    assert Match(record).person == side


def test_the_same_seed_makes_the_same_opponent():
    def opening(seed):
        out = run("play", "verto", "--against", "random", "--as", "second", "--seed", seed, stdin="").out
        return re.findall("plays (.*)", out)

    assert opening("1") == opening("1") != opening("2")


def test_a_chain_is_asked_for_step_by_step():
    out = run("play", "vect-reverse", stdin=type_in("d3", "d4-c5", "q")).out
    assert "Black: choose one of the outflanked stones, then where it goes." in out
    assert "d4 moves to c5, c5 turns to Black" in out
    assert out.index("Black: choose one") < out.index("White: place a stone")


def test_one_cell_is_enough_where_only_one_move_fits():
    out = run("play", "vect-reverse", stdin=type_in("d3", "d4", "c5", "q")).out
    assert "d4 could mean:" in out
    assert "d4 moves to c5" in out


def test_several_moves_may_stand_on_a_line_and_in_full_width():
    out = run("play", "vect-reverse", stdin=type_in("Ｄ３ ｄ４-ｃ５; b5", "q")).out
    assert "White plays b5" in out


def test_an_illegal_move_is_refused_and_the_game_goes_on():
    answer = run("play", "vect-reverse", stdin=type_in("a1", "zz", "d3", "q"))
    assert "a1 is not legal here; legal moves: d3 c4 f5 e6" in answer.err
    assert "Black plays d3" in answer.out
    many = run("play", "invector", stdin=type_in("a1xa1", "q"))
    assert "type 'moves' to list legal moves" in many.err


def test_undo_goes_back_to_the_last_decision_of_a_person():
    out = run("play", "vect-reverse", stdin=type_in("undo", "d3", "c5", "undo", "d4-c3", "q"))
    assert "there is no move to take back" in out.err
    assert "d4 moves to c3" in out.out
    out = run("play", "verto", "--against", "random", stdin=type_in("d4", "undo", "save a", "q"))
    assert out.err == ""
    assert Game.read(Path("a").read_text()).moves == ()


def test_a_pass_is_played_by_itself_and_taken_back_with_the_move_before_it():
    moves = ["b1", "c1", "d3", "a1", "pass"]  # the last comes by itself
    answer = run("play", "reversi:size=4x4", stdin=type_in(*moves[:-1], "save a", "undo", "save b", "q"))
    assert "Symbols can't outflank anything and must pass." in answer.out
    assert Game.read(Path("a").read_text()).moves == tuple(moves)
    assert Game.read(Path("b").read_text()).moves == tuple(moves[:-2])


def test_the_pie_rule_is_a_question_of_its_own():
    out = run("play", "invector:size=4x3", stdin=type_in("a1xb1", "perhaps", "yes", "save g", "q")).out
    assert "Pie rule: White may swap colours" in out
    assert "the players swap colours" in out
    assert Game.read(Path("g").read_text()).moves == ("a1xb1", "swap")


def test_after_a_swap_the_opponent_has_the_other_colour():
    lines = type_in("yes", "save g", "q")
    out = run("play", "invector", "--against", "random", "--as", "second", "--seed", "1", stdin=lines).out
    assert "Random (Black) plays" in out
    assert "Random (White) plays" in out
    assert out.rstrip().splitlines()[-2].startswith("Black>")
    match = Match(read_record(Path("g")))
    assert match.players == {"first": "random", "second": "person"}
    assert match.seat(match.position.side) == "second"


def test_a_game_that_ends_after_a_swap_is_told_to_the_end():
    typed, last = random_game("invector:size=4x3", seed=2, swap=True)
    out = run("play", "invector:size=4x3", stdin=type_in(*typed)).out
    assert describe_result(last) in out.replace("\n", " ")


def test_resigning_asks_first_and_can_be_taken_back():
    out = run(
        "play", "verto", stdin=type_in("d4", "resign", "no", "resign", "yes", "undo", "resign", "y", "save g", "q")
    )
    assert out.err == ""
    assert out.out.count("Dark resigned. Light wins.") == 2
    assert "result: first resigned" in Path("g").read_text()
    assert "Dark resigned. Light wins." in run("replay", "g").out
    assert run("replay", "g", "--json").data["resigned"] == "second"
    assert "Dark resigned" in run("play", "--load", "g", stdin="").out


def test_a_game_is_saved_and_gone_on_with():
    run("play", "vect-reverse", "--against", "random", "--seed", "1", stdin=type_in("d3 c5", "save game", "q"))
    record = read_record(Path("game"))
    assert record.moves[:2] == ("d3", "d4-c5")
    assert record.headers["second"] == "random"
    out = run("play", "--load", "game", stdin=type_in("save", "q")).out
    assert "game" in out
    answer = run("play", "verto", stdin=type_in("load game", "board", "load nothing", "q"))
    assert "VECT-REVERSE" in answer.out
    assert "no such file" in answer.err


def test_saving_over_another_file_asks_first(tmp_path):
    (tmp_path / "dear").write_text("my only copy")
    out = run("play", "verto", stdin=type_in("d4", "save dear", "no", "save dear", "no", "q")).out
    assert "Replace it?" in out
    assert (tmp_path / "dear").read_text() == "my only copy"
    run("play", "verto", stdin=type_in("d4", "save dear", "yes", "save", "q"))
    assert (tmp_path / "dear").read_text().startswith("ruleset: verto")


def test_a_game_broken_off_is_kept_and_continued(state):
    out = run("play", "verto", stdin=type_in("d4", "e5")).out
    [kept] = state.glob("*.turncoat")
    assert str(kept) in out.replace("\n", "")
    out = run("play", "--continue", stdin=type_in("f6xe5")).out
    assert "f6" in out
    assert read_record(kept).moves == ("d4", "e5", "f6xe5")
    assert list(state.glob("*.turncoat")) == [kept]


def test_a_game_that_was_saved_needs_no_second_copy(state):
    run("play", "verto", stdin=type_in("d4", "save game", "q"))
    assert list(state.glob("*")) == []


def test_a_folder_that_cannot_be_written_to_does_not_end_the_game(tmp_path):
    (tmp_path / "file").write_text("")
    answer = run("play", "verto", stdin=type_in("d4", "e5", "q"), env={"XDG_STATE_HOME": str(tmp_path / "file")})
    assert answer.code == 0
    assert len(answer.err.splitlines()) == 1
    assert "cannot write" in answer.err


def test_without_a_ruleset_a_menu_asks():
    out = run("play", stdin=type_in("9", "2", "size=99", "size=5 quiet=no", "2", "2", "q")).out
    assert "Which game?" in out
    assert "verto:size=5,quiet=no" in out
    assert "Random (Light) plays" in out


def test_the_menu_offers_the_unfinished_game():
    run("play", "verto", stdin=type_in("d4"))
    out = run("play", stdin=type_in(str(len(games()) + 1), "save g", "q")).out
    assert "continue verto, after 1 move" in out
    assert Game.read(Path("g").read_text()).moves == ("d4",)


def test_the_menu_is_left_by_the_end_of_input():
    assert run("play", stdin="").code == 0


def test_both_languages_understand_the_commands_of_both():
    for words in (
        ("help", "moves", "board", "undo", "new", "quit"),
        ("ヘルプ", "合法手", "盤面", "待った", "新規", "終了"),
    ):
        for language in ("en", "ja"):
            answer = run("play", "verto", "--lang", language, stdin=type_in("d4", *words))
            assert (answer.code, answer.err) == (0, "")


def test_a_position_can_be_played_from():
    begin = "verto:size=3 .../.x./... o"
    run("play", begin, stdin=type_in("a1", "save g", "q"))
    record = Game.read(Path("g").read_text())
    assert (str(record.root.position), record.moves) == (begin, ("a1",))


def test_replay_shows_any_moment(tmp_path):
    (tmp_path / "g").write_text("ruleset: reversi\nfirst: Ann\nmoves: f5d6c3\n")
    out = run("replay", "g").out
    assert "Symbols: Ann" in out
    assert "f5; d6; c3" in out
    assert "after move 1, f5" in run("replay", "g", "--at", "1").out
    assert run("replay", "g", "--all").out.count("    a  b  c") == 4
    told = run("replay", "g", "--at", "2", "--json").data
    assert (told["number"], told["moves"], told["side"]) == (2, ["f5", "d6", "c3"], "first")
    assert run("replay", "g", "--at", "9").code == 2


def test_a_game_is_loaded_or_begun_but_not_both():
    Path("g").write_text("ruleset: verto\nmoves: d4\n")
    answer = run("play", "verto", "--load", "g")
    assert answer.code == 2
    assert "cannot load a game and start one" in answer.err


def test_a_loaded_game_is_saved_where_it_came_from():
    Path("g").write_text("ruleset: verto\nfirst: Ann\nsecond: Bob\nevent: Sunday\nmoves: d4\n")
    run("play", "--load", "g", stdin=type_in("e5", "save", "q"))
    record = read_record(Path("g"))
    assert record.moves == ("d4", "e5")
    assert record.headers == {"first": "Ann", "second": "Bob", "event": "Sunday"}


def test_loading_in_a_game_takes_the_opponent_of_the_file():
    run("play", "verto", "-a", "random", "--seed", "1", stdin=type_in("d4", "save g", "q"))
    out = run("play", "reversi", stdin=type_in("load g", "g7", "q")).out
    assert "Random (Dark) plays" in out
