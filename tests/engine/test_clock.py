"""Time on a clock is used, and never used up."""

import random

import pytest

import turncoat
from turncoat.engine.clock import MIN_DECISIONS, OVERHEAD, allot, decisions_left
from turncoat.games import games
from turncoat.native import playout_moves, playouts
from turncoat.play import TimeLeft

GAMES = list(games())


@pytest.mark.parametrize("increment", [0, 0.01, 0.1, 2])
@pytest.mark.parametrize("start", [4.0, 10, 60, 900])
@pytest.mark.parametrize("error", [0.5, 1, 2])
def test_a_clock_outlasts_the_game_though_every_move_takes_all_it_may_and_the_estimate_is_wrong(
    start, increment, error
):
    decisions, remaining = 60, start
    for played in range(decisions):
        _, hard = allot(TimeLeft(remaining, increment), (decisions - played) * error)
        remaining -= hard + OVERHEAD
        assert remaining >= 0
        remaining += increment


@pytest.mark.parametrize("seed", range(20))
def test_a_clock_outlasts_games_of_moves_that_take_what_they_happen_to_take(seed):
    dice = random.Random(seed)
    decisions, remaining, increment = dice.randint(5, 120), dice.uniform(7, 300), dice.choice([0, 0, 0.05, 1, 5])
    for played in range(decisions):
        soft, hard = allot(TimeLeft(remaining, increment), decisions - played)
        remaining -= dice.uniform(soft, hard) + dice.uniform(0, OVERHEAD)
        assert remaining >= 0
        remaining += increment


@pytest.mark.parametrize("moves", [1, 2, 5, 40])
def test_a_clock_that_is_set_anew_lasts_until_then(moves):
    remaining = 5.0
    for to_go in range(moves, 0, -1):
        _, hard = allot(TimeLeft(remaining, moves_to_go=to_go), 100)
        remaining -= hard + OVERHEAD
        assert remaining >= 0


def test_the_last_move_before_the_clock_is_set_anew_may_take_most_of_it():
    assert allot(TimeLeft(10, moves_to_go=1), 30).hard > 7


def test_most_of_the_time_is_used_by_the_time_the_end_is_proved():
    remaining = 60.0
    for left in range(30, 9, -1):
        # An iteration begun before the soft limit ends after it.
        remaining -= allot(TimeLeft(remaining), left).soft * 1.2
    assert remaining < 12


@pytest.mark.parametrize("remaining", [-5, 0, 0.001, OVERHEAD])
def test_with_nothing_left_a_move_comes_at_once(remaining):
    soft, hard = allot(TimeLeft(remaining), 30)
    assert 0 < soft <= hard <= 0.001


def test_more_time_and_fewer_moves_give_each_move_more():
    assert allot(TimeLeft(100), 30).soft > allot(TimeLeft(50), 30).soft
    assert allot(TimeLeft(50), 10).soft > allot(TimeLeft(50), 30).soft
    assert allot(TimeLeft(50, 5), 30).soft > allot(TimeLeft(50), 30).soft
    assert allot(TimeLeft(50), 1) == allot(TimeLeft(50), MIN_DECISIONS)


@pytest.mark.parametrize("ruleset", GAMES)
def test_decisions_are_fewer_as_a_game_goes_on(ruleset):
    position = turncoat.start(ruleset)
    before = decisions_left(position)
    for move in playout_moves(ruleset, 1, 0)[:-8]:
        position = position.play(move)
    assert 1 <= decisions_left(position) < before / 2


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_side_reckons_with_half_of_a_random_games_decisions_or_fewer_where_players_end_it_sooner(ruleset):
    position, share = turncoat.start(ruleset), {"vect-reverse": 0.65}.get(ruleset, 1.0)
    half = playouts(position, 2000, seed=7).mean_moves / 2
    assert decisions_left(position) == pytest.approx(share * half, rel=0.2)  # 24 games tell


@pytest.mark.parametrize("increment", [0, 0.5, 10])
@pytest.mark.parametrize("remaining", [0.021, 0.03, 0.06, 0.5])
@pytest.mark.parametrize("decisions", [1, 30])
def test_hardly_any_time_left_is_enough_for_a_move_and_its_overhead(remaining, decisions, increment):
    assert allot(TimeLeft(remaining, increment), decisions).hard + OVERHEAD <= max(remaining, OVERHEAD + 0.001)


