"""The commands `solve` and `table`."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.terminal import run
from turncoat import native


def test_a_proof_is_a_sentence_and_a_line():
    answer = run("solve", "reversi:size=4x4")
    assert answer.code == 0
    assert "Symbols, to move, loses by 8" in answer.out
    assert "Best line: " in answer.out
    assert "8石負け" in run("solve", "reversi:size=4x4", "--lang", "ja").out


def test_programs_get_json():
    told = run("solve", "verto:size=3", "--moves", "b2", "--method", "df-pn", "--json").data
    assert (told["outcome"], told["lead"], told["exact"]) == ("win", 5, True)
    assert set(told) == {"position", "outcome", "lead", "moves", "nodes", "seconds", "exact"}


def test_a_position_can_be_solved_and_who_wins_alone():
    told = run("solve", "--position", "reversi:size=4x4 ..../.xx./.xo./..o. x coins=6/7", "--outcome", "--json")
    assert told.data["lead"] is None


def test_threads_change_nothing_but_the_time():
    told = run("solve", "verto:size=4", "--threads", "3", "--json").data
    assert (told["outcome"], told["lead"]) == ("loss", -2)


def test_a_large_board_is_told_from_a_small_one():
    moves = " ".join(native.playout_moves("reversi", seed=1, game=0)[:-3])
    assert "64-bit hashes" in run("solve", "reversi", "--moves", moves).out
    assert "64-bit hashes" not in run("solve", "reversi:size=4x4").out


@pytest.mark.parametrize("threads", ["1", "3"])
def test_an_interrupted_proof_goes_on(tmp_path, threads):
    command = ["solve", "reversi:size=6x6", "--checkpoint", str(tmp_path / "proof"), "--memory", "64", "-t", threads]
    going = subprocess.Popen(
        [sys.executable, "-m", "turncoat.cli", *command], stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    while not (tmp_path / "proof").exists():
        assert going.poll() is None
        time.sleep(0.05)
    time.sleep(1)
    going.send_signal(signal.SIGINT)
    out, err = going.communicate(timeout=60)
    assert (going.returncode, out) == (130, b"")
    assert b"Run the same command to continue from" in err


def test_a_table_is_built_and_asked():
    built = run("table", "build", "verto:size=3", "--out", "v.table")
    assert built.code == 0
    assert "1,367 positions" in built.out
    shown = run("table", "show", "v.table", "verto:size=3 .../.x./... o")
    assert "wins by 5" in shown.out
    assert "a1  +5" in shown.out
    told = run("table", "show", "v.table", "--moves", "b2", "--json").data
    assert told["positions"] == 1367
    assert told["lead"] == max(move["lead"] for move in told["moves"]) == 5


def test_a_table_of_a_game_without_counts_speaks_of_wins():
    run("table", "build", "invector:size=2x3,pie=no", "--out", "i.table")
    assert "a1xb1  loss" in run("table", "show", "i.table").out
    assert "負け" in run("table", "show", "i.table", "--lang", "ja").out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("table", "build", "verto:size=3"), 2, "--out is missing"),
        (("table", "build", "verto", "--out", "x"), 2, "too large for a table"),
        (("table", "build", "verto:size=3", "--out", "no/where"), 1, "cannot write no/where"),
        (("table", "show", "nowhere"), 1, "cannot read nowhere"),
        (("table", "show", "text"), 1, "text is not a table"),
        (("solve", "reversi:size=4x4", "--checkpoint", "text"), 1, "is not a checkpoint"),
        (("solve", "reversi:size=4x4", "--checkpoint", "no/where"), 1, "cannot write no/where"),
        (("solve", "reversi:size=4x4", "--method", "luck"), 2, "--method must be one of"),
        (("solve", "reversi:size=4x4", "--threads", "0"), 2, "--threads must be"),
        (("solve", "reversi:size=4x4", "--threads", "many"), 2, "--threads must be"),
        (("solve", "reversi:size=4x4", "--threads", "2", "--method", "df-pn"), 2, "df-pn uses one thread"),
        (("solve", "reversi:size=4x4", "--threads", "2", "--method", "df-pn", "--lang", "ja"), 2, "1スレッドだけ"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(arguments, code, said):
    Path("text").write_text("nothing of the kind\n")
    answer = run(*arguments)
    assert answer.code == code
    assert said in answer.err
    assert Path("text").read_text() == "nothing of the kind\n"
