"""The statistics, tried on players whose strength is known."""

import math

import numpy as np
import pytest

from tests.lab.arena.simulated import chances_at, game_chances, pair_chances, share
from turncoat.lab.arena import statistics
from turncoat.lab.arena.ratings import bradley_terry
from turncoat.lab.arena.statistics import (
    Sprt,
    elo,
    elo_of,
    log_ratio,
    normalised_elo,
    share_interval,
    superiority,
)

MODELS = [
    pytest.param(0.0, 0.0, 0.0, id="even, no draws"),
    pytest.param(0.2, 0.0, 1.5, id="many draws"),
    pytest.param(0.3, 2.5, 0.3, id="openings that decide the game"),
    pytest.param(2.0, 1.0, 0.2, id="far apart"),
]


@pytest.mark.parametrize(("lead", "bias", "draws"), MODELS)
def test_an_elo_interval_holds_the_truth_about_nineteen_times_out_of_twenty(lead, bias, draws):
    chances = pair_chances(lead, bias, draws)
    counts = np.random.default_rng(1).multinomial(100, chances, size=2000)
    low, _, high = share_interval(counts)
    held = np.mean((low <= share(chances)) & (share(chances) <= high))
    assert 0.93 <= held <= 0.97


@pytest.mark.parametrize("pairs", [5, 10, 30])
@pytest.mark.parametrize(("lead", "bias", "draws"), MODELS)
def test_an_interval_of_few_pairs_holds_the_truth_as_often_as_it_says(lead, bias, draws, pairs):
    chances = pair_chances(lead, bias, draws)
    counts = np.random.default_rng(pairs).multinomial(pairs, chances, size=4000)
    kinds, inverse = np.unique(counts, axis=0, return_inverse=True)
    low, _, high = share_interval(kinds)
    held = ((low <= share(chances)) & (share(chances) <= high))[inverse.ravel()]
    assert held.mean() >= 0.94


@pytest.mark.parametrize("pairs", [1, 3, 20])
def test_where_all_pairs_are_equal_the_interval_is_the_exact_one(pairs):
    chance = 0.025 ** (1 / pairs)  # of such a pair, for so many of them to happen once in forty times
    low, _, high = share_interval([[0, 0, 0, 0, pairs], [0, 0, pairs, 0, 0]])
    assert low == pytest.approx([chance, chance / 2], abs=1e-3)
    assert high == pytest.approx([1, 1 - chance / 2], abs=1e-3)


def test_three_won_pairs_do_not_show_yet_who_is_stronger():
    assert elo([0, 0, 0, 0, 3]).low < 0
    assert 0.9 < superiority([0, 0, 0, 0, 3]) < 0.99


def test_a_pair_lost_among_many_won_never_makes_an_interval_better():
    for pairs in (5, 20, 100):
        assert elo([1, 0, 0, 0, pairs - 1]).low < elo([0, 0, 0, 0, pairs]).low


def test_one_won_pair_makes_a_player_likely_the_stronger_one_and_not_surely():
    assert superiority([0, 0, 0, 0, 1]) == pytest.approx(0.879, abs=0.001)
    assert superiority([1, 0, 0, 0, 0]) == pytest.approx(0.121, abs=0.001)
    assert superiority([0, 0, 0, 0, 0]) == superiority([0, 0, 30, 0, 0]) == 0.5


@pytest.mark.parametrize("normalised", [-250, 250])
def test_the_likeliest_distribution_of_a_great_lead_is_the_likeliest_of_all(normalised):
    counts = np.array([5, 18, 0, 0, 0] if normalised > 0 else [0, 0, 0, 18, 5])
    shares = counts / counts.sum()
    found = statistics.likeliest_at_lead(np.maximum(shares, 1e-5), statistics.elo_to_pairs(normalised))
    generator, best = np.random.default_rng(8), -math.inf
    tried = generator.dirichlet(np.full(5, 0.3), size=200_000)
    mean, variance = statistics.moments(tried)
    fits = np.abs((mean - 0.5) / np.sqrt(variance) - statistics.elo_to_pairs(normalised)) < 0.01
    best = (shares * np.log(np.maximum(tried[fits], 1e-300))).sum(axis=-1).max()
    assert (shares * np.log(found)).sum() >= best - 0.02


def test_the_spread_of_pairs_is_right_where_the_two_games_hang_together():
    chances = pair_chances(0.1, bias=3.0, draws=0.2)
    counts = np.random.default_rng(2).multinomial(200, chances, size=4000)
    scores = counts @ statistics.SHARES / 200
    _, variance = statistics.moments(chances)
    assert scores.std() == pytest.approx(math.sqrt(variance / 200), rel=0.05)
    # Taken one by one the same games would seem to spread more than twice as much: openings decide most of them.
    games = (game_chances(3.1, 0.2) + game_chances(-2.9, 0.2)) / 2
    alone = games @ (np.array([0, 0.5, 1]) - games @ [0, 0.5, 1]) ** 2 / 400
    assert alone > 4 * scores.var()
    low, _, high = share_interval(counts[:1])
    assert (high - low)[0] == pytest.approx(2 * 1.96 * math.sqrt(variance / 200), rel=0.25)


