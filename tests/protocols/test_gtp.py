"""`turncoat engine --protocol gtp`, as an Othello match runner would use it."""

import subprocess
import time

import pytest

import turncoat
from tests.moves import texts
from tests.protocols.engine_process import COMMAND, EngineProcess
from turncoat.engine import Limit
from turncoat.engine.levels import Level
from turncoat.games.moves import PASS
from turncoat.games.results import Side
from turncoat.play import Game, TimeLeft
from turncoat.protocols.client import External


class Gtp(EngineProcess):
    def command(self, line):
        """The answer, its sign first."""
        self.say(line)
        lines = self.receive("=", "?")
        while line := self.child.receive(1e18):
            lines.append(line)
        return "\n".join(lines)


@pytest.fixture(scope="module")
def process():
    talk = Gtp("--protocol", "gtp")
    yield talk
    talk.close()


@pytest.fixture
def gtp(process):
    assert process.command("boardsize 8") == "="
    assert process.command("clear_board") == "="
    assert process.command("time_settings 0 1 0") == "="  # no limit known
    return process


def test_it_introduces_itself(gtp):
    assert gtp.command("protocol_version") == "= 2"
    assert gtp.command("name") == "= Turncoat"
    assert gtp.command("version").startswith("= ")
    commands = gtp.command("list_commands").removeprefix("= ").split("\n")
    for needed in ("boardsize", "clear_board", "komi", "play", "genmove", "undo", "time_left", "final_score", "quit"):
        assert needed in commands
        assert gtp.command(f"known_command {needed}") == "= true"
    assert gtp.command("known_command loadsgf") == "= false"


def test_numbers_and_comments_are_understood(gtp):
    assert gtp.command("17 name # who is there") == "=17 Turncoat"
    gtp.say("# nothing but a comment", "", "   ")
    assert gtp.command("18\tprotocol_version") == "=18 2"
    assert gtp.command("19 nonsense") == "?19 unknown command"
    assert gtp.command("20") == "?20 unknown command"


