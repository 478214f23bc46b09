"""The plan of a match: who meets whom, from which openings, and what is refused before anything is played."""

import math

import pytest

from tests.lab.arena.contests import SMALL, contest
from turncoat import native
from turncoat.games.errors import BadRequest
from turncoat.lab.arena import Match, Opening, Sprt, play
from turncoat.play import BadPlayer
from turncoat.protocols.client import EngineFailure


def test_both_games_of_a_pair_have_one_opening_and_colours_exchanged():
    for unit in contest(pairs=5, players=("random", "uct:5", "uct:6")).units():
        one, other = unit.tasks
        assert one.opening == other.opening
        assert one.seats == other.seats[::-1] == unit.pairing
        assert len({*one.seeds, *other.seeds}) == 4


@pytest.mark.parametrize(
    ("pairings", "met"),
    [("all", ((0, 1), (0, 2), (1, 2))), ("first", ((0, 1), (0, 2))), ("next", ((0, 1), (1, 2)))],
)
def test_a_round_robin_lets_all_meet_or_as_it_is_told(pairings, met):
    match = contest(players=("random", "random", "uct:20"), pairings=pairings, pairs=1)
    assert match.met == met
    assert match.names == ("random", "random #2", "uct:20")
    assert {unit.pairing for unit in match.units()} == set(met)


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (("cmd:a #1", "cmd:a #1"), ("cmd:a #1", "cmd:a #1 #2")),
        (("random", "random", "random"), ("random", "random #2", "random #3")),
        (("random #2", "random", "random"), ("random #2", "random", "random #3")),
    ],
)
def test_no_two_players_have_one_name(players, names):
    assert contest(players=players).names == names


def test_given_openings_are_played_in_turn():
    openings = (Opening(str(native.start(SMALL)), ("c2",)), Opening(str(native.start(SMALL)), ("b3",)))
    match = contest(openings=openings, pairs=3)
    assert [unit.tasks[0].opening for unit in match.units()] == [openings[0], openings[1], openings[0]]


def test_another_program_that_cannot_be_started_is_refused_before_anything_is_played():
    with pytest.raises(EngineFailure):
        play(Match(("cmd:/nowhere/engine", "random"), "reversi:size=4x4", pairs=1))


def test_a_player_on_a_clock_is_refused_where_there_is_none():
    with pytest.raises(BadPlayer, match="needs a game with a clock"):
        play(contest(players=("clock,memory=1", "random")))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"players": ("random",)}, "at least two players"),
        ({"pairs": 0}, "pairs must be at least 1"),
        ({"sprt": Sprt(5, 5)}, "must be the higher one"),
        ({"sprt": Sprt(0, math.nan)}, "from -300 to 300"),
        ({"sprt": Sprt(-math.inf, 0)}, "from -300 to 300"),
        ({"sprt": Sprt(0, 301)}, "from -300 to 300"),
        ({"sprt": Sprt(0, 5), "players": ("random", "uct:1", "uct:2")}, "needs exactly two players"),
    ],
)
def test_a_match_that_cannot_be_is_refused(more, said):
    with pytest.raises(BadRequest, match=said):
        contest(**more)


def test_a_player_that_cannot_be_made_is_refused_before_anything_is_played():
    with pytest.raises(ValueError, match="nodes needs a number"):
        play(contest(players=("random", "nodes:x")), 2)


def test_only_players_that_draw_lots_leave_something_to_chance():
    players = ("random", "uct:5", "level:1", "level:8", "level:9", "level:10", "level:max", "nodes:5", "depth:2")
    assert contest(players=players).chance == (True, True, True, True, False, False, False, False, False)
