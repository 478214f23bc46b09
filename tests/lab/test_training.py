"""Training an evaluation by self-play."""

from dataclasses import replace

import numpy as np
import pytest

from tests.moves import texts
from turncoat import native
from turncoat.engine import Engine, Limit, Weights, read
from turncoat.lab import training
from turncoat.lab.training import Trainer
from turncoat.native.training import Samples, self_play

RULESET = "reversi:size=6x6"


def trained(teacher: Weights | None = None, generations: int = 1, stages: int = 4) -> Trainer:
    plan = replace(training.plan(RULESET), depth=2, exact=4, stages=stages)
    trainer = Trainer(plan, threads=1, seed=3, teacher=teacher)
    for _ in range(generations):
        trainer.generation(0.0, 2)
    return trainer


def test_what_was_learnt_is_written_and_plays(tmp_path):
    trainer = trained()
    assert 0 < trainer.history[0].games < trainer.history[0].samples
    path = trainer.result().write(tmp_path, "small")
    assert read(path).values.any()
    position = native.start(RULESET)
    line = Engine(RULESET, 1, read(path)).best(position, Limit(nodes=200))
    assert line.moves[0] in texts(position)


def test_training_begins_the_same_again():
    assert (trained().result().values == trained().result().values).all()


def test_a_teacher_of_another_shape_plays_the_first_games():
    teacher = trained(stages=2).result()
    alone, taught = trained(generations=2), trained(teacher, generations=2)
    assert teacher.sets != taught.sets
    assert [each.samples for each in alone.history] != [each.samples for each in taught.history]
    assert len(taught.result().values) == len(alone.result().values)


@pytest.mark.parametrize("size", ["4x4", "8x4", "10x10"])
def test_a_plan_suits_boards_without_the_long_diagonals(size):
    plan = training.plan(f"reversi:size={size}")
    assert all(plan.shapes)


def test_self_play_with_weights_that_have_no_sets_says_so():
    stages, weights = [0] * 129, np.zeros(3, np.int16)
    with pytest.raises(ValueError, match="sets"):
        self_play(
            Samples(), native.compiled("verto:size=3"), 1 << 20, 1, 0, 1, 0, 1, 1, 0, 1, [], stages, 0, False, weights
        )
