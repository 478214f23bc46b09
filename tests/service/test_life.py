"""The life of a service: what it takes up, waits for and logs, and whom it names."""

import asyncio

from tests.service.harness import Time, against_the_computer, play_on, running, served, timed, two_people, until
from turncoat.games.results import FIRST
from turncoat.service.errors import DamagedJournal
from turncoat.service.journal import JournalEntry, Moved
from turncoat.service.tasks import BackgroundTasks


def test_a_service_that_runs_well_has_nothing_to_log(tmp_path, caplog):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service, control=timed("fischer", minutes=1, increment=0))
            listener = service.subscribe(service.rooms.known(ann.id), frozenset({FIRST}))
            await play_on(ann.match, ann, ben, moves=4)
            person = await against_the_computer(service)
            await person.play("d3")
            await until(lambda: person.match.at == 2)
        assert listener.closed

    asyncio.run(go())
    assert [record.getMessage() for record in caplog.records if record.levelname != "INFO"] == []


def test_a_task_that_fails_is_logged(tmp_path, caplog):
    async def go():
        async with running(tmp_path / "m.db") as service:

            async def fail():
                raise ValueError("what went wrong")

            await asyncio.wait({service.tasks.start(fail())})

    asyncio.run(go())
    assert "what went wrong" in caplog.text


def test_a_task_that_has_ended_is_forgotten_and_what_goes_on_is_ended_with_the_rest(caplog):
    async def go():
        tasks, done = BackgroundTasks(), list[int]()

        async def work():
            done.append(len(done))
            if len(done) == 2:
                raise ValueError("for once")

        await tasks.start(work())
        await asyncio.sleep(0)
        assert not tasks._tasks
        again = tasks.every(0.001, work, "it could not be done")
        await until(lambda: len(done) > 4)
        assert not again.done()
        await tasks.stop()
        assert (tasks.stopped, again.cancelled(), tasks._tasks) == (True, True, set())

    asyncio.run(go())
    assert [record.getMessage() for record in caplog.records] == ["it could not be done"]


def test_a_journal_that_cannot_be_read_is_not_logged_twice(caplog):
    async def go():
        tasks = BackgroundTasks()

        async def fail():
            raise DamagedJournal

        await asyncio.wait({tasks.start(fail())})
        await asyncio.sleep(0)

    asyncio.run(go())
    assert caplog.records == []


def test_at_the_end_a_move_under_way_is_waited_for(tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, _ben = await two_people(service)
            commit = service.store._commit

            async def slow(batch):
                await asyncio.sleep(0.2)
                return await commit(batch)

            service.store._commit = slow
            moving = asyncio.create_task(ann.play("d3"))
            await asyncio.sleep(0.05)
        assert (await moving).room.match.at == 1

    asyncio.run(go())


def test_at_the_start_what_was_going_on_is_taken_up(tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            blitz, _ = await two_people(service, control=timed("fischer", minutes=5, increment=0))
            slow, _ = await two_people(service)
            over, _ = await two_people(service, control=timed("fischer", minutes=5, increment=0))
            await over("resign")
        async with running(tmp_path / "m.db") as service:
            await until(lambda: service.rooms.known(blitz.id) is not None)
            await asyncio.sleep(0.05)
            assert [room.id for room in service.rooms.all()] == [blitz.id]
            assert (await service.room(slow.id)).match.status == "playing"

    asyncio.run(go())


def test_a_match_that_cannot_be_read_keeps_no_other_from_being_taken_up(tmp_path, caplog):
    async def go():
        clock = timed("fischer", minutes=5, increment=0)
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            good, _ = await two_people(service, control=clock)
            now.pass_by(1)
            bad, _ = await two_people(service, control=clock)
            await service.store.append(bad.id, JournalEntry(2, 1, Moved("nowhere")))
        async with running(tmp_path / "m.db", now=now) as service:
            await until(lambda: service.rooms.known(good.id) is not None)
        told = [record.facts for record in caplog.records if record.getMessage() == "a journal is damaged"]
        assert told == [{"match": bad.id}]

    asyncio.run(go())


@served
async def test_a_client_s_name_tells_nothing_about_it_but_stays(service, now):
    names = {service.owner(client) for client in ("10.0.0.1", "10.0.0.2", "10.0.0.1")}
    assert len(names) == 2
    assert not any("." in name for name in names)
    made = await service.create("reversi", "local", client="10.0.0.1")
    assert made.room.match.terms.owner == service.owner("10.0.0.1")
