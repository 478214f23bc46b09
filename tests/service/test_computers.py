"""Computers at a match: they move, wait their turn fairly, and go on after a restart; hints."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from tests.moves import texts
from tests.service.harness import Player, play_on, running, served, timed, two_people, until
from turncoat import native
from turncoat.engine.levels import Level
from turncoat.engine.players import LevelPlayer, limit_of
from turncoat.games import games
from turncoat.games.errors import BadRequest
from turncoat.games.results import FIRST, SECOND
from turncoat.play import Budget, Choice, Game
from turncoat.service import engines, errors
from turncoat.service.computer_players import LEEWAY, OVERHEAD, _turn_so_far, budget_of
from turncoat.service.subscriptions import MAX_UNREAD


@pytest.mark.parametrize("ruleset", list(games()))
def test_a_computer_plays_a_whole_match_of_any_game(ruleset, tmp_path):
    async def go():
        async with running(tmp_path / "m.db") as service:
            made = await service.create(ruleset, "computer", side="first", level="1")
            match, person = made.room.match, Player(service, made.room.id, made.tokens[FIRST])
            while match.status == "playing":
                await until(lambda: match.decider in made.held or match.status != "playing")
                if match.status == "playing":
                    await play_on(match, person, moves=1, seed=match.at)

    asyncio.run(asyncio.wait_for(go(), 60))


@served
async def test_a_computer_that_is_first_begins(service, now):
    made = await service.create("reversi", "computer", side="second", level="2")
    await until(lambda: made.room.match.at == 1)


@served
async def test_an_unknown_level_is_refused(service, now):
    with pytest.raises(BadRequest):
        await service.create("reversi", "computer", level="11")


@served
async def test_undo_against_the_computer_gives_the_turn_back(service, now):
    made = await service.create("reversi", "computer", side="first", level="1")
    person = Player(service, made.room.id, made.tokens[FIRST])
    await person.play("d3")
    await until(lambda: made.room.match.at == 2)
    await person("back", 0, 2)
    await person.play("c4")
    await until(lambda: made.room.match.at == 2)
    assert made.room.match.game.moves[0] == "c4"


def test_a_computer_that_was_thinking_goes_on_after_a_restart(tmp_path):
    async def go():
        async with running(tmp_path / "m.db", pace=60) as service:
            made = await service.create("reversi", "computer", side="first", level="2")
            await service.play(made.room.id, made.tokens.values(), "d3", 0)
            assert made.room.match.at == 1
        async with running(tmp_path / "m.db") as service:
            room = await service.room(made.room.id)
            await until(lambda: room.match.at == 2)

    asyncio.run(asyncio.wait_for(go(), 30))


@served
async def test_on_a_clock_a_computer_takes_a_small_part_of_its_time(service, now):
    made = await service.create(
        "reversi", "computer", side="first", level="max", control=timed("fischer", minutes=0.1, increment=0)
    )
    began = time.monotonic()
    await service.play(made.room.id, made.tokens.values(), "d3", 0)
    await until(lambda: made.room.match.at == 2)
    assert time.monotonic() - began < 4


def at_a_match(game, control, left: float = 0.0) -> Any:
    """What of a match a computer's time depends on."""
    return SimpleNamespace(
        terms=SimpleNamespace(control=control),
        clock=SimpleNamespace(left=lambda seat, now: left),
        game=game,
        position=game.position,
    )


def test_a_clock_is_spent_before_the_end_and_outlasts_moves_that_take_all_they_may():
    for dearest in (True, False):
        left, game = 60_000.0, Game.start("reversi")
        for number, move in enumerate(native.playout_moves("reversi", 1, 0)):
            if number % 2:
                match = at_a_match(game, timed("fischer", minutes=1), left)
                limit = limit_of(game, budget_of(match, SECOND, Level("max"), 0, 1.0))
                assert limit is not None
                assert limit.time is not None
                assert limit.soft_time is not None
                assert limit.soft_time <= limit.time <= Level("max").seconds
                left -= 1000 * (limit.time if dearest else 1.2 * limit.soft_time) + 50
                assert left > 0
            game.play(move)
        assert left < 24_000


@pytest.mark.parametrize("level", ["max", "10", "5"])
def test_a_computers_time_is_for_its_whole_turn(level):
    game, found = Game.start("vect-reverse"), []
    for move in ("d3", "d4-c3", "c5"):
        found.append(budget_of(at_a_match(game, timed()), SECOND, Level(level), 0, 1.0))
        game.play(move)
    whole = Level(level).limit.time or 0
    assert [budget.time for budget in found] == pytest.approx([0.7 * whole, 0.3 * whole, 0.7 * whole])
    assert all(budget.clock(side) is None for budget in found for side in (FIRST, SECOND))
    crowded = budget_of(at_a_match(game, timed()), SECOND, Level(level), 0, 2.0)  # two wait for one place
    assert crowded.time == pytest.approx(0.15 * whole)


