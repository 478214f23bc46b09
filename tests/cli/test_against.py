"""Playing against levels and programs: hints, takebacks, clocks."""

import re
import shlex
import sys
import time
from pathlib import Path

import pytest

from tests.cli.terminal import run, type_in
from turncoat.cli import clocks
from turncoat.cli.match import Match
from turncoat.cli.storage import read_record
from turncoat.games import games, start
from turncoat.games.results import Side

ROGUE = Path(__file__).parents[1] / "protocols" / "rogue.py"
OURS = f"cmd-ugi:{shlex.quote(sys.executable)} -m turncoat.cli engine"
STRANGER = "ruleset: verto\nfirst: Ann\nsecond: cmd:touch owned\x1b[2J\nmoves: d4\n"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", list(games()))
def test_a_level_answers_in_every_game(game, language):
    answer = run("play", game, "--against", "3", "--as", "second", "--seed", "1", "--lang", language, stdin="")
    assert (answer.code, answer.err) == (0, "")
    assert {"en": "Level 3", "ja": "レベル3"}[language] in answer.out
    assert {"en": "Its view", "ja": "相手から見た形勢"}[language] in answer.out


def test_the_same_seed_makes_the_same_game():
    def game(seed):
        run("play", "verto", "-a", "1", "--seed", seed, stdin=type_in("d4", "save g", "yes", "q"))
        return read_record(Path("g")).moves

    assert game("1") == game("1")
    assert len({game(seed) for seed in "12345"}) > 1


def test_a_record_names_the_level_and_goes_on_with_it():
    run("play", "verto", "--against", "2", "--seed", "1", stdin=type_in("d4", "save g", "q"))
    record = read_record(Path("g"))
    assert (record.headers["first"], record.headers["second"]) == ("person", "level 2")
    out = run("play", "--load", "g", stdin=type_in("undo", "e5", "q")).out
    assert out.count("Level 2 (Dark) plays") == 1


def test_the_menu_asks_for_the_level():
    out = run("play", stdin=type_in("2", "", "3", "4", "2", "q")).out
    assert "Which level?" in out
    assert "Level 4 (Light) plays" in out


def test_a_person_may_have_a_number_for_a_name():
    match = Match.new(start("verto"), {Side.FIRST: "5", Side.SECOND: "level 5"})
    assert (match.person, match.opponent) == (Side.FIRST, "level 5")


def test_undo_takes_the_answer_back_as_well():
    run("play", "verto", "--against", "2", stdin=type_in("d4", "undo", "save g", "q"))
    assert read_record(Path("g")).moves == ()


def test_a_hint_is_a_legal_move_with_its_line():
    out = run("play", "reversi:size=4x4", stdin=type_in("hint", "q")).out
    assert re.search(r"Try (b1|a2|d3|c4) \(-8, proved\): \1; ", out)
    out = run("play", "reversi:size=4x4", "--lang", "ja", stdin=type_in("ヒント", "q")).out
    assert "がよさそうです（読み切りで-8）" in out


def test_there_is_no_hint_when_the_game_is_over():
    assert "already over" in run("play", "verto", stdin=type_in("resign", "yes", "hint", "q")).err


@pytest.mark.parametrize("name", ["11", "0", "level", "strong", "cmd"])
def test_an_opponent_that_is_none_is_refused(name):
    answer = run("play", "verto", "--against", name, stdin="")
    assert answer.code == 2
    assert "opponents: random 1 2" in answer.err


@pytest.mark.parametrize("arguments", [("verto",), ("--load", "g"), ("--continue",)])
def test_a_side_without_an_opponent_is_refused(arguments):
    run("play", "verto", stdin=type_in("d4", "save g", "q"))
    run("play", "verto", stdin=type_in("d4", "q"))
    answer = run("play", *arguments, "--as", "second", stdin="")
    assert (answer.code, answer.out) == (2, "")
    assert "--against" in answer.err
    assert "相手も指定してください" in run("play", *arguments, "--as", "second", "--lang", "ja").err


def test_the_menu_offers_no_two_people_to_who_has_taken_a_side():
    out = run("play", "--as", "second", stdin=type_in("2", "", "1", "save g", "q")).out
    assert "Which side" not in out
    assert read_record(Path("g")).headers["first"] == "random"


def test_a_saved_game_goes_on_from_the_side_one_asks_for():
    run("play", "verto", "--against", "1", "--seed", "1", stdin=type_in("d4", "save g", "q"))
    run("play", "--load", "g", "--as", "second", stdin=type_in("save h", "q"))
    headers = read_record(Path("h")).headers
    assert (headers["first"], headers["second"]) == ("level 1", "person")


def test_a_program_plays_by_its_protocol():
    command = f"cmd:{shlex.quote(sys.executable)} -m turncoat.cli engine"
    out = run("play", "verto:size=4", "--against", command, "--as", "second", stdin=type_in("save g", "q")).out
    assert "(Light) plays" in out
    assert read_record(Path("g")).headers["first"] == command


