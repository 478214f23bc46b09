"""`turncoat backup` and `turncoat restore`: one line, and an exit code that says how it went."""

import asyncio

import pytest

from tests.cli.terminal import run
from tests.service.harness import play_on, running, two_people


@pytest.fixture
def database(tmp_path):
    async def play():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service)
            await play_on(ann.match, ann, ben, moves=2)

    asyncio.run(play())
    return tmp_path / "m.db"


def test_the_path_of_the_backup_is_printed_and_it_restores(database, tmp_path):
    made = run("backup", str(tmp_path / "backups"), "--database", str(database))
    [backup] = (tmp_path / "backups").iterdir()
    assert (made.code, made.out, made.err) == (0, f"{backup}\n", "")
    answer = run("restore", str(backup), "--database", str(tmp_path / "n.db"))
    assert (answer.code, answer.out, answer.err) == (0, f"Restored to {tmp_path / 'n.db'}\n", "")


def test_what_to_back_up_may_stand_in_the_environment(database, tmp_path):
    made = run("backup", str(tmp_path / "backups"), env={"TURNCOAT_DATABASE": str(database)})
    assert made.code == 0
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_what_is_in_the_way_is_one_line_in_either_language(database, tmp_path):
    backup = run("backup", str(tmp_path / "backups"), "--database", str(database)).out.strip()
    answer = run("restore", backup, "--database", str(database))
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"Error: cannot restore {database}: {database} already exists; move it away first\n"
    answer = run("restore", backup, "--database", str(database), env={"TURNCOAT_LANG": "ja"})
    assert answer.err == f"エラー：{database}を復元できません：{database}がすでにあります。先によそへ移してください\n"


def test_a_file_or_folder_that_cannot_be_had_is_named(database, tmp_path):
    answer = run("restore", str(tmp_path / "nothing"), "--database", str(tmp_path / "n.db"))
    assert (answer.code, answer.err) == (1, f"Error: cannot read {tmp_path / 'nothing'}: no such file or folder\n")
    (tmp_path / "file").touch()
    answer = run("backup", str(tmp_path / "file"), "--database", str(database))
    assert answer.code == 1
    assert answer.err == f"Error: cannot write {tmp_path / 'file'}: a file with that name already exists\n"


@pytest.mark.parametrize("address", ["postgresql://ann:secret@host:port/games", "mysql://ann:secret@host/games"])
def test_what_is_no_address_of_ours_is_not_repeated(address, tmp_path):
    answer = run("backup", str(tmp_path / "backups"), "--database", address)
    assert answer.code == 1
    assert "this is not a database address" in answer.err
    assert "secret" not in answer.err
