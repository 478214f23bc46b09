"""Arrays of positions are stepped as single ones are."""

import numpy as np
import pytest

from tests.moves import texts
from tests.native.walks import RULESETS, key
from turncoat import native
from turncoat.games.errors import BadRequest

MARKS = {"x": 1, "o": -1, ".": 0, "#": 0}


def singles(batch):
    return [batch[game] for game in range(len(batch))]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("ruleset", RULESETS[::2])
def test_a_batch_walks_as_its_positions_do(ruleset, threads):
    number = 7 if threads == 1 else 600
    random = np.random.default_rng(3)
    batch, positions = native.Batch(ruleset, number, threads=threads), [native.start(ruleset)] * number
    for _ in range(12):
        counts = np.array([len(position.legal_moves) for position in positions])
        assert batch.counts.tolist() == counts.tolist()
        numbers = random.integers(0, np.maximum(counts, 1))
        batch.step(numbers)
        positions = [
            position.play(texts(position)[number]) if count else position
            for position, number, count in zip(positions, numbers, counts, strict=True)
        ]
        some = slice(0, number, max(1, number // 50))
        assert singles(batch)[some] == positions[some]
    assert batch.sides.tolist() == [int(position.side == "second") for position in positions]
    assert batch.done.tolist() == [position.result() is not None for position in positions]
    assert batch.hashes.tolist() == [key(position) for position in positions]
    assert batch.boards[some].tolist() == [[MARKS[mark] for mark in position.board] for position in positions[some]]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_steps_play_every_game_to_its_end(ruleset):
    batch, other = native.Batch(ruleset, 300), native.Batch(ruleset, 300, threads=2)
    while batch.step_random(seed=9):
        other.step_random(seed=9)
    assert batch.done.all()
    assert batch.hashes.tolist() == other.hashes.tolist()
    results = [position.result() for position in singles(batch)[::30]]
    assert batch.winners[::30].tolist() == [{"first": 0, "second": 1, None: -1}[result.winner] for result in results]
    assert batch.played.min() > 0
    assert batch.reset_finished() == 300
    assert batch[299] == native.start(ruleset)
    assert not batch.played.any()


def test_a_wrong_number_is_refused_before_any_game_has_moved():
    batch = native.Batch("reversi", 5)
    for numbers in ([0, 1, 2, 4, 0], [0, 0, 0, -1, 0]):
        with pytest.raises(BadRequest, match=f"game 3 has moves 0 to 3; got {numbers[3]}"):
            batch.step(numbers)
    for misshapen in (np.zeros(2, int), np.zeros((1, 5), int), np.full(5, 0.5)):
        with pytest.raises(BadRequest):
            batch.step(misshapen)
    assert singles(batch) == [native.start("reversi")] * 5


def test_a_batch_starts_from_a_position_too_and_counts_from_its_end():
    start = native.start("verto").play("c3")
    batch = native.Batch(start, 2)
    assert batch[-1] == start
    with pytest.raises(IndexError):
        batch[2]
    with pytest.raises(BadRequest):
        native.Batch(start, -1)