def test_moves_are_played_and_taken_back(gtp):
    assert gtp.command("play b F5") == "="
    assert gtp.command("play WHITE d6") == "="
    assert "X (black) 3, O (white) 3, X to move" in gtp.command("showboard")
    assert gtp.command("undo") == "="
    assert gtp.command("play w f6") == "="
    assert [gtp.command("undo") for _ in range(3)] == ["=", "=", "? cannot undo"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("play b a1", "? illegal move"),
        ("play b i9", "? illegal move"),
        ("play b pass", "? illegal move"),
        ("play w f5", "? illegal move: it is not that side's turn"),
        ("play green f5", "? syntax error"),
        ("play b", "? syntax error"),
        ("genmove", "? syntax error"),
        ("genmove w", "? illegal move: it is not that side's turn"),
        ("boardsize 19", "? unacceptable size"),
        ("boardsize big", "? unacceptable size"),
        ("boardsize", "? unacceptable size"),
        ("komi much", "? komi not a float"),
        ("komi 6.5", "="),
        ("time_settings soon", "? syntax error"),
        ("time_left b", "? syntax error"),
        ("time_settings " + "9" * 5000 + " 0 0", "? syntax error"),
        ("time_left b 5 " + "9" * 5000, "? syntax error"),
        ("boardsize " + "9" * 5000, "? unacceptable size"),
        ("9" * 5000, f"?{'9' * 5000} unknown command"),
        ("final_score", "? the game is not over"),
        ("日本", "? unknown command"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_lost(gtp, line, answer):
    assert gtp.command(line) == answer
    assert gtp.command("play b f5") == "="


@pytest.mark.parametrize("times", ["time_settings 1 0 0", "time_settings 0 1 5", "time_left b 1 0", "time_left b 1 3"])
def test_clocks_are_kept(gtp, times):
    assert gtp.command(times) == "="
    position = turncoat.start("reversi")
    for colour in "bwbw":
        move = gtp.command(f"genmove {colour}").removeprefix("= ")
        position = position.play(move)
        if "left" in times:
            gtp.command(f"time_left {'w' if colour == 'b' else 'b'} 1 0")


@pytest.mark.parametrize(
    "times", [f"1{'0' * 400} 0 0", f"1{'0' * 20} 0 0", f"0 1{'0' * 400} 1{'0' * 400}", "-5 0 0", "1000000000 0 0"]
)
def test_no_time_is_too_long_to_be_set(gtp, times):
    gtp.command("boardsize 4")
    assert gtp.command(f"time_settings {times}") == "="
    assert gtp.command("genmove b").removeprefix("= ") in texts(turncoat.start("reversi:size=4x4"))


def test_a_whole_game_ends_with_a_score(gtp):
    gtp.command("boardsize 6")
    gtp.command("time_settings 0 1 1000")
    position = turncoat.start("reversi:size=6x6")
    while not position.is_over:
        move = gtp.command(f"genmove {'b' if position.side is Side.FIRST else 'w'}").removeprefix("= ")
        position = position.play(move)
    lead = position.score().first - position.score().second
    assert gtp.command("final_score") == ("= 0" if not lead else f"= {'B' if lead > 0 else 'W'}+{abs(lead)}")
    assert gtp.command("genmove b") == "= pass"
    assert gtp.command("play w pass") == "="
    assert [gtp.command("undo") for _ in range(3)] == ["=", "=", "="]


def first_pass():
    """Moves of a game up to a side that must pass, and the move after the pass."""
    for seed in range(100):
        position, moves = turncoat.start("reversi:size=4x4"), list[str]()
        for move in turncoat.native.playout_moves("reversi:size=4x4", seed, 0):
            if move == PASS:
                return moves, texts(position.play(PASS))[0]
            moves.append(move)
            position = position.play(move)
    raise AssertionError


def test_a_forced_pass_may_be_said_or_left_out(gtp):
    moves, after = first_pass()
    colours = ["b" if number % 2 == 0 else "w" for number in range(len(moves) + 2)]
    for said in (True, False):
        gtp.command("boardsize 4")
        for colour, move in zip(colours, moves, strict=False):
            assert gtp.command(f"play {colour} {move}") == "="
        if said:
            assert gtp.command(f"play {colours[-2]} pass") == "="
        assert gtp.command(f"play {colours[-1]} {after}") == "="


def test_commands_may_come_all_at_once():
    script = "1 play b f5\n2 genmove w\n3 undo\n4 undo\n5 undo\n6 quit\n7 name\n"
    ran = subprocess.run(
        [*COMMAND, "-p", "gtp"], input=script, capture_output=True, text=True, timeout=120, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    answers = ran.stdout.split("\n\n")
    assert [answer.split()[0] for answer in answers if answer] == ["=1", "=2", "=3", "=4", "?5", "=6"]


def test_only_games_that_othello_programs_play():
    ran = subprocess.run(
        [*COMMAND, "verto", "-p", "gtp"], input="", capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 2
    assert "GTP only supports reversi" in ran.stderr


def test_with_a_level_it_plays_as_that_level_does():
    talk, position = Gtp("--protocol", "gtp", "--level", "9"), turncoat.start("reversi")
    assert talk.command("name") == "= Turncoat level 9"
    for colour in ["black", "white"] * 4:
        move = Level(9).choose(position).move  # from this level on nothing is left to chance
        assert talk.command(f"genmove {colour}") == f"= {move}"
        position = position.play(move)
    talk.close()


def test_a_level_that_does_not_exist_is_refused():
    ran = subprocess.run(
        [*COMMAND, "-p", "gtp", "--level", "11"], input="", capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 2
    assert "there is no level 11" in ran.stderr


@pytest.mark.parametrize("ruleset", ["reversi", "reversi:size=4x4"])
def test_two_of_them_play_a_whole_game(ruleset):
    name = f"cmd-gtp:{' '.join(COMMAND)} --protocol gtp"
    clocks = dict.fromkeys(Side, TimeLeft(2.0, 0.05))
    with External(name) as black, External(name) as white:
        game, limit = Game.start(ruleset), None if ruleset == "reversi" else Limit(time=0.01)
        while not game.position.is_over:
            player = black if game.position.side is Side.FIRST else white
            game.play(player.choose(game, limit, clocks))
        assert game.result


def seconds(gtp, line):
    """How long an answer takes."""
    begun = time.monotonic()
    assert gtp.command(line).startswith("=")
    return time.monotonic() - begun


def test_where_no_limit_is_known_a_move_takes_a_second(gtp):
    assert seconds(gtp, "genmove b") > 0.5


@pytest.mark.parametrize("sent", [False, True])
def test_without_main_time_every_period_is_there_to_be_used(gtp, sent):
    gtp.command("time_settings 0 1 1")
    for colour in "bwbw":
        if sent:
            gtp.command(f"time_left {colour} 1 1")
        assert seconds(gtp, f"genmove {colour}") > 0.3


def test_of_main_time_a_move_takes_but_a_small_part(gtp):
    gtp.command("time_settings 20 1 1")
    assert seconds(gtp, "genmove b") < 4
    gtp.command("time_left w 20 0")
    assert seconds(gtp, "genmove w") < 4


def test_the_stones_of_a_period_share_it(gtp):
    gtp.command("time_settings 0 1 2")
    spent = [seconds(gtp, f"genmove {colour}") for colour in "bwbwbwbw"]
    for one in (spent[::2], spent[1::2]):
        assert one[0] < 0.9
        assert min(one) > 0.1  # the third begins a new period
