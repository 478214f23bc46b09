"""Whole matches: the same whatever the workers, gone on with after an interruption, counted right."""

import json
import math
import re
import sys
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.moves import texts
from turncoat import native
from turncoat.engine import Weights
from turncoat.games.errors import BadRequest
from turncoat.games.results import Side
from turncoat.lab.arena import Match, Opening, Played, Sprt, Standing, Tally, Tournament, log, play
from turncoat.lab.arena import tournament as module
from turncoat.lab.arena.archive import Archive
from turncoat.lab.arena.standing import STALE
from turncoat.lab.arena.workers import GameRunner
from turncoat.play import BadPlayer, TimeControl, read_games
from turncoat.protocols.client import EngineFailure, External

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
    records = list(read_games(path.read_text()))
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
    for text in (
        "Dear Ann",
        "# arena []\n\n",
        "# arena is where\n\nAnn waits\n\n",
        path.read_text().replace("pair: 1", "pair: one"),
        re.sub("(?m)^result: .*$", "result:  ", path.read_text()),
        f"# arena {'[' * 100_000}\n\n",
    ):
        (tmp_path / "letter").write_text(text)
        with pytest.raises(BadRequest, match="is not an arena match"):
            play(contest(), 0, tmp_path / "letter")
        assert (tmp_path / "letter").read_text() == text


def test_a_file_whose_first_words_were_torn_off_is_begun_anew(tmp_path):
    path, whole = tmp_path / "match.games", tmp_path / "whole.games"
    play(contest(pairs=1), 0, whole)
    for torn in ("", "# are", "# arena ", '# arena {"players": ["no'):
        path.write_text(torn)
        assert play(contest(pairs=1), 0, path).resumed == 0
        assert path.read_bytes() == whole.read_bytes()


def test_a_file_in_use_by_another_match_is_left_alone(tmp_path):
    path = tmp_path / "match.games"
    with closing(Archive(path, contest())):
        before = path.read_bytes()
        with pytest.raises(BadRequest, match="another match is using"):
            play(contest(), 0, path)
        assert path.read_bytes() == before
    assert play(contest(pairs=1), 0, path).games == 2


def test_games_of_other_weights_under_the_same_name_are_not_taken(tmp_path):
    path, file = tmp_path / "match.games", tmp_path / "new.weights"
    weights = Weights({"game": "reversi"}, ((0, (0, 1)),), (0,) * 129, 1, False, np.zeros(9, np.int16))
    match = contest(players=(f"nodes:5,memory=1,weights={file}", "random"), pairs=1)
    weights.write(tmp_path, "first").rename(file)
    play(match, 0, path)
    assert play(replace(match), 0, path).resumed == 2
    replace(weights, values=weights.values + 1).write(tmp_path, "second").rename(file)
    with pytest.raises(BadRequest, match="weights differs"):
        play(replace(match), 0, path)


def test_a_file_of_another_version_is_gone_on_with_and_that_is_noted(tmp_path):
    path = tmp_path / "match.games"
    play(contest(pairs=1), 0, path)
    head, rest = path.read_text().split("\n", 1)
    said = json.loads(head.removeprefix("# arena "))
    assert play(contest(pairs=1), 0, path).resumed_version is None
    path.write_text(f"# arena {json.dumps(said | {'version': '0.0.1'})}\n{rest}")
    standing = play(contest(pairs=1), 0, path)
    assert (standing.resumed, standing.resumed_version) == (2, "0.0.1")
    assert standing.data()["resumed_version"] == "0.0.1"


def test_a_file_from_before_versions_and_weights_were_noted_is_gone_on_with(tmp_path):
    path = tmp_path / "match.games"
    play(contest(pairs=1), 0, path)
    head, rest = path.read_text().split("\n", 1)
    said = json.loads(head.removeprefix("# arena "))
    del said["version"], said["weights"]
    path.write_text(f"# arena {json.dumps(said)}\n{rest}")
    standing = play(contest(pairs=1), 0, path)
    assert (standing.resumed, standing.resumed_version) == (2, None)


SURE = ("nodes:30,memory=1", "nodes:5,memory=1")  # they leave nothing to chance


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


