"""The commands `analyse` and `review`: what they tell people and programs."""

import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import run
from tests.play.trees import game_of
from tests.protocols.simple import simple_program, told_positions
from turncoat.games import games

ROGUE = Path(__file__).parents[1] / "protocols" / "rogue.py"
GAME = "ruleset: reversi:size=4x4\nfirst: Ann\nmoves: b1; c1; d1; a1\n"

GGF = """(;GM[Othello]PC[GGS]PB[ant]PW[bee]RE[?]TI[15:00]TY[8]
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//1]W[D6]B[C3];)
(;GM[Othello]PB[cat]PW[dog]BO[4 -----O*--*O----- *]B[A2//2.5]W[A1];)
"""


def program(*words):
    """A program's name as --engine takes it."""
    return f"cmd-ugi:{shlex.join([sys.executable, *words])}"


OURS = program("-m", "turncoat.cli", "engine")


@pytest.mark.parametrize("game", list(games()))
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
    assert "-8, proved" in run("analyse", "reversi:size=4x4", "--nodes", "500000", "--lines", "1").out
    assert "読み切りで-8" in run("analyse", "reversi:size=4x4", "--depth", "30", "--lines", "1", "--lang", "ja").out


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
    assert err == "Interrupted; this is the last finished depth.\n"


def test_every_depth_reaches_a_program_as_soon_as_it_is_found():
    command = [sys.executable, "-m", "turncoat.cli", "analyse", "invector", "--infinite", "--json"]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env) as going:
        assert going.stdout
        came, _, _ = select.select([going.stdout], [], [], 20)
        first = going.stdout.readline() if came else b""
        assert going.poll() is None
        going.send_signal(signal.SIGINT)
        assert going.wait(60) == 130
    assert json.loads(first)["depth"] == 1


def test_without_a_limit_it_thinks_until_it_has_proved_everything():
    told = run("analyse", "reversi:size=4x4", "--infinite", "--lines", "1", "--json").out.splitlines()
    assert json.loads(told[-1])["lines"][0]["proved"]


@pytest.mark.parametrize("limit", [("--time", "1"), ("--nodes", "5"), ("--depth", "3")])
def test_no_limit_and_a_limit_are_not_both_meant(limit):
    answer = run("analyse", "verto", "--infinite", *limit)
    assert (answer.code, answer.out) == (2, "")
    assert "leave out --time, --nodes and --depth" in answer.err
    assert "同時には指定できません" in run("analyse", "verto", "--infinite", *limit, "--lang", "ja").err


def test_programs_are_told_the_speed():
    told = [json.loads(line) for line in run("analyse", "verto", "--nodes", "100000", "--json").out.splitlines()]
    assert all(each["speed"] is None or each["seconds"] > 0.001 for each in told)
    assert told[-1]["speed"] == pytest.approx(told[-1]["nodes"] / told[-1]["seconds"], rel=0.001)


def test_another_program_analyses():
    lines = run("analyse", "verto", "--engine", OURS, "--depth", "3", "--lines", "2").out.splitlines()
    assert lines[-1].startswith("depth 3/")
    told = run("analyse", "verto", "--engine", OURS, "--depth", "3", "--json").out.splitlines()
    assert len(json.loads(told[-1])["lines"]) == 3


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("edax", 2, "--engine needs a program"),
        ("cmd:", 1, "names no program"),
        ("cmd:/nowhere/engine", 1, "cannot start"),
        (program(str(ROGUE), "ugi", "crash"), 1, "ended unexpectedly"),
        (program(str(ROGUE), "ugi", "fine"), 1, "gave no line"),
        (program(str(ROGUE), "gtp", "fine").replace("ugi:", "gtp:"), 1, "reports moves but no lines"),
    ],
)
@pytest.mark.parametrize("command", ["analyse", "review"])
def test_a_program_that_fails_ends_the_command_with_a_sentence(command, name, code, said):
    Path("g").write_text("ruleset: reversi\nmoves: f5d6c3\n")
    answer = run(command, "reversi" if command == "analyse" else "g", "--engine", name, "--time", "0.5")
    assert (answer.code, answer.out) == (code, "")
    assert len(answer.err.splitlines()) == 1
    assert said in answer.err


