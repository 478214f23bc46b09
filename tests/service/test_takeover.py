"""A match against a computer whose process is gone is taken up by another process."""

import asyncio

import pytest

from tests.service.harness import running, take_up_nothing, two_people, until


@pytest.mark.parametrize("side", ["first", "second"])
def test_a_computer_left_without_a_process_is_taken_up_by_another(pg, monkeypatch, side):
    monkeypatch.setattr("turncoat.service.Service._take_up", take_up_nothing)  # it must be announced, not found
    monkeypatch.setattr("turncoat.service.takeover.OVERDUE_AFTER", 300)
    monkeypatch.setattr("turncoat.service.takeover.CHECK_INTERVAL", 0.1)
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
            monkeypatch.setattr("turncoat.service.takeover.OVERDUE_AFTER", 0)
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
            monkeypatch.setattr("turncoat.service.takeover.OVERDUE_AFTER", 0)
            assert made.room.id in await two.takeover.take_over()

    asyncio.run(go())
