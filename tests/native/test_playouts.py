"""Random games in one native call: each is a game by the plain rules, and nothing but the seed decides it."""

import signal
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.moves import texts
from tests.native.walks import RULESETS, games_for
from turncoat import games, native
from turncoat.games.errors import BadRequest

ARRAYS = ("winner", "moves", "turns", "rule", "ended", "reason", "score_first", "score_second")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_plain_rules_can_replay_every_game(ruleset):
    number = games_for(ruleset, 15_000)
    found = native.playouts(ruleset, number, seed=11)
    for game in range(number):
        position, turns = games.start(ruleset), 0
        moves = native.playout_moves(ruleset, 11, game)
        for move in moves:
            position = position.play(move)
            turns += not position.mid_turn
        assert (position.result(), position.score()) == (found.result(game), found.score(game))
        assert (len(moves), turns) == (found.moves[game], found.turns[game])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_neither_threads_nor_processor_nor_number_change_a_game(ruleset):
    expected = native.playouts(ruleset, 1500, seed=5)
    for cpu in native.cpus():
        native.use_cpu(cpu)
        for found in (native.playouts(ruleset, 1500, seed=5, threads=3), native.playouts(ruleset, 700, seed=5)):
            for name in ARRAYS:
                assert np.array_equal(getattr(found, name), getattr(expected, name)[: len(found)]), name
    native.use_cpu(native.cpus()[0])


def test_every_move_is_drawn_equally_often():
    for start in (native.start("verto:size=4").play("a2"), native.start("invector:size=4x3").play("a1xb1")):
        moves, number = texts(start), 4000
        drawn = Counter(native.playout_moves(start, 3, game)[0] for game in range(number))
        assert set(drawn) == set(moves)
        expected = number / len(moves)
        chi_square = sum((drawn[move] - expected) ** 2 / expected for move in moves)
        assert chi_square < len(moves) - 1 + 5 * (2 * len(moves)) ** 0.5


def test_seeds_give_different_games_and_summaries_add_up():
    one, two = native.playouts("reversi", 500, seed=1), native.playouts("reversi", 500, seed=2)
    assert not np.array_equal(one.score_first, two.score_first)
    assert one.first + one.second + one.draws == len(one) == 500
    assert sum(one.by_reason().values()) == 500
    assert 55 < one.mean_moves < 65
    assert one.mean_turns == one.mean_moves


def test_a_position_may_be_the_start_and_a_finished_one_stays_as_it_is():
    over = native.start("verto:size=3")
    for move in native.playout_moves(over, 0, 0):
        over = over.play(move)
    found = native.playouts(over, 3)
    assert (found.moves.tolist(), found.result(0)) == ([0, 0, 0], over.result())
    assert len(native.playouts(games.parse(str(over)), 0)) == 0


def test_wrong_requests_are_refused():
    wrong: list[tuple[Any, Any, Any]] = [(-1, 0, 1), (1 << 33, 0, 1), (1.5, 0, 1), (None, 0, 1), ("1", 0, 1)]
    wrong += [(1, -1, 1), (1, 1 << 64, 1), (1, 0.5, 1), (1, None, 1), (1, 0, 0), (1, 0, 1.5), (1, 0, None)]
    for n, seed, threads in wrong:
        with pytest.raises(BadRequest):
            native.playouts("reversi", n, seed, threads=threads)


def test_progress_may_end_the_games():
    def stop(part):
        raise RuntimeError(f"enough at {part}")

    with pytest.raises(RuntimeError, match="enough"):
        native.playouts("invector:size=14x9", 3_000_000, progress=stop)


INTERRUPTED = """
import resource, signal, sys
from turncoat import native
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    native.playouts("reversi", 400_000_000, threads=2)
except KeyboardInterrupt:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_ctrl_c_ends_any_number_of_games_at_once_and_they_took_no_room_before_they_were_played():
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(0.5)
        begin = time.monotonic()
        running.send_signal(signal.SIGINT)
        peak = int(running.stdout.readline()) * 1024
        assert time.monotonic() - begin < 3
    assert peak < 2e9  # 20 bytes for each of them would be 8 GB
