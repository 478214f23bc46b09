"""Hints: for whom, for which position, and what they say."""

import asyncio
import threading
from contextlib import asynccontextmanager

import pytest

from tests.service.harness import Player, against_the_computer, alone, refusal, served, two_people, until
from turncoat.games.results import SECOND
from turncoat.service import engines, errors


def hint(player, at=None):
    """Asks for a hint, for the present position unless told otherwise."""
    return player.service.hint(player.id, player.tokens, player.match.at if at is None else at)


@asynccontextmanager
async def thinking_of_a_hint(player):
    """What happens while the engine thinks; then the hint is waited for."""
    begun, go_on, best = threading.Event(), threading.Event(), engines.best

    def slow(position, limit):
        begun.set()
        go_on.wait(10)
        return best(position, limit)

    engines.best = slow
    try:
        asked = asyncio.create_task(hint(player))
        await until(begun.is_set)
        yield asked
        go_on.set()
        await asyncio.wait({asked})
    finally:
        go_on.set()
        engines.best = best


@served
async def test_a_hint_is_for_whoever_is_to_move_alone_or_against_the_computer(service, now):
    person = await against_the_computer(service)
    assert await refusal(service.hint(person.id, [], 0)) == "no_seat"
    assert (await hint(person))["at"] == 0
    made = await service.create("reversi", "computer", side="second", level="1")
    service.computers.pace = 60
    waiting = Player(service, made.room.id, made.tokens[SECOND])
    if waiting.match.at == 0:
        assert await refusal(hint(waiting)) == "not_your_turn"
    await person("resign")
    assert await refusal(hint(person)) == "match_over"
    ann, _ben = await two_people(service)
    assert await refusal(hint(ann)) == "not_possible"


@served
async def test_a_hint_shows_the_move_as_it_would_be_made(service, now):
    one = await alone(service)
    told = await hint(one)
    assert told["cells"] == [told["move"]]
    assert [event["kind"] for event in told["events"]] == ["placed", "turned"]
    assert told["line"][0] == told["move"]
    assert 0 <= told["win"] <= 1
    assert told["proved"] is False
    assert told["text"]["en"] != told["text"]["ja"]
    assert told["move"] in told["text"]["en"]


@served
async def test_a_hint_for_a_position_that_is_gone_is_not_given(service, now):
    one = await alone(service)
    assert await refusal(hint(one, 1)) == "stale"
    async with thinking_of_a_hint(one) as asked:
        await one.play("d3")
    with pytest.raises(errors.Stale) as refused:
        await asked
    assert refused.value.data["at"] == 1


@served
async def test_a_hint_for_a_position_replaced_by_another_is_not_given_either(service, now):
    one = await alone(service)
    await one.play("d3")
    async with thinking_of_a_hint(one) as asked:
        await one("back", 0, 1)
        await one.play("c4")  # as many moves, another position
    assert await refusal(asked) == "stale"


@served
async def test_a_hint_is_given_although_others_talk_or_watch_meanwhile(service, now):
    one = await alone(service)
    async with thinking_of_a_hint(one) as asked:
        service.subscribe(service.rooms.known(one.id), frozenset())
    assert (await asked)["at"] == 0