def test_after_nothing_but_wins_the_interval_is_open_above_and_not_a_point():
    found = elo([0, 0, 0, 0, 20])
    assert found.value == found.high == math.inf
    assert 250 < found.low < 500
    assert elo([20, 0, 0, 0, 0]).high == pytest.approx(-found.low)


def test_exchanging_the_players_changes_the_sign():
    there, back = elo([3, 5, 20, 17, 12]), elo([12, 17, 20, 5, 3])
    assert (there.low, there.value, there.high) == pytest.approx((-back.high, -back.value, -back.low))
    assert superiority([3, 5, 20, 17, 12]) == pytest.approx(1 - superiority([12, 17, 20, 5, 3]))


def test_no_games_say_nothing():
    found = elo([0, 0, 0, 0, 0])
    assert found.low < -400
    assert found.value == 0
    assert found.high > 400
    assert Sprt(0, 10).ratio([0, 0, 0, 0, 0]) == 0


@pytest.mark.parametrize("difference", [-300, 0, 25, 400, 800])
def test_a_share_is_worth_the_elo_that_makes_it_expected(difference):
    assert elo_of(1 / (1 + 10 ** (-difference / 400))) == pytest.approx(difference)


@pytest.mark.parametrize(("bias", "draws"), [(0.0, 0.0), (2.0, 0.5)])
def test_normalised_elo_is_measured_whatever_the_openings_and_draws(bias, draws):
    counts = np.random.default_rng(3).multinomial(300, chances_at(60, bias, draws), size=400)
    found = [normalised_elo(each) for each in counts]
    assert np.mean([each.value for each in found]) == pytest.approx(60, abs=3)
    assert 0.92 <= np.mean([each.low <= 60 <= each.high for each in found]) <= 0.98


def test_the_likelihood_ratio_is_the_one_of_a_normal_score_where_there_are_many_pairs():
    counts = 5000 * pair_chances(0.05, bias=1.0, draws=0.5)
    mean, variance = statistics.moments(counts / counts.sum())
    lead = (mean - 0.5) / math.sqrt(variance)
    low, high = statistics.elo_to_pairs(0), statistics.elo_to_pairs(10)
    normal = 5000 * (high - low) * (lead - (low + high) / 2)
    assert float(log_ratio(counts, 0, 10)) == pytest.approx(normal, rel=0.02)


