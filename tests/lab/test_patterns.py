"""The patterns an evaluation looks at."""

import pytest

from turncoat import games
from turncoat.engine._weights import _shipped
from turncoat.games.board import grid_of
from turncoat.lab import patterns, training

BOARD = grid_of(8, 8)


def test_a_shape_within_another_is_left_out():
    edge = tuple(range(8))
    longer = patterns.edges_with_inner_corners(BOARD)[0]
    found = patterns.layout(BOARD, [edge, longer])
    assert {frozenset(cells) for _, cells in found.patterns} == set(map(frozenset, patterns.images(BOARD, longer)))
    assert found.set_size == 3**10


def test_cells_next_to_the_middle_come_first():
    for _, cells in patterns.layout(BOARD, patterns.blocks(BOARD, 5, 2)).patterns:
        rings = [max(abs(2 * (cell % 8) - 7), abs(2 * (cell // 8) - 7)) for cell in cells]
        assert rings == sorted(rings)


def test_images_of_a_shape_share_a_table_and_see_the_same():
    found = patterns.layout(BOARD, patterns.lines(BOARD))
    assert len({cells for _, cells in found.patterns}) == len(found.patterns)
    assert len({table for table, _ in found.patterns}) == 9  # four rows, and diagonals of four to eight cells


@pytest.mark.parametrize("weights", _shipped(), ids=lambda weights: " ".join(weights.fits.values()))
def test_shipped_weights_are_laid_out_as_a_training_of_today_would(weights):
    options = ",".join(f"{name}={value}" for name, value in weights.fits.items() if name != "game")
    ruleset = str(games.Ruleset.read(f"{weights.fits['game']}:{options}"))
    shapes = training.plan(ruleset).shapes
    assert weights.patterns == patterns.layout(games.start(ruleset).grid, shapes).patterns
