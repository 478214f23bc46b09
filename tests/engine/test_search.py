"""The search as a whole: long lines, threads, several lines, and the same again once everything is forgotten."""

import random
import subprocess
import sys

import pytest

import turncoat
from tests.moves import texts
from turncoat.engine import Engine, Limit
from turncoat.games.moves import SWAP
from turncoat.native import compiled, handle
from turncoat.native.search import NativeUct

SHORT_OF_MEMORY = """
import resource
import turncoat
from turncoat.engine import Engine, Limit
engine, position = Engine("verto", memory=1), turncoat.start("verto")
usual = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, usual[1]))
try:
    print(engine.best(position, Limit(depth=2, threads=250)).depth)
except MemoryError:
    print("no memory")
resource.setrlimit(resource.RLIMIT_AS, usual)
print(engine.best(position, Limit(depth=2)).depth)
"""


def empties(position):
    return str(position).split()[1].count(".")


def endings(ruleset, count, seed, left):
    """Positions of random games with so many empty cells and a choice."""
    rng = random.Random(seed)
    found: list[turncoat.Position] = []
    while len(found) < count:
        position = turncoat.start(ruleset)
        while empties(position) > left and (moves := texts(position)):
            position = position.play(rng.choice(moves))
        if empties(position) <= left and len(position.legal_moves) > 1:
            found.append(position)
    return found


def test_a_line_as_long_as_the_largest_board_is_searched_to_its_end():
    board = "x" + 61 * "." + "o/x" + 62 * "."
    position = turncoat.parse(f"invector:size=63x2,pie=no {board} x")
    *_, (line,) = Engine(position.ruleset, memory=4).analyse(position, Limit(nodes=3_000_000))
    assert line.deepest > 110
    assert line.proved


def test_an_engine_that_has_forgotten_everything_thinks_like_a_new_one():
    used = Engine("reversi", memory=4)
    for position in endings("reversi", 30, seed=1, left=14):
        used.forget()
        again, anew = (each.best(position, Limit(nodes=20_000)) for each in (used, Engine("reversi", memory=4)))
        assert (again.nodes, again.value, again.moves) == (anew.nodes, anew.value, anew.moves)


@pytest.mark.parametrize("ruleset", ["reversi:size=10x10", "verto"])
def test_threads_that_help_do_not_keep_an_end_from_being_proved(ruleset):
    for position in endings(ruleset, 25, seed=2, left=8):
        *_, (line,) = Engine(position.ruleset, memory=4).analyse(position, Limit(threads=4))
        assert line.proved
        assert line.depth < 40


def test_a_forced_move_is_analysed_like_any_other_and_played_at_once():
    position = turncoat.parse("reversi:size=6x4 .xxx.o/.xooxo/xxxxoo/o...oo x coins=3/3")
    assert len(position.legal_moves) == 1
    assert Engine(position.ruleset, 1).best(position, Limit(time=5)).proved
    assert Engine(position.ruleset, 1).best(position, Limit.for_move(5)).depth == 1


def test_of_several_lines_none_is_ever_told_as_better_than_one_before():
    engine = Engine("reversi", memory=16)
    for position in endings("reversi", 12, seed=1, left=18):
        for lines in engine.analyse(position, Limit(lines=4)):
            values = [line.value for line in lines]
            assert values == sorted(values, reverse=True)


def test_nodes_of_all_threads_count_and_those_of_the_search_before_do_not():
    engine, position = Engine("verto"), turncoat.start("verto")
    engine.best(position, Limit(nodes=2_000_000, threads=2))
    told = [lines[0].nodes for lines in engine.analyse(position, Limit(nodes=200_000, threads=2))]
    assert told[0] < 100_000
    assert told[-1] < 400_000


def test_threads_for_which_there_is_no_memory_end_neither_the_program_nor_the_engine():
    found = subprocess.run([sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, check=False, timeout=60)
    assert found.returncode == 0, found.stderr
    assert found.stdout.split()[-1] == b"2"


@pytest.mark.parametrize("first", ["a1xb1", "c1xc2"])
def test_uct_sees_that_a_swap_gives_it_the_other_side(first):
    position = turncoat.start("invector:size=5x2").play(first)  # the first side wins, so whoever swaps does
    weighed = NativeUct(compiled(position.ruleset), 1 << 24).search(handle(position), 5000, 0.4, 1)
    values = {move: value for move, _, value in weighed}
    assert max(values, key=lambda move: values[move]) == SWAP
    assert values[SWAP] > 0.7
