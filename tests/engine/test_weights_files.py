"""A file of weights comes from anywhere: what is wrong in it is said, and never read as memory."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from turncoat import native
from turncoat.engine import Engine, Weights, browser, read
from turncoat.engine._weights import BadWeights, read_shipped, shipped, shipped_fits
from turncoat.games import Ruleset, games

LARGE = 2**30


def weights(**other) -> Weights:
    found = shipped("vect-reverse")
    assert found is not None
    return replace(found, **other)


def small(sets=2, *, mid_turn=False, stage=0, patterns=((0, (0, 1)),)) -> Weights:
    """Weights of few patterns, right but for what is asked."""
    return Weights({}, patterns, (stage,) * 129, sets, mid_turn, np.ones(9 * sets, np.int16))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (small(2, stage=2), "there is no such stage"),
        (small(4, mid_turn=True, stage=2), "there is no such stage"),
        (small(4, mid_turn=True, stage=LARGE), "there is no such stage"),
        (small(3, mid_turn=True, stage=1), "come in pairs"),
        (small(600, stage=599), "1 to 256 stages"),
        (small(patterns=()), "1 to 128 patterns"),
        (small(patterns=((0, (0,)), (0, (1, 2)))), "share a part of a table"),
    ],
)
def test_an_engine_refuses_weights_that_would_be_looked_up_outside_their_tables(wrong, said):
    with pytest.raises(BadWeights, match=said):
        Engine("vect-reverse", 1, wrong)


def test_the_largest_stage_that_there_is_is_taken():
    for sets, mid_turn, stage in ((256, False, 255), (512, True, 255), (2, True, 0), (1, False, 0)):
        engine = Engine("vect-reverse", 1, small(sets, mid_turn=mid_turn, stage=stage))
        assert isinstance(engine.evaluate(native.start("vect-reverse")), int)


@pytest.mark.parametrize(
    "wrong",
    [
        {"stages": (LARGE,) * 129},
        {"sets": 2**31 - 1},
        {"sets": 3, "values": np.zeros(9, np.int16)},
        {"mid_turn": True, "sets": 1},
    ],
)
def test_a_file_whose_head_cannot_be_is_called_damaged(tmp_path, wrong):
    file = weights(**wrong).write(tmp_path, "wrong")
    with pytest.raises(BadWeights, match=f"the weights in {file} are damaged") as caught:
        read(file)
    assert "壊れて" in caught.value.text("ja")


def test_a_file_that_unpacks_to_more_than_any_weights_is_refused_before_it_fills_the_memory(tmp_path, monkeypatch):
    path = small().write(tmp_path, "large")
    size = small().values.nbytes
    monkeypatch.setattr("turncoat.engine._weights.MAX_BYTES", size + 1)
    assert read(path).values.nbytes == size
    monkeypatch.setattr("turncoat.engine._weights.MAX_BYTES", size - 1)
    with pytest.raises(BadWeights, match="damaged"):
        read(path)


def test_weights_are_not_waited_for_at_a_device_or_a_pipe(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.files.READ_TIMEOUT", 0.05)
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(BadWeights, match=f"cannot read {path}"):
            read(path)


def chosen(ruleset):
    """What a page would choose for the ruleset."""
    numbers = ruleset.options.numbers()
    fitting = [
        each.name
        for each in browser.offered()
        if each.game == ruleset.info.name
        and all(wanted in (None, got) for wanted, got in zip(each.numbers, numbers, strict=True))
    ]
    return fitting[0] if fitting else None


@pytest.mark.parametrize("game", games())
def test_a_page_chooses_the_weights_that_the_engine_takes(game):
    fits = dict(shipped_fits())
    for options in games()[game].Options.combinations():
        found, name = shipped(Ruleset.of(options)), chosen(Ruleset.of(options))
        assert (found and found.fits) == (name and fits[name])


def test_a_page_gets_every_weight_in_the_steps_that_the_search_keeps():
    for each in browser.offered():
        weights, content = read_shipped(each.name), browser.pack(each.name)
        size, step, sets, mid_turn = np.frombuffer(content, "<i4", 4)
        assert (sets, mid_turn) == (weights.sets, weights.mid_turn)
        kept = np.frombuffer(content, np.int8, offset=4 * size).astype(int) * step
        assert kept.size == weights.values.size
        assert np.abs(kept - weights.values).max() <= step / 2
        assert np.abs(kept).max() <= 127 * step
        assert np.abs(weights.values).max() > 127 * (step - 1)  # no finer step would do
