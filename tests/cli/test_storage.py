"""Files are written whole or not at all."""

import os
from pathlib import Path

import pytest

from tests.cli.terminal import run, type_in
from tests.cli.test_play import random_game
from turncoat.cli import storage
from turncoat.cli.errors import CommandError


def test_a_crash_while_writing_leaves_the_old_content(tmp_path, monkeypatch):
    path = tmp_path / "game"
    storage.write(path, "old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(CommandError) as error:
        storage.write(path, "new")
    assert "No space left" in error.value.text()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_rewritten_file_keeps_its_permissions(tmp_path):
    path = tmp_path / "game"
    storage.write(path, "old")
    path.chmod(0o640)
    storage.write(path, "new")
    assert path.stat().st_mode & 0o777 == 0o640


def test_games_started_in_the_same_second_have_files_of_their_own():
    assert storage.new_autosave("verto") != storage.new_autosave("verto")


def test_only_the_newest_games_are_kept(state):
    state.mkdir(parents=True)
    for number in range(storage.MAX_AUTOSAVES + 3):
        path = state / f"{number:03}{storage.SUFFIX}"
        path.write_text("ruleset: verto\n")
        os.utime(path, (number, number))
    storage.prune()
    kept = sorted(path.name for path in state.iterdir())
    assert len(kept) == storage.MAX_AUTOSAVES
    assert kept[0] == f"003{storage.SUFFIX}"


@pytest.fixture
def umask():
    """What people who share a folder set; as it was afterwards."""
    before = os.umask(0o027)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_a_new_file_has_the_permissions_that_every_program_gives_it(tmp_path):
    storage.write(tmp_path / "game", "new")
    (tmp_path / "other").write_text("new")
    assert (tmp_path / "game").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "other").stat().st_mode & 0o777 == 0o640  # and what is written afterwards has them too


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o400])
def test_a_saved_game_that_is_saved_again_keeps_its_permissions(tmp_path, mode):
    run("play", "verto", stdin=type_in("d4", "save game", "q"))
    (tmp_path / "game").chmod(mode)
    run("play", "--load", "game", stdin=type_in("e5", "save", "q"))
    assert (tmp_path / "game").stat().st_mode & 0o777 == mode
    assert storage.read_record(tmp_path / "game").moves == ("d4", "e5")


def keep(state, number, text):
    """An autosave; the higher the number, the newer."""
    state.mkdir(parents=True, exist_ok=True)
    path = state / f"{number:03}{storage.SUFFIX}"
    path.write_text(text)
    os.utime(path, (number, number))
    return path


def test_the_newest_unfinished_game_is_gone_on_with(state):
    keep(state, 1, "ruleset: verto\nmoves: d4; e5\n")
    keep(state, 2, "ruleset: verto\nmoves: d4; f6\n")
    keep(state, 3, "ruleset: verto\nresult: first resigned\nmoves: d4\n")
    keep(state, 4, "ruleset: reversi:size=4x4 \nmoves: b1; c1; nonsense\n")
    keep(state, 5, "")
    run("play", "--continue", stdin=type_in("save g", "q"))
    assert storage.read_record(Path("g")).moves == ("d4", "f6")


def test_where_every_game_is_finished_none_is_gone_on_with(state):
    keep(state, 1, "ruleset: verto\nresult: first resigned\nmoves: d4\n")
    typed, _ = random_game("verto:size=3")
    run("play", "verto:size=3", stdin=type_in(*typed))
    answer = run("play", "--continue", stdin=type_in("q"))
    assert (answer.code, answer.out) == (2, "")
    assert "go on with" not in run("play", stdin="").out


def test_a_game_that_went_on_after_it_was_saved_is_kept(state):
    out = run("play", "verto", stdin=type_in("d4", "save game", "e5", "q")).out
    [kept] = state.glob("*.turncoat")
    assert storage.read_record(kept).moves == ("d4", "e5")
    assert "--continue" in out


def test_a_game_without_a_move_is_not_worth_a_file(state):
    assert "--continue" not in run("play", "verto", stdin=type_in("resign", "yes", "q")).out
    assert list(state.glob("*")) == []


def test_a_finished_game_is_told_to_be_kept_and_not_to_be_gone_on_with(state):
    typed, _ = random_game("verto:size=3")
    out = run("play", "verto:size=3", stdin=type_in(*typed)).out.replace("\n", "")
    [kept] = state.glob("*.turncoat")
    assert str(kept) in out
    assert "--continue" not in out


def test_old_games_go_when_a_new_one_is_kept(state):
    for number in range(storage.MAX_AUTOSAVES):
        keep(state, number, "ruleset: verto\nmoves: d4\n")
    run("play", "verto", stdin=type_in("d4", "e5", "q"))
    names = sorted(path.name for path in state.iterdir())
    assert (len(names), names[0]) == (storage.MAX_AUTOSAVES, f"001{storage.SUFFIX}")


def test_every_game_of_a_file_can_be_asked_for(tmp_path):
    (tmp_path / "games").write_text("ruleset: verto\nmoves: d4\n\nruleset: verto\nmoves: e5\n\n")
    assert [storage.read_game(tmp_path / "games", None, number).moves for number in (1, 2)] == [("d4",), ("e5",)]
    with pytest.raises(CommandError, match="no_such_game"):
        storage.read_game(tmp_path / "games", None, 3)


def test_a_file_that_another_game_has_only_begun_is_neither_counted_nor_forgotten(state):
    begun = keep(state, 0, "")
    for number in range(1, storage.MAX_AUTOSAVES + 1):
        keep(state, number, "ruleset: verto\nmoves: d4\n")
    storage.prune()
    assert len(list(state.iterdir())) == storage.MAX_AUTOSAVES + 1
    assert begun.exists()