@pytest.mark.parametrize(("control", "clock"), [(timed("days", days=2), None), (timed("fischer", 5, 4), (42.0, 2.0))])
def test_a_computer_is_told_its_clock_where_it_has_minutes(control, clock):
    game = Game.start("verto")
    budget = budget_of(at_a_match(game, control, 42_000), FIRST, Level("max"), 0, 1.0)
    told = budget.clock(FIRST)
    assert (told and (told.remaining, told.increment)) == clock
    assert budget.overhead == (OVERHEAD if clock else None)


def test_a_level_is_asked_about_the_turn_under_way_alone(monkeypatch):
    game = Game.start("vect-reverse")
    asked = list[Game]()

    def choose(_player, game, _budget):
        asked.append(game)
        return Choice("x")

    monkeypatch.setattr(LevelPlayer, "choose", choose)
    for move, expected in (("d3", ("d3",)), ("d4-c3", ()), ("c5", ("c5",))):
        game.play(move)
        engines.choose("1", *_turn_so_far(game.current), Budget(time=0.1))
        told = asked.pop()
        assert (told.moves, told.position, told.current.begun) == (expected, game.position, game.current.begun)


@served
async def test_a_hint_is_a_legal_move_with_its_changes(service, now):
    made = await service.create("reversi", "local")
    hint = await service.hint(made.room.id, made.tokens.values(), 0)
    assert hint["move"] in texts(made.room.match.position)
    assert hint["events"][0] == {"kind": "placed", "side": "first", "cell": hint["move"]}
    assert hint["line"][0] == hint["move"]
    assert hint["text"]["ja"]
    with pytest.raises(errors.Stale):
        await service.hint(made.room.id, made.tokens.values(), 1)
    ann, _ = await two_people(service)
    with pytest.raises(errors.NotPossible):
        await service.hint(ann.id, ann.tokens, 0)


@served
async def test_whoever_reads_too_slowly_starts_afresh_instead_of_working_off_a_backlog(service, now):
    ann, ben = await two_people(service)
    room = service.rooms.known(ann.id)
    slow = service.subscribe(room, frozenset({FIRST}))
    while slow.unread:
        await slow.read()
    await play_on(ann.match, ann, ben, moves=MAX_UNREAD + 3)
    told = orjson.loads(await slow.read())
    assert (told["type"], told["match"]["at"], told["you"]) == ("setup", MAX_UNREAD + 3, ["first"])
    assert not slow.unread
    await play_on(ann.match, ann, ben, moves=1)
    told = orjson.loads(await slow.read())
    assert (told["type"], told["changed"]["at"]) == ("update", MAX_UNREAD + 4)


@served
async def test_a_setup_tells_all_there_is_to_know_when_it_is_read(service, now):
    ann, ben = await two_people(service)
    room = service.rooms.known(ann.id)
    subscription = service.subscribe(room, frozenset({FIRST}))
    await play_on(ann.match, ann, ben, moves=5)
    told = orjson.loads(await subscription.read())
    assert (told["type"], told["match"]["at"], told["you"]) == ("setup", 5, ["first"])
    assert orjson.loads(await subscription.read())["type"] == "presence"
    assert not subscription.unread


@served
async def test_a_computer_that_waits_for_another_process_moves_at_once_when_the_decision_is_ours(service, now):
    service.computers.pace = 60
    made = await service.create("reversi", "computer", side="first", level="1")
    person = Player(service, made.room.id, made.tokens[FIRST])
    await person.play("d3")
    service.computers.stop(made.room)
    service.rooms.drop(made.room)
    service.computers.pace, service.shared = 0, True
    room = await service.room(person.id)  # read from the store: another process is likely to be at it
    assert service.computers.waits(room)
    began = time.monotonic()
    await person("back", 0, 1)
    await person.play("c4")
    await until(lambda: person.match.at == 2, 4)
    assert time.monotonic() - began < LEEWAY


@served
async def test_a_record_tells_who_played_and_how_it_ended(service, now):
    ann, ben = await two_people(service)
    await ann.play("d3")
    await ann("offer", "draw")
    await ben("offer", "draw", "accept")
    assert service.rooms.known(ann.id).match.record().splitlines() == [
        "ruleset: reversi",
        "first: Ann",
        "second: Ben",
        "result: draw agreed",
        "moves: d3",
    ]
    made = await service.create("reversi", "computer", side="second", level="4")
    await until(lambda: made.room.match.at == 1)
    await service.resign(made.room.id, made.tokens.values())
    lines = made.room.match.record().splitlines()
    assert lines[:3] == ["ruleset: reversi", "first: level 4", "result: first resigned"]
