"""Clocks, without a service."""

import pytest

from tests.service.harness import timed
from turncoat.games.results import FIRST, SECOND
from turncoat.play import Clock
from turncoat.play.clock import DAY, MINUTE, SeatTime
from turncoat.service.errors import BadClock
from turncoat.service.time_controls import control_data, read_control


def test_a_fischer_clock_takes_what_was_spent_and_adds_the_increment():
    times = Clock.start(timed("fischer", minutes=1, increment=5)).run(FIRST, 1000)
    after = times.run(SECOND, 11_000, turn_made=True)
    assert after.seat_times == (SeatTime(55_000), SeatTime(60_000))
    assert (after.running, after.deadline()) == (SECOND, 71_000)


def test_steps_within_a_turn_give_no_increment():
    times = Clock.start(timed("fischer", minutes=1, increment=5)).run(FIRST, 1000)
    assert times.run(FIRST, 6000) is times
    assert times.run(SECOND, 11_000, turn_made=True).seat_times[0] == SeatTime(55_000)


def test_a_turn_after_a_turn_of_the_same_seat_still_counts():
    times = Clock.start(timed("fischer", minutes=1, increment=5)).run(FIRST, 0)
    assert times.run(FIRST, 10_000, turn_made=True).seat_times[0] == SeatTime(55_000)


def test_a_fischer_clock_of_no_minutes_begins_with_its_increment():
    assert Clock.start(timed("fischer", minutes=0, increment=10)).seat_times[0] == SeatTime(10_000)


def test_byo_yomi_periods_are_used_up_only_as_a_whole():
    clock = timed("byoyomi", minutes=1, seconds=30, periods=3)
    times = Clock.start(clock).run(FIRST, 0)
    assert times.deadline() == 60_000 + 3 * 30_000
    assert times.run(SECOND, 50_000, turn_made=True).seat_times[0] == SeatTime(10_000, 3)
    assert times.run(SECOND, 85_000, turn_made=True).seat_times[0] == SeatTime(0, 3)
    assert times.run(SECOND, 95_000, turn_made=True).seat_times[0] == SeatTime(0, 2)
    assert times.flagged(150_000)
    assert not times.flagged(149_999)


def test_byo_yomi_shows_the_rest_of_the_present_period():
    times = Clock.start(timed("byoyomi", minutes=1, seconds=30, periods=3)).run(FIRST, 0)
    assert times.shown(FIRST, 20_000) == SeatTime(40_000, 3)
    assert times.shown(FIRST, 70_000) == SeatTime(20_000, 3)
    assert times.shown(FIRST, 100_000) == SeatTime(20_000, 2)
    used = times.run(SECOND, 85_000, turn_made=True)
    assert used.shown(FIRST, 90_000) == SeatTime(30_000, 3)


def test_days_begin_anew_with_every_turn():
    times = Clock.start(timed("days", days=2)).run(FIRST, 0).run(SECOND, DAY, turn_made=True)
    assert times.seat_times == (SeatTime(2 * DAY), SeatTime(2 * DAY))
    assert times.deadline() == 3 * DAY


def test_no_clock_never_runs():
    times = Clock.start(timed()).run(FIRST, 5)
    assert times.running is None
    assert times.deadline() is None


def test_forgiven_time_is_as_if_it_had_not_passed():
    times = Clock.start(timed("fischer", minutes=1, increment=0)).run(FIRST, 1000).forgive(5 * MINUTE)
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
        read_control(settings)
    assert refused.value.data["name"] == name
    assert refused.value.text("ja")


@pytest.mark.parametrize(
    "clock", [timed(), timed("fischer", 3, 2), timed("byoyomi", 10, seconds=30, periods=3), timed("days", days=1)]
)
def test_a_clock_reads_back(clock):
    assert read_control(control_data(clock)) == clock


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
        assert dict(control_data(read_control({**usual, name: allowed})))[name] == allowed
    for beyond in (low - 0.5, high + 0.5):
        with pytest.raises(BadClock) as refused:
            read_control({**usual, name: beyond})
        assert refused.value.data == {"name": name, "low": low, "high": high, "got": beyond}


