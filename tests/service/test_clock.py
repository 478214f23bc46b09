"""Clocks, without a service."""

import pytest

from turncoat.service.clock import DAY, MINUTE, Clock, Hand, Times
from turncoat.service.errors import BadClock


def test_a_fischer_clock_takes_what_was_spent_and_adds_the_increment():
    times = Times.start(Clock("fischer", minutes=1, increment=5)).run(0, 1000)
    after = times.run(1, 11_000, turn_made=True)
    assert after.hands == (Hand(55_000), Hand(60_000))
    assert (after.running, after.deadline()) == (1, 71_000)


def test_steps_within_a_turn_give_no_increment():
    times = Times.start(Clock("fischer", minutes=1, increment=5)).run(0, 1000)
    assert times.run(0, 6000) is times
    assert times.run(1, 11_000, turn_made=True).hands[0] == Hand(55_000)


def test_a_turn_after_a_turn_of_the_same_seat_still_counts():
    times = Times.start(Clock("fischer", minutes=1, increment=5)).run(0, 0)
    assert times.run(0, 10_000, turn_made=True).hands[0] == Hand(55_000)


def test_a_fischer_clock_of_no_minutes_begins_with_its_increment():
    assert Times.start(Clock("fischer", minutes=0, increment=10)).hands[0] == Hand(10_000)


def test_byo_yomi_periods_are_used_up_only_as_a_whole():
    clock = Clock("byoyomi", minutes=1, seconds=30, periods=3)
    times = Times.start(clock).run(0, 0)
    assert times.deadline() == 60_000 + 3 * 30_000
    assert times.run(1, 50_000, turn_made=True).hands[0] == Hand(10_000, 3)
    assert times.run(1, 85_000, turn_made=True).hands[0] == Hand(0, 3)
    assert times.run(1, 95_000, turn_made=True).hands[0] == Hand(0, 2)
    assert times.flagged(150_000)
    assert not times.flagged(149_999)


def test_byo_yomi_shows_the_rest_of_the_present_period():
    times = Times.start(Clock("byoyomi", minutes=1, seconds=30, periods=3)).run(0, 0)
    assert times.shown(0, 20_000) == Hand(40_000, 3)
    assert times.shown(0, 70_000) == Hand(20_000, 3)
    assert times.shown(0, 100_000) == Hand(20_000, 2)
    used = times.run(1, 85_000, turn_made=True)
    assert used.shown(0, 90_000) == Hand(30_000, 3)


def test_days_begin_anew_with_every_turn():
    times = Times.start(Clock("days", days=2)).run(0, 0).run(1, DAY, turn_made=True)
    assert times.hands == (Hand(2 * DAY), Hand(2 * DAY))
    assert times.deadline() == 3 * DAY


def test_no_clock_never_runs():
    times = Times.start(Clock()).run(0, 5)
    assert times.running is None
    assert times.deadline() is None


def test_forgiven_time_is_as_if_it_had_not_passed():
    times = Times.start(Clock("fischer", minutes=1, increment=0)).run(0, 1000).forgive(5 * MINUTE)
    assert times.deadline() == 61_000 + 5 * MINUTE


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"kind": "fischer", "minutes": 0, "increment": 0}, "minutes"),
        ({"kind": "fischer", "minutes": 500, "increment": 0}, "minutes"),
        ({"kind": "byoyomi", "minutes": 1, "seconds": 0, "periods": 1}, "seconds"),
        ({"kind": "days", "days": 0}, "days"),
    ],
)
def test_an_impossible_clock_is_refused_and_says_why(settings, name):
    with pytest.raises(BadClock) as refused:
        Clock.read(settings)
    assert refused.value.data["name"] == name
    assert refused.value.text("ja")


@pytest.mark.parametrize(
    "clock", [Clock(), Clock("fischer", 3, 2), Clock("byoyomi", 10, seconds=30, periods=3), Clock("days", days=1)]
)
def test_a_clock_reads_back(clock):
    assert Clock.read(clock.data()) == clock


