"""The short form of `python -m tests.attack.stateful`, and faults planted in the service that it must notice."""

import asyncio
from dataclasses import replace

import pytest

from tests.attack import two_processes
from tests.attack.differential import Differential, Figures
from tests.attack.stateful import run
from tests.attack.two_processes import TwoProcesses
from tests.service.postgres import postgres
from tests.thoroughness import tries
from turncoat.games.results import Side
from turncoat.service import matches
from turncoat.service.commands import AnswerOffer, Play, decide
from turncoat.service.journal import DrawAgreed, TakenBack
from turncoat.service.match import Match


@pytest.fixture(scope="module")
def database():
    with postgres() as address:
        yield address


def test_two_processes_do_what_the_model_does_whatever_is_asked_of_them(database):
    violations, figures = run(tries(300), 1, database)
    assert violations == []
    assert figures.steps > 0


def draws_alone(pair, monkeypatch):
    """Whoever offers a draw may accept it."""

    def eager(match, held, command, now):
        if isinstance(command, AnswerOffer) and command.kind == "draw" and command.answer == "accept":
            return DrawAgreed() if match.offers["draw"] in held else decide(match, held, command, now)
        return decide(match, held, command, now)

    monkeypatch.setattr(matches, "decide", eager)


def free_takebacks(pair, monkeypatch):
    """What is taken back has cost no time."""
    apply = Match.apply

    def forgetful(match, line, ahead=None):
        before = match.clock
        apply(match, line, ahead)
        if isinstance(line.entry, TakenBack):
            match.clock = replace(match.clock, seat_times=before.seat_times)

    monkeypatch.setattr(Match, "apply", forgetful)


def moves_out_of_turn(pair, monkeypatch):
    """At the second process whoever has a seat may move for both."""
    second = pair.services[1]
    perform = second.matches.perform

    async def lenient(match_id, who, command):
        held = who if isinstance(who, frozenset) else (await second.room(match_id)).match.seats_held(who)
        return await perform(match_id, frozenset(Side) if isinstance(command, Play) and held else who, command)

    monkeypatch.setattr(second.matches, "perform", lenient)


def deaf_processes(pair, monkeypatch):
    """What one process does the other never learns of."""
    monkeypatch.setattr(pair.services[1].peers, "receive", lambda note: None)


async def a_game(differential):
    """Two clients after a move of each, the second at the second process, on a clock."""
    clock = {"kind": "fischer", "minutes": 1, "increment": 0}
    await differential.create(
        0, {"ruleset": "reversi:size=4x4", "kind": "friend", "side": "first", "clock": clock}, None
    )
    match = differential.matches[0]
    await differential.join(1, match, (), {"invitation": differential.invitations[match.id], "key": "k" * 40}, None)
    first, second = ((match.seats[side].secret,) for side in Side)
    await differential.move(0, match, first, match.position.legal_moves[0].text, 0)
    await differential.move(1, match, second, match.position.legal_moves[0].text, 1)
    return match, first, second


async def the_usual(differential):
    """A draw offered and withdrawn, a move out of turn, a takeback after a while."""
    match, first, second = await a_game(differential)
    await differential.offer(0, match, first, "draw", None)
    await differential.offer(1, match, first, "draw", "accept")
    await differential.offer(0, match, first, "draw", "withdraw")
    await differential.move(1, match, second, match.position.legal_moves[0].text, 2)
    await differential.wait(10, ring=False)
    await differential.offer(1, match, second, "takeback", None)
    await differential.offer(0, match, first, "takeback", "accept")


def play(database, plant=lambda pair: None):
    with asyncio.Runner() as runner:
        pair = TwoProcesses(database)
        runner.run(pair.start())
        try:
            plant(pair)
            runner.run(the_usual(Differential(pair, Figures(), connected=True)))
        finally:
            runner.run(pair.stop())


def test_the_usual_is_as_the_model_says(database):
    play(database)


@pytest.mark.parametrize(
    ("plant", "told"),
    [
        (draws_alone, "answered done, must be no_offer"),
        (free_takebacks, "times is"),
        (moves_out_of_turn, "moves is"),
        (deaf_processes, "does not know version"),
    ],
)
def test_a_planted_fault_is_noticed(plant, told, database, monkeypatch):
    monkeypatch.setattr(two_processes, "TIMEOUT", 2.0)
    with pytest.raises(AssertionError, match=told):
        play(database, lambda pair: plant(pair, monkeypatch))
