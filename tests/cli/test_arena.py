"""The command `arena`: what it shows, what it keeps, and how it ends."""

import errno
import json
import re
import signal
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest

from tests.cli.terminal import run
from turncoat.cli.arena import _status_line
from turncoat.lab.arena import Match, play, tournament
from turncoat.lab.arena.tournament import commit

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


def test_the_log_has_a_line_for_every_finished_match_with_all_that_judges_it():
    for bounds in (("0", "150"), ("0", "300")):
        run("arena", "uct:200", "random", *SMALL, "--sprt", *bounds, "--log", "elo.jsonl")
    run("arena", "uct:200", "nodes:x", *SMALL, "--log", "elo.jsonl")  # never played, never logged
    first, second = map(json.loads, Path("elo.jsonl").read_text("utf-8").splitlines())
    assert datetime.fromisoformat(first["date"]).tzinfo
    assert re.fullmatch("[0-9a-f]{10,40}(-dirty)?", first["commit"] or "0" * 10)
    assert (first["players"], first["ruleset"], first["seed"]) == (["uct:200", "random"], "reversi:size=4x4", 0)
    assert first["games"] == sum(first["pairings"][0][name] for name in ("wins", "draws", "losses"))
    assert first["pairings"][0]["elo"]["value"] > 0
    assert (first["sprt"]["elo1"], first["sprt"]["verdict"]) == (150, "higher")
    assert first["sprt"]["ratio"] > first["sprt"]["bounds"][1]
    assert second["sprt"]["elo1"] == 300


def test_a_checkout_knows_its_commit_and_a_package_elsewhere_has_none(tmp_path, monkeypatch):
    told = commit()
    assert told is None or re.fullmatch("[0-9a-f]{10,40}(-dirty)?", told)
    monkeypatch.setattr(tournament, "__file__", str(tmp_path / "tournament.py"))
    assert commit() is None


@pytest.mark.parametrize(
    ("players", "code", "said"),
    [(("uct:200", "random"), 0, "of 150 over 0"), (("random", "uct:200"), 1, "of 0 over 150")],
)
def test_the_exit_code_of_a_sequential_test_is_its_answer(players, code, said):
    answer = run("arena", *players, *SMALL, "--sprt", "0", "150")
    assert (answer.code, said in answer.out) == (code, True)


def test_failures_are_named():
    answer = run("arena", "random", "python:tests.lab.arena.stub_players:Cheating", *SMALL, "--games", "4")
    assert "lost 4 games by an illegal move" in answer.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("random",), "at least two players"),
        (("random", "nodes:x"), "nodes needs a number"),
        (("random", "randon"), "did you mean random"),
        (("random", "uct:5", "--clock", "soon"), "a clock is"),
        (("random", "uct:5", "--sprt", "0", "x"), "--sprt"),
        (("random", "uct:5", "--sprt", "0", "nan"), "from -300 to 300"),
        (("random", "uct:5", "--sprt", "0", "inf"), "from -300 to 300"),
        (("random", "clock"), "needs a game with a clock"),
        (("random", "python:math:sqrt"), "math:sqrt is not a player: TypeError"),
        (("random", "uct:5", "--log", "."), "cannot write ."),
        (("random", "uct:5", "--log", "nowhere/elo.jsonl"), "cannot write nowhere/elo.jsonl"),
        (("random", "uct:5", "--openings", "nowhere"), "cannot read nowhere"),
        (("random", "uct:5", "--save", "."), "cannot write ."),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(arguments, said):
    answer = run("arena", *arguments, *SMALL)
    assert answer.code in (1, 2)
    assert said in answer.err
    assert "Traceback" not in answer.err
    assert not answer.out


def test_a_log_that_cannot_be_written_in_the_end_does_not_cost_the_result(monkeypatch):
    def fail(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("turncoat.lab.arena.log", fail)
    answer = run("arena", "uct:50", "random", *SMALL, "--games", "2", "--log", "elo.jsonl")
    assert "2 games, seed 0" in answer.out
    assert (answer.code, "cannot write elo.jsonl" in answer.err) == (1, True)


def test_a_match_that_is_refused_leaves_no_log():
    run("arena", "random", "nodes:x", *SMALL, "--log", "elo.jsonl")
    assert not Path("elo.jsonl").exists()


SURE = ("nodes:30,memory=1", "nodes:5,memory=1", "--ruleset", "reversi:size=4x4", "--workers", "0", "--opening", "0")


def test_pairs_that_repeat_others_are_named_and_end_a_test_without_a_verdict():
    answer = run("arena", *SURE, "--games", "8", "--log", "elo.jsonl")
    assert "3 of 4 pairs repeat earlier ones and are not counted" in answer.out
    assert json.loads(Path("elo.jsonl").read_text("utf-8"))["pairings"][0]["repeated_pairs"] == 3
    answer = run("arena", *SURE, "--sprt", "0", "50", env={"COLUMNS": "200"})
    assert answer.code == 1
    assert "The last 50 pairs only repeat earlier ones, so the test stops undecided" in answer.out
    assert "50 of 51 pairs repeat earlier ones" in answer.out
    data = run("arena", *SURE, "--sprt", "0", "50", "--json").data
    assert (data["sprt"]["exhausted"], data["sprt"]["verdict"]) == (True, None)


def test_a_status_line_at_a_round_robin_shows_ratings_best_first_as_far_as_there_is_room():
    players = ("random", "uct:100", "python:tests.lab.arena.stub_players:Sound")
    standing = play(Match(players, "reversi:size=4x4", pairs=6, opening_moves=2))
    line = _status_line(standing)
    assert re.fullmatch(r"uct:100 \+\d+ ±\d+, .+ [+-]\d+ ±\d+, .+ -\d+ ±\d+", line)
    assert "python:tests.lab.ar…" in line
    for room in (20, 40, 60):
        assert _status_line(standing, room).startswith("uct:100 +")
        assert len(_status_line(standing, room)) <= room


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
    assert b"Interrupted. Run the same command to continue" in err
    assert b"uct:2000" in out
    done = path.read_text().count("moves:")
    answer = run(*command, "--games", str(done))
    assert f"{done} games taken from the file." in answer.out
