"""`perft` and `playouts`."""

import pytest

from tests.cli.terminal import run
from turncoat.cli.count import wilson
from turncoat.games import games


def test_perft_counts_every_depth_up_to_the_one_given():
    told = run("perft", "reversi", "6", "--json").data
    assert set(told) == {"counts", "seconds"}
    assert told["counts"] == [4, 12, 56, 244, 1396, 8200]
    assert told["seconds"] >= 0


def test_perft_counts_moves_too_and_on_several_threads():
    assert run("perft", "vect-reverse", "2", "--unit", "move", "--json").data["counts"] == [4, 16]
    one, two = (run("perft", "verto:size=5", "3", "--threads", n, "--json").data["counts"] for n in "12")
    assert one == two


def test_perft_for_people_is_a_table():
    lines = run("perft", "reversi", "7").out.splitlines()
    assert lines[0] == "Reversi"
    assert lines[-1].split()[:2] == ["7", "55,092"]
    assert "手順の数" in run("perft", "reversi", "2", "--lang", "ja").out


def test_perft_from_a_position_after_moves():
    assert run("perft", "reversi", "1", "--moves", "f5d6", "--json").data["counts"] == [5]


@pytest.mark.parametrize("game", games())
def test_playouts_add_up(game):
    told = run("playouts", game, "--games", "300", "--seed", "5", "--json").data
    assert sum(won["games"] for won in told["wins"].values()) == told["games"] == 300
    assert sum(kind["games"] for kind in told["decided"]) == 300
    for won in told["wins"].values():
        low, high = won["interval"]
        assert 0 <= low <= won["share"] <= high <= 1
    assert told["length"]["moves"]["least"] <= told["length"]["moves"]["mean"] <= told["length"]["moves"]["most"]


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads():
    def study(*arguments):
        told = run("playouts", "verto:size=5", "-n", "500", "--json", *arguments).data
        return {name: value for name, value in told.items() if name != "seconds"}

    assert study("--seed", "7") == study("--seed", "7", "--threads", "2") != study("--seed", "8")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_playouts_for_people_name_the_sides_and_what_decides(language):
    out = run("playouts", "vect-reverse", "--games", "200", "--lang", language).out
    assert games()["vect-reverse"].say("sides.first", language) in out
    assert "(R9)" in out
    assert "95%" in out


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (520, 1000, 0.4890, 0.5508)],
)
def test_intervals_are_wilsons(successes, trials, low, high):
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)
