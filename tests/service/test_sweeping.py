"""Finished matches are deleted once they are older than the service keeps them, and nothing else is."""

import asyncio

import pytest

from tests.service.harness import Player, Time, alone, play_on, refusal, running, two_people
from turncoat.games.results import FIRST
from turncoat.service import sweeper
from turncoat.service.errors import StoreFailed
from turncoat.service.journal import ChatSent, JournalEntry

DAY = 86_400
KEEP = 30 * DAY


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Portions of two, so that there are several."""
    monkeypatch.setattr(sweeper, "PORTION", 2)
    monkeypatch.setattr(sweeper, "PAUSE", 0)


async def finished(service):
    """A match that is over."""
    player = await alone(service)
    await player("resign")
    return player


def test_what_ended_long_ago_goes_and_everything_else_stays(tmp_path):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now, keep=KEEP) as service:
            old = [await finished(service) for _ in range(5)]
            unfinished = await alone(service)
            now.pass_by(20 * DAY)
            talked = await finished(service)
            assert await service.sweeper.sweep() == 0
            now.pass_by(11 * DAY)
            young = await finished(service)
            assert await service.sweeper.sweep() == 5
            for each in old:
                assert await refusal(service.seat_view(each.id, each.tokens)) == "no_such_match"
            for each in (unfinished, talked, young):
                assert (await service.seat_view(each.id, each.tokens)).held
            assert await service.sweeper.sweep() == 0
            now.pass_by(365 * DAY)
            assert await service.sweeper.sweep() == 2
            assert (await service.seat_view(unfinished.id, unfinished.tokens)).room.match.status == "playing"

    asyncio.run(go())


def test_for_ever_is_the_usual(tmp_path):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            old = await finished(service)
            now.pass_by(100 * 365 * DAY)
            assert await service.sweeper.sweep() == 0
            assert (await service.seat_view(old.id, old.tokens)).held

    asyncio.run(go())


def test_what_was_said_afterwards_counts_as_the_last_that_happened(tmp_path):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now, keep=KEEP) as service:
            ann, ben = await two_people(service)
            await ann("resign")
            now.pass_by(20 * DAY)
            await ben("chat", "good game")
            now.pass_by(20 * DAY)
            assert await service.sweeper.sweep() == 0
            now.pass_by(11 * DAY)
            assert await service.sweeper.sweep() == 1

    asyncio.run(go())


def test_nothing_of_a_deleted_match_stays_in_the_file(tmp_path):
    path = tmp_path / "m.db"

    async def go():
        now = Time()
        async with running(path, now=now, keep=KEEP) as service:
            ann, _ = await two_people(service)
            await ann("chat", "my secret is 53-17-24")
            service.loader.keep(ann.match)
            await ann("resign")
            now.pass_by(KEEP + 1)
            assert await service.sweeper.sweep() == 1
            files = [each.read_bytes() for each in tmp_path.iterdir()]
            assert not any(b"53-17-24" in each or ann.id.encode() in each for each in files)

    asyncio.run(go())


def test_who_still_writes_to_a_deleted_match_disturbs_nobody_else(tmp_path):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now, keep=KEEP) as service:
            await check_writing_to_a_deleted_match(service, service, now)

    asyncio.run(go())


def test_processes_sweep_together_and_forget_what_the_other_has_deleted(pg):
    async def go():
        now = Time()
        async with running(pg, now=now, keep=KEEP) as one, running(pg, now=now, keep=KEEP) as other:
            old = [await finished(one) for _ in range(9)]
            for each in old:
                await other.seat_view(each.id, each.tokens)
            now.pass_by(KEEP + 1)
            young = await finished(one)
            swept = await asyncio.gather(one.sweeper.sweep(), other.sweeper.sweep())
            assert sum(swept) == len(old)
            for service in (one, other):
                for each in old:
                    assert service.rooms.known(each.id) is None
                    assert await refusal(service.seat_view(each.id, each.tokens)) == "no_such_match"
                assert (await service.seat_view(young.id, young.tokens)).held
            now.pass_by(1)
            await check_writing_to_a_deleted_match(one, other, now)

    asyncio.run(go())


async def check_writing_to_a_deleted_match(here, there, now):
    """Writes that wait together: of those at a match that is gone alone nothing comes."""
    ann, ben = await two_people(here)
    await ann("resign")
    player = await alone(here, "verto:size=4")
    now.pass_by(KEEP + 1)
    assert await there.sweeper.sweep() >= 1
    seq = ann.match.seq if here.rooms.known(ann.id) else 2
    late = here.store.append(ann.id, JournalEntry(seq + 1, now(), ChatSent(FIRST, "too late")))
    late_snapshot = here.store.keep_snapshot(ann.id, seq, "{}")
    fine = [asyncio.ensure_future(late), asyncio.ensure_future(player.play("b2"))]
    with pytest.raises(StoreFailed):
        await fine[0]
    await fine[1]
    await late_snapshot
    assert (await here.seat_view(player.id, player.tokens)).room.match.at == 1
    assert await refusal(ben("chat", "are you there?")) in ("no_such_match", "store_failed")
    assert await refusal(here.seat_view(ann.id, ann.tokens)) == "no_such_match"
    await play_on(player.match, Player(here, player.id, player.tokens[0]), moves=2)
