"""Reviews of finished matches: for everyone, as they come, no longer than somebody looks, and never before the end."""

import asyncio
import threading
from contextlib import contextmanager
from typing import Any

import orjson
import pytest

from tests.service.harness import Player, alone, play_on, refusal, running, served, shown, two_people, until
from turncoat.engine import Engine, Limit
from turncoat.engine.judgement import Judgement
from turncoat.engine.review import review
from turncoat.games.errors import IllegalMove
from turncoat.service import engines, errors, reviews
from turncoat.service.workers import ProcessWorker

LOST = ("b1", "c1")  # on 4x4 the second player throws a proved win away


@pytest.fixture(autouse=True)
def at_every_step(monkeypatch):
    monkeypatch.setattr(reviews, "EVERY", 0.0)
    monkeypatch.setattr(reviews, "AFTER_REFUSAL", 0.001)


async def finished(service, ruleset="reversi:size=4x4", moves=LOST):
    """A match between two people that ended by resignation after these moves."""
    ann, ben = await two_people(service, ruleset)
    for move in moves:
        await (ann if ann.match.decider.value == "first" else ben).play(move)
    await ann("resign")
    return ann


async def told(player, client="somebody"):
    """Every message of a review, to its end."""
    with await player.service.review(player.id, client) as subscription:
        found = []
        while (text := await subscription.read()) is not None:
            found.append(orjson.loads(text))
    return found


def together(messages):
    """What whoever reads the messages knows in the end."""
    positions, turns = dict[int, Any](), dict[int, Any]()
    for message in messages:
        positions |= {each["at"]: each for each in message["positions"]}
        turns |= {each["turn"]: each for each in message["turns"]}
    return {**messages[-1], "positions": positions, "turns": dict(sorted(turns.items()))}


@contextmanager
def judging(answer):
    """What happens while positions are judged so: `answer` is given the question and the usual way."""
    usual = engines.judge
    engines.judge = lambda question: answer(question, usual)
    try:
        yield
    finally:
        engines.judge = usual


@served
async def test_a_review_is_told_step_by_step_until_all_is_judged(service, now):
    messages = await told(await finished(service))
    assert [each["type"] for each in messages] == ["review"] + ["judged"] * (len(messages) - 1)
    left = [each["left"] for each in messages]
    assert left == sorted(left, reverse=True)
    assert (left[0], left[-1]) == (messages[0]["total"], 0)
    assert len(messages) > 3
    known = together(messages)
    assert sorted(known["positions"]) == [0, 1, 2]
    assert [turn["verdict"] for turn in known["turns"].values()] == ["good", "blunder"]
    assert known["sides"]["second"]["turns"] == {"inaccuracy": 0, "mistake": 0, "blunder": 1}
    assert known["sides"]["first"]["accuracy"] == 100


@served
async def test_what_is_proved_is_told_with_who_wins_by_how_much_and_the_better_turn(service, now):
    known = together(await told(await finished(service)))
    assert known["positions"][0] == {"at": 0, "win": 0.0, "proved": True, "lead": -8}
    assert known["positions"][2]["proved"]
    assert known["positions"][2]["win"] == 1.0
    blunder = known["turns"][2]
    assert (blunder["side"], blunder["begin"], blunder["end"]) == ("second", 1, 2)
    assert (blunder["before"], blunder["kept"], blunder["turning"]) == (1.0, 0.0, True)
    better = blunder["better"]
    assert (better["at"], better["win"], better["proved"], better["lead"]) == (1, 1.0, True, 8)
    [move] = better["moves"]
    assert move["move"] in ("a1", "a3")
    assert [event["kind"] for event in move["events"]] == ["placed", "turned"]


@served
async def test_while_a_match_is_played_nobody_gets_a_review_of_it(service, now):
    ann, ben = await two_people(service, "reversi:size=4x4")
    for move, player in zip(LOST, (ann, ben), strict=True):
        await player.play(move)
        assert await refusal(service.review(ann.id)) == "not_possible"
        assert await refusal(service.attempt(ann.id, 0, [])) == "not_possible"
    one = await alone(service)
    await one.play("d3")
    assert await refusal(service.review(one.id)) == "not_possible"
    await ann("resign")
    assert together(await told(ann))["left"] == 0


@served
async def test_a_match_without_moves_has_nothing_to_review(service, now):
    assert await refusal(told(await finished(service, moves=()))) == "not_possible"


