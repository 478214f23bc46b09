"""Several processes on one store: PostgreSQL, its notes and Redis's, backups, and what a lost connection costs."""

import asyncio
import contextlib
import shutil
import subprocess

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from tests.moves import texts
from tests.service.club import Player, play_on, running, shown, timed, two_people, until
from tests.service.postgres import free_port, postgres, program, wait_for
from turncoat.games.results import FIRST, SECOND
from turncoat.service import broker
from turncoat.service.journal import ChatSent, JournalEntry
from turncoat.service.store import Store

HANG_UP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND"


@pytest.fixture(scope="module")
def pg():
    with postgres() as address:
        yield address


@pytest.fixture(scope="module")
def redis(tmp_path_factory):
    if not shutil.which("redis-server"):
        pytest.skip("Redis is not installed")
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tmp_path_factory.mktemp("redis"))
    wait_for(port)
    yield f"redis://127.0.0.1:{port}"
    server.terminate()
    server.wait(10)


async def fresh(pg, name):
    """The address of a new database on the same server."""
    connection = await asyncpg.connect(pg)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return f"{pg.rpartition('/')[0]}/{name}"


async def cross(one, two):
    """A match that both services show, moves on one seen on the other; presence and lobby too."""
    ann, ben = await two_people(one)
    room = await two.room(ann.id)
    listener = two.subscribe(room, frozenset({SECOND}))
    await ann.play("d3")
    await until(lambda: room.match.at == 1)
    await Player(two, ann.id, ben.tokens[0]).play("c3")
    await until(lambda: ann.match.at == 2)
    await until(lambda: one.presence.connections.counts(ann.id, one.now())[1] == 1)
    two.unsubscribe(room, listener)
    await until(lambda: one.presence.connections.counts(ann.id, one.now())[1] == 0)
    lobby = await two.lobby.watch()
    await lobby.read()
    made = await one.create("verto", "lobby")
    async with asyncio.timeout(10):
        while made.room.id not in (await lobby.read() or ""):
            pass


