"""A search is ended from another thread."""

import threading
from time import perf_counter

import pytest

import turncoat
from turncoat.engine import Engine, Limit

TIMEOUT = 30.0
TIMES = 1000


@pytest.mark.parametrize("game", turncoat.games.games())
def test_a_search_that_another_thread_ends_comes_back_every_time(game):
    engine, position = Engine(game, memory=1), turncoat.start(game)
    depths: list[int] = []

    def think() -> None:
        while len(depths) < TIMES:
            depths.append(engine.best(position, Limit(time=2 * TIMEOUT)).depth)

    def end() -> None:
        while thinker.is_alive():
            engine.stop()  # often at the very moment at which the search, ended before, is cleared away

    begun = perf_counter()
    thinker, ender = threading.Thread(target=think, daemon=True), threading.Thread(target=end, daemon=True)
    thinker.start()
    ender.start()
    thinker.join(TIMEOUT)
    assert len(depths) == TIMES, f"{len(depths)} after {perf_counter() - begun:.0f} s"
    assert min(depths) >= 1
