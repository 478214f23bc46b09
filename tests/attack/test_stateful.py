"""The short form of `python -m tests.attack.stateful`, and faults planted in the service that it must notice."""

from dataclasses import replace

import pytest

from tests.attack.stateful import run
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
    violations, figures = run(tries(600), 1, database)
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
            match.clock = replace(match.clock, hands=before.hands)

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
    """What one process does the other never hears."""
    monkeypatch.setattr(pair.services[1].peers, "hear", lambda note: None)


@pytest.mark.parametrize(
    ("plant", "told"),
    [
        (draws_alone, "answered done, must be no_offer"),
        (free_takebacks, "times is"),
        (moves_out_of_turn, "must be not_your_turn"),
        (deaf_processes, "has not heard of version"),
    ],
)
def test_a_planted_fault_is_noticed(plant, told, database, monkeypatch):
    violations, _ = run(2000, 1, database, shrink=False, plant=lambda pair: plant(pair, monkeypatch))
    assert told in "".join(violations)
