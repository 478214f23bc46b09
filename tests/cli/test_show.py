"""`games`, `rules`, `show`, `moves`: what they print for people and for programs."""

import pytest

from tests.cli.terminal import run
from tests.moves import texts
from turncoat.games import games, start


def test_games_lists_every_game_with_its_options():
    answer = run("games")
    assert answer.code == 0
    for game in games().values():
        assert game.name in answer.out
        for choice in game.Options.choices():
            assert choice.name in answer.out
    assert run("games", "--lang", "ja").out != answer.out


def test_games_tells_programs_the_defaults_and_allowed_values():
    told = run("games", "--json").data
    assert [game["name"] for game in told] == list(games())
    for game in told:
        for option in game["options"]:
            assert option["default"] in option["values"]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", games())
def test_rules_are_shown_with_their_diagrams(game, language):
    answer = run("rules", game, "--lang", language)
    assert answer.code == 0
    assert "R1" in answer.out
    assert "diagram:" not in answer.out
    assert "    a  b  c" in answer.out
    assert all(line == line.rstrip() for line in answer.out.splitlines())


def test_rules_can_be_a_page_with_pictures(tmp_path):
    answer = run("rules", "verto", "--lang", "ja", "--html", "verto.html", "--svg", "pictures")
    assert answer.code == 0
    page = (tmp_path / "verto.html").read_text("utf-8")
    assert '<html lang="ja">' in page
    assert "<svg" in page
    pictures = list((tmp_path / "pictures").glob("*.svg"))
    assert pictures
    assert all(picture.read_text("utf-8").startswith("<svg") for picture in pictures)


def test_rules_for_programs_are_markdown():
    told = run("rules", "invector", "--json", "--lang", "ja").data
    assert told["language"] == "ja"
    assert told["markdown"].startswith("# ")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", games())
def test_show_draws_the_start_of_every_game(game, language):
    answer = run("show", game, "--lang", language)
    assert answer.code == 0
    assert str(start(game)) in answer.out
    for side in ("first", "second"):
        assert games()[game].say(f"sides.{side}", language) in answer.out


def test_show_draws_coordinates_bases_areas_and_legal_moves():
    lines = run("show", "vect-reverse", "--moves", "d3 d4-c5").out.splitlines()
    assert lines[1].startswith("    a  b  c  d  e  f  g  h ")
    assert lines[3].startswith(" 2  ░ [·] ·  ·  ·  · [·] ░")
    assert lines[6].startswith(" 5  ░  + {●}[●][○] ·  ·  ░")
    assert "e3 b5" in lines


def test_show_says_how_a_game_was_decided():
    over = "reversi:size=4x4 xxxx/xxxx/xxxx/xxxo o coins=1/1"
    assert "Symbols win by 15 coins to 1. (R8)" in run("show", over).out
    assert "15枚対1枚" in run("show", over, "--lang", "ja").out
    result = run("show", over, "--json").data["result"]
    assert (result["winner"], result["rule"], result["reason"], result["ended"]) == ("first", "R8", "majority", "R8")


def test_show_tells_programs_all_about_a_position():
    told = run("show", "vect-reverse", "-m", "d3", "--json").data
    assert told["position"].endswith("x chain=d3")
    assert told["side"] == "first"
    assert told["mid_turn"] is True
    assert told["moves"] == ["d4-c3", "d4-e3", "d4-c4", "d4-c5"]
    assert told["score"] == {"first": 0, "second": 0}
    assert told["stones"] == {"first": 3, "second": 2}
    assert told["events"] == [{"kind": "placed", "side": "first", "cell": "d3", "to": None}]
    assert told["result"] is None
    assert {"kind": "base", "name": "b2", "cells": ["b2"], "holder": None} in told["zones"]
    assert told["zones"][0] == {"kind": "center", "name": "", "cells": told["zones"][0]["cells"], "holder": None}


def test_show_writes_a_picture(tmp_path):
    answer = run("show", "reversi", "--moves", "f5d6c3", "--svg", "board.svg")
    assert (answer.code, answer.out) == (0, "")
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg")


def test_show_with_letters_alone():
    assert run("show", "vect-reverse", "--ascii").out.isascii()
    assert run("show", "verto", env={"TURNCOAT_ASCII": "1"}).out.isascii()


def test_a_board_wider_than_the_terminal_comes_in_blocks_of_columns():
    lines = run("show", "reversi:size=10x4", env={"COLUMNS": "20"}).out.splitlines()
    assert [line for line in lines if line.startswith("    ")] == ["    a  b  c  d  e", "    f  g  h  i  j"]
    assert all(len(line) <= 20 for line in lines[1:11])


def test_moves_are_one_on_a_line():
    assert run("moves", "vect-reverse").out.split("\n") == ["d3", "c4", "f5", "e6", ""]
    assert run("moves", "--position", str(start("verto:size=3"))).out.split() == texts(start("verto:size=3"))


def test_moves_of_a_game_that_is_over_answer_no():
    answer = run("moves", "verto:size=3 xxx/xxx/xxo x")
    assert (answer.code, answer.out) == (1, "")
    assert "8" in answer.err
    assert run("moves", "verto:size=3 xxx/xxx/xxo x", "--json").data["moves"] == []


def test_whole_turns_are_listed_up_to_a_limit():
    answer = run("moves", "vect-reverse", "--turns", "--limit", "3")
    assert answer.out.splitlines() == ["d3 d4-c3", "d3 d4-e3", "d3 d4-c4"]
    assert "more" in answer.err
    told = run("moves", "vect-reverse", "--turns", "--json").data
    assert told["turns"][0] == ["d3", "d4-c3"]
    assert told["more"] is False


def test_a_ruleset_and_a_position_of_another_contradict_each_other():
    answer = run("show", "verto", "--position", str(start("reversi")))
    assert answer.code == 2
    assert "leave one of them out" in answer.err