def test_two_services_on_postgresql_follow_each_other(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            await cross(one, two)

    asyncio.run(go())


def test_two_services_follow_each_other_through_redis(redis, pg):
    async def go():
        async with running(pg, broker_address=redis) as one, running(pg, broker_address=redis) as two:
            await cross(one, two)

    asyncio.run(go())


def test_of_two_services_that_move_at_once_one_wins(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            ann, _ = await two_people(one)
            elsewhere = Player(two, ann.id, ann.tokens[0])
            await two.room(ann.id)
            moves = texts(ann.match.position)
            outcomes = await asyncio.gather(ann.play(moves[0], 0), elsewhere.play(moves[-1], 0), return_exceptions=True)
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["SeatView", "Stale"]
            assert len(await one.store.entries(ann.id, 0)) == 2  # the joining and one move

    asyncio.run(go())


def test_two_services_on_one_store_agree_on_one_match(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            ann, ben = await two_people(one)
            other_ann = Player(two, ann.id, ann.tokens[0])
            await two.room(ann.id)
            outcomes = await asyncio.gather(ann.play("d3", 0), other_ann.play("c4", 0), return_exceptions=True)
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["SeatView", "Stale"]
            await one.matches.refresh(one.rooms.known(ann.id))
            assert shown(one.rooms.known(ann.id).match) == shown(two.rooms.known(ann.id).match)
            # A stale memory is no obstacle: whoever comes late sees what happened, and the move is made once.
            await two.play(ann.id, ben.tokens, texts(two.rooms.known(ann.id).match.position)[0], 1)
            await ann("chat", "well played")
            assert ann.match.at == 2

    asyncio.run(go())


def test_several_processes_may_start_at_once_on_a_new_database(pg):
    async def go():
        address = await fresh(pg, "new")
        stores = [Store(address) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            await store.close()

    asyncio.run(go())


def test_of_many_writers_of_the_same_number_one_is_kept(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            ann, _ = await two_people(one)
            for number in range(2, 6):
                entries = [JournalEntry(number, 1, ChatSent(FIRST, str(text))) for text in range(6)]
                stores = [one.store, two.store] * 3
                asked = [store.append(ann.id, entry) for store, entry in zip(stores, entries, strict=True)]
                kept = await asyncio.gather(*asked)
                [entry] = await one.store.entries(ann.id, number - 1)
                assert [text for text, fine in enumerate(kept) if fine] == [int(entry.entry.text)]

    asyncio.run(go())


def test_notes_lost_with_the_connection_are_made_up_for(pg):
    async def go():
        async with running(pg) as one, running(pg) as two:
            ann, ben = await two_people(one)
            room = await two.room(ann.id)
            listener = two.subscribe(room, frozenset())
            connection = await asyncpg.connect(pg)
            await connection.execute(f"{HANG_UP} application_name = 'turncoat live'")
            await connection.close()
            await play_on(ann.match, ann, ben, moves=4)
            await until(lambda: room.match.at == 4)
            two.unsubscribe(room, listener)

    asyncio.run(go())


async def take_up_nothing(_):
    """Leaves at the start what is in the store where it is."""


@pytest.mark.parametrize("side", ["first", "second"])
def test_a_computer_left_without_a_process_is_taken_up_by_another(pg, monkeypatch, side):
    monkeypatch.setattr("turncoat.service.Service._take_up", take_up_nothing)  # it must be heard of, not found
    monkeypatch.setattr("turncoat.service.takeover.SILENCE", 300)
    monkeypatch.setattr("turncoat.service.takeover.LOOK", 0.1)
    monkeypatch.setattr("turncoat.service.computer_players.LEEWAY", 0.1)

    async def go():
        async with running(pg) as two:
            async with running(pg, pace=600) as one:  # it will not come to a move
                made = await one.create("reversi", "computer", side=side, level="1")
                if side == "first":
                    await one.play(made.room.id, made.tokens.values(), "d3", 0)
                at = made.room.match.at
            await until(lambda: two.rooms.known(made.room.id) is not None)
            await until(lambda: two.rooms.known(made.room.id).match.at == at + 1)
            assert len(await two.store.entries(made.room.id, 0)) == at + 1

    asyncio.run(go())


def test_a_match_that_waits_for_its_person_is_left_alone(pg, monkeypatch):
    monkeypatch.setattr("turncoat.service.Service._take_up", take_up_nothing)

    async def go():
        async with running(pg) as one, running(pg) as two:
            made = await one.create("reversi", "computer", side="first", level="1")
            friends, _ = await two_people(one)
            await until(lambda: {made.room.id, friends.id} <= two.takeover.went_on.keys())
            monkeypatch.setattr("turncoat.service.takeover.SILENCE", 0)
            assert await two.takeover.take_over() == []
            assert (two.rooms.known(made.room.id), two.rooms.known(friends.id)) == (None, None)
            assert made.room.id not in two.takeover.went_on  # looked at once, until it goes on

    asyncio.run(go())


def test_computers_are_remembered_when_notes_were_lost(pg, monkeypatch):
    monkeypatch.setattr("turncoat.service.Service._take_up", take_up_nothing)

    async def go():
        async with running(pg, pace=600) as one, running(pg) as two:
            made = await one.create("reversi", "computer", side="second", level="1")
            await until(lambda: made.room.id in two.takeover.went_on)
            two.takeover.went_on.clear()
            two.peers.missed()
            await until(lambda: made.room.id in two.takeover.went_on)
            monkeypatch.setattr("turncoat.service.takeover.SILENCE", 0)
            assert made.room.id in await two.takeover.take_over()

    asyncio.run(go())


def test_a_broker_lets_go_in_the_midst_of_notes(pg):
    class Ears:
        def hear(self, note):
            pass

        def missed(self):
            pass

    async def go():
        for pause in range(12):
            carrier = broker.PostgresBroker(make_url(pg))
            await carrier.start(Ears())
            for number in range(50):
                carrier.publish(f"p nobody {number}")
                if number % 5 == 0:
                    await asyncio.sleep(0.0005 * pause)
            await asyncio.wait_for(carrier.stop(), 4)
            assert carrier._task is not None
            assert carrier._task.done()

    asyncio.run(go())


def test_a_process_that_starts_after_the_database_s_clock_was_set_keeps_time_with_those_that_run(pg, monkeypatch):
    jumps, calendar = [0], Store.calendar

    async def jumped(store):
        at, noted = await calendar(store)
        assert at is not None
        return at + jumps[-1], noted

    monkeypatch.setattr(Store, "calendar", jumped)

    async def go():
        async with running(pg) as one:
            ann, ben = await two_people(one, control=timed("fischer", 10, 0))
            await ann.play("d3")
            await ben.play("c3")
            for jump in (3_600_000, -3_600_000):
                jumps.append(jump)
                async with running(pg) as two:
                    assert abs(two.now() - one.now()) < 1500
                    match = (await two.room(ann.id)).match
                    left = match.clock.left(match.decider, two.now())
                    assert (match.status, 590_000 < left <= 600_000) == ("playing", True)
                    assert await two.store.outages() == await one.store.outages()

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
    """What is heard through a broker."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.lost = 0

    def hear(self, note):
        self.notes.append(note)

    def missed(self):
        self.lost += 1


@pytest.mark.parametrize("kind", ["postgresql", "redis"])
def test_a_connection_that_is_half_open_is_given_up_and_made_anew(kind, request, monkeypatch, caplog):
    address = request.getfixturevalue("pg" if kind == "postgresql" else "redis")
    monkeypatch.setattr(broker, "ECHO", 0.05)
    monkeypatch.setattr(broker, "DEAF", 1.0)
    monkeypatch.setattr(broker, "PAUSE", 0.05)

    def carrier(where):
        return broker.PostgresBroker(make_url(where)) if kind == "postgresql" else broker.RedisBroker(where)

    async def go():
        port = make_url(address).port
        assert port is not None
        async with Proxy(port) as proxy:
            heard, near = Heard(), carrier(address)
            far = carrier(address.replace(str(port), str(proxy.port)))
            await near.start(Heard())
            await far.start(heard)
            near.publish("m one")
            await until(lambda: "m one" in heard.notes)
            proxy.silent = True
            await until(lambda: far._heard and asyncio.get_running_loop().time() - far._heard > 0.5)
            proxy.silent = False
            for writer in proxy.writers:
                writer.transport.pause_reading()  # what was begun stays half open for ever
            await until(lambda: heard.lost)
            near.publish("m two")
            await until(lambda: "m two" in heard.notes)
            assert not [note for note in heard.notes if note == far._echo]
            for each in (near, far):
                await each.stop()

    asyncio.run(asyncio.wait_for(go(), 60))
    assert {"kind": "TimeoutError"} in [getattr(record, "facts", None) for record in caplog.records]


def test_a_database_that_restarts_is_found_again(pg):
    async def go():
        async with running(pg) as service:
            ann, ben = await two_people(service)
            await play_on(ann.match, ann, ben, moves=2)
            connection = await asyncpg.connect(pg)
            await connection.execute(f"{HANG_UP} usename = 'turncoat'")
            await connection.close()
            await asyncio.sleep(0.2)
            room = await service.room(ann.id)
            await play_on(room.match, ann, ben, moves=2)
            assert (await service.room(ann.id)).match.at == 4

    asyncio.run(go())


def test_a_dump_can_be_restored_and_played_on(pg, tmp_path):
    if not program("pg_dump"):
        pytest.skip("pg_dump is not installed")

    async def before():
        async with running(pg) as service:
            ann, ben = await two_people(service, control=timed("fischer", 5, 5))
            await play_on(ann.match, ann, ben, moves=10)
            return ann, ben, shown(ann.match, 0)["position"]

    ann, ben, position = asyncio.run(before())
    dump, restored = tmp_path / "backup.dump", pg.rpartition("/")[0] + "/restored"
    subprocess.run([program("pg_dump"), "--format=custom", f"--file={dump}", pg], check=True)
    subprocess.run([program("createdb"), f"--maintenance-db={pg}", "restored"], check=True)
    subprocess.run([program("pg_restore"), f"--dbname={restored}", dump], check=True)

    async def after():
        async with running(restored) as service:
            room = await service.room(ann.id)
            assert str(room.match.position) == position
            ann.service = ben.service = service
            await play_on(room.match, ann, ben)
            assert room.match.status == "over"

    asyncio.run(after())
