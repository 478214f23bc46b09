"""Wrong arguments of the library's calls are refused with what is expected, before any work begins."""

from typing import Any

import numpy as np
import pytest

import turncoat as library
from turncoat import native as native_floor
from turncoat.games.errors import BadRequest, TurncoatError

turncoat: Any = library  # what is asked here is wrong on purpose
native: Any = native_floor


def refused(call):
    with pytest.raises(TypeError) as error:
        call()
    assert isinstance(error.value, BadRequest)
    return str(error.value)


def test_what_is_no_move_is_refused():
    position = turncoat.start("verto")
    for wrong in (3, None, b"d3"):
        for call in (position.play, position.find, position.read_move):
            said = refused(lambda call=call, wrong=wrong: call(wrong))
            assert said.startswith("move must be a move or its text, such as 'd3'; got ")


def test_what_is_no_whole_number_is_refused():
    assert refused(lambda: turncoat.perft("verto", 1.5)) == "depth must be a whole number; got 1.5 (float)"
    assert refused(lambda: turncoat.perft("verto", 1, threads="2")).startswith("threads must be a whole number")
    assert refused(lambda: turncoat.playouts("verto", 2.5)).startswith("n must be a whole number; got 2.5")
    assert refused(lambda: turncoat.playouts("verto", 2, seed=None)).startswith("seed must be a whole number")
    assert turncoat.perft("verto:size=3", np.int64(1)) == 5


def test_what_is_no_position_is_refused():
    for call in (lambda: turncoat.perft(3, 1), lambda: turncoat.playouts(None, 1), lambda: turncoat.Batch(1.5, 1)):
        assert refused(call).startswith("position must be a position, a ruleset or its text, such as 'verto:size=9'")
    assert refused(lambda: native.twin("verto")).startswith("position must be a position, such as")
    assert refused(lambda: turncoat.start(["verto"])).startswith("ruleset must be a ruleset or its text")
    assert refused(lambda: turncoat.parse(None)) == "text must be the text of a position; got None (NoneType)"


def test_options_may_be_given_by_keyword():
    assert turncoat.start("verto", size=9) == turncoat.start("verto:size=9")
    with pytest.raises(TurncoatError, match="did you mean size"):
        turncoat.start("verto", sise=9)


def test_a_position_a_ruleset_and_a_text_say_the_same():
    ruleset = turncoat.Ruleset.read("verto:size=3")
    for given in (ruleset, "verto:size=3", ruleset.start(), turncoat.start(ruleset)):
        assert turncoat.perft(given, 2) == 32
        assert turncoat.playouts(given, 5, seed=1).winner.tolist() == turncoat.playouts(ruleset, 5, 1).winner.tolist()
        assert turncoat.Batch(given, 1)[0] == turncoat.start(ruleset)


def test_a_ruleset_without_a_native_twin_is_played_by_its_plain_rules(monkeypatch):
    plain = turncoat.games.start("verto:size=3")
    monkeypatch.setattr("turncoat.native._cpu._rules", lambda ruleset, cpu: None)
    for position in (turncoat.start("verto:size=3"), turncoat.parse(str(plain)), native.twin(plain)):
        assert type(position) is type(plain)
        assert position == plain
    assert len(turncoat.playouts("verto:size=3", 2)) == 2
    with pytest.raises(BadRequest, match="verto:size=3 has no native implementation"):
        turncoat.Batch("verto:size=3", 1)
