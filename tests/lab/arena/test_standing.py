"""How a match stands: what counts, whom it counts for, and when nothing new is to be expected."""

from dataclasses import replace

import pytest

from tests.lab.arena.contests import CAST, SMALL, SURE, contest
from tests.moves import texts
from turncoat import native
from turncoat.games.results import Side
from turncoat.lab.arena import Match, Opening, Played, Sprt, Standing, Tally, play
from turncoat.lab.arena.standing import STALE


def test_pairs_that_repeat_others_are_played_and_do_not_count():
    standing = play(contest(players=SURE, ruleset="reversi:size=4x4", opening_moves=0, pairs=4))
    tally = standing.tally
    assert (tally.games, sum(tally.pairs), tally.repeated) == (8, 1, 3)
    assert standing.data()["pairings"][0]["repeated_pairs"] == 3
    assert tally.elo == play(replace(standing.match, pairs=1)).tally.elo


def test_another_way_to_the_same_opening_makes_no_other_pair():
    start = native.start(SMALL)
    openings = (Opening(str(start), ("c2",)), Opening(str(start.play("c2"))), Opening(str(start), ("b3",)))
    tally = play(contest(players=SURE, openings=openings, pairs=3)).tally
    assert (sum(tally.pairs), tally.repeated) == (2, 1)


@pytest.mark.parametrize("player", ["random", "uct:2", "level:3"])
def test_games_left_to_chance_count_also_where_they_come_out_alike(player):
    standing = play(contest(players=(player, SURE[0]), ruleset="verto:size=3", opening_moves=0, pairs=40))
    assert (sum(standing.tally.pairs), standing.tally.repeated) == (40, 0)


def test_a_test_to_which_nothing_new_comes_ends_undecided_whatever_the_workers(tmp_path):
    match = contest(players=SURE, ruleset="reversi:size=4x4", opening_moves=0, pairs=500, sprt=Sprt(0, 50))
    files = []
    for workers in (0, 2):
        path = tmp_path / str(workers)
        standing = play(match, workers, path)
        assert (standing.games, standing.verdict, standing.exhausted) == (2 * (1 + STALE), None, True)
        told = standing.data()["sprt"]
        assert told["exhausted"] is True
        assert (told["elo0"], told["elo1"], told["alpha"], told["beta"]) == (0, 50, 0.05, 0.05)
        files.append(path.read_bytes())
    assert files[0] == files[1]
    again = play(match, 0, path)
    assert (again.resumed, again.games, again.exhausted) == (2 * (1 + STALE), 2 * (1 + STALE), True)
    assert path.read_bytes() == files[0]


def test_all_given_openings_are_tried_before_a_test_gives_up(monkeypatch):
    monkeypatch.setattr("turncoat.lab.arena.standing.STALE", 2)
    start = native.start("reversi:size=4x4")
    openings = tuple(Opening(str(start), (move,)) for move in texts(start))
    match = contest(players=SURE, ruleset=str(start.ruleset), openings=openings * 2, pairs=100, sprt=Sprt(0, 10))
    standing = play(match)
    assert standing.exhausted
    assert standing.games == 2 * (len(openings) + 2 * len(openings))


def test_the_first_of_a_pair_is_counted_from_its_own_view():
    standing = Standing(Match((CAST + "Raising", "random"), "reversi:size=4x4", pairs=1))
    standing = play(standing.match)
    assert (standing.tally.losses, standing.tally.pairs) == (2, [1, 0, 0, 0, 0])
    assert standing.tally.share == 0


def test_the_side_that_won_is_the_one_the_winner_ended_on():
    tally, start = Tally(), Opening(str(native.start("invector")))
    plain, exchanged = Played(start, ("a1",), Side.FIRST, "rules"), Played(start, ("a1", "swap"), Side.FIRST, "rules")
    tally.add((plain, exchanged))
    assert (tally.wins, tally.losses, tally.first) == (1, 1, 1)


def test_drawn_games_are_worth_half_a_point_each():
    standing = play(Match((CAST + "Drawer", CAST + "Drawer"), "reversi:size=4x4", pairs=2, opening_moves=2))
    tally = standing.tally
    assert (tally.wins, tally.draws, tally.losses, tally.share) == (0, 4, 0, 0.5)
    assert tally.pairs[2] + tally.repeated == 2
    assert standing.data()["pairings"][0]["draws"] == 4


def test_a_test_goes_on_as_long_as_something_new_comes_now_and_then(monkeypatch):
    monkeypatch.setattr("turncoat.lab.arena.standing.STALE", 2)
    start = native.start("reversi:size=6x6")
    openings = tuple(Opening(str(start), ways) for ways in (("b3",), ("b3",), ("c2",), ("c2",), ("d5",), ("d5",)))
    standing = play(contest(players=SURE, openings=openings, pairs=100, sprt=Sprt(-1, 1)))
    new = sum(standing.tally.pairs)
    assert 1 <= new <= 3
    assert standing.exhausted
    # After the last new opening came its repetition, and then every opening once more, bar that one.
    assert standing.games == 2 * (5 + 6)


def test_the_same_games_between_other_players_are_other_evidence():
    players = (SURE[0], SURE[1], SURE[1])
    standing = play(contest(players=players, ruleset="reversi:size=4x4", opening_moves=0, pairs=1, pairings="first"))
    assert [(sum(tally.pairs), tally.repeated) for tally in standing.tallies.values()] == [(1, 0), (1, 0)]


@pytest.mark.parametrize(("pairings", "planned"), [("all", 30), ("first", 20)])
def test_it_is_known_how_many_games_there_will_be(pairings, planned):
    assert Standing(contest(players=("random", "uct:5", "uct:6"), pairs=5, pairings=pairings)).planned == planned


@pytest.mark.parametrize(("players", "counted"), [(("random", SURE[0]), 2), ((SURE[0], "random"), 2), (SURE, 1)])
def test_the_same_pair_again_is_evidence_where_one_of_the_two_draws_lots(players, counted):
    standing = Standing(contest(players=players, pairs=1))
    unit = next(standing.match.units())
    game = Played(unit.tasks[0].opening, unit.tasks[0].opening.moves, Side.FIRST, "rules")
    for _ in range(2):
        standing.add(unit, (game, game))
    assert (sum(standing.tally.pairs), standing.tally.repeated) == (counted, 2 - counted)


def test_a_tally_tells_how_often_each_score_of_a_pair_happened():
    assert Tally([1, 0, 2, 0, 9]).data()["pairs"] == [1, 0, 2, 0, 9]


def test_normalised_elo_is_told_where_pairs_differ():
    assert Tally([0, 0, 0, 0, 9]).data()["normalised_elo"] is None  # without any spread there is none
    told = Tally([1, 1, 1, 1, 1]).data()["normalised_elo"]
    assert (told["low"], told["value"], told["high"]) == pytest.approx((-305, 0, 305), abs=1)
