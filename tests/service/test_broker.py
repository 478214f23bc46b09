"""What carries notes from process to process: how it lets go, and lines that are half open."""

import asyncio
import contextlib
import sys

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from tests.house.tree import read
from tests.service.harness import until
from turncoat.extras import MissingExtra
from turncoat.service import broker


def test_a_broker_lets_go_in_the_midst_of_notes(pg):
    class Receiver:
        def receive(self, note):
            pass

        def missed(self):
            pass

    async def go():
        for pause in range(12):
            carrier = broker.PostgresBroker(make_url(pg))
            await carrier.start(Receiver())
            for number in range(50):
                carrier.publish(f"p nobody {number}")
                if number % 5 == 0:
                    await asyncio.sleep(0.0005 * pause)
            await asyncio.wait_for(carrier.stop(), 4)
            assert carrier._task is not None
            assert carrier._task.done()

    asyncio.run(go())


class Proxy:
    """Stands before a server; at a word it lets nothing more through, and closes nothing."""

    def __init__(self, port) -> None:
        self.to, self.silent, self.writers = port, False, list[asyncio.StreamWriter]()

    async def __aenter__(self):
        self.server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.close()
        for writer in self.writers:
            writer.close()

    async def _connected(self, reader, writer):
        there, back = await asyncio.open_connection("127.0.0.1", self.to)
        self.writers += [writer, back]
        with contextlib.suppress(OSError):
            await asyncio.gather(self._pass(reader, back, len(self.writers)), self._pass(there, writer, 0))

    async def _pass(self, reader, writer, number):
        while text := await reader.read(65536):
            if not self.silent:
                writer.write(text)


class Heard:
    """What is received through a broker."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.lost = 0

    def receive(self, note):
        self.notes.append(note)

    def missed(self):
        self.lost += 1


@pytest.mark.parametrize("kind", ["postgresql", "redis"])
def test_a_connection_that_is_half_open_is_given_up_and_made_anew(kind, request, monkeypatch, caplog):
    address = request.getfixturevalue("pg" if kind == "postgresql" else "redis")
    monkeypatch.setattr(broker, "ECHO_INTERVAL", 0.05)
    monkeypatch.setattr(broker, "ECHO_TIMEOUT", 1.0)
    monkeypatch.setattr(broker, "RECONNECT_DELAY", 0.05)

    def carrier(where):
        return broker.PostgresBroker(make_url(where)) if kind == "postgresql" else broker.RedisBroker(where)

    async def go():
        port = make_url(address).port
        assert port is not None
        async with Proxy(port) as proxy:
            received, near = Heard(), carrier(address)
            far = carrier(address.replace(str(port), str(proxy.port)))
            await near.start(Heard())
            await far.start(received)
            near.publish("m one")
            await until(lambda: "m one" in received.notes)
            proxy.silent = True
            await until(lambda: far._echoed and asyncio.get_running_loop().time() - far._echoed > 0.5)
            proxy.silent = False
            for writer in proxy.writers:
                writer.transport.pause_reading()  # what was begun stays half open for ever
            await until(lambda: received.lost)
            near.publish("m two")
            await until(lambda: "m two" in received.notes)
            assert not [note for note in received.notes if note == far._echo]
            for each in (near, far):
                await each.stop()

    asyncio.run(asyncio.wait_for(go(), 60))
    assert {"kind": "TimeoutError"} in [getattr(record, "facts", None) for record in caplog.records]


def test_which_broker_there_is_depends_on_the_store_and_on_what_is_asked_for(monkeypatch):
    postgres, file = make_url("postgresql+asyncpg://host/games"), make_url("sqlite+aiosqlite:///m.db")
    found = [broker.choose(None, postgres), broker.choose("redis://host", postgres), broker.choose(None, file)]
    assert [type(each) for each in found] == [broker.PostgresBroker, broker.RedisBroker, broker.Broker]
    assert [each.sends_moves for each in found] == [
        False,
        True,
        False,
    ]  # a store that tells of moves need not be helped
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(MissingExtra, match="redis"):
        broker.choose("redis://host", postgres)


def test_half_open_lines_are_noticed_as_soon_as_the_document_says():
    assert f"noticed within {broker.ECHO_INTERVAL + broker.ECHO_TIMEOUT:g} seconds" in read("docs/running.md")


def test_of_notes_that_nobody_takes_the_oldest_are_given_up():
    async def go():
        carrier = broker.PostgresBroker(make_url("postgresql+asyncpg://host/games"))
        most = carrier._outbox.maxsize
        for number in range(most + 3):
            carrier.publish(f"{number}")
        assert carrier._outbox.qsize() == most
        assert await carrier._next_notes() == [f"{number}" for number in range(3, 203)]
        assert len(await carrier._next_notes()) == 200

    asyncio.run(go())


@pytest.mark.parametrize("kind", ["postgresql", "redis"])
def test_whoever_lets_go_leaves_no_connection_and_no_task(kind, request):
    address = request.getfixturevalue("pg" if kind == "postgresql" else "redis")

    async def connections():
        if kind == "redis":
            from redis import asyncio as redis

            async with redis.Redis.from_url(address) as client:
                return len(await client.client_list()) - 1
        connection = await asyncpg.connect(address)
        try:
            wanted = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'turncoat live'"
            return await connection.fetchval(wanted)
        finally:
            await connection.close()

    async def go():
        others = asyncio.all_tasks()
        carrier = broker.PostgresBroker(make_url(address)) if kind == "postgresql" else broker.RedisBroker(address)
        listener = Heard()
        await carrier.start(listener)
        carrier.publish("m one")
        await until(lambda: "m one" in listener.notes)
        assert await connections() == (1 if kind == "postgresql" else 2)
        await carrier.stop()
        assert asyncio.all_tasks() <= others
        async with asyncio.timeout(10):
            while await connections():
                await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(go(), 60))