def run_tests(test: Sprt, chances, runs: int, most: int, seed: int) -> tuple[int, int, float]:
    """How many of so many simulated matches end higher and lower, and after how many pairs on average."""
    generator = np.random.default_rng(seed)
    counts, going = np.zeros((runs, 5)), np.arange(runs)
    higher = lower = pairs = 0
    low, high = test.bounds
    for _ in range(most // 2):
        counts[going] += generator.multinomial(2, chances, size=len(going))
        ratio = log_ratio(counts[going], test.elo0, test.elo1)
        pairs += 2 * len(going)
        higher, lower = higher + int((ratio >= high).sum()), lower + int((ratio <= low).sum())
        going = going[(ratio > low) & (ratio < high)]
        if not len(going):
            break
    return higher, lower, pairs / runs


@pytest.mark.parametrize(("bias", "draws"), [(0.0, 0.0), (2.0, 0.5)])
def test_a_sequential_test_errs_as_seldom_as_it_promises(bias, draws):
    test, runs = Sprt(0, 60), 400
    wrongly_higher, _, _ = run_tests(test, chances_at(0, bias, draws), runs, 1500, seed=4)
    rightly_higher, wrongly_lower, pairs = run_tests(test, chances_at(60, bias, draws), runs, 1500, seed=5)
    assert wrongly_higher / runs <= 0.075
    assert wrongly_lower / runs <= 0.075
    assert rightly_higher + wrongly_lower == runs
    assert 50 < pairs < 150  # a normal score would take about ninety


def test_a_sequential_test_knows_its_bounds():
    test = Sprt(0, 5)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert [test.verdict(ratio) for ratio in (-3, 0, 3)] == ["lower", None, "higher"]


TRUE = np.array([200.0, 50.0, -50.0, -200.0])


def test_bradley_terry_finds_known_ratings_again_and_knows_how_sure_it_is():
    generator, held, found = np.random.default_rng(6), [], []
    for _ in range(300):
        pairings = {
            (one, other): generator.multinomial(40, pair_chances((TRUE[one] - TRUE[other]) / statistics.NATURAL_ELO))
            for one in range(4)
            for other in range(one + 1, 4)
        }
        ratings = bradley_terry(4, pairings)
        found.append(ratings.elo)
        held += [ratings.of(each).low <= TRUE[each] <= ratings.of(each).high for each in range(4)]
        between = ratings.difference(0, 3)
        held.append(between.low <= 400 <= between.high)
    assert np.mean(found, axis=0) == pytest.approx(TRUE, abs=6)
    assert 0.92 <= np.mean(held) <= 0.98


def test_bradley_terry_of_two_players_is_their_elo_difference():
    counts = [100, 300, 1000, 700, 600]
    difference, match = bradley_terry(2, {(0, 1): counts}).difference(0, 1), elo(counts)
    assert (difference.low, difference.value, difference.high) == pytest.approx(
        (match.low, match.value, match.high), abs=0.5
    )


def test_a_player_who_lost_every_game_has_a_rating_and_a_wide_interval():
    ratings = bradley_terry(3, {(0, 1): [0, 0, 0, 0, 30], (1, 2): [2, 5, 10, 5, 3], (0, 2): [0, 0, 0, 0, 30]})
    assert ratings.elo[0] > ratings.elo[1] + 400
    assert ratings.of(0).high - ratings.of(0).low > 200


def test_ratings_of_players_who_always_drew_are_not_certain():
    drawn = {(one, other): [0, 0, 30, 0, 0] for one, other in ((0, 1), (1, 2), (0, 2))}
    for counts in (drawn, {(0, 1): [0, 0, 30, 0, 0]}):
        between = bradley_terry(1 + max(map(max, counts)), counts).difference(0, 1)
        assert 20 < between.high - between.value < 60
    assert between.high == pytest.approx(elo([0, 0, 30, 0, 0]).high, rel=0.1)


def test_players_who_never_met_are_rated_all_the_same():
    ratings = bradley_terry(3, {(0, 1): [0, 5, 10, 5, 3]})
    assert np.isfinite(ratings.elo).all()
    assert ratings.of(2).high - ratings.of(2).low > 500


def bounds_of_likelihood(counts, mean):
    """Twice how much likelier the pairs are at their own mean than at that one, as a logarithm (Owen 1988)."""
    low, high = -1 / (1 - mean) + 1e-9, 1 / mean - 1e-9
    off = statistics.SHARES - mean
    for _ in range(200):
        tilt = (low + high) / 2
        low, high = (tilt, high) if (counts * off / (1 + tilt * off)).sum() > 0 else (low, tilt)
    return 2 * (counts * np.log1p(tilt * off)).sum()


@pytest.mark.parametrize(
    ("each", "student"), [(2, 2.262), (4, 2.093), (20, 1.984)]
)  # of 9, 19 and 99 degrees of freedom
def test_an_interval_is_as_wide_as_student_says_for_a_pair_less_than_were_played(each, student):
    counts = np.full(5, float(each))
    low, middle, high = share_interval(counts)
    assert middle == 0.5
    assert bounds_of_likelihood(counts, float(low)) == pytest.approx(student**2, rel=0.005)
    assert bounds_of_likelihood(counts, float(high)) == pytest.approx(student**2, rel=0.005)


def test_a_lead_of_one_deviation_of_a_game_is_800_over_ln_10_normalised_elo():
    assert statistics.pairs_to_elo(math.sqrt(2)) == pytest.approx(347.43558552260146, rel=1e-12)
    assert statistics.elo_to_pairs(347.43558552260146) == pytest.approx(math.sqrt(2), rel=1e-12)


@pytest.mark.parametrize(("freedom", "table"), [(3, 3.1824), (4, 2.7764), (5, 2.5706), (10, 2.2281)])
def test_students_quantile_is_that_of_the_tables(freedom, table):
    assert float(statistics.student_quantile(0.95, freedom)) == pytest.approx(table, rel=0.0015)


@pytest.mark.parametrize(
    ("freedom", "table", "off"), [(6, 2.446912, 2e-4), (10, 2.2281389, 1e-5), (20, 2.08596345, 3e-7)]
)
def test_students_quantile_is_the_nearer_the_more_is_known(freedom, table, off):
    assert float(statistics.student_quantile(0.95, freedom)) == pytest.approx(table, abs=off)


@pytest.mark.parametrize("counts", [[2, 2, 2, 2, 2], [1, 4, 9, 12, 20]])
def test_the_ends_of_an_interval_are_told_to_eight_digits(counts):
    low, _, high = share_interval(counts)
    student = float(statistics.student_quantile(0.95, sum(counts) - 1))
    own = float(np.dot(counts, statistics.SHARES)) / sum(counts)
    assert low < own < high
    for end in (low, high):
        assert bounds_of_likelihood(np.array(counts, float), float(end)) == pytest.approx(student**2, rel=1e-6)


def test_normalised_elo_of_few_pairs_is_as_unsure_as_student_says():
    found = normalised_elo([1, 1, 1, 1, 1])
    assert found.value == pytest.approx(0, abs=0.5)
    # 2.776 deviations of a mean of five, four degrees of freedom; a pair's deviation is √2 games'.
    assert found.high == pytest.approx(2.776 / math.sqrt(5) / math.sqrt(2) * 800 / math.log(10), rel=0.01)
    assert found.low == pytest.approx(-found.high, rel=0.01)


@pytest.mark.parametrize(
    "chances", [[0.02, 0.03, 0.1, 0.2, 0.65], [0.65, 0.2, 0.1, 0.03, 0.02], [0.1, 0.0, 0.2, 0.0, 0.7]]
)
def test_the_interval_of_a_lopsided_normalised_elo_is_as_wide_as_it_scatters(chances):
    counts = np.random.default_rng(9).multinomial(400, chances, size=1500)
    found = [normalised_elo(each) for each in counts]
    half = np.mean([each.high - each.low for each in found]) / 2
    assert half / 1.966 == pytest.approx(np.std([each.value for each in found]), rel=0.05)


def test_each_error_of_a_sequential_test_has_a_bound_of_its_own():
    test = Sprt(0, 5, alpha=0.01, beta=0.2)
    low, high = test.bounds
    assert (low, high) == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))
    assert (test.verdict(low), test.verdict(high)) == ("lower", "higher")
    assert (test.verdict(low + 1e-9), test.verdict(high - 1e-9)) == (None, None)


