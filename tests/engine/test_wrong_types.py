"""Whoever gives the engine something else than it takes is told what it takes."""

import asyncio
import re
from random import Random
from typing import Any

import pytest

import turncoat
from tests.moves import texts
from tests.play.trees import game_of
from turncoat.engine import Engine, Limit, analyse, analyse_async, best, graph, shipped
from turncoat.engine.clock import allot, decisions_left, turn_share
from turncoat.engine.levels import Level, winning_turn
from turncoat.engine.review import Reviewer, review
from turncoat.games.errors import BadRequest
from turncoat.play import TimeLeft

BOARD = "verto:size=4"
START = turncoat.start(BOARD)
FEW = Limit(nodes=100)
WRONG: list[Any] = ["verto", None, 5, game_of(BOARD)]


async def received(position, limit):
    async for _ in analyse_async(position, limit):
        pass


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize(
    "call",
    [
        lambda wrong: best(wrong, FEW),
        lambda wrong: list(analyse(wrong, FEW)),
        lambda wrong: asyncio.run(received(wrong, FEW)),
        lambda wrong: Engine(BOARD, 1).best(wrong, FEW),
        lambda wrong: Engine(BOARD, 1).start(wrong, FEW),
        lambda wrong: Engine(BOARD, 1).evaluate(wrong),
        lambda wrong: Engine(BOARD, 1).solve_outcome(wrong),
        lambda wrong: Level(3).choose(wrong),
        lambda wrong: winning_turn(wrong, 5),
        decisions_left,
        turn_share,
    ],
)
def test_what_is_no_position_is_refused_by_name(call, wrong):
    with pytest.raises(TypeError, match=r"position must be a position, such as .*; got "):
        call(wrong)


@pytest.mark.parametrize("wrong", [5, "nodes=5", {"nodes": 5}])
@pytest.mark.parametrize(
    "call",
    [
        lambda wrong: best(START, wrong),
        lambda wrong: list(analyse(START, wrong)),
        lambda wrong: asyncio.run(received(START, wrong)),
        lambda wrong: Level(3).choose(START, limit=wrong),
        lambda wrong: Level("max").choose(START, limit=wrong),
        lambda wrong: review(game_of(BOARD, ("b2",)), wrong),
    ],
)
def test_what_is_no_limit_is_refused_by_name(call, wrong):
    with pytest.raises(TypeError, match=r"limit must be a Limit, such as Limit\(nodes=20000\); got "):
        call(wrong)


OTHERS: list[tuple[Any, Any, str]] = [
    (lambda wrong: best(START, wrong), None, "limit must be a Limit"),
    (Engine, 5, "ruleset must be a ruleset or its text, such as .*; got 5"),
    (Engine, START, "ruleset must be a ruleset or its text, such as .*; got "),
    (Level(1).engine, None, "ruleset must be a ruleset or its text, such as .*; got None"),
    (shipped, None, "ruleset must be a ruleset or its text, such as .*; got None"),
    (lambda wrong: Engine(BOARD, 1, wrong), 5, "weights must be Weights, 'shipped' or None; got 5"),
    (lambda wrong: Engine(BOARD, 1, wrong), "my.weights", "weights must be Weights, .* got 'my.weights'"),
    (lambda wrong: Level(3).choose(START, wrong), "verto", "engine must be an Engine; got 'verto'"),
    (lambda wrong: Level(3).choose(START, rng=wrong), 5, r"rng must be a random\.Random; got 5"),
    (lambda wrong: Level(3).choose(START, made=wrong), "1", "made must be a whole number; got '1'"),
    (lambda wrong: allot(wrong, 30), 60, r"clock must be a TimeLeft, such as TimeLeft\(60\); got 60"),
    (review, "verto", r"game must be a Game, such as Game.read\(text\); got 'verto'"),
    (Reviewer, None, "game must be a Game"),
    (lambda wrong: graph.svg(wrong, START), START, "review must be a Review; got "),
    (lambda wrong: graph.png(wrong, START), None, "review must be a Review; got None"),
]


@pytest.mark.parametrize(("call", "wrong", "said"), OTHERS)
def test_other_things_are_refused_by_name_too(call, wrong, said):
    with pytest.raises(TypeError, match=said) as caught:
        call(wrong)
    assert len(str(caught.value)) < 160


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"time": "5"}, r"time must be a number of seconds from 0 to 1000000000; got '5' \(str\)"),
        ({"time": True}, r"time must be a number of seconds from 0 to 1000000000; got True \(bool\)"),
        ({"soft_time": [1]}, "soft_time must be a number of seconds"),
        ({"nodes": True}, "nodes must be a whole number from 1 to"),
        ({"nodes": "5"}, "nodes must be a whole number from 1 to"),
        ({"lines": None}, "lines must be a whole number from 1 to 1000000; got None"),
        ({"threads": None}, "threads must be a whole number from 1 to 1024; got None"),
    ],
)
def test_a_limit_of_something_else_than_numbers_is_refused_with_its_bounds(asked, said):
    with pytest.raises(TypeError, match=said) as refused:
        Limit(**asked)
    assert isinstance(refused.value, BadRequest)
    with pytest.raises(TypeError):
        Limit.for_move("5")  # type: ignore[arg-type]


@pytest.mark.parametrize("memory", ["64", 1.5, None, True])
def test_memory_that_is_no_whole_number_is_refused_with_its_bounds(memory):
    said = re.escape(f"memory must be a whole number from 1 to 1048576; got {memory!r} (")
    with pytest.raises(TypeError, match=said) as refused:
        Engine(BOARD, memory)
    assert isinstance(refused.value, BadRequest)


@pytest.mark.parametrize("memory", [0, -1, (1 << 20) + 1])
def test_memory_beyond_its_bounds_is_of_the_right_kind(memory):
    with pytest.raises(BadRequest, match=f"memory must be a whole number from 1 to 1048576; got {memory}$") as refused:
        Engine(BOARD, memory)
    assert not isinstance(refused.value, TypeError)


@pytest.mark.parametrize("ruleset", ["verto:size=8", " verto ", "verto:quiet=yes,size=8"])
def test_an_engine_plays_its_ruleset_however_that_was_written(ruleset):
    engine = Engine(ruleset, 1)
    assert str(engine.ruleset) == "verto"
    assert engine.best(turncoat.start("verto"), FEW).move


@pytest.mark.parametrize("call", ["evaluate", "solve_outcome"])
def test_an_engine_says_of_another_rulesets_position_what_it_plays(call):
    with pytest.raises(BadRequest, match="this engine plays only reversi"):
        getattr(Engine("reversi", 1), call)(START)


def test_what_is_right_goes_through():
    assert Level(3).choose(START, Engine(BOARD, 1), Random(1), limit=FEW, made=0).move in texts(START)
    assert allot(TimeLeft(60), 30).soft > 0
