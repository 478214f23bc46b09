"""Updates: whoever has the setup and takes every update in sees what a setup would show."""

import asyncio
import random
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter

from tests.moves import texts
from tests.service.harness import next_message, play_on, refusal, running, served, timed, two_people
from turncoat.games import games
from turncoat.games.results import FIRST, SECOND, Side
from turncoat.service.view import View

VIEW = TypeAdapter(View)


class Client:
    """A page in miniature: one setup, then updates."""

    def __init__(self, subscription) -> None:
        self.subscription = subscription
        self.view: dict[str, Any] = {}
        self.you: list[str] = []
        self.kinds: list[str] = []

    async def catch_up(self):
        """Takes in all that waits."""
        while self.subscription.unread:
            message = orjson.loads(await self.subscription.read())
            self.kinds.append(message["type"])
            if message["type"] == "setup":
                self.view, self.you = message["match"], message["you"]
            elif message["type"] == "update":
                self.apply(message)
        return self.view

    def apply(self, update):
        """As the API's document tells."""
        view = self.view
        assert update["since"] == view["version"]
        assert not {"history", "chat", "version"} & update["changed"].keys()
        history = update.get("history")
        kept = view["history"][: history["kept"]] + history["played"] if history else view["history"]
        chat = (view["chat"] + update.get("chat", []))[-50:]
        self.view = {**view, **update["changed"], "history": kept, "chat": chat, "version": update["version"]}
        self.you = update.get("you", self.you)


def whole(room, held, now):
    """What a setup would show now to whoever holds these seats."""
    return orjson.loads(room.answer(held, now))["match"]


@pytest.mark.parametrize("ruleset", [*games(), "invector:size=4x3"])
def test_a_setup_and_every_update_are_as_good_as_a_setup(ruleset, tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service, ruleset, control=timed("byoyomi", minutes=5, seconds=30, periods=3))
            room, rng = service.rooms.known(ann.id), random.Random(2)
            client = Client(service.subscribe(room, frozenset({FIRST})))
            await client.catch_up()
            while room.match.status == "playing":
                await something(rng, room.match, ann, ben)
                told, expected = await client.catch_up(), whole(room, frozenset({FIRST}), service.now())
                assert VIEW.dump_python(VIEW.validate_python(told), mode="json") == told
                told["times"]["as_of"] = expected["times"]["as_of"]  # a setup tells the clocks as they stand now
                assert told == expected
                assert client.you == [room.match.side_of(FIRST)]
            assert client.kinds.count("setup") == 1
            assert client.kinds.count("update") > 10

    asyncio.run(asyncio.wait_for(go(), 60))


async def something(rng, match, *people):
    """A move mostly, else one of the other things that happen at a match."""
    chance = rng.random()
    if chance < 0.7 or match.at < 3:
        await play_on(match, *people, moves=1, seed=rng.random())
    elif chance < 0.85 and match.game.moves[1] != "swap":
        await people[0]("chat", f"line {rng.random()}")
    elif chance < 0.95:
        await people[0]("offer", "takeback")
        if match.offers["takeback"]:
            await people[1]("offer", "takeback", "accept")
    else:
        await people[1]("offer", "draw")


@served
async def test_the_legal_moves_are_told_to_whoever_decides_and_to_nobody_else(service, now):
    ann, ben = await two_people(service)
    room = service.rooms.known(ann.id)
    clients = [Client(service.subscribe(room, frozenset(held))) for held in ({FIRST}, {SECOND}, Side, ())]

    async def told():
        views = [await client.catch_up() for client in clients]
        return [[choice["move"] for choice in view["moves"]] for view in views]

    legal = texts(ann.match.position)
    assert await told() == [legal, [], legal, []]
    await ann.play("d3")
    legal = texts(ann.match.position)
    assert await told() == [[], legal, legal, []]
    await ben("resign")
    assert await told() == [[], [], [], []]


