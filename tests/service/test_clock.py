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
