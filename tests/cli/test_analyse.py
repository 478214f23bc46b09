"""The commands `analyse` and `review`: what they tell people and programs."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import run
from turncoat.games import GAMES

GAME = "ruleset: reversi:size=4x4\nfirst: Ann\nmoves: b1; c1; d1; a1\n"


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_is_analysed_depth_by_depth(game):
    lines = run("analyse", game, "--nodes", "2000", "--lines", "2").out.splitlines()
    depths = [int(line.partition("/")[0].removeprefix("depth ")) for line in lines]
    assert depths == sorted(depths)
    assert depths.count(1) == 2
    assert all("nodes" in line and "%" in line for line in lines)


def test_programs_get_a_line_of_json_for_every_depth():
    answer = run("analyse", "reversi", "--moves", "f5d6c3", "--depth", "4", "--json")
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert [each["depth"] for each in found] == [1, 2, 3, 4]
    assert all(len(each["lines"]) == 3 for each in found)
    wins = [line["win"] for line in found[-1]["lines"]]
    assert wins == sorted(wins, reverse=True)
    assert found[-1]["lines"][0]["moves"][0] in {"d3", "c4", "f4", "f6", "g5", "c5", "b4", "e3", "f3", "d2", "b2"}


def test_with_nodes_the_answer_is_always_the_same():
    def told():
        out = run("analyse", "verto", "--nodes", "3000", "--json").out
        return [json.loads(line)["lines"] for line in out.splitlines()]

    assert told() == told()


def test_what_is_proved_is_called_so_in_both_languages():
    assert "proved -8" in run("analyse", "reversi:size=4x4", "--nodes", "500000", "--lines", "1").out
    assert "読み切り -8" in run("analyse", "reversi:size=4x4", "--depth", "30", "--lines", "1", "--lang", "ja").out


def test_a_finished_game_leaves_nothing_to_think_about():
    answer = run("analyse", "--position", "reversi:size=4x4 xxxx/xxxx/xxxx/xxxo o coins=1/1")
    assert (answer.code, answer.out) == (1, "")
    assert "Symbols win" in answer.err


@pytest.mark.parametrize(("option", "value"), [("--time", "-1"), ("--nodes", "0"), ("--depth", "x"), ("--lines", "0")])
def test_a_limit_that_is_none_is_refused(option, value):
    answer = run("analyse", "verto", option, value)
    assert answer.code == 2
    assert len(answer.err.splitlines()) <= 2


def test_ctrl_c_ends_politely_with_what_was_found():
    command = [sys.executable, "-m", "turncoat.cli", "analyse", "invector", "--depth", "200"]
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "TURNCOAT_LANG": "en"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as going:
        assert going.stdout
        first = going.stdout.readline()
        going.send_signal(signal.SIGINT)
        _, err = going.communicate(timeout=60)
    assert first.startswith("depth 1/")
    assert going.returncode == 130
    assert err == "Interrupted; the last depth shown is what was found.\n"


def test_a_review_names_the_error_and_the_better_line():
    Path("g").write_text(GAME)
    answer = run("review", "g", "--nodes", "100000")
    assert answer.code == 0
    assert "Symbols (Ann)" in answer.out
    assert "2. Numbers: c1??  blunder  chances to win 100 % → 0 %" in answer.out
    assert re.search(r"better: a[13]; .*\(proved \+8\)", answer.out)


def test_a_review_speaks_japanese():
    Path("g").write_text(GAME)
    out = run("review", "g", "--nodes", "100000", "--lang", "ja").out
    assert "悪手" in out
    assert "最善" in out


def test_every_turn_is_told_when_asked():
    Path("g").write_text(GAME)
    assert "1. Symbols: b1" not in run("review", "g", "--nodes", "20000").out
    assert "1. Symbols: b1" in run("review", "g", "--nodes", "1000", "--all").out


def test_a_bare_othello_transcript_is_reviewed_under_its_ruleset():
    Path("g").write_text("f5d6c3d3c4\n")
    data = run("review", "g", "--ruleset", "reversi", "--nodes", "1000", "--json").data
    assert [turn["moves"] for turn in data["turns"]] == [["f5"], ["d6"], ["c3"], ["d3"], ["c4"]]
    assert len(data["wins"]) == 6


def test_one_game_of_a_file_of_several_is_chosen():
    Path("g").write_text(GAME + "\nruleset: verto:size=4\nmoves: b2; c3\n")
    assert run("review", "g", "--game", "2", "--nodes", "500", "--json").data["ruleset"] == "verto:size=4"
    answer = run("review", "g", "--game", "3")
    assert answer.code == 2
    assert "the file has 2 games" in answer.err


def test_the_graph_is_written_to_a_file():
    Path("g").write_text(GAME)
    answer = run("review", "g", "--nodes", "1000", "--svg", "g.svg", "--json")
    assert Path("g.svg").read_text("utf-8").startswith("<svg")
    assert "written: g.svg" in answer.err


def test_the_graph_is_written_as_png_too():
    Path("g").write_text(GAME)
    answer = run("review", "g", "--nodes", "1000", "--png", "g.png", "--svg", "g.svg", "--json")
    assert Path("g.png").read_bytes().startswith(b"\x89PNG")
    assert answer.err == "written: g.svg\nwritten: g.png\n"
    answer = run("review", "g", "--nodes", "1000", "--png", "nowhere/g.png")
    assert answer.code == 1
    assert "cannot write nowhere/g.png" in answer.err


@pytest.mark.parametrize(
    ("text", "said"), [("ruleset: verto\n", "no move in"), ("nonsense", "no readable game"), ("", "0 games")]
)
def test_a_file_without_a_game_is_refused(text, said):
    Path("g").write_text(text)
    answer = run("review", "g")
    assert answer.code in (1, 2)
    assert said in answer.err
