"""What goes wrong inside: the store, the machine, ourselves.  Each is told as what it is, and logged."""

import asyncio

import pytest
from sqlalchemy.exc import OperationalError

from tests.web.site import new_match, site, visited


async def away(*_):
    """A database that cannot be asked."""
    raise OperationalError("SELECT", {}, OSError("the disk is gone"))


def test_when_the_store_fails_everyone_who_asks_is_told_so(tmp_path, caplog):
    async def go():
        async with site(tmp_path) as client:
            path = f"/api/matches/{(await new_match(client))['match']['id']}"
            service = client.app.state.service
            for room in service.rooms.all():
                service.rooms.drop(room)
            entries, service.store._entries = service.store._entries, away
            answers = await asyncio.gather(*(client.get(path) for _ in range(3)))
            assert [answer.status_code for answer in answers] == [503] * 3
            assert {answer.json()["error"] for answer in answers} == {"store_failed"}
            service.store._entries = entries
            assert (await client.get(path)).status_code == 200

    asyncio.run(go())
    assert "reading failed" in caplog.text


def test_without_its_store_a_process_is_alive_and_not_ready(tmp_path, caplog):
    async def go():
        async with site(tmp_path) as client:
            service = client.app.state.service
            connect = service.store._engine.connect
            service.store._engine = type(
                "Gone", (), {"connect": lambda _: (_ for _ in ()).throw(ConnectionError("no"))}
            )()
            answer = await client.get("/api/ready")
            assert (answer.status_code, answer.json()["error"]) == (503, "store_failed")
            assert (await client.get("/api/health")).status_code == 200
            service.store._engine = connect.__self__
            assert (await client.get("/api/ready")).json() == (await client.get("/api/health")).json()

    asyncio.run(go())
    assert "reading failed" in caplog.text


@visited
async def test_a_store_that_is_silent_is_not_waited_for(client):
    async def never():
        await asyncio.sleep(600)

    client.app.state.service.store.ping = never
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("turncoat.web.status_routes.READY_WITHIN", 0.05)
        answer = await client.get("/api/ready")
    assert (answer.status_code, answer.json()["error"]) == (503, "store_failed")


@visited
async def test_what_the_machine_refuses_is_not_blamed_on_the_store(client):
    async def refuse():
        raise PermissionError("a file")

    client.app.state.service.lobby.text = refuse
    answer = await client.get("/api/lobby")
    assert (answer.status_code, answer.json()["error"]) == (500, "internal")
    assert "a file" not in answer.text


def test_what_fails_inside_is_logged_with_its_path(tmp_path, caplog):
    async def go():
        async with site(tmp_path) as client:
            client.app.state.service.lobby.text = None
            await client.get("/api/lobby")

    asyncio.run(go())
    [record] = [record for record in caplog.records if record.getMessage() == "a request failed"]
    assert (record.facts, record.exc_info is None) == ({"path": "/api/lobby"}, False)
