"""What a turn gave away and what that is called, how accurate a player was, and how both are told."""

import math
from dataclasses import replace

import pytest

from tests.engine.reviews import made
from turncoat.engine import Line
from turncoat.engine.review import Decision, Review, Turn, verdict_of
from turncoat.games.results import Side


def turn_of(*decisions):
    """A turn of decisions of which each is what was best and what was kept."""
    made = [
        Decision(number, 1, Side.FIRST, "a1", best, kept, forced=False, proved=False)
        for number, (best, kept) in enumerate(decisions, 1)
    ]
    return Turn(1, Side.FIRST, tuple(made))


@pytest.mark.parametrize(
    ("decisions", "before", "verdict", "worst"),
    [
        ([(0.8, 0.7), (0.7, 0.4)], 0.8, "blunder", 2),
        ([(0.8, 0.5), (0.85, 0.74)], 0.85, "mistake", 1),  # 0.3 and 0.11 are not 0.41: the second estimate was higher
        ([(0.8, 0.5), (0.85, 0.85)], 0.85, "good", 1),  # nothing of the first loss is left
        ([(0.9, 0.9), (0.5, 0.5)], 0.5, "good", 1),  # the engine's own moves are nobody's error
        ([(0.9, 0.9), (0.6, 0.53)], 0.6, "inaccuracy", 2),
    ],
)
def test_a_turn_gives_away_what_is_left_of_the_best_that_it_lost(decisions, before, verdict, worst):
    turn = turn_of(*decisions)
    assert (turn.before, turn.kept) == (before, decisions[-1][1])
    assert (turn.verdict, turn.worst.number) == (verdict, worst)
    assert turn.data()["before"] == before
    assert turn.data()["kept"] == turn.kept
    assert Review("verto", turn.decisions, (0.5,) * 3).accuracy(Side.FIRST) == pytest.approx(
        100 * math.exp(-4 * (before - turn.kept))
    )


def test_the_better_line_is_worth_what_it_was_judged_at():
    line = Line(0, 5, 5, 400, False, 9, 0.1, ("a1",), 400.0)
    decision = Decision(1, 1, Side.FIRST, "b2", 0.61, 0.4, forced=False, proved=False, line=line)
    assert (decision.worth(), decision.worth("ja")) == ("61% winning chance", "勝率61%")
    assert replace(decision, line=replace(line, value=600, proved=True)).worth() == "+6, proved"


def test_losses_have_their_names_from_the_thresholds_on():
    assert [verdict_of(loss) for loss in (0, 0.049, 0.05, 0.1, 0.2, 1)] == [
        "good",
        "good",
        "inaccuracy",
        "mistake",
        "blunder",
        "blunder",
    ]


@pytest.mark.parametrize(("loss", "accuracy"), [(0, 100), (0.1, 67.0), (0.2, 44.9)])
def test_accuracy_falls_with_what_was_given_away(loss, accuracy):
    assert made(loss).accuracy(Side.FIRST) == pytest.approx(accuracy, abs=0.1)
    assert Turn(1, Side.FIRST, made(loss).decisions).loss == pytest.approx(loss)


def test_the_best_line_is_told_for_eight_moves():
    line = Line(0, 9, 9, 5, False, 9, 0.1, tuple("abcdefghij"), 400.0)
    decision = Decision(1, 1, Side.FIRST, "z", 0.61, 0.4, forced=False, proved=False, line=line)
    assert decision.better == tuple("abcdefgh")
    assert decision.data()["better"] == list("abcdefgh")


def test_forced_turns_make_nobody_more_accurate():
    free = Decision(1, 1, Side.FIRST, "a1", 0.75, 0.5, forced=False, proved=False)
    forced = Decision(3, 3, Side.FIRST, "pass", 0.5, 0.5, forced=True, proved=False)
    found = Review("verto", (free, forced), (0.75, 0.5, 0.5, 0.5))
    assert found.accuracy(Side.FIRST) == pytest.approx(36.8, abs=0.1)
    assert (found.count(Side.FIRST, "good"), found.count(Side.FIRST, "blunder")) == (0, 1)
    assert found.accuracy(Side.SECOND) is None


@pytest.mark.parametrize(("share", "verdict"), [(0.05, "inaccuracy"), (0.1, "mistake"), (0.2, "blunder")])
def test_a_turn_that_loses_exactly_as_much_as_an_error_is_one(share, verdict):
    decision = Decision(1, 1, Side.FIRST, "a1", share, 0.0, forced=False, proved=False)
    found = Review("verto", (decision,), (share, 0.0))
    assert (decision.verdict, found.turns[0].verdict, found.count(Side.FIRST, verdict)) == (verdict, verdict, 1)


def test_programs_are_told_accuracy_and_errors_of_each_player():
    sides = made(0.1001).data()["sides"]
    assert sides["first"] == {"accuracy": 67.0, "inaccuracy": 0, "mistake": 1, "blunder": 0}
    assert sides["second"] == {"accuracy": None, "inaccuracy": 0, "mistake": 0, "blunder": 0}


def test_programs_are_told_chances_to_four_digits():
    decision = Decision(1, 1, Side.FIRST, "a1", 0.87654321, 0.12345678, forced=False, proved=False)
    told = Review("verto", (decision,), (0.87654321, 0.12345678)).data()
    [turn] = told["turns"]
    [found] = turn["decisions"]
    assert told["wins"] == [0.8765, 0.1235]
    assert (turn["before"], turn["kept"], turn["loss"]) == (0.8765, 0.1235, 0.7531)
    assert (found["best"], found["kept"], found["loss"]) == (0.8765, 0.1235, 0.7531)
