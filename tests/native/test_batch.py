"""Arrays of positions are stepped as single ones are."""

import copy
import itertools
import pickle

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


def test_a_copy_goes_its_own_way():
    batch = native.Batch("reversi", 4)
    copies = [batch.copy(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    batch.step([0, 1, 2, 3])
    for other in copies:
        assert singles(other) == [native.start("reversi")] * 4
        assert other.played.tolist() == [0] * 4
        other.step([3, 2, 1, 0])
    assert singles(batch) == [native.start("reversi").play(move) for move in ("d3", "c4", "f5", "e6")]
    assert singles(copies[2]) == singles(batch)[::-1]


@pytest.mark.parametrize("ruleset", RULESETS[::7])
def test_a_batch_survives_pickling_with_its_start_and_its_moves(ruleset):
    batch = native.Batch(native.start(ruleset), 9)
    for _ in range(9):
        batch.step_random(seed=1)
    again = pickle.loads(pickle.dumps(batch))
    assert (str(again.ruleset), again.played.tolist(), singles(again)) == (
        ruleset,
        batch.played.tolist(),
        singles(batch),
    )
    while batch.step_random(seed=1):
        again.step_random(seed=1)
    assert again.hashes.tolist() == batch.hashes.tolist()
    again.reset_finished()
    assert singles(again) == [native.start(ruleset)] * 9


def test_a_slice_is_a_batch_of_its_own():
    batch = native.Batch("reversi", 6)
    batch.step([0, 1, 2, 3, 0, 1])
    part = batch[1:5]
    assert isinstance(part, native.Batch)
    assert singles(part) == singles(batch)[1:5]
    assert singles(batch[::-2]) == singles(batch)[::-2]
    assert len(batch[6:]) == 0
    part.step_random(seed=2)
    assert part.played.tolist() == [2] * 4
    assert batch.played.tolist() == [1] * 6
    assert repr(part) == "<Batch of 4 games of reversi>"


def rows_of(position, marks):
    """One plane of a board: which cells have one of the marks."""
    width = position.grid.width
    flat = [mark in marks for mark in position.board]
    return [flat[start : start + width] for start in range(0, len(flat), width)]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("ruleset", RULESETS[::2])
def test_actions_and_indices_walk_alike(ruleset, threads):
    number = 5 if threads == 1 else 600
    by_action, by_index = (native.Batch(ruleset, number, threads=threads) for _ in range(2))
    now = by_action.observe()
    for _ in range(14):
        actions = by_action.sample_actions(seed=4)
        listed = [by_action.actions(game) for game in range(number)]
        indices = [
            list(each.values()).index(action) if each else 0 for each, action in zip(listed, actions, strict=True)
        ]
        for game in range(0, number, 40):
            assert list(listed[game]) == texts(by_action[game])
            assert np.flatnonzero(now.legal[game]).tolist() == sorted(listed[game].values())
        now = by_action.step_actions(actions, out=now)
        by_index.step(indices)
        assert by_action.hashes.tolist() == by_index.hashes.tolist()
        assert by_action.played.tolist() == by_index.played.tolist()
        assert now.sides.tolist() == by_index.sides.tolist()
        assert now.done.tolist() == by_index.done.tolist()
        assert now.legal.sum(1).tolist() == by_index.counts.tolist()
        for game in range(0, number, 40):
            position = by_index[game]
            assert now.observations[game, 0].tolist() == rows_of(position, position.side.mark)
            assert now.observations[game, 1].tolist() == rows_of(position, position.side.other.mark)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_action_means_the_same_move_from_start_to_end(ruleset):
    batch = native.Batch(ruleset, 3)
    meanings: dict[int, object] = {}
    while batch.step_random(seed=8):
        for game in range(3):
            for move, action in batch.actions(game).items():
                assert 0 <= action < batch.action_count
                cells = tuple(batch[game].grid.cells_in(move)) or move  # in Invector the sign follows the board
                assert meanings.setdefault(action, cells) == cells
    assert len(set(meanings.values())) >= len(meanings) - 64  # a placement and a stuck stone may name the same cell


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sampled_actions_are_the_random_steps_and_rewards_tell_who_won(ruleset):
    batch, other = native.Batch(ruleset, 40), native.Batch(ruleset, 40)
    rewards, now = np.zeros((40, 2)), batch.observe()
    while not now.done.all():
        over = now.done.copy()
        actions = batch.sample_actions(seed=9)
        assert (actions == -1).tolist() == over.tolist()
        now = batch.step_actions(actions, out=now)
        assert not now.rewards[over].any()
        rewards += now.rewards
        other.step_random(seed=9)
        assert batch.hashes.tolist() == other.hashes.tolist()
    wanted = {0: [1, -1], 1: [-1, 1], -1: [0, 0]}
    assert rewards.tolist() == [wanted[winner] for winner in batch.winners.tolist()]
    assert not now.legal.any()


def test_finished_games_begin_again_when_asked_to():
    batch = native.Batch("reversi:size=4x4", 50)
    seen, ended = 0, np.zeros(50)
    now = batch.observe()
    while seen < 400:
        now = batch.step_actions(batch.sample_actions(seed=5), auto_reset=True)
        seen += int(now.done.sum())
        fresh = native.Batch("reversi:size=4x4", 1).observe()
        for game in np.flatnonzero(now.done):
            assert batch[int(game)] == native.start("reversi:size=4x4")
            assert batch.played[game] == 0
            assert now.observations[game].tolist() == fresh.observations[0].tolist()
            assert now.legal[game].tolist() == fresh.legal[0].tolist()
        assert not now.rewards[~now.done].any()
        ended += now.done
        assert now.legal.any(1).all()
    assert ended.min() >= 1


def sizes(ruleset):
    """Planes and actions."""
    batch = native.Batch(ruleset, 1)
    return batch.planes, batch.action_count


def extra(position):
    """What is set in the plane after both sides' stones."""
    return np.argwhere(native.Batch(position, 1).observe().observations[0, 2]).tolist()


def test_a_cell_and_pass_are_all_it_takes_where_moves_only_place():
    assert sizes("reversi:size=6x4") == (2, 25)
    assert sizes("reversi") == (2, 65)


def test_a_chain_shows_which_stone_goes_on():
    assert sizes("verto:size=5") == (3, 226)
    position = native.parse("verto:size=5 ...../.xox./..x../..oo./..... x")
    afters = [position.play(move) for move in position.legal_moves]
    assert [len(extra(after)) for after in afters] == [int(after.mid_turn) for after in afters]
    going_on = next(after for after in afters if after.mid_turn)
    [[row, column]] = extra(going_on)
    assert f"chain={'abcde'[column]}{row + 1}" in str(going_on)


def test_the_stones_of_which_one_must_move_show():
    assert sizes("vect-reverse") == (4, 641)
    assert extra(native.start("vect-reverse").play("d3")) == [[3, 3]]  # d4


def test_a_pass_shows_on_every_cell_until_the_next_move():
    position = native.start("vect-reverse:target=5/5")
    moves = next(moves for game in range(500) if "pass" in (moves := native.playout_moves(position, 0, game))[:-2])
    for move, following in itertools.pairwise(moves):
        position = position.play(move)
        now = native.Batch(position, 1).observe()
        assert now.observations[0, 3].all() == now.observations[0, 3].any() == (move == "pass"), following


def test_whether_colours_may_be_exchanged_shows():
    assert sizes("invector:size=4x3") == (3, 50)
    opened = native.start("invector:size=4x3").play("a1xb1")
    assert len(extra(opened)) == 12
    assert native.Batch(opened, 1).actions(0)["swap"] == 49
    assert extra(opened.play("swap")) == extra(native.start("invector:size=4x3,pie=no")) == []


def test_an_illegal_action_is_refused_before_any_game_has_moved():
    batch = native.Batch("reversi", 5)
    for wrong in (0, -1, 64, 65, 1 << 40, -(1 << 40), 19 + (1 << 32)):
        with pytest.raises(BadRequest, match=rf"action {wrong} is not legal in game 3; legal actions: 19 26 37 44"):
            batch.step_actions([19, 26, 37, wrong, 19])
    for misshapen in (np.zeros(2, int), np.zeros((1, 5), int), np.full(5, 0.5)):
        with pytest.raises(BadRequest):
            batch.step_actions(misshapen)
    assert singles(batch) == [native.start("reversi")] * 5


def test_arrays_to_write_in_must_fit():
    batch, now = native.Batch("reversi", 5), native.Batch("reversi", 5).observe()
    assert batch.observe(now) is now
    locked = now._replace(legal=now.legal.copy())
    locked.legal.flags.writeable = False
    for bad in (
        native.Batch("reversi", 4).observe(),
        native.Batch("reversi:size=6x6", 5).observe(),
        now._replace(rewards=now.rewards.astype(float)),
        now._replace(legal=np.asfortranarray(now.legal)),
        locked,
    ):
        for call in (lambda: batch.observe(bad), lambda: batch.step_actions([19] * 5, out=bad)):  # noqa: B023
            with pytest.raises(BadRequest, match="earlier step"):
                call()
    assert not batch.played.any()


@pytest.mark.parametrize("wrong", [1.5, "3", None, -1, 1 << 33])
def test_a_number_of_games_is_a_whole_number(wrong):
    with pytest.raises(BadRequest, match="n must be"):
        native.Batch("reversi", wrong)