@served
async def test_what_has_not_changed_is_not_sent(service, now):
    ann, _ben = await two_people(service)
    subscription = service.subscribe(service.rooms.known(ann.id), frozenset())
    while subscription.unread:
        await subscription.read()
    await ann("chat", "hello")
    update = orjson.loads(await subscription.read())
    assert update.pop("chat") == [{"side": "first", "name": "Ann", "text": "hello", "at": now()}]
    assert update == {"type": "update", "since": 1, "version": 2, "changed": {}}
    await ann.play("d3")
    update = orjson.loads(await subscription.read())
    assert "chat" not in update
    turned = [{"kind": "placed", "side": "first", "cell": "d3"}, {"kind": "turned", "side": "first", "cell": "d4"}]
    changed = {"score": {"first": 4, "second": 1}, "reserves": {"first": 29, "second": 30}}
    made = {"move": "d3", "side": "first", "turn": 1, "at_ms": now(), "events": turned, **changed}
    assert update["history"]["played"] == [made]
    unchanged = {
        "id",
        "ruleset",
        "game",
        "kind",
        "status",
        "created",
        "clock",
        "zones",
        "seats",
        "offers",
        "options_text",
    }
    assert not unchanged & update["changed"].keys()
    await ann("offer", "draw")
    assert orjson.loads(await subscription.read())["changed"] == {
        "offers": {"draw": "first", "takeback": None, "rematch": None}
    }


@served
async def test_a_takeback_cuts_the_history_and_says_what_is_kept(service, now):
    ann, ben = await two_people(service)
    await ann.play("d3")
    await ben.play("c3")
    subscription = service.subscribe(service.rooms.known(ann.id), frozenset({SECOND}))
    while subscription.unread:
        await subscription.read()
    await ben("offer", "takeback")
    await ann("offer", "takeback", "accept")
    await next_message(subscription, "update")
    update = orjson.loads(await subscription.read())
    assert update["history"] == {"kept": 1, "played": []}
    assert [choice["move"] for choice in update["changed"]["moves"]] == texts(ann.match.position)


@served
async def test_a_swap_tells_everyone_the_sides_they_play_now(service, now):
    ann, ben = await two_people(service, "invector:size=4x3")
    room = service.rooms.known(ann.id)
    clients = [Client(service.subscribe(room, frozenset(held))) for held in ({FIRST}, {SECOND}, set())]
    await ann.play(texts(ann.match.position)[0])
    for client in clients:
        await client.catch_up()
    await ben.play("swap")
    for client, you in zip(clients, (["second"], ["first"], []), strict=True):
        await client.catch_up()
        assert (client.you, client.kinds[-1]) == (you, "update")


@served
async def test_after_a_swap_lines_of_chat_are_told_anew_for_their_sides_have_changed(service, now):
    ann, ben = await two_people(service, "invector:size=4x3")
    client = Client(service.subscribe(service.rooms.known(ann.id), frozenset()))
    await ann("chat", "good luck")
    await ann.play(texts(ann.match.position)[0])
    assert (await client.catch_up())["chat"][0]["side"] == "first"
    await ben.play("swap")
    assert (await client.catch_up())["chat"][0]["side"] == "second"
    assert client.kinds.count("setup") == 2


@served
async def test_the_oldest_lines_of_a_long_chat_are_left_out_and_no_setup_is_needed(service, now):
    ann, _ben = await two_people(service)
    client = Client(service.subscribe(service.rooms.known(ann.id), frozenset()))
    for number in range(53):
        await ann("chat", f"line {number}")
        await client.catch_up()
    assert [line["text"] for line in client.view["chat"]] == [f"line {number}" for number in range(3, 53)]
    assert client.kinds.count("setup") == 1


@served
async def test_the_clocks_of_a_setup_stand_where_they_stand_when_it_is_read(service, now):
    ann, _ben = await two_people(service, control=timed("fischer", minutes=5))
    room = service.rooms.known(ann.id)
    await ann.play("d3")
    service.subscribe(room, frozenset())
    now.pass_by(7)
    late = Client(service.subscribe(room, frozenset()))
    times = (await late.catch_up())["times"]
    assert (times["second"], times["as_of"]) == (293_000, now())
    assert await refusal(ann.play("c4")) == "not_your_turn"
