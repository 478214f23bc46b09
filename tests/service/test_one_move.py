"""What a move costs the service: it is played once, the view is built once, what changed is written once for all."""

import asyncio
from collections import Counter

import pytest

from tests.service.harness import Player, running, two_people
from turncoat.games import games
from turncoat.games.results import FIRST, SECOND
from turncoat.native import NativePosition
from turncoat.service import rooms, view_builder
from turncoat.service.match import Match

WATCHERS = 30


@pytest.fixture
def counted(monkeypatch):
    """How often what costs most is done."""
    found = Counter[str]()

    def count(place, name):
        usual = getattr(place, name)

        def counting(*given, **named):
            found[name] += 1
            return usual(*given, **named)

        monkeypatch.setattr(place, name, counting)

    for place, name in ((NativePosition, "play"), (view_builder, "build"), (rooms, "json_text"), (Match, "apply")):
        count(place, name)
    return found


@pytest.mark.parametrize("ruleset", games())
def test_a_move_is_played_once_and_told_once_however_many_follow(ruleset, tmp_path, counted):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service, ruleset)
            room = service.rooms.known(ann.id)
            seats = [frozenset({FIRST}), frozenset({SECOND}), *[frozenset()] * WATCHERS]
            following = [service.subscribe(room, held) for held in seats]
            for subscription in following:
                while subscription.unread:
                    await subscription.read()
            for _ in range(4):
                player: Player = ann if room.match.decider is FIRST else ben
                move = room.match.position.legal_moves[0].text
                counted.clear()
                await player.play(move)
                assert (counted["play"], counted["apply"], counted["build"]) == (1, 1, 1)
                assert counted["json_text"] == 3  # for either seat, which are told other moves, and for all who watch
                texts = [await subscription.read() for subscription in following]
                assert len(set(texts[2:])) == 1
                assert '"type":"update"' in texts[0]

    asyncio.run(asyncio.wait_for(go(), 60))


def test_who_reads_a_match_from_the_store_plays_each_of_its_moves_once(tmp_path, counted):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service, "verto")
            for player, move in ((ann, "c3"), (ben, "d4"), (ann, "e5")):
                await player.play(move)
        counted.clear()
        async with running(tmp_path / "m.db") as service:
            await service.room(ann.id)
            assert (counted["play"], counted["apply"]) == (3, 4)

    asyncio.run(asyncio.wait_for(go(), 60))
