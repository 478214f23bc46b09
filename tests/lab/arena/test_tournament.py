"""Whole matches: the same whatever the workers, ended by a test, going on after failures, and noted."""

import json
import sys

import pytest

from tests.lab.arena.contests import CAST, SMALL, contest
from turncoat.lab.arena import Match, Sprt, Tournament, log, play
from turncoat.lab.arena import tournament as module
from turncoat.lab.arena.workers import GameRunner
from turncoat.play import TimeControl, read_games
from turncoat.protocols.client import EngineFailure, External


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_workers(tmp_path):
    files = []
    for workers in (0, 1, 3):
        path = tmp_path / f"{workers}.games"
        standing = play(contest(), workers, path)
        assert standing.games == 12
        files.append(path.read_bytes())
    assert files[0] == files[1] == files[2]
    play(contest(seed=4), 0, tmp_path / "other.games")
    assert (tmp_path / "other.games").read_bytes() != files[0]


def test_a_stronger_player_is_seen_to_be_stronger_and_ratings_are_in_order():
    standing = play(Match(("uct:100", "uct:8", "random"), SMALL, pairs=12, seed=1))
    ratings = standing.ratings()
    assert list(ratings.elo) == sorted(ratings.elo, reverse=True)
    data = json.loads(json.dumps(standing.data(), allow_nan=False))
    assert [each["player"] for each in data["ratings"]] == ["uct:100", "uct:8", "random"]
    assert sum(each["games"] for each in data["pairings"]) == data["games"] == 72


def test_a_sequential_test_ends_the_match_as_soon_as_it_knows_whatever_the_workers(tmp_path):
    standings, files = [], []
    for workers in (0, 2):
        path = tmp_path / str(workers)
        standings.append(play(contest(players=("uct:100", "random"), pairs=500, sprt=Sprt(0, 100)), workers, path))
        files.append(path.read_bytes())
    assert [each.verdict for each in standings] == ["higher", "higher"]
    assert standings[0].games == standings[1].games < 200
    assert files[0] == files[1]
    assert standings[0].data()["sprt"]["verdict"] == "higher"


def test_failures_are_counted_and_shown_and_the_match_goes_on():
    players = ("random", CAST + "Raising", CAST + "Cheating")
    standing = play(Match(players, "reversi:size=4x4", pairs=2, opening_moves=2, pairings="first"))
    assert standing.forfeits == {(1, "crash"): 4, (2, "illegal"): 4}
    assert standing.endings == {"crash": 4, "illegal": 4}
    assert standing.data()["forfeits"][0] == {"player": CAST + "Raising", "kind": "crash", "games": 4}
    assert all(tally.wins == 4 for tally in standing.tallies.values())


def test_a_clock_runs_in_every_game_and_an_overdrawn_one_loses(tmp_path):
    path = tmp_path / "slow.games"
    match = Match(
        ("clock,memory=1", CAST + "Slow"),
        "reversi:size=4x4",
        pairs=1,
        clock=TimeControl.read("0.5", "s"),
        opening_moves=2,
    )
    standing = play(match, 0, path)
    assert standing.forfeits == {(1, "time"): 2}
    assert next(read_games(path.read_text())).headers["result"] == "first time"


@pytest.mark.parametrize("ruleset", ["reversi:size=6x6", "verto:size=5", "invector:size=5x4"])
def test_a_game_ended_by_a_proof_would_have_ended_the_same_when_played_on(ruleset):
    early, late = (
        contest(ruleset=ruleset, players=("nodes:300,memory=1", "random"), adjudicate=a) for a in (True, False)
    )
    proofs = 0
    for one, other in zip(early.units(), late.units(), strict=True):
        for task, twin in zip(one.tasks, other.tasks, strict=True):
            short, long = (
                GameRunner(match.players, match.terms).play(each) for match, each in ((early, task), (late, twin))
            )
            assert short.moves == long.moves[: len(short.moves)]
            assert short.winner is long.winner
            proofs += short.ending == "proof"
    assert proofs


def test_a_player_that_takes_its_process_with_it_loses_only_its_own_games():
    standing = play(Match(("random", CAST + "Dying"), "reversi:size=4x4", pairs=3, seed=1), workers=2)
    assert standing.games == 6
    assert standing.forfeits[1, "crash"] >= 2
    assert standing.forfeits[0, "crash"] == 0


def test_another_program_plays_by_its_protocol():
    program = f"cmd-ugi,nodes=50:{sys.executable} -m turncoat.cli engine reversi:size=4x4"
    standing = play(Match((program, "random"), "reversi:size=4x4", pairs=2, opening_moves=2))
    assert standing.games == 4
    assert not standing.forfeits


@pytest.mark.parametrize(("kind", "ending"), [("illegal", "illegal"), ("slow", "time"), ("garbage", "crash")])
def test_the_failure_of_another_program_is_counted_as_what_it_is(kind, ending, monkeypatch):
    def fail(self, *_arguments):
        raise EngineFailure(kind, name="engine", move="a1", legal=[], said="", text="", seconds=1, protocol="UGI")

    for name in ("start", "new_game", "check"):
        monkeypatch.setattr(External, name, lambda *_arguments: None)
    monkeypatch.setattr(External, "choose", fail)
    standing = play(Match(("cmd:engine", "random"), "reversi:size=4x4", pairs=1))
    assert standing.forfeits == {(0, ending): 2}


def test_a_program_may_resign_which_is_a_loss_but_no_failure(monkeypatch):
    def resign(self, *_arguments):
        raise EngineFailure("resigned", name="engine")

    for name in ("start", "new_game", "check"):
        monkeypatch.setattr(External, name, lambda *_arguments: None)
    monkeypatch.setattr(External, "choose", resign)
    standing = play(Match(("cmd:engine", "random"), "reversi:size=4x4", pairs=1))
    assert (standing.tally.losses, standing.endings, standing.forfeits) == (2, {"resign": 2}, {})


def test_without_a_file_no_game_is_kept_after_it_was_counted():
    tournament = Tournament(contest(players=("random", "uct:2"), pairs=20))
    for _ in tournament.play():
        assert not tournament._fresh


def test_the_log_names_the_commit_at_which_the_match_began(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "commit", lambda: "before")
    standing = play(contest(pairs=1))
    monkeypatch.setattr(module, "commit", lambda: "after")
    log(standing, tmp_path / "elo.jsonl")
    assert json.loads((tmp_path / "elo.jsonl").read_text())["commit"] == "before"


def test_results_are_added_to_a_file_of_results(tmp_path):
    path = tmp_path / "elo.jsonl"
    standing = play(contest(pairs=1))
    log(standing, path)
    log(standing, path)
    first, second = map(json.loads, path.read_text().splitlines())
    assert first["pairings"] == second["pairings"]
    assert first["date"]
