"""Files are written whole or not at all."""

import os

import pytest

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
    for number in range(storage.KEPT + 3):
        path = state / f"{number:03}{storage.SUFFIX}"
        path.write_text("ruleset: verto\n")
        os.utime(path, (number, number))
    storage.prune()
    kept = sorted(path.name for path in state.iterdir())
    assert len(kept) == storage.KEPT
    assert kept[0] == f"003{storage.SUFFIX}"