PLAYED = ["d3", "c3", "b3", "d2", "f5", "b2"]  # b2 and d2 the other way round lead to the same position


def test_a_program_is_told_the_moves_that_lead_to_the_position():
    moves = " ".join(PLAYED)
    asked = ["--engine", simple_program("diary"), "--depth", "1", "--lines", "1", "--json"]
    [line] = run("analyse", "reversi", "--moves", moves, *asked).data["lines"]
    assert told_positions("diary") == [f"position startpos moves {moves}"]
    assert game_of("reversi", PLAYED).position.find(line["moves"][0])


def test_a_program_that_reviews_is_told_the_moves_of_the_game_and_those_it_would_have_made():
    Path("g").write_text(f"ruleset: reversi\nmoves: {'; '.join(PLAYED)}\n")
    found = run("review", "g", "--engine", simple_program("diary"), "--depth", "1", "--json").data
    played = [f"position startpos moves {' '.join(PLAYED[:number])}".rstrip() for number in range(len(PLAYED) + 1)]
    better = [
        f"{played[decision['number'] - 1]} {decision['better'][0]}"
        for turn in found["turns"]
        for decision in turn["decisions"]
        if decision["better"]
    ]
    told = set(told_positions("diary"))
    assert better
    assert told >= {*played[1:], *better}
    assert all(line.startswith("position startpos") for line in told)


def test_a_line_of_a_program_is_told_as_far_as_it_can_be_played():
    Path("engine.py").write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    told = {'ugi': 'ugiok', 'isready': 'readyok'}.get(line.split()[0])\n"
        "    if line.startswith('go'):\n"
        "        told = 'info depth 3 score cp 70 pv f5 d6 a1 h8\\nbestmove f5'\n"
        "    print(told or '', flush=True)\n"
    )
    name = program("engine.py")
    out = run("analyse", "reversi", "--engine", name, "--lines", "1").out
    assert out.endswith("f5; d6\n")


def test_a_review_names_the_error_and_the_better_line():
    Path("g").write_text(GAME)
    answer = run("review", "g", "--nodes", "100000")
    assert answer.code == 0
    assert "Symbols (Ann)" in answer.out
    assert "2. Numbers: c1??  blunder  winning chance 100% → 0%" in answer.out
    assert re.search(r"better: a[13]; .*\(\+8, proved\)", answer.out)


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
    assert "Saved to g.svg" in answer.err


def test_the_graph_is_written_as_png_too():
    Path("g").write_text(GAME)
    answer = run("review", "g", "--nodes", "1000", "--png", "g.png", "--svg", "g.svg", "--json")
    assert Path("g.png").read_bytes().startswith(b"\x89PNG")
    assert answer.err == "Saved to g.svg\nSaved to g.png\n"
    answer = run("review", "g", "--nodes", "1000", "--png", "nowhere/g.png")
    assert answer.code == 1
    assert "cannot write nowhere/g.png" in answer.err


def test_a_graph_that_cannot_be_written_is_refused_before_the_work(monkeypatch):
    monkeypatch.setattr("turncoat.engine.review.Reviewer.__iter__", lambda _: pytest.fail("the work was begun"))
    Path("g").write_text(GAME)
    for option in ("--svg", "--png"):
        for path, reason in (("nowhere/g", "no such file or folder"), (".", "it is a folder")):
            answer = run("review", "g", option, path)
            assert (answer.code, answer.out) == (1, "")
            assert f"cannot write {path}: " in answer.err
            assert reason in answer.err
    assert [path.name for path in Path().iterdir()] == ["g"]