def test_a_usual_move_takes_a_part_of_its_share_and_a_hard_one_three_shares():
    soft, hard = allot(TimeLeft(60 + OVERHEAD, OVERHEAD + 0.001), 38)
    assert (soft, hard) == pytest.approx((0.7 * 60 / 22.8, 3 * 60 / 22.8), rel=0.001)  # reckoned: 60 % of 38


def test_no_move_takes_more_than_three_tenths_of_a_clock_that_must_last():
    for decisions in range(1, 80):
        for clock in (TimeLeft(60), TimeLeft(60, moves_to_go=2), TimeLeft(60, 1)):
            assert allot(clock, decisions).hard <= 0.3 * 60


def test_of_two_moves_until_the_clock_is_set_anew_the_first_leaves_half():
    assert 0.2 * 60 < allot(TimeLeft(60, moves_to_go=2), 40).soft < 0.3 * 60


def test_the_last_eight_decisions_of_a_game_cost_nothing():
    assert allot(TimeLeft(60 + OVERHEAD, OVERHEAD + 0.001), 15).soft == pytest.approx(0.7 * 60 / 7)


def test_four_fifths_of_the_increment_are_there_for_every_move():
    soft = allot(TimeLeft(60 + OVERHEAD, 10 + OVERHEAD + 0.001), 38).soft
    assert soft == pytest.approx(0.7 * (60 / 22.8 + 0.8 * 10))


def test_six_decisions_are_always_reckoned_with():
    clock = TimeLeft(60 + OVERHEAD, OVERHEAD + 0.001)
    assert allot(clock, 1) == allot(clock, 6)
    assert allot(clock, 1).soft == pytest.approx(0.7 * 60 / 6)


@pytest.mark.parametrize(("decisions", "moves", "share"), [(38, 82, 22.8), (2, 18, 6)])
def test_the_overhead_of_twice_the_moves_and_six_is_set_aside(decisions, moves, share):
    assert allot(TimeLeft(60), decisions).soft == pytest.approx(0.7 * (60 - 0.02 - 0.021 * moves) / share)


def test_a_clock_that_is_set_anew_after_no_moves_is_set_anew_after_this_one():
    assert allot(TimeLeft(60, moves_to_go=0), 30) == allot(TimeLeft(60, moves_to_go=1), 30)
    assert allot(TimeLeft(60, moves_to_go=1), 30).hard == pytest.approx(0.8 * (60 - 0.02 - 0.021))


def test_where_nothing_can_be_spared_half_a_millisecond_begins_the_last_depth():
    assert allot(TimeLeft(OVERHEAD, 10), 30) == (0.0005, 0.001)


def test_a_game_that_is_over_has_one_decision_to_reckon_with():
    assert decisions_left(turncoat.parse("reversi:size=4x4 xxxx/xxxx/xxxx/xxxo o coins=1/1")) == 1


def test_of_a_game_by_plain_rules_sixty_decisions_are_looked_ahead_at_the_most():
    assert decisions_left(turncoat.start("invector:size=65x2")) == 60


def test_the_moves_ahead_by_plain_rules_are_those_of_both_sides_and_always_the_same():
    # Random games take 40 to 70 moves; the one that is looked at has 51.
    assert decisions_left(turncoat.start("invector:size=1x20")) == 25.5


def test_a_clock_that_hardly_pays_for_the_overhead_gives_an_eighth_of_a_share():
    # 1 s is less than 66 moves at 0.021 s each; 18 decisions count.
    assert allot(TimeLeft(1), 30) == pytest.approx((0.98 / (8 * 18) / 2, 0.98 / (8 * 18)))


def test_the_least_that_can_be_spared_is_shared_out_as_ever():
    assert allot(TimeLeft(0.5 + OVERHEAD, OVERHEAD + 0.001), 6).soft == pytest.approx(0.7 * 0.5 / 6)


def test_a_game_by_plain_rules_has_at_least_the_decision_that_is_due():
    assert decisions_left(turncoat.start("invector:size=1x2")) == 1  # one move, of which half is one's own
