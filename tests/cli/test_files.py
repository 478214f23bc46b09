"""Every command that reads a file ends, whatever the file is, and says what is wrong with it."""

import os
import threading
from contextlib import suppress

import pytest

from tests.cli.terminal import run
from turncoat import files
from turncoat.games.found import unload

RECORD = "ruleset: reversi:size=4x4\nmoves: a2 a1\n"
READERS = {
    "review": ("review", "FILE", "--nodes", "20"),
    "review of a transcript": ("review", "FILE", "--ruleset", "reversi:size=4x4", "--nodes", "20"),
    "play": ("play", "--load", "FILE"),
    "arena's openings": ("arena", "random", "random", "--ruleset", "verto:size=3", "--openings", "FILE"),
    "arena's games": ("arena", "random", "random", "--ruleset", "verto:size=3", "--save", "FILE"),
    "arena's log": ("arena", "random", "random", "--ruleset", "verto:size=3", "--games", "2", "--log", "FILE"),
    "table": ("table", "show", "FILE"),
    "solve": ("solve", "verto:size=3", "--checkpoint", "FILE"),
    "weights": ("arena", "nodes:5,weights=FILE", "random", "--ruleset", "reversi:size=4x4", "--games", "2"),
    "rules": ("check", "FILE"),
    "a backup": ("restore", "FILE", "--database", "FILE.db"),
}


def read(reader, path):
    return run(*(word.replace("FILE", str(path)) for word in READERS[reader]))


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(files, "READ_TIMEOUT", 0.05)


@pytest.mark.parametrize("reader", READERS)
def test_a_pipe_that_nobody_writes_into_is_not_waited_for(reader, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    answer = read(reader, tmp_path / "pipe")
    assert answer.code in (1, 2)
    assert "Traceback" not in answer.err
    assert str(tmp_path / "pipe") in answer.err.replace("\n", "")


@pytest.mark.parametrize("reader", READERS)
def test_a_device_without_end_is_refused(reader):
    answer = read(reader, "/dev/zero")
    assert answer.code in (1, 2)
    assert "/dev/zero" in answer.err
    assert "Traceback" not in answer.err


def test_what_is_wrong_is_said_in_english_and_japanese(tmp_path, monkeypatch):
    assert "it is a device or a socket, not a file" in run("review", "/dev/zero").err
    assert "ファイルではなく" in run("review", "/dev/zero", env={"TURNCOAT_LANG": "ja"}).err
    os.mkfifo(tmp_path / "pipe")
    assert "nothing arrived through the pipe" in run("review", str(tmp_path / "pipe")).err
    (tmp_path / "game").write_text(RECORD)
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    monkeypatch.setattr(files.read_bytes, "__defaults__", (10,))
    monkeypatch.setattr(files.read_text, "__defaults__", (10,))
    assert "too large" in run("review", str(tmp_path / "game")).err


def test_a_game_comes_through_a_pipe_too(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    files.READ_TIMEOUT = 60  # a busy machine may be long about it
    threading.Thread(target=lambda: path.write_text(RECORD)).start()
    answer = run("review", str(path), "--nodes", "20", "--json")
    assert answer.code == 0
    assert len(answer.data["wins"]) == 3


def test_a_file_in_proc_that_has_no_size_is_read_to_its_end():
    assert files.read_text("/proc/self/stat").startswith(str(os.getpid()))


def test_no_more_is_read_of_a_file_that_begins_otherwise(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"other" * 1000)
    assert files.read_bytes(path, head=b"turncoat") == b"otherotherot"[:8]
    assert len(files.read_bytes(path, head=b"other")) == 5000
    with pytest.raises(files.TooLargeFile):
        files.read_bytes(path, 4999)
    assert len(files.read_bytes(path, 5000)) == 5000


def test_what_is_written_has_reached_the_disk_before_it_takes_the_place_of_the_old(tmp_path, monkeypatch):
    path, sync, order = tmp_path / "game", os.fsync, list[str]()
    path.write_text("old")

    def noted(opened):
        order.append(path.read_text())
        sync(opened)

    monkeypatch.setattr(os, "fsync", noted)
    files.replace(path, [b"new ", b"text"])
    assert (order, path.read_text()) == (["old"], "new text")
    assert [each.name for each in tmp_path.iterdir()] == ["game"]


def test_what_fails_in_the_middle_leaves_the_old_and_nothing_beside_it(tmp_path):
    path = tmp_path / "game"
    path.write_text("old")

    def torn():
        yield b"new "
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        files.replace(path, torn())
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["game"]


def test_what_is_written_goes_into_a_device_and_not_in_its_place(tmp_path):
    target = tmp_path / "out"
    target.symlink_to("/dev/null")
    answer = run("show", "reversi:size=4x4", "--svg", str(target))
    assert answer.code == 0
    assert target.is_symlink()
    assert not target.is_file()


@pytest.fixture
def mygame(tmp_path, monkeypatch):
    """The rules of a new game in a file, and the file of its words."""
    monkeypatch.setenv("TURNCOAT_GAMES", "")
    assert run("new-game", "my-game", "--folder", str(tmp_path / "my_game")).code == 0
    yield tmp_path / "my_game" / "my_game.py", tmp_path / "my_game" / "my_game.en.toml"
    with suppress(KeyError):
        unload("my-game")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (b"name = ", "my_game.en.toml: it is not TOML"),
        (b"name = '\xff'", "my_game.en.toml: it is not UTF-8 text"),
        (b"name = '{x'", "my_game.en.toml: name: neither a place nor a plural"),
        (b"name = '{nobody}'", "my_game.en.toml: name has {nobody}, which is never filled in"),
        (b"name = '{n, plural, other {#}}'", "my_game.en.toml: name has {n}, which is never filled in"),
    ],
)
@pytest.mark.parametrize("command", ["show", "rules"])
def test_a_games_file_of_words_that_cannot_be_read_is_named(command, mygame, words, said):
    rules, file = mygame
    file.write_bytes(words)
    answer = run(command, str(rules))
    assert answer.code in (1, 2)
    assert said in " ".join(answer.err.split())


def test_rules_that_fail_in_code_made_from_text_are_told_by_their_own_line(mygame):
    rules, _ = mygame
    rules.write_text(rules.read_text() + "\nexec('1 / 0')\n")
    answer = run("show", str(rules))
    assert f"my_game.py:{len(rules.read_text().splitlines())}: ZeroDivisionError" in answer.err
