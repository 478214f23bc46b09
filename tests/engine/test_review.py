"""A review finds the errors of a game, and only those."""

import json
from random import Random

import pytest

from tests.engine.reviews import FEW
from tests.moves import texts
from tests.play.trees import game_of
from turncoat import games, native
from turncoat.engine import Engine, Limit
from turncoat.engine.levels import Level
from turncoat.engine.review import Reviewer, review
from turncoat.games.moves import SWAP
from turncoat.games.results import Side
from turncoat.play import Evaluation

SMALL = {"reversi": "reversi:size=4x4", "verto": "verto:size=4", "invector": "invector:size=4x3"}
RULESETS = [SMALL.get(name, f"{name}:target=1/1") for name in games.games()]


def best_game(ruleset, nodes=3000, most=400):
    """A game of the engine against itself."""
    position, moves, engine = native.start(ruleset), list[str](), Engine(ruleset, 4)
    while texts(position) and len(moves) < most:
        moves.append(engine.best(position, Limit(nodes=nodes)).move)
        position = position.play(moves[-1])
    return game_of(ruleset, tuple(moves))


def weak_game(ruleset):
    """A game of level 1 against itself."""
    position, moves, level, chance = native.start(ruleset), [], Level(1), Random(4)
    engine = level.engine(ruleset)
    while not position.is_over:
        moves.append(level.choose(position, engine, chance).move)
        position = position.play(moves[-1])
    return game_of(ruleset, tuple(moves))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_game_is_reviewed_to_the_end(ruleset):
    record = weak_game(ruleset)
    found = review(record, FEW)
    assert [each.move for each in found.decisions] == list(record.moves)
    assert len(found.wins) == len(record.moves) + 1
    assert all(0 <= win <= 1 for win in found.wins)
    winner = record.positions[-1].result().winner
    swapped = record.moves.count(SWAP) % 2
    first = Side.SECOND if swapped else Side.FIRST
    assert found.wins[-1] == (0.5 if winner is None else float(winner is first))
    assert json.loads(json.dumps(found.data()))["ruleset"] == ruleset


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_limit_of_nodes_gives_the_same_review(ruleset):
    record = weak_game(ruleset)
    assert review(record, FEW).data() == review(record, FEW).data()


def test_a_perfect_game_has_no_errors():
    record = best_game("reversi:size=4x4", nodes=200_000)
    found = review(record, Limit(nodes=200_000))
    assert {turn.verdict for turn in found.turns} == {"good"}
    assert [found.accuracy(seat) for seat in Side] == [100, 100]


def test_giving_away_a_proved_win_is_a_blunder_with_the_better_line():
    # 4x4 is won by the second player, whatever the first does.
    record = game_of("reversi:size=4x4", ("b1", "c1"))
    found = review(record, Limit(nodes=200_000))
    good, bad = found.turns
    assert (good.verdict, bad.verdict, bad.seat) == ("good", "blunder", Side.SECOND)
    assert (bad.decisions[0].best, bad.decisions[0].kept, bad.decisions[0].proved) == (1.0, 0.0, True)
    assert bad.worst.better[0] in ("a1", "a3")
    assert found.count(Side.SECOND, "blunder") == 1
    assert found.accuracy(Side.FIRST) == 100
    assert (found.accuracy(Side.SECOND) or 0) < 5


def test_a_forced_move_is_nobodys_error_and_counts_for_nothing():
    found = review(game_of("reversi:size=4x4", ("b1", "c1", "d3", "a1", "pass")), FEW)
    assert found.decisions[-1].forced
    assert found.turns[-1].verdict == "good"


def test_a_turn_of_several_decisions_is_judged_as_one():
    record = game_of("vect-reverse", ("d3", "d4-c3"))
    [turn] = review(record, FEW).turns
    assert turn.moves == record.moves
    assert turn.before in {turn.kept, *(each.best for each in turn.decisions)}
    assert turn.loss == pytest.approx(turn.before - turn.kept)


def test_what_was_judged_before_an_interruption_is_the_end_of_the_game():
    record = game_of("vect-reverse", best_game("vect-reverse", nodes=100, most=5).moves)
    assert record.positions[1].mid_turn
    reviewer = Reviewer(record, FEW)
    assert (reviewer.found().decisions, reviewer.found().wins) == ((), ())
    begun, whole = iter(reviewer), review(record, FEW)
    while next(begun) != 2:
        pass
    found = reviewer.found()
    assert found.data()["turns"] == whole.data()["turns"][1:]
    assert found.data()["wins"] == [None, None, *whole.data()["wins"][2:]]
    next(begun)  # the middle of the first turn: half a turn is not judged
    assert reviewer.found().turns == found.turns


def test_whatever_finds_lines_can_review():
    class Counting:
        asked = 0

        def best(self, position, limit):
            self.asked += 1
            return Engine(position.ruleset, 4).best(position, limit)

    analyst, record = Counting(), game_of("verto:size=4", ("b2", "c3"))
    assert review(record, FEW, analyst).data() == review(record, FEW, Counting()).data()
    assert analyst.asked >= 3


def test_after_a_swap_the_players_keep_their_seats():
    opening = texts(native.start("invector:size=4x3"))[0]
    after = native.start("invector:size=4x3").play(opening).play(SWAP)
    record = game_of("invector:size=4x3", (opening, SWAP, texts(after)[0]))
    seats = [each.seat for each in review(record, FEW).decisions]
    assert seats == [Side.FIRST, Side.SECOND, Side.FIRST]


def test_progress_is_told_position_by_position_from_the_end():
    reviewer = Reviewer(game_of("verto:size=4", ("b2", "c3", "d3")), FEW)
    assert list(reviewer) == [3, 2, 1, 0]
    assert len(reviewer.found().decisions) == 3


def test_a_game_of_no_moves_has_a_review():
    found = review(game_of("verto:size=4"), FEW)
    assert (found.turns, len(found.wins)) == ((), 1)
    assert found.accuracy(Side.FIRST) is None


def test_a_drawn_game_was_even_in_the_end():
    for seed in range(1000):
        chance, position, moves = Random(seed), native.start("verto:size=4"), []
        while not position.is_over:
            moves.append(chance.choice(texts(position)))
            position = position.play(moves[-1])
        result = position.result()
        assert result is not None
        if result.winner is None:
            break
    assert review(game_of("verto:size=4", tuple(moves)), FEW).wins[-1] == 0.5


def test_the_end_of_a_game_is_noted_as_proved_without_a_depth():
    game = game_of("reversi:size=4x4", best_game("reversi:size=4x4").moves)
    review(game, FEW)
    *_, last = game.root.main_line()
    assert last.evaluation == Evaluation(0.0, proved=True)  # the second side wins