def test_a_graph_that_fails_all_the_same_does_not_cost_the_review(monkeypatch):
    monkeypatch.setattr("turncoat.cli.storage.check_writable", lambda _: None)
    Path("g").write_text(GAME)
    answer = run("review", "g", "--nodes", "20000", "--svg", "nowhere/g.svg")
    assert answer.code == 1
    assert "2. Numbers: c1??" in answer.out
    assert len(run("review", "g", "--nodes", "20000", "--svg", "nowhere/g.svg", "--json").data["turns"]) == 4


def interrupt_at(number, monkeypatch):
    """Ctrl-C while the position of that number is judged."""
    from turncoat.engine.review import Reviewer

    judge = Reviewer._judge

    def judge_or_stop(self, at):
        if at == number:
            raise KeyboardInterrupt
        return judge(self, at)

    monkeypatch.setattr(Reviewer, "_judge", judge_or_stop)


def test_ctrl_c_leaves_what_was_judged_of_a_game(monkeypatch):
    Path("g").write_text(GAME)
    interrupt_at(0, monkeypatch)
    answer = run("review", "g", "--nodes", "20000", "--all", "--svg", "g.svg")
    assert answer.code == 130
    assert "2. Numbers: c1??" in answer.out
    assert "1. Symbols" not in answer.out
    assert answer.err == "Interrupted; reviewed from move 2 on.\n"
    assert not Path("g.svg").exists()
    answer = run("review", "g", "--nodes", "20000", "--json", "--lang", "ja")
    assert (answer.code, answer.data["wins"][0], answer.data["turns"][0]["number"]) == (130, None, 2)
    assert "2手目以降" in answer.err


def test_ctrl_c_before_anything_was_judged_is_said_too(monkeypatch):
    Path("g").write_text(GAME)
    interrupt_at(4, monkeypatch)
    answer = run("review", "g")
    assert (answer.code, answer.out, answer.err) == (130, "", "Interrupted before any turn was reviewed.\n")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_which_game_of_several_is_reviewed_is_said(language):
    said = {
        "en": "This is game 1 of 2; choose another with --game N.\n",
        "ja": "2局のうち1局目です。--game N で選べます。\n",
    }
    Path("g").write_text(GAME + "\nruleset: verto:size=4\nmoves: b2; c3\n")
    assert run("review", "g", "--nodes", "500", "--lang", language).err == said[language]
    assert run("review", "g", "--nodes", "500", "--game", "1", "--lang", language).err == ""


def test_another_program_reviews():
    Path("g").write_text(GAME)
    answer = run("review", "g", "--engine", OURS, "--nodes", "100000", "--memory", "2")
    assert answer.code == 0
    assert "2. Numbers: c1??  blunder  winning chance 100% → 0%" in answer.out


def test_games_in_ggf_are_reviewed():
    Path("g").write_text(GGF)
    answer = run("review", "g", "--nodes", "1000")
    assert (answer.code, answer.err) == (0, "This is game 1 of 2; choose another with --game N.\n")
    assert "Numbers (bee)" in answer.out
    told = run("review", "g", "--nodes", "1000", "--game", "2", "--json").data
    assert (told["ruleset"], [turn["moves"] for turn in told["turns"]]) == ("reversi:size=4x4", [["a2"], ["a1"]])
    Path("g").write_text("(;GM[1]FF[4];B[aa])")
    assert "not a game in GGF" in run("review", "g").err


def test_what_a_turn_cost_is_what_was_judged():
    Path("g").write_text("ruleset: vect-reverse\nmoves: d3 d4-c3; c5\n")
    for turn in run("review", "g", "--nodes", "2000", "--json").data["turns"]:
        assert turn["loss"] == pytest.approx(turn["before"] - turn["kept"], abs=0.0002)
        assert turn["before"] in {turn["kept"], *(each["best"] for each in turn["decisions"])}


@pytest.mark.parametrize(
    ("text", "said"), [("ruleset: verto\n", "contains no moves"), ("nonsense", "cannot read a game"), ("", "0 games")]
)
def test_a_file_without_a_game_is_refused(text, said):
    Path("g").write_text(text)
    answer = run("review", "g")
    assert answer.code in (1, 2)
    assert said in answer.err
