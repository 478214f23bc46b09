"""Time controls and clocks, without a watch."""

import pickle

import pytest

from turncoat.games.results import FIRST, SECOND
from turncoat.play.clock import DAY, MINUTE, BadTimeControl, Clock, SeatTime, TimeControl, TimeLeft, shown


def clock(text, unit="m"):
    return Clock.start(TimeControl.read(text, unit))


def both(made, now=0):
    return made.left(FIRST, now), made.left(SECOND, now)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("none", TimeControl()),
        ("5+3", TimeControl("fischer", 5 * MINUTE, 3000)),
        ("5", TimeControl("fischer", 5 * MINUTE)),
        (" 0+10 ", TimeControl("fischer", 0, 10_000)),
        ("0.5+0.1", TimeControl("fischer", 30_000, 100)),
        ("10s+0.1", TimeControl("fischer", 10_000, 100)),
        ("10m", TimeControl("fischer", 10 * MINUTE)),
        ("10+5x30", TimeControl("byoyomi", 10 * MINUTE, periods=5, period=30_000)),
        ("0+3X30", TimeControl("byoyomi", 0, periods=3, period=30_000)),
        ("3D", TimeControl("days", 3 * DAY)),
        ("0.5d", TimeControl("days", DAY // 2)),
    ],
)
def test_a_time_control_reads_and_reads_back(text, control):
    assert TimeControl.read(text) == control
    assert TimeControl.read(str(control)) == control
    assert TimeControl.read(control.text("s"), "s") == control


def test_main_time_without_a_unit_may_be_meant_in_seconds():
    control = TimeControl.read("10+0.1", "s")
    assert control == TimeControl("fischer", 10_000, 100)
    assert (str(control), control.text("s")) == ("10s+0.1", "10+0.1")
    assert TimeControl.read("10m+0.1", "s").text("s") == "600+0.1"


def test_minutes_are_written_where_they_are_a_short_number():
    assert [str(TimeControl.read(text)) for text in ("90s", "600s+5", "20s+1", "0.25", "3d", "10+5x30")] == [
        "1.5+0",
        "10+5",
        "20s+1",
        "0.25+0",
        "3d",
        "10+5x30",
    ]


@pytest.mark.parametrize(
    "text",
    ["", "five", "-5+3", "5+-3", "5++3", "5+3+1", "0", "0+0", "0d", "10+0x30", "10+5x0", "10x30", "nan", "1e9", "5h",
     "99999999", "5+99999999d", "20000d", "0.0000001", "५+३"],
)  # fmt: skip
def test_what_gives_nobody_time_or_too_much_is_refused(text):
    with pytest.raises(BadTimeControl) as refused:
        TimeControl.read(text)
    assert "such as 5+3" in str(refused.value)
    assert "5+3" in pickle.loads(pickle.dumps(refused.value)).text("ja")


def test_a_fischer_clock_takes_what_was_spent_and_adds_the_increment():
    made = clock("1+5").run(FIRST, 1000)
    after = made.run(SECOND, 11_000, turn_made=True)
    assert after.seat_times == (SeatTime(55_000), SeatTime(60_000))
    assert (after.running, after.deadline()) == (SECOND, 71_000)


def test_a_fischer_clock_of_no_main_time_begins_with_its_increment():
    assert both(clock("0+10")) == (10_000, 10_000)


def test_steps_within_a_turn_give_no_increment():
    made = clock("1+5").run(FIRST, 1000)
    assert made.run(FIRST, 6000) is made
    assert made.run(SECOND, 11_000, turn_made=True).seat_time(FIRST) == SeatTime(55_000)


def test_a_turn_after_a_turn_of_the_same_seat_still_counts():
    assert clock("1+5").run(FIRST, 0).run(FIRST, 10_000, turn_made=True).seat_time(FIRST) == SeatTime(55_000)


def test_a_decision_that_goes_over_without_a_turn_made_gives_nothing():
    assert clock("1+5").run(FIRST, 0).run(SECOND, 10_000).seat_time(FIRST) == SeatTime(50_000)


def test_who_has_no_time_left_has_lost_from_that_very_millisecond():
    made = clock("1").run(FIRST, 1000)
    assert (made.flagged(60_999), made.flagged(61_000)) == (False, True)
    assert (made.flagged(61_049, grace=50), made.flagged(61_050, grace=50)) == (False, True)
    assert made.left(FIRST, 62_000) == 0
    assert not clock("1").flagged(10**9)


def test_nobody_owes_time():
    after = clock("1+5").run(FIRST, 0).run(SECOND, 61_000, turn_made=True)
    assert both(after, 61_000) == (5000, 60_000)


def test_a_watch_that_goes_back_takes_no_time():
    assert clock("1").run(FIRST, 5000).run(SECOND, 4000).seat_time(FIRST) == SeatTime(60_000)


def test_byo_yomi_periods_are_used_up_only_as_a_whole():
    made = clock("1+3x30").run(FIRST, 0)
    assert made.deadline() == 60_000 + 3 * 30_000
    assert made.run(SECOND, 50_000, turn_made=True).seat_time(FIRST) == SeatTime(10_000, 3)
    assert made.run(SECOND, 85_000, turn_made=True).seat_time(FIRST) == SeatTime(0, 3)
    assert made.run(SECOND, 90_000, turn_made=True).seat_time(FIRST) == SeatTime(0, 2)
    assert made.flagged(150_000)
    assert not made.flagged(149_999)


