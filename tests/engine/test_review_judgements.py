"""What a decision was worth and what the best would have kept, where everything the engine says is known."""

import math
from random import Random

import pytest

from tests.engine.reviews import FEW
from tests.moves import texts
from tests.play.trees import game_of
from turncoat import native
from turncoat.engine import Engine, Limit, Line
from turncoat.engine.judgement import Judgement
from turncoat.engine.review import Reviewer, review
from turncoat.games.moves import SWAP
from turncoat.games.results import Side
from turncoat.play import Evaluation


@pytest.mark.parametrize(
    ("left", "proved", "verdict"),
    [
        (0.1, False, "good"),
        (0.25, False, "good"),
        (0.32, False, "inaccuracy"),
        (0.5, False, "blunder"),
        (0.9, False, "blunder"),
        (0.0, True, "good"),
        (0.5, True, "blunder"),
        (1.0, True, "blunder"),
    ],
)
def test_a_proved_win_that_is_left_as_a_win_was_not_given_away(left, proved, verdict, monkeypatch):
    best = Engine("verto:size=4", 4).best(native.start("verto:size=4"), Limit(depth=1))
    judged = iter([Judgement(left, proved), Judgement(1.0, proved=True, line=best, best=1.0)])  # from the end backwards
    monkeypatch.setattr(Reviewer, "_judge", lambda self, number: next(judged))
    other = next(move for move in texts(native.start("verto:size=4")) if move != best.move)
    found = review(game_of("verto:size=4", (other,)), FEW)
    assert found.turns[0].verdict == verdict
    assert (found.decisions[0].line is None) == (verdict == "good")


def test_whoever_plays_the_proved_move_is_not_blamed_for_what_it_is_estimated_at(monkeypatch):
    best = Engine("verto:size=4", 4).best(native.start("verto:size=4"), Limit(depth=1))
    judged = iter([Judgement(0.5, proved=False), Judgement(1.0, proved=True, line=best, best=1.0)])
    monkeypatch.setattr(Reviewer, "_judge", lambda self, number: next(judged))
    assert review(game_of("verto:size=4", (best.move,)), FEW).turns[0].loss == 0


class Saying:
    """An analyst who says of each position, by the moves that led to it, which move is best and what it is worth."""

    def __init__(self, ruleset, start=None, **more):
        self.first = native.parse(start) if start else native.start(ruleset)
        self.says = {}

    def after(self, *moves, best=None, value=0, proved=False, line=()):
        """The value in hundredths of the log-odds (100: 73 %) for who is to move after those moves."""
        position = self.first
        for move in moves:
            position = position.play(move)
        self.says[str(position)] = Line(0, 1, 1, value, proved, 1, 0.0, (best or texts(position)[0], *line), 100.0)
        return self

    def best(self, position, limit):
        return self.says[str(position)]


def percent(value):
    """The chance to win that an estimate of so many hundredths stands for."""
    return pytest.approx(1 / (1 + math.exp(-value / 100)))


def test_a_swap_that_would_have_been_best_is_worth_what_it_leaves_to_who_swaps():
    ruleset = "invector:size=4x3"
    opening = texts(native.start(ruleset))[0]
    refused = next(move for move in texts(native.start(ruleset).play(opening)) if move != SWAP)
    sage = Saying(ruleset).after(value=0, best=opening).after(opening, best=SWAP, value=90)
    sage.after(opening, SWAP, value=-140)  # bad for White, who is the other person now
    sage.after(opening, refused, value=50)
    [_, missed] = review(game_of(ruleset, (opening, refused)), FEW, sage).decisions
    assert (missed.seat, missed.better) == (Side.SECOND, (SWAP,))
    assert (missed.best, missed.kept) == (percent(140), percent(-50))
    assert missed.verdict == "blunder"


def test_a_swap_that_was_played_is_kept_by_who_swapped():
    ruleset = "invector:size=4x3"
    opening = texts(native.start(ruleset))[0]
    sage = Saying(ruleset).after(value=0, best=opening).after(opening, best=SWAP, value=140)
    found = review(game_of(ruleset, (opening, SWAP)), FEW, sage.after(opening, SWAP, value=-140))
    assert [(each.seat, each.loss) for each in found.decisions] == [(Side.FIRST, 0), (Side.SECOND, 0)]
    assert found.wins == (percent(0), percent(-140), percent(-140))  # of who began, whatever colour that is now


def test_what_the_best_move_would_have_kept_is_seen_by_who_missed_it():
    sage = Saying("verto:size=4").after(best="b2", value=60).after("b2", value=-90).after("c3", value=20)
    [missed] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert (missed.best, missed.kept) == (percent(90), percent(-20))


def test_what_the_best_move_would_have_kept_is_ones_own_where_the_turn_goes_on():
    sage = Saying("vect-reverse").after(best="d3", value=60).after("d3", value=90, best="d4-c3")
    sage.after("d3", "d4-c3", value=-90).after("c4", value=20).after("c4", "d4-c3", value=-20)
    first = review(game_of("vect-reverse", ("c4", "d4-c3")), FEW, sage).decisions[0]
    assert (first.best, first.kept) == (percent(90), percent(20))