@served
async def test_whoever_comes_later_has_it_all_at_once_and_nothing_is_judged_twice(service, now):
    one = await finished(service)
    before = together(await told(one))
    with judging(lambda question, usual: pytest.fail("judged again")):
        [message] = await told(one, "somebody else")
    assert together([message]) | {"type": ""} == before | {"type": "", "total": message["total"]}


@served
async def test_nothing_is_judged_when_nobody_looks_and_it_goes_on_where_it_was(service, now):
    one = await finished(service, moves=("b1", "c1", "d1", "a1"))
    asked, go_on = [], threading.Event()

    def slowly(question, usual):
        asked.append(question.number)
        if len(asked) == 2:
            go_on.wait(10)
        return usual(question)

    with judging(slowly):
        with await service.review(one.id) as first, await service.review(one.id) as second:
            await until(lambda: len(asked) == 2)
            assert orjson.loads(await first.read())["left"] < orjson.loads(await second.read())["total"]
        go_on.set()
        await until(lambda: not service.pool.running and not service.pool.waiting)
        await asyncio.sleep(0.05)
        assert len(asked) == 2
        known = together(await told(one))
    assert known["left"] == 0
    assert len(known["turns"]) == 4
    assert asked[2] == asked[1]  # its answer was not waited for
    to_judge = [len(position.legal_moves) > 1 for position in one.match.game.positions[:-1]].count(True) + 1
    assert len(asked) == 2 * to_judge + 1


@served
async def test_a_busy_engine_is_asked_again_for_nobody_is_owed_the_next_step_at_once(service, now):
    one = await finished(service)
    ask, refused = service.pool.ask, list[Any]()

    async def busy_at_first(*given, **how):
        if len(refused) < 2:
            refused.append(given)
            raise errors.Busy
        return await ask(*given, **how)

    service.pool.ask = busy_at_first
    assert together(await told(one))["left"] == 0
    assert len(refused) == 2


@served
async def test_an_engine_that_fails_is_told_and_whoever_asks_again_has_the_rest(service, now):
    one = await finished(service)

    def fails_at_first(question, usual):
        if question.number == 1 and not failed:
            failed.append(question)
            raise errors.EngineFailed
        return usual(question)

    failed: list[object] = []
    with judging(fails_at_first):
        assert await refusal(told(one)) == "engine_failed"
        assert together(await told(one))["left"] == 0


@served
async def test_the_judgement_is_that_of_the_library(service, now):
    one = await alone(service)
    await play_on(one.match, one, moves=7)
    await one("resign")

    class Fresh:
        """An engine that remembers nothing."""

        def best(self, position, limit):
            return Engine(position.ruleset, 4).best(position, Limit(nodes=2000))

    with judging(lambda question, usual: question.answer(Fresh())):
        known = together(await told(one))
    found = review(one.match.whole_game(), Limit(nodes=2000), Fresh())
    assert [turn["verdict"] for turn in known["turns"].values()] == [turn.verdict for turn in found.turns]
    assert [turn["before"] for turn in known["turns"].values()] == [round(turn.before, 4) for turn in found.turns]
    assert [known["positions"][at]["win"] for at in range(8)] == [round(win, 4) for win in found.wins]
    for side, seat in zip(known["sides"].values(), ("first", "second"), strict=True):
        assert side["accuracy"] == found.data()["sides"][seat]["accuracy"]


@served
async def test_sides_are_those_that_are_played_at_the_end(service, now):
    one = await alone(service, "invector:size=4x3,pie=yes")
    await one.play(one.match.position.legal_moves[0].text)
    await one.play("swap")
    await one.play(one.match.position.legal_moves[0].text)
    await one("resign")
    sure = Judgement(1.0, proved=True)  # for whoever decides
    with judging(lambda question, usual: sure):
        known = together(await told(one))
    # Moves 1 and 3 are made by the same person, who plays second in the end: only the stones have changed hands.
    assert [turn["side"] for turn in known["turns"].values()] == ["second", "first", "second"]
    decides = {0: "second", 1: "first", 2: "second", 3: "first"}
    for at, side in decides.items():
        assert known["positions"][at]["win"] == (1.0 if side == "first" else 0.0)


