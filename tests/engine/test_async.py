"""Analysis on an event loop."""

import asyncio
import threading
from contextlib import aclosing, suppress
from typing import Any

import pytest

import turncoat
from turncoat.engine import Engine, Limit, analyse, analyse_async
from turncoat.engine import engine as engine_module
from turncoat.games.errors import BadRequest
from turncoat.native.search import NativeEngine

START = turncoat.start("reversi:size=6x6")


@pytest.fixture
def threads(monkeypatch) -> set[int]:
    """The threads in which engines are made and searches begun."""
    seen = set[int]()

    class Watched(NativeEngine):
        def __init__(self, *args: Any) -> None:
            seen.add(threading.get_ident())
            super().__init__(*args)

        def start(self, *args: Any) -> None:
            seen.add(threading.get_ident())
            super().start(*args)

    monkeypatch.setattr(engine_module, "NativeEngine", Watched)
    return seen


async def gather(position: turncoat.Position, limit: Limit) -> list[list[tuple[str, ...]]]:
    return [[line.moves for line in lines] async for lines in analyse_async(position, limit)]


def test_engines_are_made_and_searches_begun_off_the_loop(threads):
    assert asyncio.run(gather(START, Limit(nodes=2000)))
    assert threads
    assert threading.get_ident() not in threads


def test_it_tells_what_the_plain_analysis_tells():
    limit = Limit(nodes=20_000, lines=2)
    told = [[line.moves for line in lines] for lines in analyse(START, limit)]
    assert len(told) > 3
    assert asyncio.run(gather(START, limit)) == told


def test_who_leaves_the_iteration_ends_the_search():
    engine = Engine("reversi", memory=1)

    async def leave() -> None:
        async with aclosing(engine.analyse_async(turncoat.start("reversi"), Limit())) as depths:
            async for _ in depths:
                break

    asyncio.run(leave())
    assert not engine.poll(0.0)[1]


def test_a_search_whose_beginning_is_cancelled_does_not_go_on(monkeypatch):
    engine, entered, let_go = Engine("reversi", memory=1), threading.Event(), threading.Event()
    begin = engine._begin

    def slowly(*args: Any) -> object:
        entered.set()
        let_go.wait(10)
        return begin(*args)

    monkeypatch.setattr(engine, "_begin", slowly)

    async def cancel() -> None:
        task = asyncio.ensure_future(anext(engine.analyse_async(turncoat.start("reversi"), Limit())))
        await asyncio.to_thread(entered.wait, 10)
        task.cancel()
        await asyncio.sleep(0)
        let_go.set()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert not engine.poll(0.0)[1]


def test_what_cannot_be_analysed_is_said_in_the_iteration():
    with pytest.raises(BadRequest, match="reversi"):
        asyncio.run(anext(Engine("reversi", 1).analyse_async(turncoat.start("verto"), Limit())))