LAST = "invector:size=4x3 x.../.xo./.... x pie=swapped"


def test_a_best_move_that_wins_at_once_would_have_kept_everything():
    position = native.parse(LAST)
    winning = next(move for move in texts(position) if (result := position.play(move).result()) and result.winner)
    other = next(move for move in texts(position) if move != winning)
    sage = Saying("", LAST).after(best=winning, value=500).after(other, value=-30)
    [missed] = review(game_of("invector:size=4x3", (other,), LAST), FEW, sage).decisions
    assert (missed.best, missed.kept) == (1.0, percent(30))


def last_choice(ruleset):
    """A position in which one move draws at once and another one does not end the game, and the two moves."""
    for seed in range(10_000):
        chance, position = Random(seed), native.start(ruleset)
        while not position.is_over:
            ends = {move: position.play(move).result() for move in texts(position)}
            drawing = [move for move, result in ends.items() if result and result.winner is None]
            others = [move for move, result in ends.items() if result is None]
            if drawing and others:
                return position, drawing[0], others[0]
            position = position.play(chance.choice(texts(position)))
    raise AssertionError


def test_a_best_move_that_draws_at_once_would_have_kept_half():
    position, drawing, other = last_choice("reversi:size=6x4")
    stays = position.play(other).side is position.side
    sage = Saying("", str(position)).after(best=drawing, value=100).after(other, value=-200 if stays else 200)
    [missed] = review(game_of(position.ruleset, (other,), str(position)), FEW, sage).decisions
    assert (missed.best, missed.kept) == (0.5, percent(-200))


def test_whoever_played_better_than_the_engine_knew_gave_nothing_away():
    sage = Saying("verto:size=4").after(best="b2", value=10).after("b2", value=-10).after("c3", value=-80)
    [found] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert (found.best, found.kept, found.loss) == (percent(80), percent(80), 0)
    assert found.line is None
    sage.after("c3", value=-10)  # and as good as the engine's own is good enough
    assert review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions[0].line is None


@pytest.mark.parametrize(("value", "worth", "kept", "verdict"), [(0, 0.5, -100, "blunder"), (-600, 0.0, -200, "good")])
def test_a_proved_draw_or_loss_is_compared_as_what_it_is(value, worth, kept, verdict):
    sage = Saying("verto:size=4").after(best="b2", value=value, proved=True).after("c3", value=-kept)
    [found] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert found.kept == percent(kept)
    assert found.best == pytest.approx(max(worth, found.kept))
    assert found.verdict == verdict
    assert not found.proved


def test_a_proved_win_that_is_clearly_kept_was_worth_no_less_than_what_was_kept():
    sage = Saying("verto:size=4").after(best="b2", value=600, proved=True).after("c3", value=-220)
    [found] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert (found.best, found.kept, found.loss) == (percent(220), percent(220), 0)


def test_a_decision_is_proved_where_it_was_before_and_after():
    sage = Saying("verto:size=4").after(best="b2", value=0, proved=False).after("b2", value=5, proved=False)
    sage.after("c3", value=600, proved=True)
    [found] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert (found.kept, found.proved) == (0, False)


def test_a_forced_move_is_worth_what_comes_of_it_to_who_makes_it():
    moves = ("b1", "c1", "d3", "a1", "pass")
    sage, record = Saying("reversi:size=4x4"), game_of("reversi:size=4x4", moves)
    for number in range(6):
        if number != 4:
            sage.after(*moves[:number], best=(*moves, None)[number], value=80)
    found = review(record, FEW, sage)
    assert found.decisions[4].forced
    assert found.wins[4] == found.wins[5] == percent(-80 if record.positions[5].side is Side.SECOND else 80)
    assert (found.decisions[4].loss, found.decisions[4].line) == (0, None)


def test_a_choice_of_two_is_a_choice():
    position = native.start("verto")
    while len(texts(position)) != 2:
        position = position.play(Random(len(texts(position))).choice(texts(position)))
    best, other = texts(position)
    sage = Saying("", str(position)).after(best=best, value=10).after(best, value=-10).after(other, value=-10)
    assert not review(game_of("verto", (other,), str(position)), FEW, sage).decisions[0].forced


def test_the_game_notes_for_the_first_side_what_was_thought_of_each_position():
    sage = Saying("verto:size=4").after(best="c3", value=60).after("c3", value=90)
    game = game_of("verto:size=4", ("c3",))
    assert [node.evaluation for node in game.root.main_line()] == [None, None]
    review(game, FEW, sage)
    assert [node.evaluation for node in game.root.main_line()] == [
        Evaluation(0.6457, depth=1),
        Evaluation(0.2891, depth=1),
    ]


def test_an_estimate_that_rounds_to_certainty_is_compared_with_estimates_as_ever():
    sage = Saying("verto:size=4").after(best="b2", value=5000).after("b2", value=-40).after("c3", value=20)
    [found] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert (found.best, found.kept) == (percent(40), percent(-20))
