"""Computers at matches whose engine is busy with others, or fails."""

import asyncio

import pytest

from tests.service.harness import Player, next_message, served
from turncoat.engine.levels import Level
from turncoat.games.results import FIRST
from turncoat.service import errors


@served
async def test_one_client_s_many_games_weaken_its_own_computer_and_nobody_else_s(service, now):
    async def seconds(client):
        """What a computer, and then a hint, may take at a match of that client."""
        made = await service.create("reversi", "computer", side="first", level="max", client=client)
        hint = asyncio.create_task(service.hint(made.room.id, made.tokens.values(), 0, client))
        hinted = await asyncio.wait_for(asked.get(), 10)
        hint.cancel()
        await Player(service, made.room.id, made.tokens[FIRST]).play("d3")
        moved = await asyncio.wait_for(asked.get(), 10)
        return moved, hinted

    async def ask(owner, seconds, work, *given, **more):
        asked.put_nowait((given[-1].time, owner))
        await asyncio.Event().wait()

    asked: asyncio.Queue[tuple[float, str]] = asyncio.Queue()
    loads = {service.owner("greedy"): 86.0, service.owner("ann"): 1.0}
    service.pool.load, service.pool.ask = loads.__getitem__, ask
    most = Level("max").limit.time
    assert most is not None
    assert await seconds("ann") == ((most, service.owner("ann")), (1.0, service.owner("ann")))
    (moved, _), (hinted, _) = await seconds("greedy")
    assert (moved, hinted) == pytest.approx((max(0.05, most / 86), 1 / 86))


def note(service, made):
    """The line below the board, as everyone is shown it."""
    return made.room.view(service.now())["note"]


@served
async def test_a_computer_that_fails_tries_again_after_longer_pauses_and_says_so(service, now):
    answers: list[Exception | None] = [errors.EngineFailed(), ValueError("odd"), errors.Busy(), None]
    pauses: list[float] = []
    told: list[object] = []
    ask, sleep = service.pool.ask, asyncio.sleep

    async def fail(*given, **more):
        answer = answers.pop(0) if answers else None
        if answer is not None:
            raise answer
        return await ask(*given, **more)

    async def pause(seconds):
        if seconds >= 2:
            pauses.append(seconds)
            told.append(note(service, made))
        await sleep(0)

    service.pool.ask = fail
    made = await service.create("reversi", "computer", side="first", level="1")
    listener = service.subscribe(made.room, made.held)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("turncoat.service.computer_players.asyncio.sleep", pause)
        await Player(service, made.room.id, made.tokens[FIRST]).play("d3")
        while made.room.match.at < 2:
            await sleep(0.005)
    said = {
        "en": "The computer isn't answering. It will keep trying.",
        "ja": "コンピューターから応答がありません。再試行を続けます。",
    }
    assert (pauses, told) == ([2, 4, 8], [None, said, said])
    assert (await next_message(listener, "setup"))["match"]["at"] == 2
    assert note(service, made) is None