def test_games_without_native_rules_are_reviewed_in_processes(tmp_path, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 0.2)

    async def go():
        async with running(tmp_path / "m.db", twin=lambda _: False, worker=ProcessWorker) as service:
            one = await alone(service, "vect-reverse")
            await play_on(one.match, one, moves=4)
            await one("resign")
            known = together(await told(one))
            assert known["left"] == 0
            assert sorted(known["positions"]) == list(range(one.match.at + 1))
            begin = next(turn for turn in known["turns"].values() if not turn["forced"])["begin"]
            tried = await service.attempt(one.id, begin, [])
            assert orjson.loads(orjson.dumps(tried))["moves"]

    asyncio.run(asyncio.wait_for(go(), 120))


# Turns tried anew


async def tried(player, at, *moves):
    """A turn tried, as it is sent."""
    return orjson.loads(orjson.dumps(await player.service.attempt(player.id, at, moves)))


@served
async def test_a_mistake_is_tried_again_from_the_position_before_it(service, now):
    one = await finished(service)
    await told(one)
    before = await tried(one, 1)
    assert (before["side"], before["judged"], before["played"]) == ("second", None, [])
    assert "a1" in [move["move"] for move in before["moves"]]
    found = await tried(one, 1, "a1")
    assert found["moves"] == []
    assert found["judged"] == {"win": 1.0, "proved": True, "lead": 8, "verdict": "good", "better": True}
    assert [move["move"] for move in found["played"]] == ["a1"]
    assert found["board"]["cells"] != before["board"]["cells"]
    same = await tried(one, 1, "C1")
    assert (same["judged"]["verdict"], same["judged"]["better"], same["judged"]["win"]) == ("blunder", False, 0.0)


@served
async def test_a_turn_of_several_moves_is_tried_move_by_move(service, now):
    one = await finished(service, "vect-reverse", ("d3", "d4-c5", "e3"))
    await told(one)
    half = await tried(one, 0, "e6")
    assert (half["mid_turn"], half["judged"], half["side"]) == (True, None, "first")
    assert half["moves"]
    assert half["lines"]
    step = half["moves"][0]
    whole = await tried(one, 0, "e6", step["move"])
    assert [move["move"] for move in whole["played"]] == ["e6", step["move"]]
    if step["ends_turn"]:
        assert whole["judged"]["verdict"] in ("good", "inaccuracy", "mistake", "blunder")
        assert await refusal(tried(one, 0, "e6", step["move"], "d3")) == "not_possible"


@served
async def test_only_what_is_judged_and_legal_can_be_tried(service, now):
    one = await finished(service)
    assert await refusal(tried(one, 1)) == "not_possible"
    await told(one)
    for at in (2, 99):
        assert await refusal(tried(one, at)) == "not_possible"
    with pytest.raises(IllegalMove) as refused:
        await tried(one, 1, "h8")
    assert set(refused.value.data["legal"]) == {"a1", "a3", "c1"}


# Matches that begin with moves


@served
async def test_a_new_match_begins_from_a_position_with_the_moves_that_led_there(service, now):
    made = await service.create("reversi", "computer", side="second", level="1", moves=["d3", "C3", "c4"])
    match = made.room.match
    assert (match.game.moves, match.at, match.status) == (("d3", "c3", "c4"), 3, "playing")
    assert made.held == {match.position.side}
    one = Player(service, made.room.id, next(iter(made.tokens.values())))
    seen = shown(match)
    assert [move["move"] for move in seen["history"]] == ["d3", "c3", "c4"]
    service.rooms.drop(made.room)
    assert shown((await service.room(one.id)).match) == seen
    await one.play("e3")
    await until(lambda: one.match.at == 5)


@served
async def test_the_side_is_the_one_played_after_the_moves(service, now):
    first = (await service.create("invector:size=4x3,pie=yes", "local")).room.match.position.legal_moves[0].text
    made = await service.create("invector:size=4x3,pie=yes", "friend", side="first", moves=[first, "swap"])
    match = made.room.match
    [seat] = made.held
    assert match.side_of(seat) == "first"
    assert match.seats[seat].token is not None


@served
async def test_moves_that_are_not_legal_or_leave_nothing_to_play_make_no_match(service, now):
    with pytest.raises(IllegalMove):
        await service.create("reversi", "local", moves=["a1"])
    assert await refusal(service.create("reversi", "lobby", moves=["d3"])) == "not_possible"
    one = await alone(service, "reversi:size=4x4")
    await play_on(one.match, one)
    assert await refusal(service.create("reversi:size=4x4", "local", moves=one.match.game.moves)) == "match_over"
