"""`turncoat engine` speaking UGI, as the process that a match runner would start."""

import random

import pytest

import turncoat
from tests.moves import texts
from tests.protocols.engine_process import run
from turncoat.engine.levels import Level
from turncoat.games import games


def test_it_introduces_itself(ugi):
    ugi.say("ugi")
    lines = ugi.receive("ugiok")
    assert lines[0].startswith("id name Turncoat")
    names = [line.split()[2] for line in lines if line.startswith("option name")]
    assert names == ["Hash", "Threads", "MultiPV", "MoveOverhead", "Seed", "Level", "Ponder", "Ruleset", "Weights"]


def test_the_same_nodes_give_the_same_answer(ugi):
    def answer():
        ugi.say("uginewgame", "position startpos moves f5", "go nodes 5000")
        return [line.partition(" nps ")[0] for line in ugi.receive("bestmove")]

    assert answer() == answer()


def chosen(ugi, level, seed, limits="movetime 60000"):
    """The first moves of a level in several games of the same chance."""
    ugi.say(f"setoption name Level value {level}", f"setoption name Seed value {seed}", "uginewgame")
    moves = []
    for _ in range(6):
        ugi.say("position startpos moves f5", f"go {limits}")
        moves.append(ugi.receive("bestmove")[-1].split()[1])
    return moves


def test_a_level_chooses_by_the_chance_of_its_seed(ugi):
    assert chosen(ugi, 1, 5) == chosen(ugi, 1, 5)
    assert len({tuple(chosen(ugi, 1, seed)) for seed in (5, 6, 7)}) > 1
    assert chosen(ugi, "max", 5, "nodes 2000") == chosen(ugi, "max", 6, "nodes 2000")


@pytest.mark.parametrize("ruleset", list(games()))
def test_a_level_by_ugi_is_the_level_of_the_library(ugi, ruleset):
    position, lots = turncoat.start(ruleset), random.Random(9)
    ugi.say(f"setoption name Ruleset value {ruleset}", "setoption name Level value 4", "setoption name Seed value 9")
    for _ in range(6):
        own = Level(4).choose(position, rng=lots).move
        ugi.say(f"position fen {str(position).partition(' ')[2]}", "go")
        assert ugi.receive("bestmove")[-1] == f"bestmove {own}"
        position = position.play(own)


def test_a_level_thinks_no_more_than_it_is_and_tells_no_more_than_asked(ugi):
    ugi.say("setoption name Level value 5", "position startpos", "go nodes 100000000 movetime 60000")
    *infos, _ = ugi.receive("bestmove")
    assert int(infos[-1].split()[infos[-1].split().index("nodes") + 1]) < 5_000
    assert not any("multipv" in line for line in infos)


def test_infos_tell_all_there_is(ugi):
    ugi.say("setoption name MultiPV value 2", "position startpos", "go depth 3")
    *infos, best = ugi.receive("bestmove")
    words = infos[-2].split()
    for name in ("depth", "seldepth", "multipv", "score", "nodes", "nps", "time", "pv"):
        assert name in words
    assert [line.split()[line.split().index("multipv") + 1] for line in infos[-2:]] == ["1", "2"]
    assert best.split()[1] == words[words.index("pv") + 1]


def test_what_is_proved_is_called_proved(ugi):
    ugi.say("setoption name Ruleset value reversi:size=4x4", "position startpos", "go depth 40")
    assert " score cp -800 proved " in ugi.receive("bestmove")[-2]
    ugi.say("setoption name Ruleset value invector:size=3x2,pie=no", "position startpos", "go depth 40")
    assert " score mate " in ugi.receive("bestmove")[-2]


def test_infinite_waits_for_stop_though_everything_is_known(ugi):
    ugi.say("setoption name Ruleset value reversi:size=4x4", "position startpos", "go infinite")
    while " proved " not in ugi.receive("info depth")[-1]:
        pass
    ugi.say("isready")
    assert not [line for line in ugi.receive("readyok") if line.startswith("bestmove")]
    assert ugi.ask("stop", "bestmove").split()[1] in texts(turncoat.start("reversi:size=4x4"))


def test_stop_is_heard_while_thinking(ugi):
    ugi.say("position startpos", "go infinite")
    ugi.receive("info depth 4")
    assert ugi.ask("isready", "readyok") == "readyok"
    assert ugi.ask("stop", "bestmove").startswith("bestmove")
    ugi.say("stop", "stop")  # nothing to stop, nothing to say
    assert ugi.ask("query gameover", "response", "info", "bestmove") == "response false"


def test_pondering_waits_for_the_hit(ugi):
    ugi.say("setoption name Ponder value true", "position startpos moves f5", "go ponder movetime 1")
    ugi.receive("info depth 3")
    ugi.say("isready")
    assert not [line for line in ugi.receive("readyok") if line.startswith("bestmove")]
    best = ugi.ask("ponderhit", "bestmove").split()
    assert best[2] == "ponder"
    assert best[3] in texts(turncoat.start("reversi").play("f5").play(best[1]))


def test_pondering_can_be_stopped(ugi):
    ugi.say("position startpos", "go ponder p1time 60000 p2time 60000")
    assert ugi.ask("stop", "bestmove").startswith("bestmove")


