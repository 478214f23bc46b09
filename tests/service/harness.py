"""A service on a file of its own, and people who play on it."""

import asyncio
import random
from contextlib import asynccontextmanager
from typing import Any

import orjson
import pytest

from tests.moves import texts
from tests.service.thread_worker import ThreadWorker
from turncoat.games.results import FIRST, SECOND, Side
from turncoat.play import TimeControl
from turncoat.service import Service, errors, view_builder
from turncoat.service.time_controls import read_control


def timed(kind="none", minutes: float = 0, increment: float = 0, **more: float) -> TimeControl:
    """A time control, in the units people set it in."""
    given = {"seconds": 0, "periods": 0, "days": 0, "minutes": minutes, "increment": increment}
    return read_control({"kind": kind, **given, **more})


class Time:
    """A clock that tests move by hand."""

    def __init__(self, start: int = 1_800_000_000_000) -> None:
        self.ms = start

    def __call__(self) -> int:
        return self.ms

    def pass_by(self, seconds: float) -> None:
        """So much later."""
        self.ms += round(seconds * 1000)


@asynccontextmanager
async def running(database, **settings):
    """A service that is started and stopped."""
    service = Service(str(database), **{"pace": 0, "workers": 1, "worker": ThreadWorker, **settings})
    await service.start()
    try:
        yield service
    finally:
        await service.stop()


def served(test: Any) -> Any:
    """Runs an async test with a service on a fresh SQLite file and a clock of its own."""

    def run(tmp_path):
        async def go():
            now = Time()
            async with running(tmp_path / "matches.db", now=now) as service:
                await asyncio.wait_for(test(service, now), 30)

        asyncio.run(go())

    run.__name__, run.__qualname__, run.__module__, run.__doc__ = (
        test.__name__,
        test.__qualname__,
        test.__module__,
        test.__doc__,
    )
    return run


async def until(true, seconds=20):
    """Waits until something is so, however slow the machine is."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.005)


async def quiet(service, room):
    """Waits until nothing more is to be told of who is at the match."""
    await until(lambda: room.id not in service.presence._later)


class Player:
    """Somebody with a token."""

    def __init__(self, service, match_id, token) -> None:
        self.service, self.id, self.tokens = service, match_id, [token]

    @property
    def match(self):
        return self.service.rooms.known(self.id).match

    async def play(self, move, at=None):
        """Makes a move, the next one unless told otherwise."""
        return await self.service.play(self.id, self.tokens, move, self.match.at if at is None else at)

    async def __call__(self, what, *rest):
        """Does something else by name: resign, back, offer…"""
        return await getattr(self.service, what)(self.id, self.tokens, *rest)


async def two_people(service, ruleset="reversi", kind="friend", **settings):
    """A match that has begun, between two people: first and second."""
    made = await service.create(ruleset, kind, side="first", name="Ann", **settings)
    joined = await service.join(made.room.id, [], made.invitation, "Ben")
    return Player(service, made.room.id, made.tokens[FIRST]), Player(service, made.room.id, joined.tokens[SECOND])


async def play_on(match, *players, moves=None, seed=1):
    """Random moves by whoever is to decide, until the end or for so many moves."""
    rng = random.Random(seed)
    made = 0
    while match.status == "playing" and (moves is None or made < moves):
        player = players[list(Side).index(match.decider) % len(players)]
        await player.play(rng.choice(texts(match.position)))
        made += 1


async def refusal(asked):
    """The code with which something is refused."""
    with pytest.raises(errors.Refused) as refused:
        await asked
    return refused.value.code


async def alone(service, ruleset="reversi", **settings):
    """A match on one screen."""
    made = await service.create(ruleset, "local", **settings)
    return Player(service, made.room.id, made.tokens[FIRST])


async def against_the_computer(service, **settings):
    """A match against a computer that is to move second."""
    made = await service.create("reversi", "computer", side="first", level="1", **settings)
    return Player(service, made.room.id, made.tokens[FIRST])


def seen(player):
    """What everybody is shown."""
    return shown(player.match, player.service.now())


def shown(match, now=0):
    """The view of a match, as plain data."""
    return orjson.loads(orjson.dumps(view_builder.build(match, now)))


async def take_up_nothing(_):
    """Leaves at the start what is in the store where it is."""


def presence_message(service, room):
    """Who is at a match and who counts as gone, as everyone there is told."""
    return service.presence.message(room)


async def next_message(subscription, kind):
    """The next message of that kind."""
    while (message := orjson.loads(await subscription.read() or "null"))["type"] != kind:
        pass
    return message