def test_a_stronger_players_wins_speak_for_the_higher_elo():
    assert Sprt(0, 50).ratio([0, 1, 2, 5, 12]) > 0 > Sprt(0, 50).ratio([12, 5, 2, 1, 0])


def test_ratings_of_few_games_are_as_sure_as_the_games_allow():
    # 40 pairs without draws or bias: a game's share has the variance ¼, and Elo is 4·173.7 for a share of 1.
    counts = [10, 0, 20, 0, 10]
    between = bradley_terry(2, {(0, 1): counts}).difference(0, 1)
    assert between.value == pytest.approx(0, abs=0.01)
    assert between.high == pytest.approx(1.96 * 4 * 173.7 * math.sqrt(0.25 / 80), rel=0.03)


def test_nobody_is_favoured_where_nobody_was_better():
    assert bradley_terry(2, {(0, 1): [0, 0, 1, 0, 0]}).elo == pytest.approx([0, 0], abs=1e-6)
    one, other = bradley_terry(2, {(0, 1): [0, 0, 0, 0, 5]}).elo, bradley_terry(2, {(0, 1): [5, 0, 0, 0, 0]}).elo
    assert one == pytest.approx(-other)


@pytest.mark.parametrize("won", [10, 50, 90])
def test_a_normalised_elo_of_won_and_lost_pairs_is_as_unsure_as_their_number_makes_it(won):
    found, share = normalised_elo([100 - won, 0, 0, 0, won]), won / 100
    # The lead (p - ½)/√(pq) of n pairs scatters by 1/(4pq√n); 1.984 is Student's for 99 degrees of freedom.
    half = statistics.pairs_to_elo(1.984 / (4 * share * (1 - share) * 10))
    assert found.value == pytest.approx(
        statistics.pairs_to_elo((share - 0.5) / math.sqrt(share * (1 - share))), abs=0.5
    )
    assert (found.value - found.low, found.high - found.value) == pytest.approx((half, half), rel=0.01)


@pytest.mark.parametrize(("counts", "scattered"), [([0, 0, 0, 9, 41], False), ([0, 0, 0, 10, 40], True)])
def test_how_pairs_scattered_is_believed_from_ten_half_points_of_the_weaker_side_on(counts, scattered):
    # Half a drawn pair more is reckoned with; 50 pairs like these scatter less than single games would.
    share = (float(np.dot(counts, statistics.SHARES)) + 0.25) / 50.5
    alone = 2 * 50.5 * share * (1 - share)
    least = (math.log(40) / 1.96) ** 2  # but no less than equal pairs might
    for seen, sign in ((counts, 1), (counts[::-1], -1)):
        found = bradley_terry(2, {(0, 1): seen}).difference(0, 1)
        assert found.value == pytest.approx(sign * elo_of(share), abs=0.01)
        variance = (least if scattered else alone) / alone**2
        assert found.high - found.value == pytest.approx(1.96 * 173.7178 * math.sqrt(variance), rel=0.001)