def test_byo_yomi_shows_the_rest_of_the_present_period():
    made = clock("1+3x30").run(FIRST, 0)
    assert made.shown(FIRST, 20_000) == SeatTime(40_000, 3)
    assert made.shown(FIRST, 70_000) == SeatTime(20_000, 3)
    assert made.shown(FIRST, 100_000) == SeatTime(20_000, 2)
    used = made.run(SECOND, 85_000, turn_made=True)
    assert used.shown(FIRST, 90_000) == SeatTime(30_000, 3)
    assert made.shown(FIRST, 150_000) == SeatTime(0, 0)


def test_what_is_shown_says_whether_it_is_a_period():
    made = clock("1+3x30").run(FIRST, 0)
    assert [made.in_period(FIRST, now) for now in (0, 59_999, 60_000, 100_000)] == [False, False, True, True]
    assert made.run(SECOND, 85_000).in_period(FIRST, 90_000)
    assert not clock("1+5").run(FIRST, 0).in_period(FIRST, 60_000)


def test_byo_yomi_without_main_time_begins_in_its_first_period():
    made = clock("0+3x30")
    assert (made.shown(FIRST, 0), made.in_period(FIRST, 0)) == (SeatTime(30_000, 3), True)
    running = made.run(FIRST, 0)
    assert [running.shown(FIRST, now) for now in (0, 29_999, 30_000, 89_999, 90_000)] == [
        SeatTime(30_000, 3),
        SeatTime(1, 3),
        SeatTime(30_000, 2),
        SeatTime(1, 1),
        SeatTime(0, 0),
    ]
    assert (running.deadline(), running.left(FIRST, 0)) == (90_000, 90_000)


def test_days_begin_anew_with_every_turn():
    made = clock("2d").run(FIRST, 0).run(SECOND, DAY, turn_made=True)
    assert made.seat_times == (SeatTime(2 * DAY), SeatTime(2 * DAY))
    assert made.deadline() == 3 * DAY


def test_days_begin_anew_after_a_takeback_too():
    assert clock("2d").run(FIRST, 0).run(SECOND, DAY).seat_time(FIRST) == SeatTime(2 * DAY)


def test_no_clock_never_runs():
    made = clock("none").run(FIRST, 5)
    assert (made.running, made.deadline(), made.time_left(9)) == (None, None, {})


def test_forgiven_time_is_as_if_it_had_not_passed():
    made = clock("1").run(FIRST, 1000).forgive(5 * MINUTE)
    assert made.deadline() == 61_000 + 5 * MINUTE
    assert made.forgive(-5) == made
    assert clock("1").forgive(5) == clock("1")


def test_a_stopped_clock_stands_still():
    made = clock("1+5").run(FIRST, 0).stop(10_000)
    assert (both(made, 99_000), made.deadline()) == ((50_000, 60_000), None)


def test_moves_taken_back_take_their_time_and_increments_with_them():
    made = clock("1+5").mark(0).run(FIRST, 0)
    made = made.stop(10_000, turn_made=True).mark(1).run(SECOND, 10_000)
    made = made.stop(30_000, turn_made=True).mark(2)
    assert both(made.back(2)) == (55_000, 45_000)
    assert both(made.back(1)) == (55_000, 60_000)
    assert both(made.back(0)) == (60_000, 60_000)
    assert made.back(0).deadline() is None


def test_what_was_played_after_a_takeback_counts_not_what_was_before():
    made = clock("1+5").mark(0).run(FIRST, 0).stop(10_000, turn_made=True).mark(1)
    made = made.back(0).mark(0).run(FIRST, 0).stop(40_000, turn_made=True).mark(1)
    assert both(made.run(SECOND, 40_000).stop(41_000, turn_made=True).mark(2).back(1)) == (25_000, 60_000)


def test_a_move_nobody_marked_takes_nothing_back():
    made = clock("1+5").with_left(7000, 8000)
    assert both(made.back(3)) == (7000, 8000)
    assert both(made.mark(5).run(FIRST, 0).stop(1000).back(3)) == (6000, 8000)
    assert both(made.mark(1).run(FIRST, 0).stop(1000).back(3)) == (6000, 8000)


def test_the_first_mark_of_a_moment_counts():
    made = clock("1").mark(0).run(FIRST, 0).stop(5000).mark(0)
    assert both(made.back(0)) == (60_000, 60_000)


def test_players_are_told_the_clock_of_the_side_they_play():
    made = clock("1+5").run(FIRST, 0)
    assert made.time_left(20_000) == {FIRST: TimeLeft(40, 5), SECOND: TimeLeft(60, 5)}
    swapped = made.time_left(20_000, lambda side: side.other)
    assert swapped == {FIRST: TimeLeft(60, 5), SECOND: TimeLeft(40, 5)}
    assert clock("1+3x30").time_left(0)[FIRST] == TimeLeft(150)


def test_clocks_are_equal_whatever_is_remembered_of_them():
    assert clock("1").mark(0) == clock("1")


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (-3000, "0:00.0"),
        (3_661_000, "1:01:01"),
        (300_000, "5:00"),
        (9990, "0:09.9"),
        (0, "0:00.0"),
        (9_999, "0:09.9"),
        (10_000, "0:10"),
        (59_999, "0:59"),
        (60_000, "1:00"),
        (3_600_000, "1:00:00"),
    ],
)
def test_a_clock_shows_tenths_only_when_time_is_short(ms, text):
    assert shown(ms) == text
