"""Nothing that people wrote or hold stands in the log, whatever fails: planted secrets are looked for in every line."""

import asyncio
import json
import logging
import sqlite3

import asyncpg
import pytest
from sqlalchemy import event

from tests.service.postgres import postgres
from tests.web.site import Socket, new_match, site
from turncoat.service import tokens
from turncoat.web.logs import Lines
from turncoat.web.settings import Settings

NAME, CHAT, KEY = "Hildegard Secret", "my secret is 53-17-24", "the-key-that-the-page-has-chosen-itself"


class Kept(logging.Handler):
    """Every line the server would have written; of the store those too that any other handler would have."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record):
        self.lines.append(Lines(json=True).format(record))
        self.lines.append(Lines(json=False).format(record))
        if record.name == "turncoat.service.store":
            self.lines.append(logging.Formatter().format(record))


@pytest.fixture
def log():
    """All that is logged where somebody has every statement logged, too."""
    kept, root, statements = Kept(), logging.getLogger(), logging.getLogger("sqlalchemy.engine")
    levels = root.level, statements.level
    root.addHandler(kept)
    root.setLevel(logging.INFO)
    statements.setLevel(logging.INFO)
    yield kept
    root.removeHandler(kept)
    root.setLevel(levels[0])
    statements.setLevel(levels[1])


async def provoke(client, fail, mend):
    """Does all that carries a secret while the store fails, and gives the secrets."""
    made = await new_match(client, kind="friend", side="first", name=NAME)
    path, token = f"/api/matches/{made['match']['id']}", made["tokens"]["first"]
    held = {"authorization": f"Bearer {token}"}
    client.cookies.clear()
    join = {"name": NAME, "invitation": made["invitation"], "key": KEY}
    fail()
    try:
        for body, where in (
            (join, f"{path}/join"),
            ({"text": CHAT}, f"{path}/chat"),
            ({"ruleset": "reversi", "kind": "lobby", "name": NAME}, "/api/matches"),
        ):
            answer = await client.post(where, json=body, headers=held)
            assert answer.status_code in (409, 503), answer.text
            assert CHAT not in answer.text
    finally:
        mend()
    assert (await client.post(f"{path}/join", json=join)).status_code == 200
    client.cookies.clear()
    async with Socket(client, f"{path}/live", token) as socket:
        await socket.receive("setup")
        fail()
        await client.post(f"{path}/chat", json={"text": CHAT}, headers=held)
        mend()
    assert (await client.post(f"{path}/chat", json={"text": CHAT}, headers=held)).status_code == 200
    secrets = [NAME, CHAT, KEY, token, made["invitation"]]
    return [*secrets, *(tokens.hashed(each) for each in (KEY, token, made["invitation"]))]


def look_for(secrets, lines, at_least=3):
    assert len([line for line in lines if "failed" in line]) >= at_least, lines
    for line in lines:
        for secret in secrets:
            assert secret not in line
            assert json.dumps(secret)[1:-1] not in line


def test_while_the_file_is_locked_the_log_is_silent_about_people(tmp_path, log, monkeypatch):
    monkeypatch.setattr("turncoat.service.sqlite_file.BUSY_TIMEOUT", 0.05)

    async def go():
        async with site(tmp_path) as client:
            other = sqlite3.connect(tmp_path / "matches.db", 30, isolation_level=None, check_same_thread=False)
            secrets = await provoke(client, lambda: other.execute("BEGIN IMMEDIATE"), lambda: other.execute("ROLLBACK"))
            other.close()
            return secrets

    look_for(asyncio.run(go()), log.lines)
    assert any("SQLITE_BUSY" in line for line in log.lines)
    assert any("INSERT INTO matches" in line for line in log.lines)


def test_whatever_the_driver_says_the_log_is_silent_about_people(tmp_path, log):
    """A driver that quotes all it was given, in its error and in the one that this came from."""
    failing: list[bool] = []

    def quote(_connection, _cursor, statement, parameters, *_):
        if failing and statement.startswith(("INSERT", "UPDATE")):
            try:
                raise ValueError(f"cannot encode {parameters}")
            except ValueError as error:
                raise sqlite3.IntegrityError(f"{statement}: {parameters}") from error

    async def go():
        async with site(tmp_path) as client:
            store = client.app.state.service.store
            event.listen(store._engine.sync_engine, "before_cursor_execute", quote)
            append = store._appender.append

            async def short_way(rows):
                if failing:
                    raise sqlite3.IntegrityError(f"cannot encode {rows}")
                return await append(rows)

            store._appender.append = short_way
            return await provoke(client, lambda: failing.append(True), failing.clear)

    look_for(asyncio.run(go()), log.lines)


def test_what_fails_within_the_service_is_told_without_what_it_was_about(tmp_path, log, monkeypatch):
    async def go():
        async with site(tmp_path) as client:
            decide = monkeypatch.setattr

            def fail():
                def quote(match, held, command, now):
                    raise KeyError(f"{command} {match.seats}")

                decide("turncoat.service.matches.decide", quote)

            fail()
            service = client.app.state.service
            made = await new_match(client, kind="friend", name=NAME)
            path = f"/api/matches/{made['match']['id']}"
            answer = await client.post(f"{path}/chat", json={"text": CHAT})
            assert (answer.status_code, answer.json()["error"]) == (500, "internal")

            async def background():
                raise ValueError(CHAT)

            service.tasks.start(background())
            await asyncio.sleep(0.01)

    asyncio.run(go())
    look_for([NAME, CHAT], log.lines, at_least=2)
    assert any("KeyError" in line and "matches.py" in line for line in log.lines)


def test_with_postgresql_locked_the_log_is_silent_about_people(log, monkeypatch, tmp_path):
    monkeypatch.setattr("turncoat.service.database.TIMEOUTS", {"timeout": 2, "command_timeout": 0.5})

    async def go(pg):
        monkeypatch.setattr("tests.web.site.Settings", lambda database, **more: Settings(database=pg, **more))
        async with site(tmp_path) as client:
            other = await asyncpg.connect(pg)
            locked = other.transaction()
            await locked.start()
            await other.execute("LOCK TABLE entries, matches, seats IN ACCESS EXCLUSIVE MODE")
            answer = await client.post("/api/matches", json={"ruleset": "reversi", "kind": "lobby", "name": NAME})
            assert answer.status_code == 503
            await locked.rollback()
            await other.close()
            await new_match(client, kind="lobby", name=NAME)

    with postgres() as pg:
        asyncio.run(go(pg))
    look_for([NAME], log.lines, at_least=1)
    assert any("INSERT INTO seats" in line for line in log.lines)
