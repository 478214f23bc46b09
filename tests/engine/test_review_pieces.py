"""A review made piece by piece, by whoever has an engine: what is asked, what is known by then, what it is called."""

import pytest

from tests.engine.reviews import FEW, made
from tests.play.trees import game_of
from turncoat.engine import Engine, Limit
from turncoat.engine.judgement import Judgement
from turncoat.engine.review import Decision, Review, Reviewer, review
from turncoat.games.results import Side

RULESET = "reversi:size=4x4"


def pieces(reviewer, engine):
    """Has every question answered one by one; the numbers that were asked about."""
    asked = []
    for question in reviewer.questions():
        asked.append(question.number)
        reviewer.take(question, question.answer(engine))
    return asked


def test_made_piece_by_piece_it_is_the_same_review():
    game = game_of(RULESET, ("b1", "c1", "d1"))
    reviewer = Reviewer(game, FEW)
    asked = pieces(reviewer, Engine(RULESET, 4))
    assert asked == sorted(asked, reverse=True)
    assert reviewer.left == 0
    assert reviewer.found().data() == review(game, FEW, Engine(RULESET, 4)).data()
    assert [node.evaluation for node in game_of(RULESET, ("b1",)).root.main_line()] == [None, None]


def test_whoever_stops_in_the_middle_goes_on_with_the_same_question():
    reviewer, engine = Reviewer(game_of(RULESET, ("b1", "c1", "d1")), FEW), Engine(RULESET, 4)
    first = next(reviewer.questions())
    reviewer.take(first, first.answer(engine))
    left = reviewer.left
    asked = next(reviewer.questions())
    assert asked.number < first.number
    assert next(reviewer.questions()).number == asked.number
    assert reviewer.left <= left
    assert len(pieces(reviewer, engine)) >= 1
    assert reviewer.left == 0


def test_a_proved_lead_is_told_of_whoever_began_through_forced_moves_too():
    lost = review(game_of(RULESET, ("b1", "a1")), Limit(nodes=200_000))
    assert {(each.proved, each.win, each.lead) for each in lost.outlooks[:2]} == {(True, 0.0, -8)}
    assert [each.win for each in lost.outlooks] == list(lost.wins)


def test_a_forced_move_has_the_lead_of_what_comes_of_it_seen_by_who_is_forced(monkeypatch):
    game = game_of("reversi", ("d3", "c3"))
    reviewer = Reviewer(game, FEW)
    reviewer.take(next(reviewer.questions()), Judgement(1.0, proved=True, lead=6))
    monkeypatch.setattr(type(game.positions[1]), "legal_moves", property(lambda _: ("only",)))
    known = reviewer._known(1)
    assert known is not None
    reviewer._judged[1] = known
    # The first player is to move after two moves and leads by 6; the second, who was forced, is behind by that.
    assert (reviewer._judged[1].win, reviewer._judged[1].lead) == (0.0, -6)


def test_a_deeper_review_lies_over_a_quicker_one_as_far_as_it_has_come():
    game = game_of(RULESET, ("b1", "c1", "d1", "a1"))
    quick, deep, engine = Reviewer(game, Limit(nodes=50)), Reviewer(game, Limit(nodes=100_000)), Engine(RULESET, 4)
    assert deep.found().over(quick.found()).decisions == ()
    pieces(quick, engine)
    assert deep.found().over(quick.found()) == quick.found()
    for question in deep.questions():
        deep.take(question, question.answer(engine))
        both = deep.found().over(quick.found())
        assert [each.number for each in both.decisions] == [1, 2, 3, 4]
        assert len(both.wins) == len(both.outlooks) == 5
        assert both.decisions[len(both.decisions) - len(deep.found().decisions) :] == deep.found().decisions
        assert both.wins[deep.found().skipped :] == deep.found().wins
    assert deep.found().over(quick.found()) == deep.found()


def turn_of(before, kept):
    """A turn of one decision that had so much and kept so much."""
    decision = Decision(1, 1, Side.FIRST, "a1", before, kept, forced=False, proved=False)
    return Review("verto", (decision,), (before, kept)).turns[0]


@pytest.mark.parametrize(
    ("before", "kept", "turning"),
    [
        (0.6, 0.4, True),
        (0.5, 0.3, True),
        (0.7, 0.5, True),
        (0.53, 0.46, False),
        (0.9, 0.6, False),
        (0.4, 0.1, False),
        (0.5, 0.5, False),
    ],
)
def test_the_game_turns_where_a_grave_error_costs_the_lead(before, kept, turning):
    assert turn_of(before, kept).turning is turning


@pytest.mark.parametrize(
    ("before", "win", "proved", "verdict"),
    [
        (0.6, 0.58, False, "good"),
        (0.6, 0.7, False, "good"),
        (0.6, 0.3, False, "blunder"),
        (1.0, 0.9, False, "good"),
        (1.0, 0.5, True, "blunder"),
        (1.0, 0.66, False, "inaccuracy"),
    ],
)
def test_another_turn_in_its_place_is_called_by_the_same_rules(before, win, proved, verdict):
    assert turn_of(before, 0.2).instead(win, proved=proved) == verdict


def test_errors_are_counted_by_single_steps_too():
    one, other = (Decision(n, 1, Side.FIRST, "a1", 0.5 + n / 8, 0.5, forced=False, proved=False) for n in (1, 2))
    forced = Decision(3, 1, Side.FIRST, "a1", 0.9, 0.5, forced=True, proved=False)
    found = Review("verto", (one, other, forced), (0.5,) * 4)
    assert (found.count_steps(Side.FIRST, "mistake"), found.count_steps(Side.FIRST, "blunder")) == (1, 1)
    assert found.count_steps(Side.SECOND, "mistake") == 0
    assert made(0.125).count_steps(Side.FIRST, "mistake") == 1