@pytest.mark.parametrize(
    ("kind", "name", "low", "high"),
    [
        ("fischer", "minutes", 0, 180),
        ("fischer", "increment", 0, 180),
        ("byoyomi", "minutes", 0, 180),
        ("byoyomi", "seconds", 1, 600),
        ("byoyomi", "periods", 1, 20),
        ("days", "days", 1, 30),
    ],
)
def test_a_clock_may_be_set_to_its_limits_and_not_beyond(kind, name, low, high):
    usual = {"kind": kind, "minutes": 5, "increment": 5, "seconds": 30, "periods": 3, "days": 1}
    for allowed in (low, high):
        assert getattr(Clock.read({**usual, name: allowed}), name) == allowed
    for beyond in (low - 0.5, high + 0.5):
        with pytest.raises(BadClock) as refused:
            Clock.read({**usual, name: beyond})
        assert refused.value.data == {"name": name, "low": low, "high": high, "got": beyond}


def test_a_fischer_clock_gives_a_second_at_the_least():
    assert Clock("fischer", minutes=0, increment=1).budget == 1000
    assert Clock("fischer", minutes=1 / 60, increment=0).budget == 1000
    with pytest.raises(BadClock) as refused:
        Clock("fischer", minutes=0.99 / 60, increment=5)
    assert refused.value.data == {"name": "minutes", "low": "0:01", "high": 180, "got": 0.99 / 60}


def test_a_clock_is_told_with_what_its_kind_has_and_nothing_else():
    assert Clock().data() == {"kind": "none"}
    assert Clock("fischer", 3, 2).data() == {"kind": "fischer", "minutes": 3, "increment": 2}
    byoyomi = {"kind": "byoyomi", "minutes": 10, "seconds": 30, "periods": 3}
    assert Clock.read({**byoyomi, "days": 5, "increment": 7}).data() == byoyomi
    assert Clock("days", days=2).data() == {"kind": "days", "days": 2}
    assert Clock.read({}) == Clock("none")


def test_time_up_is_at_the_deadline_not_before():
    times = Times.start(Clock("fischer", minutes=1, increment=0)).run(0, 1000)
    assert (times.flagged(60_999), times.flagged(61_000)) == (False, True)
    assert (times.left(0, 11_000), times.left(0, 61_000), times.left(0, 99_000)) == (50_000, 0, 0)
    assert times.left(1, 99_000) == 60_000
    assert not times.in_period(0, 99_000)


def test_what_may_be_used_for_a_turn_includes_every_period():
    times = Times.start(Clock("byoyomi", minutes=1, seconds=30, periods=3)).run(0, 0)
    assert (times.left(0, 20_000), times.left(0, 100_000)) == (130_000, 50_000)
    assert times.left(1, 20_000) == 150_000


def test_minutes_used_to_the_last_cost_no_period():
    times = Times.start(Clock("byoyomi", minutes=1, seconds=30, periods=3)).run(0, 0)
    assert times.run(1, 60_000, turn_made=True).hands[0] == Hand(0, 3)
    assert times.run(1, 89_999, turn_made=True).hands[0] == Hand(0, 3)
    assert times.run(1, 90_000, turn_made=True).hands[0] == Hand(0, 2)
    assert times.run(1, 500_000, turn_made=True).hands[0] == Hand(0, 0)
    assert times.shown(0, 60_000) == Hand(30_000, 3)
    assert times.run(1, 60_000, turn_made=True).shown(0, 61_000) == Hand(30_000, 3)


def test_a_turn_of_days_begins_anew_also_when_it_is_not_made():
    times = Times.start(Clock("days", days=2)).run(0, 0)
    assert times.run(1, DAY, turn_made=False).hands == (Hand(2 * DAY), Hand(2 * DAY))


def test_a_turn_not_made_is_paid_for_and_not_rewarded():
    times = Times.start(Clock("fischer", minutes=1, increment=5)).run(0, 0)
    assert times.run(1, 10_000, turn_made=False).hands[0] == Hand(50_000)
    assert times.run(None, 10_000).hands[0] == Hand(50_000)
    assert times.run(None, 10_000).running is None


def test_a_clock_that_goes_backwards_costs_nothing():
    times = Times.start(Clock("fischer", minutes=1, increment=0)).run(0, 10_000)
    assert times.run(1, 9_000, turn_made=True).hands[0] == Hand(60_000)
    assert times.shown(0, 9_000) == Hand(60_000)
    assert times.forgive(-5000).deadline() == 70_000


def test_no_time_is_forgiven_where_none_runs():
    times = Times.start(Clock("fischer", minutes=1, increment=0))
    assert times.forgive(5000) is times
