"""`turncoat engine --protocol nboard`, as the Othello board NBoard would use it."""

import subprocess

import pytest

import turncoat
from tests.moves import texts
from tests.protocols.engine_process import COMMAND, EngineProcess
from turncoat.engine import Limit
from turncoat.engine.levels import Level
from turncoat.games.results import Side
from turncoat.play import Game, TimeLeft
from turncoat.protocols import ggf
from turncoat.protocols.client import External

BOARD = "BO[8 ---------------------------O*------*O--------------------------- *]"
GAME = f"(;GM[Othello]PC[NBoard]DT[2024]PB[a]PW[b]RE[?]TI[15:00]TY[8]{BOARD}B[F5]W[F6//3]B[D3/1.2/4.5]W[C5];)"


@pytest.fixture(scope="module")
def process():
    talk = EngineProcess("--protocol", "nboard")
    yield talk
    talk.close()


@pytest.fixture
def nboard(process):
    process.say("nboard 2", "set depth 4", f"set game (;GM[Othello]{BOARD};)", "ping 999")
    process.receive("pong 999")
    return process


def test_it_introduces_itself_and_answers_pings(nboard):
    assert nboard.ask("nboard 2", "set myname") == "set myname Turncoat"
    assert nboard.ask("set depth 6", "set myname") == "set myname Turncoat6"
    assert nboard.ask("ping 7", "pong") == "pong 7"
    assert nboard.ask("learn", "learned") == "learned"


def test_with_a_level_it_plays_as_that_level_does_and_still_hints_at_full_strength():
    talk, position = EngineProcess("--protocol", "nboard", "--level", "9"), turncoat.start("reversi")
    assert talk.ask("nboard 2", "set myname") == "set myname Turncoat level 9"
    for _ in range(4):
        move = Level(9).choose(position, limit=Limit(depth=12)).move  # from this level on nothing is left to chance
        assert talk.ask("go", "===").split()[1].split("/")[0].lower() == move
        talk.say(f"move {move}")
        position = position.play(move)
    assert talk.ask("set depth 16", "set myname") == "set myname Turncoat level 9"
    talk.say("hint 1")
    while talk.receive("search")[-1].split()[-1] != "16":
        pass
    assert int(talk.receive("nodestats")[-1].split()[1]) > (Level(9).limit.nodes or 0) > 0
    talk.close()


def test_go_answers_a_move_and_leaves_the_board_alone(nboard):
    nboard.say(f"set game {GAME}", "go")
    received = nboard.receive("===")
    assert received[0] == "status Turncoat is thinking"
    assert any(line.startswith("search ") for line in received)
    assert any(line.startswith("nodestats ") for line in received)
    move, value, seconds = received[-1].removeprefix("=== ").split("/")
    assert move.lower() in texts(ggf.read(GAME, "reversi").first.play("f5").play("f6").play("d3").play("c5"))
    assert float(value) > -64
    assert float(seconds) >= 0
    nboard.say("go")
    assert nboard.receive("===")[-1].startswith(f"=== {move}/")


def test_hint_tells_several_lines(nboard):
    nboard.say("hint 3")
    lines = [line.split() for line in nboard.receive("status") + nboard.receive("status") if line.startswith("search")]
    assert {words[1][:2].lower() for words in lines[-3:]} <= set(texts(turncoat.start("reversi")))
    assert len({words[1][:2] for words in lines[-3:]}) == 3
    assert [words[4] for words in lines[-3:]] == ["4"] * 3


def test_a_ping_ends_a_search_before_the_pong(nboard):
    nboard.say("set depth 60", "hint 1")
    nboard.receive("search")
    nboard.say("ping 3")
    nboard.receive("pong 3")
    assert nboard.quiet()


def test_moves_are_followed_in_both_versions_of_the_protocol(nboard):
    nboard.say("move F5/1.00/2.5", "D6", "move c3", "hint 1")
    position = turncoat.start("reversi").play("f5").play("d6").play("c3")
    found = [line for line in nboard.receive("status") + nboard.receive("status") if line.startswith("search")]
    assert found[-1].split()[1][:2].lower() in texts(position)


def test_near_the_end_the_value_is_exact(nboard):
    nboard.say("set depth 6", "set game (;GM[Othello]BO[4 -----O*--*O----- *];)", "go")
    received = nboard.receive("===")
    assert [line for line in received if line.startswith("search")][-1].split()[2:5] == ["-8.00", "0", "100%"]


def test_a_game_is_analysed_from_its_end(nboard):
    nboard.say("set depth 2", f"set game {GAME}", "analyze")
    nboard.receive("status")
    found = [line.split() for line in nboard.receive("status") if line.startswith("analysis")]
    assert [int(words[1]) for words in found] == [4, 3, 2, 1, 0]
    nboard.say("set depth 60", "analyze", "ping 5")
    nboard.receive("pong 5")
    nboard.say("set depth 1", "go")
    assert nboard.receive("===")  # the game is still there


