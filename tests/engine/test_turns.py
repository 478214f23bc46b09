"""A level's time is for the turn, however many decisions that has."""

import math
import time
from random import Random

import pytest

import turncoat
from tests.moves import texts
from turncoat import Position, Ruleset, games, native
from turncoat.engine import Engine, Limit, Line
from turncoat.engine.clock import turn_share
from turncoat.engine.levels import NAMES, Level
from turncoat.play import Game, make_player
from turncoat.protocols.server.session import Session


class Noting(Engine):
    """An engine that answers at once, and remembers how long it might have thought."""

    def __init__(self):
        self.asked = list[Limit]()

    def forget(self):
        pass

    def analyse(self, position, limit):
        self.asked.append(limit)
        yield [Line(0, 1, 1, 0, False, 1, 0.0, (texts(position)[0],), 400.0)]


def turns(ruleset, count, seed=1):
    """The positions of whole turns of random games, each before a decision; only turns that begin with a choice."""
    chance, position = Random(seed), native.start(ruleset)
    turn, found = list[Position](), list[list[Position]]()
    while len(found) < count:
        if not position.mid_turn and turn:
            found.append(turn)
            turn = []
        if position.is_over:
            position, turn = native.start(ruleset), []
            continue
        turn.append(position)
        position = position.play(chance.choice(texts(position)))
    return found


@pytest.mark.parametrize("ruleset", games.games())
@pytest.mark.parametrize("name", NAMES)
def test_all_decisions_of_a_turn_have_the_levels_time_together(name, ruleset):
    level = Level(name)
    for turn in turns(ruleset, 40):
        engine = Noting()
        for made, position in enumerate(turn):
            level.choose(position, engine, Random(1), made=made)
        thought = [limit.time or math.inf for limit in engine.asked]
        assert sum(thought) <= level.seconds
        assert [limit.soft_time for limit in engine.asked] == thought
        assert thought == sorted(thought, reverse=True)  # the first decision has most


def test_a_turn_that_surely_ends_with_a_decision_has_all_its_time_for_that():
    assert turn_share(turncoat.start("reversi")) == turn_share(turncoat.start("invector")) == 1
    start = turncoat.start("vect-reverse")
    assert turn_share(start) == 0.7
    assert turn_share(start.play("d3")) == pytest.approx(0.3)  # no step leads on from here
    assert turn_share(start.play("d3"), 0) == 1


def test_a_turn_that_may_go_on_keeps_time_for_that_though_it_may_end_too():
    mixed = [
        position
        for turn in turns("vect-reverse", 200)
        for position in turn
        if len({move.ends_turn for move in position.legal_moves}) == 2
    ]
    assert mixed
    assert {turn_share(position, 0) for position in mixed} == {0.7}


def test_who_does_not_say_how_many_decisions_were_made_is_given_no_more_than_the_first_left():
    level, engine = Level("max"), Noting()
    after = native.start("vect-reverse").play("d3")
    level.choose(after, engine, Random(1))
    level.choose(after, engine, Random(1), made=1)
    assert engine.asked[0] == engine.asked[1]
    level.choose(after, engine, Random(1), limit=Limit(time=9))  # whoever sets a limit knows what it is for
    assert engine.asked[2] == Limit(time=9)


def test_max_answers_a_turn_of_two_decisions_in_its_time(monkeypatch):
    monkeypatch.setattr("turncoat.engine.levels.DEFAULT_SECONDS", 1.0)
    level, position = Level("max"), native.start("vect-reverse")
    engine, begun, made = level.engine("vect-reverse"), time.monotonic(), 0
    while made == 0 or position.mid_turn:
        position = position.play(level.choose(position, engine, made=made).move)
        made += 1
    assert made == 2
    assert 0.6 < time.monotonic() - begun < 1.3  # a second, and what a busy machine adds


@pytest.mark.parametrize("text", ["level:max", "level:10"])
def test_the_arena_gives_a_level_its_time_for_a_turn(text, monkeypatch):
    asked = []

    def analyse(self, position, limit):
        asked.append(limit.time)
        yield [Line(0, 1, 1, 0, False, 1, 0.0, (texts(position)[0],), 400.0)]

    monkeypatch.setattr(Engine, "analyse", analyse)
    player, game = make_player(text, "vect-reverse"), Game.start("vect-reverse")
    player.begin(1)
    for _ in range(4):
        game.play(player.choose(game).move)
    player.close()
    whole = Level(text.partition(":")[2]).limit.time or 0
    assert asked == pytest.approx([0.7 * whole, 0.3 * whole] * 2)


def test_an_engine_of_a_protocol_gives_a_level_its_time_for_a_turn():
    session = Session(Ruleset.read("vect-reverse"), Level(10))
    whole = session.level.limit.time or 0
    assert session.level_limit(Limit()).time == pytest.approx(0.7 * whole)
    session.play("d3")
    assert session.level_limit(Limit()).time == pytest.approx(0.3 * whole)
    assert session.level_limit(Limit(time=0.01)).time == 0.01
