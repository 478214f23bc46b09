"""The native twin does what the plain rules do, in every ruleset, at every step."""

import copy
import pickle
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.moves import texts
from tests.native.walks import RULESETS, games_for, key, somewhere, walk
from turncoat import draw, games, native
from turncoat.games.errors import TurncoatError

KERNELS = native.cpus()


@pytest.fixture(params=KERNELS)
def kernel(request):
    """Every kernel that this machine can run, in turn."""
    before = native.cpu()
    native.use_cpu(request.param)
    yield request.param
    native.use_cpu(before)


def answers(position):
    """What both have to agree on at every step."""
    return (
        str(position),
        [str(move) for move in position.legal_moves],
        position.result(),
        position.score(),
        position.side,
        position.mid_turn,
        position.ruleset,
        position.board,
        position.is_over,
        position.must_pass,
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_native_and_plain_walk_together(ruleset, kernel):
    for game in range(games_for(ruleset, 40_000)):
        for spec, fast in walk(ruleset, f"{kernel} {game}"):
            assert answers(fast) == answers(spec)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_moves_have_the_same_cells_and_changes_and_end_the_turn_alike(ruleset, kernel):
    for spec, fast in walk(ruleset, "moves"):
        assert fast.legal_moves == spec.legal_moves
        assert fast.events == spec.events


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_move_tells_what_playing_it_does(ruleset):
    for spec, fast in somewhere(ruleset, 8, "effects"):
        for position in (spec, fast):
            for move in position.legal_moves:
                after = position.play(move)
                assert (move.events, move.ends_turn) == (after.events, not after.mid_turn)
                touched = {cell for event in move.events for cell in (event.cell, event.to)}
                assert set(move.cells) <= touched or not move.events  # a stuck stone is chosen and stays


@pytest.mark.parametrize("ruleset", RULESETS)
def test_facts_are_the_same(ruleset):
    for spec, fast in walk(ruleset, "facts"):
        assert fast.facts() == spec.facts()
        assert (fast.facts().score, fast.facts().stones) == (spec.score(), spec.stones())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_twins_are_equal_and_their_texts_read_back(ruleset):
    seen = set()
    for spec, fast in walk(ruleset, "texts"):
        assert (fast, spec, hash(fast)) == (spec, fast, hash(spec))
        assert native.parse(str(spec)) == games.parse(str(fast)) == fast
        assert native.twin(spec) == native.twin(fast) == fast
        assert spec not in seen
        seen.add(fast)
        assert spec in seen


def test_positions_of_other_rulesets_or_moments_are_not_equal():
    start = native.start("verto:size=4")
    others = [native.start("verto:size=4,quiet=no"), start.play("a2"), start.play("b1"), games.start("verto:size=3")]
    assert start not in others
    assert str(start) != start


def test_both_twins_are_drawn_alike():
    spec, fast = (make("vect-reverse").play("d3").play("d4-c5") for make in (games.start, native.start))
    assert draw.trail(fast) == draw.trail(spec) == [("d4", "c5")]
    assert fast._repr_svg_() == spec._repr_svg_() == draw.svg(spec)


def test_a_position_and_its_moves_never_change():
    position = native.start("verto")
    with pytest.raises(AttributeError, match="never changes"):
        position.side = position.side
    for move in (position.legal_moves[0], games.start("verto").legal_moves[0]):
        with pytest.raises(AttributeError):
            move.text = "a1"  # type: ignore[misc]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_symmetries_come_in_the_same_order_and_the_least_is_the_same(ruleset, kernel):
    for spec, fast in somewhere(ruleset, 12, "symmetries"):
        assert list(map(str, fast.symmetries())) == list(map(str, spec.symmetries()))
        assert str(fast.transform(3)) == str(spec.transform(3))
        assert str(fast.canonical()) == str(spec.canonical())
        assert {each.canonical() for each in fast.symmetries()} == {fast.canonical()}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_playing_then_reflecting_is_reflecting_then_playing(ruleset):
    random = Random(ruleset)
    for spec, fast in somewhere(ruleset, 12, "reflections"):
        for number, seen in enumerate(fast.symmetries()):
            for move in random.sample(texts(spec), min(2, len(spec.legal_moves))):
                there = spec.transform_move(move, number)
                assert seen.play(there) == fast.play(move).transform(number)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_turns_are_the_same_one_by_one(ruleset):
    for spec, fast in somewhere(ruleset, 4, "turns"):
        assert list(islice(fast.turns(), 200)) == list(islice(spec.turns(), 200))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_equal_positions_have_equal_keys_and_others_do_not(ruleset):
    known, keys = set(), set()
    for game in range(3):
        for _, fast in walk(ruleset, f"hashes {game}"):
            again = native.parse(str(fast))
            assert (again, hash(again), key(again)) == (fast, hash(fast), key(fast))
            known.add(str(fast))
            keys.add(key(fast))
    assert len(keys) == len(known)


def test_the_key_is_the_same_on_every_kernel():
    found = set()
    for name in KERNELS:
        native.use_cpu(name)
        found.add(tuple(key(native.start(ruleset)) for ruleset in RULESETS))
    native.use_cpu(KERNELS[0])
    assert len(found) == 1


@pytest.mark.parametrize("ruleset", RULESETS[::5])
def test_positions_survive_pickling_with_what_their_last_move_changed(ruleset):
    for _, fast in islice(walk(ruleset, "pickle"), 6):
        for again in (pickle.loads(pickle.dumps(fast)), copy.copy(fast), copy.deepcopy(fast)):
            assert (again, again.events, again.legal_moves) == (fast, fast.events, fast.legal_moves)


def outcome_of(call, text):
    """What a call gives, or how it fails."""
    try:
        return str(call(text))
    except TurncoatError as error:
        return type(error), str(error)


@pytest.mark.parametrize("ruleset", RULESETS[::3])
def test_wrong_moves_are_refused_with_the_same_words(ruleset):
    for spec, fast in somewhere(ruleset, 6, "errors"):
        right = texts(spec)[0] if not spec.is_over else "a1"
        typed = (right.upper(), f" {right} ", right.replace("x", "-"))
        for move in ("pass", "swap", "", "a0", "z99", "d4-", "nonsense", *typed):
            assert outcome_of(fast.play, move) == outcome_of(spec.play, move)


FRAGMENTS = st.sampled_from([*"/xo.# =:,", "chain=d3", "passes=1", "pie=open", "coins=1/2"])


@settings(deadline=None)  # the first error reads the catalogue it speaks from
@given(st.data())
def test_changed_texts_are_read_or_refused_alike(data):
    ruleset = data.draw(st.sampled_from(RULESETS))
    moves = native.playout_moves(ruleset, 1, 0)
    position = native.start(ruleset)
    for move in moves[: data.draw(st.integers(0, len(moves)))]:
        position = position.play(move)
    text = str(position)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(FRAGMENTS | st.text(max_size=2)) + text[at + data.draw(st.integers(0, 2)) :]
    assert outcome_of(native.parse, text) == outcome_of(games.parse, text)
