"""Whole matches: the same whatever the workers, gone on with after an interruption, counted right."""

import json
import sys
from contextlib import closing
from typing import Any

import pytest

from turncoat import core
from turncoat.engine.external import EngineFailure, External
from turncoat.games.kit import BadRequest
from turncoat.games.record import read_records
from turncoat.lab.arena import Control, Match, Opening, Sprt, Standing, Tournament, log, play
from turncoat.lab.arena.workers import Table

CAST = "python:tests.lab.arena.cast:"
SMALL = "reversi:size=6x6"


def contest(**more: Any) -> Match:
    usual: dict[str, Any] = {"players": ("nodes:300,memory=1", "uct:30"), "ruleset": SMALL, "pairs": 6, "seed": 3}
    return Match(**(usual | more))


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


def test_games_are_saved_as_records_that_every_room_reads(tmp_path):
    path = tmp_path / "new" / "match.games"
    standing = play(contest(pairs=3), 0, path)
    records = list(read_records(path.read_text()))
    assert len(records) == 6
    assert [(record.headers["first"], record.headers["pair"]) for record in records[:3]] == [
        ("nodes:300,memory=1", "1"),
        ("uct:30", "1"),
        ("nodes:300,memory=1", "2"),
    ]
    assert all(record.headers["ended"] in ("rules", "proof") for record in records)
    for one, other in zip(records[::2], records[1::2], strict=True):
        assert one.moves[:6] == other.moves[:6]
    texts = path.read_text().split("\n\n", 1)[1].split("\n\n")
    for text, record in zip(texts, records, strict=False):
        assert set(text.splitlines()) == set(str(record).splitlines())
    won = sum("\nresult: first" in text for text in texts)
    assert won == standing.tally.first


def test_a_match_goes_on_where_it_was_broken_off(tmp_path):
    whole, broken = tmp_path / "whole.games", tmp_path / "broken.games"
    play(contest(), 0, whole)
    with closing(Tournament(contest(), 0, broken).play()) as going:
        for _ in range(3):
            next(going)
    assert broken.read_bytes() == b"\n\n".join(whole.read_bytes().split(b"\n\n")[:7]) + b"\n\n"
    with broken.open("ab") as file:
        file.write(b"ruleset: reversi:size=6x6\nfirst: nodes:300,mem")  # the power went
    standing = play(contest(), 0, broken)
    assert (standing.games, standing.resumed) == (12, 6)
    assert broken.read_bytes() == whole.read_bytes()
    assert play(contest(), 0, broken).resumed == 12


def test_a_match_can_be_made_longer_afterwards(tmp_path):
    path = tmp_path / "match.games"
    play(contest(pairs=2), 0, path)
    assert play(contest(pairs=3), 0, path).resumed == 4


def test_games_of_another_match_are_not_taken(tmp_path):
    path = tmp_path / "match.games"
    play(contest(pairs=1), 0, path)
    with pytest.raises(BadRequest, match=r"another match .*seed differs"):
        play(contest(seed=9), 0, path)
    for text in ("Dear Ann", "# arena is where\n\nAnn waits\n\n", path.read_text().replace("pair: 1", "pair: one")):
        (tmp_path / "letter").write_text(text)
        with pytest.raises(BadRequest, match="holds no match"):
            play(contest(), 0, tmp_path / "letter")
        assert (tmp_path / "letter").read_text() == text


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


def test_given_openings_are_played_in_turn():
    openings = (Opening(str(core.start(SMALL)), ("c2",)), Opening(str(core.start(SMALL)), ("b3",)))
    match = contest(openings=openings, pairs=3)
    assert [unit.tasks[0].opening for unit in match.units()] == [openings[0], openings[1], openings[0]]


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
    match = Match(("clock,memory=1", CAST + "Slow"), "reversi:size=4x4", pairs=1, clock=Control(0.5), opening_moves=2)
    standing = play(match, 0, path)
    assert standing.forfeits == {(1, "time"): 2}
    assert next(read_records(path.read_text())).headers["result"] == "first time"


@pytest.mark.parametrize("ruleset", ["reversi:size=6x6", "verto:size=5", "invector:size=5x4"])
def test_a_game_ended_by_a_proof_would_have_ended_the_same_when_played_on(ruleset):
    early, late = (
        contest(ruleset=ruleset, players=("nodes:300,memory=1", "random"), adjudicate=a) for a in (True, False)
    )
    proofs = 0
    for one, other in zip(early.units(), late.units(), strict=True):
        for task, twin in zip(one.tasks, other.tasks, strict=True):
            short, long = (
                Table(match.players, match.terms).play(each) for match, each in ((early, task), (late, twin))
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


def test_another_program_that_cannot_be_started_is_refused_before_anything_is_played():
    with pytest.raises(EngineFailure):
        play(Match(("cmd:/nowhere/engine", "random"), "reversi:size=4x4", pairs=1))


@pytest.mark.parametrize(("kind", "ending"), [("illegal", "illegal"), ("slow", "time"), ("garbage", "crash")])
def test_the_failure_of_another_program_is_counted_as_what_it_is(kind, ending, monkeypatch):
    def fail(self, *_arguments):
        raise EngineFailure(kind, name="engine", move="a1", legal=[], said="", text="", seconds=1, protocol="UGI")

    for name in ("start", "new_game"):
        monkeypatch.setattr(External, name, lambda self: None)
    monkeypatch.setattr(External, "choose", fail)
    standing = play(Match(("cmd:engine", "random"), "reversi:size=4x4", pairs=1))
    assert standing.forfeits == {(0, ending): 2}


def test_a_program_may_resign_which_is_a_loss_but_no_failure(monkeypatch):
    def resign(self, *_arguments):
        raise EngineFailure("resigned", name="engine")

    for name in ("start", "new_game"):
        monkeypatch.setattr(External, name, lambda self: None)
    monkeypatch.setattr(External, "choose", resign)
    standing = play(Match(("cmd:engine", "random"), "reversi:size=4x4", pairs=1))
    assert (standing.tally.losses, standing.endings, standing.forfeits) == (2, {"resign": 2}, {})


def test_the_first_of_a_pair_is_counted_from_its_own_view():
    standing = Standing(Match((CAST + "Raising", "random"), "reversi:size=4x4", pairs=1))
    standing = play(standing.match)
    assert (standing.tally.losses, standing.tally.pairs) == (2, [1, 0, 0, 0, 0])
    assert standing.tally.share == 0


def test_results_are_added_to_a_file_of_results(tmp_path):
    path = tmp_path / "elo.jsonl"
    standing = play(contest(pairs=1))
    log(standing, path)
    log(standing, path)
    first, second = map(json.loads, path.read_text().splitlines())
    assert first["pairings"] == second["pairings"]
    assert first["date"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"players": ("random",)}, "at least two players"),
        ({"pairs": 0}, "pairs must be at least 1"),
        ({"sprt": Sprt(5, 5)}, "must be the higher one"),
        ({"sprt": Sprt(0, 5), "players": ("random", "uct:1", "uct:2")}, "between two players"),
    ],
)
def test_a_match_that_cannot_be_is_refused(more, said):
    with pytest.raises(BadRequest, match=said):
        contest(**more)


def test_a_player_that_cannot_be_made_is_refused_before_anything_is_played():
    with pytest.raises(ValueError, match="nodes needs a number"):
        play(contest(players=("random", "nodes:x")), 2)