def test_a_fischer_clock_gives_a_second_at_the_least():
    assert timed("fischer", minutes=0, increment=1).budget == 1000
    assert timed("fischer", minutes=1 / 60, increment=0).budget == 1000
    with pytest.raises(BadClock) as refused:
        timed("fischer", minutes=0.99 / 60, increment=5)
    assert refused.value.data == {"name": "minutes", "low": "0:01", "high": 180, "got": 0.99 / 60}


def test_a_clock_is_told_with_what_its_kind_has_and_nothing_else():
    assert control_data(timed()) == {"kind": "none"}
    assert control_data(timed("fischer", 3, 2)) == {"kind": "fischer", "minutes": 3, "increment": 2}
    byoyomi = {"kind": "byoyomi", "minutes": 10, "seconds": 30, "periods": 3}
    assert control_data(read_control({**byoyomi, "days": 5, "increment": 7})) == byoyomi
    assert control_data(timed("days", days=2)) == {"kind": "days", "days": 2}
    assert read_control({}) == timed("none")


def test_time_up_is_at_the_deadline_not_before():
    times = Clock.start(timed("fischer", minutes=1, increment=0)).run(FIRST, 1000)
    assert (times.flagged(60_999), times.flagged(61_000)) == (False, True)
    assert (times.left(FIRST, 11_000), times.left(FIRST, 61_000), times.left(FIRST, 99_000)) == (50_000, 0, 0)
    assert times.left(SECOND, 99_000) == 60_000
    assert not times.in_period(FIRST, 99_000)


def test_what_may_be_used_for_a_turn_includes_every_period():
    times = Clock.start(timed("byoyomi", minutes=1, seconds=30, periods=3)).run(FIRST, 0)
    assert (times.left(FIRST, 20_000), times.left(FIRST, 100_000)) == (130_000, 50_000)
    assert times.left(SECOND, 20_000) == 150_000


def test_minutes_used_to_the_last_cost_no_period():
    times = Clock.start(timed("byoyomi", minutes=1, seconds=30, periods=3)).run(FIRST, 0)
    assert times.run(SECOND, 60_000, turn_made=True).seat_times[0] == SeatTime(0, 3)
    assert times.run(SECOND, 89_999, turn_made=True).seat_times[0] == SeatTime(0, 3)
    assert times.run(SECOND, 90_000, turn_made=True).seat_times[0] == SeatTime(0, 2)
    assert times.run(SECOND, 500_000, turn_made=True).seat_times[0] == SeatTime(0, 0)
    assert times.shown(FIRST, 60_000) == SeatTime(30_000, 3)
    assert times.run(SECOND, 60_000, turn_made=True).shown(FIRST, 61_000) == SeatTime(30_000, 3)


def test_a_turn_of_days_begins_anew_also_when_it_is_not_made():
    times = Clock.start(timed("days", days=2)).run(FIRST, 0)
    assert times.run(SECOND, DAY, turn_made=False).seat_times == (SeatTime(2 * DAY), SeatTime(2 * DAY))


def test_a_turn_not_made_is_paid_for_and_not_rewarded():
    times = Clock.start(timed("fischer", minutes=1, increment=5)).run(FIRST, 0)
    assert times.run(SECOND, 10_000, turn_made=False).seat_times[0] == SeatTime(50_000)
    assert times.run(None, 10_000).seat_times[0] == SeatTime(50_000)
    assert times.run(None, 10_000).running is None


def test_a_clock_that_goes_backwards_costs_nothing():
    times = Clock.start(timed("fischer", minutes=1, increment=0)).run(FIRST, 10_000)
    assert times.run(SECOND, 9_000, turn_made=True).seat_times[0] == SeatTime(60_000)
    assert times.shown(FIRST, 9_000) == SeatTime(60_000)
    assert times.forgive(-5000).deadline() == 70_000


def test_no_time_is_forgiven_where_none_runs():
    times = Clock.start(timed("fischer", minutes=1, increment=0))
    assert times.forgive(5000) is times
