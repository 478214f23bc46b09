"""`new-game`, `check`, and a file of rules wherever the name of a game goes: what a designer does and sees."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import run, type_in
from tests.games.template import RULES, changed, write
from tests.house.tree import ROOT
from turncoat.cli import rules_file
from turncoat.games import games, own_games, unload


@pytest.fixture(autouse=True)
def forgotten():
    """Games that a command has read from a file are found no more after the test."""
    yield
    for name in set(games()) - set(own_games()):
        unload(name)


@pytest.fixture
def file(tmp_path):
    """A file of rules in the present folder, as a command is given it."""
    return f"./{write(tmp_path).name}"


def test_new_game_writes_a_game_that_keeps_its_promises_and_passes_its_tests(tmp_path):
    answer = run("new-game", "my-game")
    assert answer.code == 0
    written = sorted(path.name for path in (tmp_path / "my_game").iterdir())
    assert written == ["my_game.en.toml", "my_game.py", "test_my_game.py"]
    assert "turncoat play my_game/my_game.py" in answer.out
    assert not {"NAME", "STEM", "TITLE"} & set((tmp_path / "my_game/my_game.py").read_text("utf-8").split())
    checked = run("check", "my_game/my_game.py", "--games", "1")
    assert (checked.code, checked.out) == (0, "No problems found in my-game.\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", "my_game"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "3 passed" in ran.stdout, ran.stdout + ran.stderr


def test_a_strict_type_checker_accepts_what_new_game_writes(tmp_path):
    run("new-game", "my-game")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml")]
    files = map(str, (tmp_path / "my_game").glob("*.py"))
    ran = subprocess.run([*command, *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("name", ["MyGame", "my_game", "2048", "my--game", "", "-x"])
def test_a_name_that_no_game_can_have_is_refused(name):
    assert run("new-game", "--", name).code == 2


def test_names_that_are_taken_and_files_that_are_there_are_left_alone(tmp_path):
    taken = run("new-game", "verto")
    assert (taken.code, taken.err) == (2, "Error: verto is a built-in game; choose another name\n")
    (tmp_path / "here").mkdir()
    (tmp_path / "here/mine.en.toml").write_text("mine", "utf-8")
    there = run("new-game", "mine", "--folder", "here")
    assert there.code == 1
    assert "here/mine.en.toml already exists" in there.err
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["mine.en.toml"]


def test_check_tells_the_line_and_the_rule_and_ends_with_1(tmp_path):
    old = "return replace(self, board=board, side=self.side.other)"
    rules = changed(RULES, old, "return replace(self, board=board)")
    write(tmp_path, rules)
    line = rules.splitlines().index("        return replace(self, board=board)") + 1
    answer = run("check", "./tuppence.py", "--games", "1")
    assert answer.code == 1
    assert answer.out.startswith(f"tuppence.py:{line} (R2): after a1 the same side is to move")
    assert "1 problem found." in answer.out
    assert "手番が終わったのに" in run("check", "./tuppence.py", "--games", "1", "--lang", "ja").out
    [told] = run("check", "./tuppence.py", "--games", "1", "--json").data["findings"]
    assert (told["code"], told["line"], told["rule"]) == ("side_stays", line, "R2")
    assert told["position"].startswith("tuppence ")
    assert Path(told["file"]) == tmp_path / "tuppence.py"


def test_check_of_a_game_of_ours_finds_nothing():
    answer = run("check", "reversi", "--games", "1", "--json")
    assert (answer.code, answer.data) == (0, {"game": "reversi", "findings": []})


def test_a_file_stands_wherever_the_name_of_a_game_goes(file, tmp_path):
    assert "Tuppence" in run("show", f"{file}:size=4").out
    assert run("moves", f"{file} x...../....../....../....../....../...... o").out.startswith("b1\nc1\n")
    shown = run("show", "--position", f"{file} x...../....../....../....../....../...... o", "--json")
    assert shown.data["side"] == "second"
    assert run("perft", file, "2", "--json").data["counts"] == [36, 1260]
    assert sum(each["games"] for each in run("playouts", file, "-n", "3", "--json").data["wins"].values()) == 3
    assert run("analyse", file, "--depth", "1", "--json").code == 0
    assert (
        run("solve", f"{file}:size=4", "--moves", "a1; b1; b2; c1; c3; d1; a2; b3", "--json").data["outcome"] == "win"
    )
    played = run("arena", "random", "random", "--ruleset", f"{file}:size=4", "-n", "2", "--workers", "0", "--json")
    assert played.data["games"] == 2
    assert "Four of your stones in a row" in run("rules", file).out
    (tmp_path / "game").write_text("ruleset: tuppence:size=4\nmoves: a1; a2; b1; b2; c1; c2; d1\n", "utf-8")
    assert "Black has four in a row and wins." in run("replay", "game").out
    assert run("review", "game", "--nodes", "50", "--json").data["ruleset"] == "tuppence:size=4"
    assert (
        run("table", "build", file, "--out", "x").err
        == "Error: tuppence has no native implementation, which this needs\n"
    )


@pytest.mark.parametrize("path", ["./nowhere.py", "nowhere.py", "some/where"])
def test_a_file_that_is_not_there_is_told_in_one_line(path):
    answer = run("show", path)
    assert answer.code == 1
    assert "no such rules file; give the path of a Python file" in answer.err
    assert len(answer.err.splitlines()) == 1


def test_an_error_in_the_file_is_told_with_its_line_and_never_with_a_traceback(tmp_path):
    write(tmp_path, changed(RULES, "row = ray[: ROW - 1]", "row = ray[99]"))
    line = next(number for number, each in enumerate(RULES.splitlines(), 1) if "row = ray" in each)
    for command, *more in (("show", "--moves", "a1"), ("playouts",), ("analyse", "--depth", "2")):
        answer = run(command, "./tuppence.py", *more)
        assert answer.code == 1
        assert answer.err == f"Error: tuppence.py:{line}: IndexError: tuple index out of range\n"


def test_a_game_of_a_file_is_played_against_a_level(file):
    lines = type_in("b2", "undo", "c3", "resign", "y")
    answer = run("play", f"{file}:size=4", "--against", "2", "--seed", "1", stdin=lines)
    assert answer.code == 0
    assert answer.out.count("Level 2 (White) plays") == 2
    assert "Black: put a stone on an empty cell." in answer.out
    assert "Black resigned. White wins." in answer.out


class Editing:
    """Standard input of a person who edits the file between two lines."""

    def __init__(self, monkeypatch, *steps):
        """Each step a line to type, or what to do before the next line is typed."""
        self.steps = list(steps)
        monkeypatch.setattr("builtins.input", self.read)

    def read(self, *_):
        while self.steps:
            step = self.steps.pop(0)
            if isinstance(step, str):
                return step
            step()
        raise EOFError


def test_play_reads_a_changed_file_again_and_goes_on(file, tmp_path, monkeypatch):
    monkeypatch.setattr(rules_file, "_told", [])

    def new_rules():
        write(tmp_path, changed(RULES, "ROW = 4  # R3", "ROW = 2  # R3"))

    Editing(monkeypatch, "a1", "d4", new_rules, "b1", "quit")
    answer = run("play", f"{file}:size=4")
    assert answer.code == 0
    assert answer.out.count("Rules reloaded.") == 1
    assert "Black has four in a row and wins." in answer.out


def test_moves_that_new_rules_forbid_are_told_and_taken_back(file, tmp_path, monkeypatch):
    def new_rules():
        only = "if self.board[cell] == EMPTY and cell != 15:"
        write(tmp_path, changed(RULES, "if self.board[cell] == EMPTY:", only))

    Editing(monkeypatch, "a1", "d4", "b1", new_rules, "", "quit")
    answer = run("play", f"{file}:size=4")
    told = " ".join(answer.out.split())
    assert "The game goes back to before move 2, which is no longer legal: d4 is not legal here" in told
    record = next((tmp_path / "state").rglob("*.turncoat")).read_text("utf-8")
    assert "moves: a1\n" in record


def test_while_the_file_cannot_be_read_the_game_goes_on_and_says_so_once(file, tmp_path, monkeypatch):
    def broken():
        write(tmp_path, RULES + "\nthis is no Python\n")

    Editing(monkeypatch, "a1", broken, "a2", "b1", lambda: write(tmp_path), "b2", "quit")
    answer = run("play", f"{file}:size=4")
    assert answer.code == 0
    last = len(RULES.splitlines()) + 2
    assert answer.err.count(f"tuppence.py:{last}: SyntaxError") == 1
    assert answer.out.count("Rules reloaded.") == 1
    record = next((tmp_path / "state").rglob("*.turncoat")).read_text("utf-8")
    assert "moves: a1; a2; b1; b2\n" in record


def test_rules_that_fail_in_the_midst_of_a_game_wait_to_be_mended(file, tmp_path, monkeypatch):
    last = "return replace(self, board=board"
    wrong = changed(RULES, last, f'if "x" in self.board:\n            raise OSError("no x")\n        {last}')
    write(tmp_path, wrong)
    Editing(monkeypatch, "a1", lambda: write(tmp_path), "", "a2", "b1", "quit")
    answer = run("play", f"{file}:size=4")
    assert answer.code == 0
    line = next(number for number, each in enumerate(wrong.splitlines(), 1) if "raise OSError" in each)
    assert answer.err.count(f"Error: tuppence.py:{line}: OSError: no x") == 1
    record = next((tmp_path / "state").rglob("*.turncoat")).read_text("utf-8")
    assert "moves: a1; a2; b1\n" in record


def test_an_opponent_plays_by_the_new_rules(file, tmp_path, monkeypatch):
    def new_rules():
        free = "if self.board[cell] == EMPTY and (self.side is FIRST or cell == 5):"
        write(tmp_path, changed(RULES, "if self.board[cell] == EMPTY:", free))

    Editing(monkeypatch, new_rules, "a1", "quit")
    answer = run("play", f"{file}:size=4", "--against", "1")
    assert "Level 1 (White) plays b2" in answer.out
