"""Counting, natively: known numbers, the plain rules' numbers, and the same for any number of threads."""

import signal
import threading
import time
from itertools import islice

import pytest

from tests.moves import texts
from tests.native.walks import MENU, RULESETS, somewhere
from turncoat import games, native
from turncoat.games.errors import BadRequest


def test_the_known_numbers_of_the_8x8_board():
    # The published number at depth 10 also counts 228 games that are already over.
    known = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056]
    assert [native.perft("reversi", depth) for depth in range(1, 11)] == known


@pytest.mark.parametrize(("width", "height"), [(2, 3), (3, 2), (8, 7), (7, 10), (63, 2)])
def test_a_full_checkerboard_has_a_move_for_each_pair_of_neighbours(width, height):
    pairs = width * (height - 1) + height * (width - 1)
    assert native.perft(f"invector:size={width}x{height}", 1) == pairs


def sequences(position, depth, unit):
    """Something for every sequence of that many turns or moves, by the plain rules."""
    if depth == 0:
        yield position
        return
    for move in texts(position):
        after = position.play(move)
        yield from sequences(after, depth - (unit == "move" or not after.mid_turn), unit)


@pytest.mark.parametrize("unit", ["turn", "move"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_counts_are_those_of_the_plain_rules(ruleset, unit):
    for spec, fast in somewhere(ruleset, 6, "perft"):
        for depth in range(5):
            expected = sum(1 for _ in islice(sequences(spec, depth, unit), 600))
            if expected == 600:  # and more, perhaps billions
                break
            for kernel in native.cpus():
                native.use_cpu(kernel)
                position = native.parse(str(fast))
                assert (
                    native.perft(position, depth, unit) == native.perft(position, depth, unit, bulk=False) == expected
                )
    native.use_cpu(native.cpus()[0])


def test_a_long_turn_counts_as_many_ways_as_there_are():
    position = native.parse("vect-reverse .x.oo.../..oo..../...ooo../..xx.o.o/...xo.oo/...o.oxx/....x.x./........ x")
    ways = native.perft(position, 1)
    assert ways > 3000
    assert sum(1 for _ in position.turns()) == ways


@pytest.mark.parametrize("unit", ["turn", "move"])
@pytest.mark.parametrize("ruleset", MENU[::4])
def test_any_number_of_threads_counts_the_same(ruleset, unit):
    depth = 3 if native.perft(ruleset, 1, unit) > 30 else 4
    assert native.perft(ruleset, depth, unit, threads=3) == native.perft(ruleset, depth, unit)


def test_a_position_may_be_named_by_its_ruleset_or_be_a_plain_one():
    start = native.start("verto:size=4")
    assert native.perft("verto:size=4", 3) == native.perft(start, 3) == native.perft(games.start("verto:size=4"), 3)


def test_wrong_requests_are_refused():
    for request in ({"depth": -1}, {"depth": 1, "threads": 0}, {"depth": 1, "unit": "ply"}):
        with pytest.raises(BadRequest):
            native.perft("reversi", **request)


def test_progress_is_told_and_may_end_the_count():
    def stop(part):
        assert 0 <= part <= 1
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        native.perft("reversi", 30, progress=stop)


def test_ctrl_c_ends_a_long_count():
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        native.perft("reversi", 30, threads=2)
    assert time.monotonic() - started < 10


def test_other_python_threads_run_during_a_count():
    counted = []
    worker = threading.Thread(target=lambda: counted.append(native.perft("reversi", 11)))
    worker.start()
    beats = 0
    while worker.is_alive():
        time.sleep(0.001)
        beats += 1
    assert counted == [212258216]
    assert beats > 10
