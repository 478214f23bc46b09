"""What may be asked of a search, and how it is refused."""

import math
from typing import Any

import pytest

import turncoat
from tests.moves import texts
from turncoat.engine import Engine, Limit, analyse, best
from turncoat.games.errors import BadRequest

MOST: dict[str, Any] = {"time": 1e9, "soft_time": 1e9, "nodes": 10**18, "depth": 10**6, "lines": 10**6, "threads": 1024}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"time": 1e15}, "time must be a number of seconds from 0 to 1000000000; got 1000000000000000"),
        ({"time": 1e30}, "time must be a number of seconds from 0 to"),
        ({"time": math.inf}, "time must be a number of seconds from 0 to 1000000000; got inf"),
        ({"time": math.nan}, "time must be a number of seconds from 0 to 1000000000; got nan"),
        ({"soft_time": -1}, "soft_time must be a number of seconds from 0 to 1000000000; got -1"),
        ({"nodes": 10**23}, "nodes must be a whole number from 1 to 1000000000000000000; got 100"),
        ({"nodes": 1e6}, "nodes must be a whole number from 1 to"),
        ({"depth": 0}, "depth must be a whole number from 1 to 1000000; got 0"),
        ({"lines": 10**12}, "lines must be a whole number from 1 to 1000000; got 1000000000000"),
        ({"threads": 10**12}, "threads must be a whole number from 1 to 1024; got 1000000000000"),
    ],
)
def test_a_limit_that_no_search_can_take_is_refused_with_its_bounds(asked, said):
    with pytest.raises(BadRequest, match=said) as caught:
        Limit(**asked)
    assert "から" in caught.value.text("ja")


@pytest.mark.parametrize("memory", [0, 2_000_000])
def test_memory_is_refused_with_its_bounds(memory):
    with pytest.raises(BadRequest, match=f"memory must be a whole number from 1 to 1048576; got {memory}"):
        Engine("reversi", memory)


@pytest.mark.parametrize("name", [name for name in MOST if name != "threads"])  # so many would be hired
def test_the_most_that_a_limit_takes_the_search_takes_too(name):
    start = turncoat.start("reversi:size=4x4")
    assert Engine("reversi:size=4x4", memory=1).best(start, Limit(**{name: MOST[name]})).proved


def test_an_iterator_that_is_closed_ends_no_search_but_its_own():
    engine, start = Engine("verto", memory=1), turncoat.start("verto")
    older, newer = engine.analyse(start, Limit()), engine.analyse(start.play("d4"), Limit())
    next(older)
    assert next(newer)[0].move in texts(start.play("d4"))
    older.close()
    assert engine.poll(0.0)[1]
    newer.close()
    assert not engine.poll(0.0)[1]


def test_an_iterator_ends_when_another_search_has_begun():
    engine, start = Engine("verto", memory=1), turncoat.start("verto")
    older = engine.analyse(start, Limit())
    next(older)
    engine.start(start.play("d4"), Limit())
    assert len(list(older)) < 100
    assert engine.poll(0.0)[1]
    engine.stop()


def test_what_is_no_position_is_refused_with_what_is_expected():
    with Engine("verto:size=3") as engine:
        asked = (
            lambda: best("verto", Limit(depth=1)),  # type: ignore[arg-type]
            lambda: next(analyse("verto", Limit(depth=1))),  # type: ignore[arg-type]
            lambda: engine.best("verto:size=3", Limit(depth=1)),  # type: ignore[arg-type]
            lambda: engine.evaluate("verto:size=3"),  # type: ignore[arg-type]
            lambda: engine.solve_outcome("verto:size=3"),  # type: ignore[arg-type]
        )
        for call in asked:
            with pytest.raises(TypeError, match=r"position must be a position, such as .*; got 'verto") as refused:
                call()
            assert isinstance(refused.value, BadRequest)
