"""The command `arena`: what it shows, what it keeps, and how it ends."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.terminal import run

SMALL = ("--ruleset", "reversi:size=4x4", "--opening", "2", "--workers", "0")


def test_a_match_is_shown_as_a_table_with_its_interval():
    answer = run("arena", "uct:100", "random", *SMALL, "--games", "9")
    assert answer.code == 0
    assert "10 games, seed 0" in answer.out
    assert "uct:100" in answer.out
    assert "…" in answer.out


def test_it_speaks_japanese():
    assert "10局、シード0" in run("arena", "uct:50", "random", *SMALL, "--games", "10", "--lang", "ja").out


def test_a_round_robin_has_ratings_best_first():
    answer = run("arena", "random", "uct:200", "uct:5", *SMALL, "--games", "20")
    ratings = answer.out[answer.out.index("rating") :]
    assert ratings.index("uct:200") < ratings.index("random")


def test_programs_get_json_and_the_log_gets_a_line():
    answer = run("arena", "uct:50", "random", *SMALL, "--games", "4", "--json", "--log", "elo.jsonl")
    data = json.loads(answer.out)
    assert (data["games"], data["players"]) == (4, ["uct:50", "random"])
    [line] = map(json.loads, Path("elo.jsonl").read_text("utf-8").splitlines())
    assert line["pairings"] == data["pairings"]


@pytest.mark.parametrize(
    ("players", "code", "said"),
    [(("uct:200", "random"), 0, "of 150 rather than 0"), (("random", "uct:200"), 1, "of 0 rather than 150")],
)
def test_the_exit_code_of_a_sequential_test_is_its_answer(players, code, said):
    answer = run("arena", *players, *SMALL, "--sprt", "0", "150")
    assert (answer.code, said in answer.out) == (code, True)


def test_failures_are_named():
    answer = run("arena", "random", "python:tests.lab.arena.cast:Cheating", *SMALL, "--games", "4")
    assert "lost 4 games by an illegal move" in answer.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("random",), "at least two players"),
        (("random", "nodes:x"), "nodes needs a number"),
        (("random", "randon"), "did you mean random"),
        (("random", "uct:5", "--clock", "soon"), "a clock reads"),
        (("random", "uct:5", "--sprt", "0", "x"), "--sprt"),
        (("random", "uct:5", "--openings", "nowhere"), "cannot read nowhere"),
        (("random", "uct:5", "--save", "."), "cannot write ."),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(arguments, said):
    answer = run("arena", *arguments, *SMALL)
    assert answer.code in (1, 2)
    assert said in answer.err
    assert "Traceback" not in answer.err


def test_a_match_interrupted_by_the_keyboard_goes_on_later(tmp_path):
    path = tmp_path / "match.games"
    command = ["arena", "uct:2000", "random", "--ruleset", "reversi", "--workers", "1", "--save", str(path)]
    going = subprocess.Popen(
        [sys.executable, "-m", "turncoat.cli", *command], stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    while not (path.exists() and path.read_text().count("moves:") >= 2):
        assert going.poll() is None
        time.sleep(0.05)
    going.send_signal(signal.SIGINT)
    out, err = going.communicate(timeout=60)
    assert going.returncode == 130
    assert b"Interrupted; the same command goes on" in err
    assert b"uct:2000" in out
    done = path.read_text().count("moves:")
    answer = run(*command, "--games", str(done))
    assert f"Taken from the file: {done} games" in answer.out
