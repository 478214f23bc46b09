"""UGI that makes no sense, or cannot be done: one line says so, and nothing else happens."""

import random
from dataclasses import replace
from typing import Any

import pytest

import turncoat
from tests.protocols.engine_process import run
from turncoat.engine import Weights
from turncoat.engine._weights import shipped

LARGE = "9" * 5000


def test_a_go_that_makes_no_sense_begins_no_search(ugi):
    assert "movetime needs a whole number" in ugi.ask("go movetime soon", "info string error")
    assert ugi.ask("isready", "readyok", "info", "bestmove") == "readyok"


@pytest.mark.parametrize(
    "line",
    [
        "xyzzy",
        "position",
        "position startpos d3",
        "position startpos moves z9",
        "position startpos moves d3 d3",
        "position fen",
        "position fen .../... x",
        "position fen chess:size=8 ... x",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value lots",
        "setoption name Hash value 0",
        "setoption name Threads value -1",
        "setoption name Nonsense value 1",
        "setoption name Level value 11",
        "setoption name Level",
        "setoption name Seed value -3",
        "setoption name Ruleset value go:size=19",
        "setoption name Ruleset",
        "setoption name Weights value /nowhere",
        "setoption name Weights value a\0b",
        "setoption name Ponder value banana",
        "setoption name Ponder",
        *(f"setoption name {name} value {LARGE}" for name in ("Hash", "Threads", "MultiPV", "MoveOverhead", "Seed")),
        "setoption name Hash value \u0665",
        f"setoption name Level value {LARGE}",
        f"setoption name Ruleset value verto:size={LARGE}",
        f"position fen reversi:size=4x4 ..../.ox./.xo./.... x coins={LARGE}/7",
        f"query {LARGE}",
        f"go depth {LARGE}",
        "query",
        "query weather",
        "\x00\x01 \udcff",
        "日本語",
        "x" * 100_000,
    ],
)
def test_garbage_costs_one_line_and_nothing_else(ugi, line):
    ugi.say("position startpos moves f5")
    ugi.say(line.encode("utf-8", "replace").decode())
    assert ugi.receive("info string error: ", "response")[-1].startswith("info string error: ")
    assert ugi.ask("query fen", "response", "info") == f"response {turncoat.start('reversi').play('f5')}"


def test_an_option_that_is_refused_leaves_the_search_alone(ugi):
    ugi.say("position startpos", "go infinite", "setoption name Hash value lots", "isready")
    received = ugi.receive("readyok")
    assert any("Hash must be a whole number" in line for line in received)
    assert not any(line.startswith("bestmove") for line in received)
    assert ugi.ask("stop", "bestmove")


WEIGHTS: Any = shipped("reversi")
HUGE = 10**30
DAMAGED = {
    "fits an option nobody has": replace(WEIGHTS, fits={"colour": "red", **WEIGHTS.fits}),
    "stages that are texts": replace(WEIGHTS, stages=tuple(map(str, WEIGHTS.stages))),
    "a huge stage": replace(WEIGHTS, stages=(HUGE, *WEIGHTS.stages[1:])),
    "a negative stage": replace(WEIGHTS, stages=(-1, *WEIGHTS.stages[1:])),
    "a stage there is not": replace(WEIGHTS, stages=(WEIGHTS.sets, *WEIGHTS.stages[1:])),
    "too few stages": replace(WEIGHTS, stages=WEIGHTS.stages[1:]),
    "a huge table": replace(WEIGHTS, patterns=((HUGE, (0, 1)),)),
    "a table outside": replace(WEIGHTS, patterns=((2**31 - 1, (0, 1)),)),
    "a cell off the board": replace(WEIGHTS, patterns=((0, (0, 200)),)),
    "a huge cell": replace(WEIGHTS, patterns=((0, (0, HUGE)),)),
    "huge sets": replace(WEIGHTS, sets=HUGE),
    "endless sets": replace(WEIGHTS, sets=float("inf")),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_weights_that_cannot_be_used_are_refused_when_they_are_set(ugi, tmp_path, damage):
    path = DAMAGED[damage].write(tmp_path, "bad")
    ugi.say(f"setoption name Weights value {path}", "isready", "position startpos", "go nodes 100")
    received = ugi.receive("bestmove")
    assert received[0].startswith("info string error: ")
    assert received[1] == "readyok"
    assert not any("error" in line for line in received[1:])
    assert "fault" not in received[0]


def test_a_head_without_end_is_damaged():
    with pytest.raises(turncoat.TurncoatError, match="damaged"):
        Weights.from_bytes(b"\n".join([b"turncoat weights 1", b"[" * 100_000, b""]))


def test_random_words_never_break_it(ugi):
    dice = random.Random(7)
    words = ["position", "startpos", "fen", "moves", "d3", "f5", "pass", "swap", "go", "nodes", "5", "depth", "1"]
    words += ["setoption", "name", "value", "MultiPV", "stop", "query"]
    for _ in range(300):
        line = " ".join(dice.choices(words, k=dice.randint(1, 6)))
        ugi.say(line if "go" not in line.split() else f"{line} nodes 50", "stop")
    ugi.say("position startpos")
    assert ugi.ask("query islegal d3", "response true")


def test_memory_that_cannot_be_had_is_refused_once_and_forgotten():
    script = "setoption name Hash value 65536\nisready\nsetoption name Threads value 1\nisready\ngo nodes 100\n"
    ran = run(script, room=3_000_000 * 1024)
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[:3] == [
        "info string error: cannot allocate 65536 MiB of memory; keeping 64 MiB", "readyok", "readyok",
    ]  # fmt: skip
    assert not any("error" in line for line in lines[3:])
    assert lines[-1].startswith("bestmove ")


def test_a_ruleset_that_is_none_is_a_sentence():
    ran = run("ugi\n", "chess")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "there is no game chess" in ran.stderr