def test_an_analysis_of_a_finished_game_begins_with_its_lead(nboard):
    nboard.say("set game (;GM[Othello]BO[4 ****************O];)", "analyze")
    assert nboard.receive("analysis")[-1] == "analysis 0 -16.00"


@pytest.mark.parametrize(
    "line",
    [
        "xyzzy",
        "set game",
        "set game (;GM[Chess];)",
        "set game (;BO[8 --- *];)",
        "set game (;BO[7 " + "-" * 49 + " *];)",
        "set game (;BO[x ---- *];)",
        f"set game (;GM[Othello]{BOARD}B[A1];)",
        "set depth deep",
        "set depth 0",
        "set depth " + "9" * 5000,
        "set depth \u0665",
        f"set game (;GM[Othello]{BOARD}B[F5]B[D6];)",
        f"set game (;GM[Othello]{BOARD}W[F5];)",
        "set volume 11",
        "move A1",
        "move",
        "a1",
        "日本語",
    ],
)
def test_garbage_costs_one_line_and_nothing_else(nboard, line):
    nboard.say(line)
    assert nboard.receive("status error: ", "pong")[-1].startswith("status error: ")
    nboard.say("go")
    assert nboard.receive("===")[-1].split()[1].partition("/")[0].lower() in texts(turncoat.start("reversi"))


def test_hints_without_end_are_one(nboard):
    nboard.say("set depth 1", "hint " + "9" * 5000)
    received = nboard.receive("status") + nboard.receive("status")
    assert sum(line.startswith("search") for line in received) == 1


def test_a_clock_that_gains_without_end_is_still_a_clock(nboard):
    nboard.say(f"set game (;GM[Othello]TI[900000000/900000000]{BOARD}B[F5]W[D6]B[C3]W[D3];)", "go")
    assert nboard.receive("===", "status error")[-1].startswith("===")


def test_a_finished_game_has_nothing_to_think_about(nboard):
    nboard.say("set game (;GM[Othello]BO[4 ****************O];)", "go")
    assert nboard.receive("status")[-1] == "status error: the game is over"


def test_the_end_of_the_input_is_the_end():
    ran = subprocess.run(
        [*COMMAND, "-p", "nboard"], input=f"nboard 2\nset depth 50\nset game {GAME}\ngo\n", capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\n=== " in ran.stdout


def test_games_in_ggf_are_read_with_their_clocks():
    game = ggf.read(GAME, "reversi")
    assert game.moves == ("f5", "f6", "d3", "c5")
    assert game.clocks == {Side.FIRST: TimeLeft(895.5), Side.SECOND: TimeLeft(897.0)}
    rows = " ".join(
        "---------------------------O*------*O---------------------------"[n : n + 8] for n in range(0, 64, 8)
    )
    assert str(ggf.read(f"(;BO[8 {rows} *];)", "reversi").first) == str(turncoat.start("reversi"))


def test_a_forced_pass_may_be_left_out_of_a_game():
    moves = ["a2", "a1", "b1", "c1", "d4", "b4", "a3", "c4", "d1", "d3", "a4"]
    told = "".join(f"{'BW'[number % 2]}[{move.upper()}]" for number, move in enumerate(moves))
    for rest in ("W[PA]B[D2]", "B[D2]"):
        game = ggf.read(f"(;GM[Othello]BO[4 -----O*--*O----- *]{told}{rest};)", "reversi")
        assert list(game.moves) == [*moves, "pass", "d2"]


def test_moves_of_the_wrong_side_are_no_game():
    with pytest.raises(ggf.BadGgf, match=r"B\[D6//3\] is played by the wrong side") as caught:
        ggf.read(f"(;GM[Othello]{BOARD}B[F5]B[D6//3]W[C3];)", "reversi")
    assert "手番" in caught.value.text("ja")


def test_a_position_is_written_as_it_is_read():
    position = turncoat.start("reversi")
    for move in ["f5", "d6", "c3", "d3", "c4"]:
        position = position.play(move)
        text = ggf.write(position, {side: TimeLeft(90, 5) for side in Side})
        assert ggf.read(text, "reversi").first.board == position.board
        assert ggf.read(text, "reversi").first.side == position.side
        assert ggf.read(text, "reversi").clocks[Side.FIRST] == TimeLeft(90, 5)


@pytest.mark.parametrize("ruleset", ["reversi", "reversi:size=6x6"])
def test_a_whole_game_against_itself(ruleset):
    with External(f"cmd-nboard:{' '.join(COMMAND)} --protocol nboard") as engine:
        game = Game.start(ruleset)
        while not game.position.is_over:
            game.play(engine.choose(game, Limit(depth=1)))
            assert game.result or engine.lines
        assert game.result
