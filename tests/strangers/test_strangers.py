"""A game that somebody else wrote, in a package of its own, is played like ours: terminal, arena, solver, library."""

import json
import shutil
from pathlib import Path

from tests.strangers.install import Installed, write_broken
from turncoat.games import start
from turncoat.games.conformance import check_game


def test_a_strangers_game_keeps_what_games_promise(breakaway):
    assert [finding.text() for finding in check_game(breakaway)] == []


def test_it_is_listed_after_ours(stranger):
    told = json.loads(stranger.turncoat("games", "--json").stdout)
    assert [game["name"] for game in told][-1] == "breakaway"
    assert told[-1]["title"] == "Breakaway"
    assert [option["label"] for option in told[-1]["options"]] == ["Board size"]


def test_in_a_language_it_does_not_speak_it_says_so(stranger):
    told = stranger.turncoat("games", "--lang", "ja").stdout
    assert "Breakaway（英語）" in told
    assert "リバーシ（英語）" not in told


def test_it_is_played_in_a_terminal_against_a_level(stranger):
    played = stranger.turncoat("play", "breakaway:size=3x5", "--against", "3", stdin="a4-a3\nundo\nb4-b3\nhint\nquit\n")
    assert played.returncode == 0, played.stderr
    assert "Black: move a stone one row ahead." in played.stdout
    assert played.stdout.count("Level 3 (White) plays") == 2
    assert "Try " in played.stdout
    assert "turncoat play --continue" in played.stdout
    again = stranger.turncoat("play", "--continue", stdin="resign\ny\nquit\n")
    assert "Black resigned. White wins." in again.stdout


def test_it_is_played_in_the_arena_by_several_processes(stranger):
    options = ("--ruleset", "breakaway:size=3x5", "--games", "4", "--workers", "2", "--seed", "1", "--json")
    told = stranger.turncoat("arena", "uct:60", "random", *options)
    assert told.returncode == 0, told.stderr
    [pairing] = json.loads(told.stdout)["pairings"]
    assert pairing["games"] == 4
    assert pairing["wins"] > pairing["losses"]


def test_it_is_solved_on_a_small_board(stranger, breakaway):
    told = json.loads(stranger.turncoat("solve", "breakaway:size=2x5", "--json").stdout)
    assert (told["outcome"], told["lead"], told["exact"]) == ("loss", None, True)
    shown = json.loads(
        stranger.turncoat("show", "breakaway:size=2x5", "--moves", "; ".join(told["moves"]), "--json").stdout
    )
    assert shown["result"]["winner"] == "second"


def test_it_is_counted_analysed_and_drawn(stranger):
    assert json.loads(stranger.turncoat("perft", "breakaway", "3", "--json").stdout)["counts"] == [16, 256, 4308]
    told = json.loads(stranger.turncoat("playouts", "breakaway", "--games", "5", "--json").stdout)
    assert sum(won["games"] for won in told["wins"].values()) == 5
    assert {each["rule"] for each in told["decided"]} <= {"R4", "R5"}
    depths = stranger.turncoat("analyse", "breakaway", "--nodes", "400", "--json").stdout.splitlines()
    assert [json.loads(line)["depth"] for line in depths[:2]] == [1, 2]
    assert stranger.turncoat("show", "breakaway", "--svg", "board.svg").returncode == 0
    assert (stranger.folder / "board.svg").read_text("utf-8").startswith("<svg")


def test_its_rules_are_shown(stranger):
    shown = stranger.turncoat("rules", "breakaway")
    assert shown.returncode == 0, shown.stderr
    assert "R4" in shown.stdout
    assert "Whoever has a stone on the far edge has won." in shown.stdout


def test_what_needs_a_twin_says_so_in_one_sentence(stranger):
    code = "import turncoat; turncoat.Batch('breakaway', 10)"
    told = stranger.python("-c", code)
    assert told.stderr.splitlines()[-1].endswith("breakaway has no native implementation, which this needs")
    told = stranger.turncoat("table", "build", "breakaway:size=2x5", "--out", "t.table")
    assert told.returncode == 2
    assert told.stderr.splitlines() == ["Error: breakaway:size=2x5 has no native implementation, which this needs"]
    told = stranger.turncoat("solve", "breakaway:size=2x5", "--method", "df-pn")
    assert "alpha-beta works for every game" in told.stderr


def test_a_package_that_fails_is_named_in_one_line_and_breaks_nothing_else(stranger, tmp_path):
    installed = Installed(Path(shutil.copytree(stranger.folder, tmp_path / "all")))
    write_broken(installed.folder, "badapple", "raise OSError('the disk is full')")
    write_broken(installed.folder, "nothinghere", "")
    write_broken(installed.folder, "verto", "")
    listed = installed.turncoat("games")
    assert listed.returncode == 0
    assert "breakaway" in listed.stdout
    assert "badapple" not in listed.stdout
    assert sorted(listed.stderr.splitlines()) == [
        "badapple: OSError: the disk is full",
        "nothinghere: no GAME in it; add a line such as GAME = GameInfo('mygame', Options, Position, __name__)",
        "verto: a built-in game has that name",
    ]
    assert installed.turncoat("show", "verto:size=3").returncode == 0
    assert installed.turncoat("show", "breakaway").returncode == 0
    asked = installed.turncoat("show", "badapple")
    assert asked.returncode == 1
    assert asked.stderr.splitlines() == ["Error: badapple: OSError: the disk is full"]


def test_other_programs_play_it_by_ugi(stranger, breakaway):
    lines = "ugi\nisready\nposition startpos\nquery gameover\ngo depth 2\n"
    spoken = stranger.turncoat("engine", "breakaway:size=3x5", stdin=lines)
    assert spoken.returncode == 0, spoken.stderr
    assert "ugiok" in spoken.stdout
    best = next(line for line in spoken.stdout.splitlines() if line.startswith("bestmove "))
    assert start("breakaway:size=3x5").find(best.split()[1])
