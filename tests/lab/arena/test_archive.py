"""The file of a match: gone on with after an interruption, never taken for another's, and true in what it tells."""

import json
import re
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from tests.lab.arena.contests import CAST, contest
from turncoat.engine import Weights
from turncoat.games.errors import BadRequest
from turncoat.lab.arena import Match, Tournament, play
from turncoat.lab.arena.archive import Archive
from turncoat.play import TimeControl, read_games


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


def test_a_game_lost_by_a_failure_after_a_swap_is_written_for_the_side_that_won(tmp_path):
    path = tmp_path / "match.games"
    match = Match((CAST + "Sulking", CAST + "Swapping"), "invector:size=4x3", pairs=1, opening_moves=0)
    standing = play(match, 0, path)
    assert standing.forfeits == {(0, "illegal"): 1}
    # The sulking player began as the first side and failed on the second; the first side won.
    assert "result: first illegal" in path.read_text()
    assert play(match, 0, path).tally == standing.tally