@pytest.mark.parametrize(
    "limits",
    [
        "movetime 20",
        "p1time 300 p2time 300 p1inc 0 p2inc 0",
        "wtime 300 btime 9000 winc 10 binc 10",
        "p1time 1000 p2time 1000 movestogo 4",
        "p1time -50 p2time 100",
        "depth 2",
        "depth 0",
        "nodes 1",
        "movetime 20 searchwildly",
        "nodes 500 depth many",
        "movetime 999999999999999 depth 1",
        "p1time 999999999999999 p2time 1 p1inc 999999999999999 depth 1",
        "depth 999999999999999 nodes 50",
        "nodes 999999999999999 depth 1",
    ],
)
def test_every_limit_ends_a_search(ugi, limits):
    ugi.say("position startpos", f"go {limits}")
    assert ugi.receive("bestmove")[-1].split()[1] in texts(turncoat.start("reversi"))


def test_a_position_is_our_text_with_or_without_its_ruleset(ugi):
    text = "reversi:size=4x4 ..../.ox./.xo./.... x coins=7/7"
    ugi.say(f"position fen {text}")
    assert ugi.ask("query fen", "response") == f"response {text}"
    ugi.say("position fen ..../.ox./.xo./.... x coins=7/7 moves b1")
    assert ugi.ask("query fen", "response") == "response reversi:size=4x4 .x../.xx./.xo./.... o coins=6/7"
    ugi.say("position startpos")
    assert ugi.ask("query fen", "response") == f"response {text}"


def test_a_turn_of_several_moves_is_asked_for_one_by_one(ugi):
    ugi.say("setoption name Ruleset value vect-reverse", "position startpos moves d3")
    assert ugi.ask("query p1turn", "response") == "response true"
    assert ugi.ask("query moves", "response") == "response d4-c3 d4-e3 d4-c4 d4-c5"
    assert ugi.ask("query islegal d4-c5", "response") == "response true"
    assert ugi.ask("query islegal d4-d5", "response") == "response false"
    ugi.say("go nodes 100")
    assert ugi.receive("bestmove")[-1].startswith("bestmove d4-")


def test_after_a_swap_player_one_has_the_second_side(ugi):
    first = texts(turncoat.start("invector"))[0]
    ugi.say("setoption name Ruleset value invector", f"position startpos moves {first}")
    assert ugi.ask("query p1turn", "response") == "response false"
    ugi.say(f"position startpos moves {first} swap")
    assert ugi.ask("query p1turn", "response") == "response true"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("reversi:size=4x4 xxxx/xxxx/xxxx/xxxx x coins=1/1", "p1win"),
        ("reversi:size=4x4 oooo/oooo/oooo/oooo x coins=1/1", "p2win"),
        ("reversi:size=4x4 oooo/oooo/xxxx/xxxx x coins=1/1", "draw"),
        ("reversi:size=4x4 ..../.ox./.xo./.... x coins=7/7", "none"),
    ],
)
def test_results_are_told(ugi, text, result):
    ugi.say(f"position fen {text}")
    assert ugi.ask("query result", "response") == f"response {result}"
    assert ugi.ask("query gameover", "response") == f"response {str(result != 'none').lower()}"
    if result != "none":
        ugi.say("go movetime 100")
        assert ugi.receive("bestmove") == ["info string error: the game is over", "bestmove none"]


def test_a_command_during_a_search_ends_it_first(ugi):
    ugi.say("position startpos", "go infinite", "position startpos moves d3")
    assert ugi.receive("bestmove")
    ugi.say("go infinite", "go nodes 10", "isready")
    received = ugi.receive("readyok")
    assert sum(line.startswith("bestmove") for line in received) in (1, 2)


@pytest.mark.parametrize(
    "setting",
    ["Hash value 8", "Threads value 1", "MultiPV value 3", "Level value 1", "Ponder value true", "Weights value none"],
)
def test_an_option_during_a_search_ends_it_first(ugi, setting):
    ugi.say("position startpos", "go infinite")
    ugi.receive("info depth 4")
    ugi.say(f"setoption name {setting}", "isready")
    received = ugi.receive("readyok")
    assert [line.split()[0] for line in received if not line.startswith("info")] == ["bestmove", "readyok"]
    assert not any("multipv" in line or "ponder" in line for line in received)
    ugi.say("setoption name Hash value 64", "setoption name Weights value shipped")


def test_a_hit_without_pondering_is_passed_over(ugi):
    ugi.say("position startpos", "go infinite", "ponderhit", "isready")
    assert not any(line.startswith("bestmove") for line in ugi.receive("readyok"))
    assert ugi.ask("stop", "bestmove")
    ugi.say("ponderhit")
    assert ugi.ask("isready", "readyok", "bestmove", "info") == "readyok"


def test_the_end_of_the_input_is_the_end():
    ran = run("position startpos\ngo infinite\n")
    assert ran.returncode == 0
    assert ran.stdout.splitlines()[-1].startswith("bestmove ")
    assert ran.stderr == ""


def test_quit_ends_a_search_and_the_process():
    ran = run("position startpos\ngo infinite\nquit\nisready\n", "invector:size=5x4")
    assert ran.returncode == 0
    assert "readyok" not in ran.stdout
    assert ran.stdout.splitlines()[-1].startswith("bestmove ")
