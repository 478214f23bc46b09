"""Clocks at the terminal: whose time runs, what is given back, and when it is over."""

import time
from pathlib import Path

import pytest

from tests.cli.terminal import run, type_in
from tests.moves import texts
from turncoat.cli.clocks import Clocks
from turncoat.cli.opponents import RandomOpponent
from turncoat.cli.storage import read_record
from turncoat.engine.clock import Clock
from turncoat.engine.levels import Level
from turncoat.games.results import Side

LEFT = "ruleset: verto\nclock: 5+3\nleft: 100/200\nmoves: d4; e5\n"


@pytest.fixture
def clocks():
    """A clock of one minute and five seconds a move, on a watch of its own."""
    made = Clocks(1, 5, lambda: made.now)  # type: ignore[attr-defined]
    made.now = 0.0  # type: ignore[attr-defined]
    return made


def both(clocks):
    return [clocks.left(seat) for seat in Side]


def test_who_moves_is_given_the_increment_and_who_does_not_is_not(clocks):
    clocks.run(Side.FIRST, 0)
    clocks.now = 20
    assert both(clocks) == [40, 60]
    clocks.stop(moved=True)
    clocks.run(Side.SECOND, 1)
    clocks.now = 30
    clocks.stop()
    assert both(clocks) == [45, 50]


def test_nobody_owes_time(clocks):
    clocks.run(Side.FIRST, 0)
    clocks.now = 61
    assert clocks.left(Side.FIRST) == -1
    clocks.stop(moved=True)
    assert both(clocks) == [5, 60]


def test_moves_taken_back_take_their_clocks_with_them(clocks):
    clocks.run(Side.FIRST, 0)
    clocks.now = 10
    clocks.stop(moved=True)
    clocks.run(Side.SECOND, 1)
    clocks.back(0)
    assert both(clocks) == [60, 60]
    clocks.run(Side.FIRST, 0)
    clocks.now = 40
    clocks.stop(moved=True)
    clocks.run(Side.SECOND, 1)
    clocks.now = 41
    clocks.stop(moved=True)
    clocks.back(1)  # as the clocks stood the second time, not the first
    assert both(clocks) == [35, 60]


def test_the_engine_is_told_each_sides_clock_and_the_increment(clocks):
    clocks.run(Side.FIRST, 0)
    clocks.now = 20
    assert clocks.by_side(lambda side: side) == {Side.FIRST: Clock(40, 5), Side.SECOND: Clock(60, 5)}
    swapped = clocks.by_side(lambda side: side.other)
    assert swapped == {Side.FIRST: Clock(60, 5), Side.SECOND: Clock(40, 5)}


def test_each_player_goes_on_with_the_time_that_was_left():
    Path("g").write_text(LEFT)
    out = run("play", "--load", "g", stdin=type_in("q")).out
    assert "Light: 1:4" in out or "Light: 1:39" in out
    assert "Dark: 3:20" in out


def test_a_new_game_begins_with_full_clocks():
    Path("g").write_text(LEFT)
    out = run("play", "--load", "g", stdin=type_in("new", "q")).out
    assert out.count("Light: 5:00") == out.count("Dark: 5:00") == 1


def test_undo_gives_back_the_time_and_the_increments():
    Path("g").write_text(LEFT)
    run("play", "--load", "g", stdin=type_in("f6xe5", "b2", "undo", "undo", "save h", "q"))
    first, second = map(float, read_record(Path("h")).headers["left"].split("/"))
    assert 95 < first <= 100
    assert 195 < second <= 200


def test_a_move_that_comes_too_late_does_not_count(monkeypatch):
    def late(*_arguments):
        time.sleep(0.1)
        return "d4"

    monkeypatch.setattr("turncoat.cli.session.ask", late)
    monkeypatch.setattr("turncoat.cli.session.GameSession._obey", _obey_once)
    out = run("play", "verto", "--clock", "0.001").out
    assert "Light: out of time. Dark wins." in out
    assert "places" not in out


def _obey_once(session, line, *, over=False):
    """Plays the move; leaves when the game is over."""
    if over:
        session._open = False
    else:
        session._play_words(line)


def test_an_opponent_that_takes_too_long_loses(monkeypatch):
    def choose(self, position, moment=None):
        time.sleep(0.1)
        return texts(position)[0]

    monkeypatch.setattr(RandomOpponent, "choose", choose)
    out = run("play", "verto", "-a", "random", "--as", "second", "--clock", "0.001", stdin=type_in("save g", "q")).out
    assert "Light: out of time. Dark wins." in out
    assert read_record(Path("g")).moves == ()
    assert "result: second time" in Path("g").read_text()


def test_a_level_reckons_with_its_own_clock(monkeypatch):
    asked, choose = [], Level.choose

    def note(self, position, engine=None, rng=None, **more):
        asked.append(more["limit"].time)
        return choose(self, position, engine, rng, **more)

    monkeypatch.setattr(Level, "choose", note)
    Path("g").write_text("ruleset: reversi\nclock: 5+0\nleft: 200/2\nmoves: d3\n")
    run("play", "--load", "g", "--against", "3", "--as", "first", stdin=type_in("q"))
    Path("g").write_text("ruleset: reversi\nclock: 5+0\nleft: 200/2\nmoves: d3; c3\n")
    run("play", "--load", "g", "--against", "3", "--as", "second", stdin=type_in("q"))
    hurried, calm = asked
    assert hurried < 0.6  # of its two seconds
    assert calm > 5  # of its two hundred


def test_after_the_last_move_the_whole_game_can_be_shown():
    Path("g").write_text("ruleset: verto\nmoves: d4; e5\n")
    assert "after move 2, e5" in run("replay", "g", "--at", "2").out
    assert run("replay", "g", "--at", "3").code == 2
