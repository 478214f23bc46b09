"""Two processes on one database, upgraded one after the other: games go on, and what is beyond the older one waits."""

import json
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import httpx
import pytest

from tests.deploy.players import Pair
from tests.house.tree import ROOT
from tests.service.postgres import postgres, program
from tests.web.site import Server

NEXT = ("tests.deploy.next_release",)


@pytest.fixture
def pg():
    with postgres() as address:
        yield address


@contextmanager
def process(database, log, *, next_release=False, games=""):
    """A process of this release or of the next, and a client of it."""
    environment = {"PYTHONPATH": str(ROOT), "TURNCOAT_GAMES": games, "TURNCOAT_GAME": "next-game" if games else ""}
    with (
        log.open("w") as said,
        Server(
            database,
            program=NEXT if next_release else ("turncoat.cli",),
            environment=environment,
            log=said.fileno(),
        ) as server,
        httpx.Client(base_url=server.url, timeout=20) as client,
    ):
        yield client


def refused(answer):
    """The status and code of a refusal."""
    return answer.status_code, answer.json()["error"]


def logged(log):
    """What a process logged, other than requests and that this machine allows few open files."""
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    return [line for line in lines if line["what"] != "request" and "open files" not in line["what"]]


def start_and_end(database):
    """How a process of this release ends that cannot start."""
    command = [sys.executable, "-m", "turncoat.cli", "serve", "--port", "0", "--database", str(database)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, cwd=ROOT)


def test_while_one_process_is_upgraded_games_go_on_at_both(pg, tmp_path):
    with process(pg, tmp_path / "old.log") as old:
        with process(pg, tmp_path / "older.log") as other:
            begun = Pair(old)
            begun.play(other, 3)
        with process(pg, tmp_path / "new.log", next_release=True) as new:
            pairs = [begun, Pair(old), Pair(new)]
            for _ in range(3):
                for pair in pairs:
                    pair.play(old)
                    pair.play(new)
            for pair in pairs:
                assert pair.told(old) == pair.told(new) == pair.moves
            assert refused(begun.ask(old, "moves", begun.seat, move="a1", at=0)) == (409, "stale")
    assert logged(tmp_path / "old.log") == logged(tmp_path / "new.log") == []


def say_hello(pair, client):
    return pair.ask(client, "chat", 0, text="hello")


def decline(pair, client):
    pair.ask(client, "offers", 0, kind="draw")
    return pair.ask(client, "offers", 1, kind="draw", answer="decline")


@pytest.mark.parametrize("newly", [say_hello, decline], ids=["a new kind of entry", "a new form of an entry"])
def test_what_is_beyond_the_older_release_it_refuses_and_takes_up_once_upgraded(pg, tmp_path, newly):
    log = tmp_path / "old.log"
    with ExitStack() as upgrade:
        with process(pg, log) as old:
            new = upgrade.enter_context(process(pg, tmp_path / "new.log", next_release=True))
            pair, others = Pair(old), Pair(old)
            pair.play(old, 2)
            assert newly(pair, new).status_code == 200
            pair.play(new)
            assert refused(old.get(pair.path)) == (503, "store_failed")
            assert "needs a newer version" in old.get(pair.path).json()["text"]["en"]
            for what in ("moves", "chat", "resign"):
                body = {"moves": {"move": pair.chosen(), "at": 3}, "chat": {"text": "hi"}, "resign": {}}[what]
                assert refused(pair.ask(old, what, pair.seat, **body)) == (503, "store_failed")
            pair.play(new, 2)
            others.play(old, 2)  # nothing else is the worse for it
            assert old.get("/api/ready").status_code == 200
        told = logged(log)
        assert {(line["level"], line["what"]) for line in told} == {("warning", "a match needs a newer version")}
        assert not any("trouble" in line for line in told)
        upgraded = upgrade.enter_context(process(pg, log, next_release=True))
        assert pair.told(upgraded) == pair.moves
        assert others.told(upgraded) == others.moves
        pair.play(upgraded, 2)


def test_a_game_that_the_older_release_does_not_have_hides_no_other(pg, tmp_path):
    command = [sys.executable, "-m", "turncoat.cli", "new-game", "next-game", "--folder", str(tmp_path / "game")]
    subprocess.run(command, check=True, capture_output=True)
    with (
        process(pg, tmp_path / "old.log") as old,
        process(pg, tmp_path / "new.log", next_release=True, games=str(tmp_path / "game" / "next_game.py")) as new,
    ):
        for client, game in ((new, "next-game"), (old, "reversi")):
            assert client.post("/api/matches", json={"ruleset": game, "kind": "lobby"}).status_code == 201
        assert [match["ruleset"] for match in old.get("/api/lobby").json()["waiting"]] == ["reversi"]
        both = new.get("/api/lobby").json()["waiting"]
        assert {match["ruleset"] for match in both} == {"reversi", "next-game"}
        unknown = next(match["id"] for match in both if match["ruleset"] == "next-game")
        assert refused(old.get(f"/api/matches/{unknown}")) == (503, "store_failed")


NEWER = "it was written by a newer version of Turncoat (schema 9000);"


def backed_up(database, folder):
    """The path of a backup made by the command."""
    command = [sys.executable, "-m", "turncoat.cli", "backup", str(folder), "--database", str(database)]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


def restored(backup, database):
    command = [sys.executable, "-m", "turncoat.cli", "restore", backup, "--database", str(database)]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)


def back_to_before(before, after, tmp_path):
    """An upgrade that is taken back: `after` is where the backup is restored to."""
    with process(before, tmp_path / "1.log") as old:
        pair = Pair(old)
        pair.play(old, 4)
        backup = backed_up(before, tmp_path / "backups")
    kept = list(pair.moves)
    with process(before, tmp_path / "2.log", next_release=True) as new:
        pair.play(new, 2)
    ended = start_and_end(before)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert NEWER in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr
    restored(backup, after())
    with process(after(), tmp_path / "3.log") as old:
        assert pair.told(old) == kept


def test_a_file_goes_back_to_the_older_release_by_a_backup_from_before(tmp_path):
    path = tmp_path / "matches.db"

    def moved_away():
        if (tmp_path / "matches.db.new").exists():
            return path
        path.rename(tmp_path / "matches.db.new")
        return path

    back_to_before(path, moved_away, tmp_path)


def test_postgresql_goes_back_to_the_older_release_by_a_backup_from_before(pg, tmp_path):
    if not program("pg_dump"):
        pytest.skip("pg_dump is not installed")
    made: list[str] = []

    def another():
        if not made:
            subprocess.run([program("createdb"), f"--maintenance-db={pg}", "restored"], check=True)
            made.append(f"{pg.rpartition('/')[0]}/restored")
        return made[0]

    back_to_before(pg, another, tmp_path)
