"""Clocks at the terminal: whose time runs, what is given back, and when it is over."""

import time
from pathlib import Path

import pytest

from tests.cli.terminal import run, type_in
from tests.moves import texts
from turncoat.cli.storage import read_record
from turncoat.engine import Engine, Line
from turncoat.engine.levels import Level
from turncoat.play import Choice, RandomPlayer

LEFT = "ruleset: verto\nclock: 5+3\nleft: 100/200\nmoves: d4; e5\n"


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
    monkeypatch.setattr("turncoat.cli.session.GameSession._execute", _execute_once)
    out = run("play", "verto", "--clock", "0.001").out
    assert "Light lost on time. Dark wins." in out
    assert "places" not in out


def _execute_once(session, line, *, over=False):
    """Plays the move; leaves when the game is over."""
    if over:
        session._open = False
    else:
        session._play_words(line)


def test_an_opponent_that_takes_too_long_loses(monkeypatch):
    def choose(self, game, budget=None):
        time.sleep(0.1)
        return Choice(texts(game.position)[0])

    monkeypatch.setattr(RandomPlayer, "choose", choose)
    out = run("play", "verto", "-a", "random", "--as", "second", "--clock", "0.001", stdin=type_in("save g", "q")).out
    assert "Light lost on time. Dark wins." in out
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


def test_a_level_at_the_terminal_has_its_time_for_a_turn(monkeypatch):
    asked = []

    def analyse(self, position, limit):
        asked.append(limit.time)
        yield [Line(0, 1, 1, 0, False, 1, 0.0, (texts(position)[0],), 400.0)]

    monkeypatch.setattr(Engine, "analyse", analyse)
    for level in ("max", "10"):
        run("play", "vect-reverse", "--against", level, "--as", "second", stdin=type_in("q"))
    whole = [Level(level).limit.time or 0 for level in ("max", "10")]
    assert asked == pytest.approx([share * seconds for seconds in whole for share in (0.7, 0.3)])
