"""The learned evaluation is the sum it is said to be, on every processor; weights that are none are refused."""

import math
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

import turncoat
from tests.moves import texts
from turncoat import native
from turncoat.engine import Engine, Weights
from turncoat.engine._weights import BadWeights, shipped

if TYPE_CHECKING:
    from turncoat.games import Position

MOST = 15_000  # an estimate never says more
STEPS = 127  # in which a weight is counted, the heaviest being the last of them


def weights_of(ruleset) -> Weights:
    found = shipped(ruleset)
    assert found is not None
    return found


def positions(ruleset, count, seed=3):
    """Positions from random games, both sides to move, in the middle of turns too."""
    random = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = native.start(ruleset)
        for _ in range(random.randrange(60)):
            if moves := texts(position):
                position = position.play(random.choice(moves))
        found.append(position)
    return found


def plain(weights: Weights, position) -> list[int]:
    """The weight of every pattern as the side to move sees the board."""
    fields = str(position).split()
    board, side = fields[1].replace("/", ""), fields[2]
    stones = {".": 0, side: 1}
    shown = [stones.get(cell, 2) for cell in board]
    stage = weights.stages[sum(cell > 0 for cell in shown)]
    chosen = 2 * stage + position.mid_turn if weights.mid_turn else stage
    sheet = weights.values.reshape(weights.sets, -1)[chosen]
    places = [
        table + sum(shown[cell] * 3**place for place, cell in enumerate(cells)) for table, cells in weights.patterns
    ]
    return [int(sheet[place]) for place in places]


@pytest.mark.parametrize("ruleset", ["reversi", "vect-reverse"])
def test_an_estimate_is_the_sum_of_its_weights_in_steps(ruleset, processor):
    engine, weights = Engine(ruleset, 1), weights_of(ruleset)
    step = math.ceil(np.abs(weights.values.astype(int)).max() / STEPS)
    for position in positions(ruleset, 200):
        rounded = sum(
            step * int(math.copysign((abs(each) + step // 2) // step, each)) for each in plain(weights, position)
        )
        assert engine.evaluate(position) == max(-MOST, min(MOST, rounded))


def test_counting_in_steps_hardly_changes_an_estimate():
    engine, weights = Engine("reversi", 1), weights_of("reversi")
    errors = [engine.evaluate(position) - sum(plain(weights, position)) for position in positions("reversi", 400)]
    assert math.sqrt(sum(error**2 for error in errors) / len(errors)) < 50  # half a coin


@pytest.mark.parametrize("weight", [30_000, -30_000])
def test_weights_beyond_all_measure_never_turn_an_estimate_round(weight, processor):
    weights = weights_of("reversi")
    heavy = replace(weights, values=np.full_like(weights.values, weight))
    engine = Engine("reversi", 1, heavy)
    assert {engine.evaluate(position) for position in positions("reversi", 20)} == {MOST if weight > 0 else -MOST}


def test_weights_whose_tables_are_too_large_together_are_refused():
    shape = tuple(range(10))
    patterns = tuple((number * 3**10, shape) for number in range(40))
    shipped = weights_of("reversi")
    large = replace(shipped, patterns=patterns, values=np.zeros(shipped.sets * 40 * 3**10, np.int16))
    with pytest.raises(BadWeights, match="too large together"):
        Engine("reversi", 1, large)


def test_weights_with_a_pattern_off_the_board_are_refused():
    with pytest.raises(BadWeights, match="off the board"):
        Engine("reversi", 1, replace(weights_of("reversi"), patterns=((0, (200,)),)))
    with pytest.raises(BadWeights, match="off the board"):
        Engine("reversi:size=4x4", 1, replace(weights_of("reversi"), fits={"game": "reversi"}, patterns=((0, (40,)),)))


def test_the_engine_says_where_a_game_stands_without_weights():
    assert Engine("reversi", 1, None).evaluate(turncoat.start("reversi")) != 0