def test_another_program_that_cannot_be_started_is_refused_before_anything_is_played():
    with pytest.raises(EngineFailure):
        play(Match(("cmd:/nowhere/engine", "random"), "reversi:size=4x4", pairs=1))


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


def test_a_player_on_a_clock_is_refused_where_there_is_none():
    with pytest.raises(BadPlayer, match="needs a game with a clock"):
        play(contest(players=("clock,memory=1", "random")))


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


def test_only_players_that_draw_lots_leave_something_to_chance():
    players = ("random", "uct:5", "level:1", "level:8", "level:9", "level:10", "level:max", "nodes:5", "depth:2")
    assert contest(players=players).chance == (True, True, True, True, False, False, False, False, False)


@pytest.mark.parametrize(
    ("more", "name"), [({"clock": TimeControl.read("60", "s")}, "clock"), ({"adjudicate": False}, "adjudicate")]
)
def test_games_played_under_other_terms_are_not_taken(more, name, tmp_path):
    path = tmp_path / "match.games"
    play(contest(pairs=1), 0, path)
    with pytest.raises(BadRequest, match=f"{name} differs"):
        play(contest(pairs=1, **more), 0, path)


def test_games_after_a_swap_are_written_and_read_for_who_won_them(tmp_path):
    path = tmp_path / "match.games"
    match = Match((CAST + "Swapping", "random"), "invector:size=4x3", pairs=4, opening_moves=0)
    standing = play(match, 0, path)
    assert 0 < standing.tally.wins < 8
    records = list(read_games(path.read_text()))
    assert any("swap" in record.moves for record in records)
    won = [text.split("\nresult: ")[1].split()[0] for text in path.read_text().split("\n\n")[1:-1]]
    assert won == [_winner(record) for record in records]
    again = play(match, 0, path)
    assert (again.resumed, again.tally) == (8, standing.tally)


def _winner(record):
    """The side that won by the rules."""
    result = record.positions[-1].result()
    assert result is not None
    return str(result.winner)


def test_a_game_that_was_counted_is_on_the_disk(tmp_path, monkeypatch):
    path, synced = tmp_path / "match.games", []

    def sync(file):
        synced.append(path.read_text().count("moves:"))

    monkeypatch.setattr("os.fsync", sync)
    for standing in Tournament(contest(players=("random", "uct:2"), pairs=3), 0, path).play():
        assert synced[-1] == standing.games


@pytest.mark.parametrize(("players", "counted"), [(("random", SURE[0]), 2), ((SURE[0], "random"), 2), (SURE, 1)])
def test_the_same_pair_again_is_evidence_where_one_of_the_two_draws_lots(players, counted):
    standing = Standing(contest(players=players, pairs=1))
    unit = next(standing.match.units())
    game = Played(unit.tasks[0].opening, unit.tasks[0].opening.moves, Side.FIRST, "rules")
    for _ in range(2):
        standing.add(unit, (game, game))
    assert (sum(standing.tally.pairs), standing.tally.repeated) == (counted, 2 - counted)


def test_a_game_lost_by_a_failure_after_a_swap_is_written_for_the_side_that_won(tmp_path):
    path = tmp_path / "match.games"
    match = Match((CAST + "Sulking", CAST + "Swapping"), "invector:size=4x3", pairs=1, opening_moves=0)
    standing = play(match, 0, path)
    assert standing.forfeits == {(0, "illegal"): 1}
    # The sulking player began as the first side and failed on the second; the first side won.
    assert "result: first illegal" in path.read_text()
    assert play(match, 0, path).tally == standing.tally


def test_a_tally_tells_how_often_each_score_of_a_pair_happened():
    assert Tally([1, 0, 2, 0, 9]).data()["pairs"] == [1, 0, 2, 0, 9]


def test_normalised_elo_is_told_where_pairs_differ():
    assert Tally([0, 0, 0, 0, 9]).data()["normalised_elo"] is None  # without any spread there is none
    told = Tally([1, 1, 1, 1, 1]).data()["normalised_elo"]
    assert (told["low"], told["value"], told["high"]) == pytest.approx((-305, 0, 305), abs=1)
