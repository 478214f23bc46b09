"""An error is one clear sentence on standard error in the language spoken, and its exit code is the answer."""

import pytest

from tests.cli.terminal import run

WRONG = [
    (["shw"], 2, "did you mean show?", "showのことですか"),
    (["show", "rversi"], 2, "did you mean reversi?", "reversiのことですか"),
    (["show", "verto:sise=9"], 2, "did you mean size?", "sizeのことですか"),
    (["show", "verto:size=99"], 2, "from 3 to 11", "3から11まで"),
    (["show", "verto .../... x"], 2, "not a position", "局面として読めません"),
    (["show"], 2, "RULESET|POSITION is missing", "RULESET|POSITIONを指定"),
    (["show", "reversi", "--moves", "d3 a1"], 1, "legal moves: c3 e3 c5", "合法手：c3 e3 c5"),
    (["show", "reversi", "--svg", "no/such/folder/x.svg"], 1, "cannot write", "書き込めません"),
    (["show", "reversi", "too", "much"], 2, "too many arguments: too much", "引数が多すぎます：too much"),
    (["show", "--colour"], 2, "there is no option --colour", "--colourというオプションはありません"),
    (["show", "reversi", "--moves"], 2, "--moves needs a value", "--movesには値が必要"),
    (["games", "--json=yes"], 2, "--json does not take a value", "--jsonに値は付けられません"),
    (["rules"], 2, "GAME is missing", "GAMEを指定"),
    (["perft", "reversi"], 2, "DEPTH is missing", "DEPTHを指定"),
    (["perft", "reversi", "deep"], 2, "DEPTH must be a whole number from 1 to", "DEPTHは1から"),
    (["perft", "reversi", "3", "--unit", "ply"], 2, "--unit must be one of: turn move", "--unitは次のどれか"),
    (["perft", "reversi", "3", "--threads", "0"], 2, "--threads must be", "--threadsは"),
    (["playouts", "reversi", "--seed", "-1"], 2, "--seed must be", "--seedは"),
    (["play", "verto", "--against", "randm"], 2, "did you mean random?", "randomのことですか"),
    (["play", "--load", "nothing"], 1, "no such file", "ファイルまたはフォルダーがありません"),
    (["play", "--continue"], 2, "no unfinished game", "途中の対局はありません"),
    (["serve", "--metrics", "home"], 2, "looks like 10.0.0.0/8", "10.0.0.0/8"),
    (["replay", "."], 1, "it is a folder", "フォルダーです"),
]


@pytest.mark.parametrize(("arguments", "code", "english", "japanese"), WRONG, ids=lambda value: str(value)[:40])
def test_an_error_is_said_in_both_languages(arguments, code, english, japanese):
    for language, sentence in (("en", english), ("ja", japanese)):
        answer = run(*arguments, env={"TURNCOAT_LANG": language})
        assert answer.code == code
        assert answer.out == ""
        assert sentence in answer.err
        assert "Traceback" not in answer.err
        assert len(answer.err.splitlines()) <= 2


def test_an_unknown_language_is_refused():
    answer = run("games", "--lang", "fr")
    assert answer.code == 2
    assert "--lang must be one of: en ja" in answer.err


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"ruleset: reversi\nmoves: a1\n", b"ruleset: verto\nresult\n", b"hello"]
)
def test_a_damaged_file_gets_a_clear_error(tmp_path, content):
    (tmp_path / "game").write_bytes(content)
    for arguments in (["replay", "game"], ["play", "--load", "game"]):
        answer = run(*arguments)
        assert answer.code == 1
        assert "game" in answer.err
        assert len(answer.err.splitlines()) == 1


def test_the_version_has_two_ways_to_ask():
    assert run("--version").out == run("version").out != ""
    assert run("version", "--json").data["version"] in run("version").out


def test_without_a_command_the_help_is_shown():
    answer = run()
    assert answer.code == 0
    assert answer.out.strip() == run("--help").out.strip()


def test_a_fault_of_the_program_is_told_without_a_traceback(monkeypatch):
    def fail(*_, **__):
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr("turncoat.cli.show.as_data", fail)
    answer = run("show", "verto", "--json")
    assert answer.code == 70
    assert "ZeroDivisionError: by hand" in answer.err
    with pytest.raises(ZeroDivisionError):
        run("show", "verto", "--json", env={"TURNCOAT_DEBUG": "1"})


def test_too_little_memory_is_told(monkeypatch):
    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr("turncoat.native.playouts", fail)
    answer = run("playouts", "verto")
    assert answer.code == 1
    assert "out of memory" in answer.err