def test_a_program_that_cannot_be_started_is_a_sentence():
    answer = run("play", "verto", "--against", "cmd:/nowhere/engine", stdin="")
    assert answer.code == 2
    assert "cannot start" in answer.err


@pytest.mark.parametrize(
    ("manner", "why", "said", "ending"),
    [
        ("cheat", "not legal", "Dark failed to move. Light wins.", "failed"),
        ("crash", "ended unexpectedly", "Dark failed to move. Light wins.", "failed"),
    ],
)
def test_a_program_that_fails_loses_and_the_terminal_lives_on(manner, why, said, ending):
    command = f"cmd-ugi:{shlex.quote(sys.executable)} {shlex.quote(str(ROGUE))} ugi {manner}"
    answer = run("play", "verto", "--against", command, stdin=type_in("d4", "save g", "q"))
    assert answer.code == 0
    assert why in answer.err
    assert said in answer.out
    assert f"result: first {ending}" in Path("g").read_text()
    assert "Light wins" in run("replay", "g").out


def test_a_program_that_resigns_has_not_failed():
    command = f"cmd-gtp:{shlex.quote(sys.executable)} {shlex.quote(str(ROGUE))} gtp resign"
    answer = run("play", "reversi", "--against", command, stdin=type_in("d3", "q"))
    assert answer.err == ""
    assert "Numbers resigned. Symbols win." in answer.out


def test_clocks_stand_beside_the_board_and_in_the_prompt():
    out = run("play", "verto", "--clock", "5+3", stdin=type_in("d4", "q")).out
    assert "Light: 5:00 left" in out
    assert "Light 4:59>" in out or "Light 5:00>" in out
    assert "Light: 5:0" in out.split("Light enters", 1)[-1]


def test_a_game_left_without_time_has_a_second_to_go_on_with():
    Path("g").write_text("ruleset: verto\nclock: 1+0\nleft: 0/60\nmoves: d4; e5\n")
    record = read_record(Path("g"))
    clock = clocks.of(record.headers)
    assert clock
    assert clock.left(Side.FIRST, clocks.now()) == 1000  # nobody loads a game only to lose it


def test_the_flag_falls_while_a_person_thinks(monkeypatch):
    typed = iter(["save g", "q"])

    def think(prompt=""):
        if "game over" not in prompt:
            time.sleep(20)
        return next(typed)

    monkeypatch.setattr("builtins.input", think)
    out = run("play", "verto", "--clock", "0.001").out
    assert "Light lost on time. Dark wins." in out
    assert "result: second time" in Path("g").read_text()
    assert run("replay", "g", "--json").data["lost"] == {"side": "first", "by": "time"}


def test_a_move_adds_its_seconds_and_undo_gives_the_time_back(monkeypatch):
    watch = iter(range(0, 10**9, 1000))  # a second passes between two looks
    monkeypatch.setattr(clocks, "now", lambda: next(watch))
    run("play", "verto", "--clock", "1+5", stdin=type_in("d4", "save g", "undo", "save h", "q"))
    first, second = map(float, read_record(Path("g")).headers["left"].split("/"))
    assert 60 < first < 65
    assert second <= 60
    first, second = map(float, read_record(Path("h")).headers["left"].split("/"))
    assert 55 < first <= 60
    assert 55 < second <= 60


def test_a_kept_game_keeps_its_clocks():
    run("play", "verto", "--clock", "2+1", stdin=type_in("d4", "save g", "q"))
    headers = read_record(Path("g")).headers
    assert headers["clock"] == "2+1"
    assert "121.0" >= headers["left"].partition("/")[0] > "119"
    assert re.search(r": \d:\d\d left", run("play", "--load", "g", stdin=type_in("q")).out)


@pytest.mark.parametrize("text", ["0", "soon", "5+x", "-1+3", "nan"])
def test_a_clock_that_is_none_is_refused(text):
    answer = run("play", "verto", f"--clock={text}", stdin="")
    assert answer.code == 2
    assert "MINUTES" in answer.err


def test_a_level_on_a_clock_moves_in_time():
    out = run("play", "verto:size=4", "-a", "max", "--as", "second", "--clock", "0.05", stdin=type_in("q")).out
    assert "Level max (Light) plays" in out


@pytest.fixture
def at_a_terminal(monkeypatch):
    monkeypatch.setattr("turncoat.cli.opponents.is_interactive", lambda: True)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_file_starts_no_program(language):
    Path("g").write_text(STRANGER)
    answer = run("play", "--load", "g", "--lang", language, stdin=type_in("yes"))
    assert (answer.code, answer.out) == (1, "")
    assert "--against 'cmd:touch owned\\x1b[2J'" in answer.err
    answer = run("play", "verto", stdin=type_in("load g", "d4", "save h", "q"))
    assert "--against 'cmd:touch" in answer.err
    assert read_record(Path("h")).headers["second"] == "person"
    assert list(Path().glob("owned*")) == []


