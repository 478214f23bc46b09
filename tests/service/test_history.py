"""The past: from the start and the moves as they are told, every earlier moment can be shown as it was."""

import asyncio
import random
from types import SimpleNamespace
from typing import Any, cast

import orjson
import pytest

from tests.moves import texts
from tests.service.harness import running, served, timed, two_people
from turncoat.games import games
from turncoat.games.changes import board_after
from turncoat.games.moves import Event
from turncoat.games.results import FIRST, Side


def shown(room, now):
    """The view as it is sent."""
    return orjson.loads(room.answer(frozenset({FIRST}), now))["match"]


def replayed(view, position):
    """Board, score, reserves and holders at every moment, worked out from what the view tells."""
    state = {name: view["start"].get(name) for name in ("score", "reserves", "holders")}
    cells = view["start"]["cells"]
    found = [(cells, dict(state))]
    for move in view["history"]:
        events = [Event(each["kind"], Side(each["side"]), each.get("cell"), each.get("to")) for each in move["events"]]
        cells = board_after(cast("Any", SimpleNamespace(board=cells, grid=position.grid)), tuple(events))
        state |= {name: move[name] for name in state if name in move}
        found.append((cells, dict(state)))
    return found


def facts_of(position):
    """What a moment must show."""
    facts = position.facts()
    pair = lambda score: score and {"first": score.first, "second": score.second}  # noqa: E731
    holders = {zone.name: zone.holder and zone.holder.value for zone in facts.zones if zone.holdable}
    return position.board, {"score": pair(facts.score), "reserves": pair(facts.reserves), "holders": holders or None}


@pytest.mark.parametrize("ruleset", [*games(), "vect-reverse:lock=yes,bases=outer"])
def test_every_earlier_moment_can_be_shown_as_it_was(ruleset, tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            ann, ben = await two_people(service, ruleset)
            room, rng = service.rooms.known(ann.id), random.Random(5)
            while room.match.status == "playing" and room.match.at < 60:
                player = ann if room.match.decider is FIRST else ben
                await player.play(rng.choice(texts(room.match.position)))
            view = shown(room, 0)
            assert replayed(view, room.match.position) == [facts_of(each) for each in room.match.game.positions]

    asyncio.run(go())


@served
async def test_every_move_tells_what_both_clocks_showed_after_it(service, now):
    ann, ben = await two_people(service, "reversi", control=timed("byoyomi", minutes=1, seconds=30, periods=2))
    room = service.rooms.known(ann.id)
    for player, seconds in ((ann, 5), (ben, 10), (ann, 20), (ben, 70)):
        now.pass_by(seconds)
        await player.play(texts(room.match.position)[0])
    view = shown(room, now())
    assert view["start"]["left"] == {"first": 60_000, "second": 60_000}
    assert [(move["left"]["first"], move["left"]["second"]) for move in view["history"]] == [
        (60_000, 60_000),  # no clock runs before the first turn is made
        (60_000, 50_000),
        (40_000, 50_000),
        (40_000, 30_000),  # in the first of two periods, which is kept
    ]
    assert view["history"][-1]["periods"] == {"first": 2, "second": 2}


@served
async def test_without_clocks_nothing_is_said_of_them(service, now):
    ann, _ben = await two_people(service, "reversi")
    await ann.play("d3")
    view = shown(service.rooms.known(ann.id), now())
    assert not {"left", "periods"} & {*view["start"], *view["history"][0]}


@served
async def test_lines_lead_from_every_cell_that_may_be_chosen_to_the_stones_that_close_them(service, now):
    ann, _ben = await two_people(service, "vect-reverse")
    room = service.rooms.known(ann.id)
    assert shown(room, now())["lines"] == {"d3": ["d5"], "c4": ["e4"], "f5": ["d5"], "e6": ["e4"]}
    await ann.play("d3")
    assert shown(room, now())["lines"] == {"d3": ["d5"]}
    await ann("resign")
    assert shown(room, now())["lines"] == {}