@pytest.mark.parametrize("no", ["no", "", None])
@pytest.mark.parametrize("arguments", [("--load", "g"), ("verto",)])
@pytest.mark.usefixtures("at_a_terminal")
def test_a_program_that_nobody_wants_started_leaves_two_people(arguments, no, state):
    Path("g").write_text(STRANGER)
    typed = [*(["load g"] if arguments == ("verto",) else []), *([] if no is None else [no, "e5", "q"])]
    answer = run("play", *arguments, stdin=type_in(*typed))
    assert answer.code == 0
    assert "cmd:touch owned\\x1b[2J" in answer.out
    assert "\x1b" not in answer.out
    if no is not None:
        [kept] = state.glob("*.turncoat")
        assert read_record(kept).moves == ("d4", "e5")
        assert "cmd:" not in kept.read_text()  # or going on with it would start what was refused
    assert list(Path().glob("owned*")) == []


@pytest.mark.usefixtures("at_a_terminal")
def test_a_file_of_two_programs_leaves_no_command_behind(state):
    Path("g").write_text("ruleset: verto\nfirst: cmd:touch owned\nsecond: cmd:touch owned\nmoves: d4\n")
    run("play", "verto", stdin=type_in("load g", "no", "e5", "q"))
    assert ["cmd:" in kept.read_text() for kept in state.glob("*.turncoat")] == [False]
    run("play", "--continue", stdin=type_in("q"))
    assert not Path("owned").exists()


def unwrapped(text):
    """On one line: where a line of the terminal ends depends on how long the program's path is."""
    return " ".join(text.split())


@pytest.mark.usefixtures("at_a_terminal")
def test_a_program_that_a_file_names_is_started_when_the_person_says_so():
    Path("g").write_text(f"ruleset: verto:size=4\nfirst: Ann\nsecond: {OURS}\nmoves: b2\n")
    assert "(Dark) plays" in unwrapped(run("play", "--load", "g", stdin=type_in("yes", "q")).out)
    assert "(Dark) plays" in unwrapped(run("play", "verto", stdin=type_in("load g", "yes", "q")).out)


def test_a_program_named_by_hand_or_kept_by_us_is_not_asked_about():
    Path("g").write_text("ruleset: verto:size=4\nfirst: Ann\nsecond: cmd:nonsense\nmoves: b2\n")
    assert "(Dark) plays" in unwrapped(run("play", "--load", "g", "--against", OURS, stdin="").out)
    answer = run("play", "--continue", stdin=type_in("undo", "b1", "q"))
    assert (answer.code, answer.err) == (0, "")
    assert "(Dark) plays" in unwrapped(answer.out)


@pytest.mark.parametrize("manner", ["crash", "resign"])
def test_undo_after_a_program_failed_goes_back_to_the_persons_decision(manner):
    command = f"cmd-ugi:{shlex.quote(sys.executable)} {shlex.quote(str(ROGUE))} ugi {manner}"
    answer = run("play", "verto", "--against", command, stdin=type_in("d4", "undo", "save g", "q"))
    assert answer.out.count("Light wins.") == 1
    record = read_record(Path("g"))
    assert (record.moves, record.headers.get("result")) == ((), None)


def test_undo_where_the_person_has_not_decided_yet_leaves_the_game_lost():
    command = f"cmd-ugi:{shlex.quote(sys.executable)} {shlex.quote(str(ROGUE))} ugi crash"
    answer = run("play", "verto", "--against", command, "--as", "second", stdin=type_in("undo", "save g", "q"))
    assert answer.out.count("Dark wins.") == 1
    assert "no move to take back" in answer.err


def test_a_person_who_resigned_or_ran_out_of_time_decides_again():
    for ending in ("resigned", "time"):
        match = Match.between_people(start("verto"))
        match.set_opponent("random", Side.FIRST)
        match.play("d4")
        match.play("e5")
        match.lose(Side.FIRST, ending)
        assert match.undo({Side.FIRST}) == 1
        assert (match.loser, match.moves) == (None, ("d4", "e5"))


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("verto", "which cannot play verto"),
        (
            "reversi ......../......../.xxxx.../..xox.../...xo.../....x.../....x.../....x... o",
            "needs every move",
        ),
    ],
)
def test_a_program_that_cannot_play_the_game_is_refused_before_it_begins(where, said):
    command = f"cmd-gtp:{shlex.quote(sys.executable)} {shlex.quote(str(ROGUE))} gtp fine"
    answer = run("play", where, "--against", command, stdin=type_in("q"))
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


@pytest.mark.parametrize("left", ["inf/300", "300/-inf", "nan/300", "1e300/300", "300"])
def test_clocks_that_show_nonsense_are_left_out(left):
    Path("g").write_text(f"ruleset: verto\nclock: 5+0\nleft: {left}\nmoves: d4\n")
    answer = run("play", "--load", "g", stdin=type_in("e5", "q"))
    assert (answer.code, answer.err) == (0, "")
    assert not re.search(r": .* left\b", answer.out)
