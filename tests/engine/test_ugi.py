"""`turncoat engine` speaking UGI, as the process that a match runner would start."""

import random
import subprocess

import pytest

import turncoat
from tests.engine.talk import COMMAND, Talk
from turncoat.engine import Limit
from turncoat.engine.external import External
from turncoat.engine.levels import Level
from turncoat.games import games

PIPE = f"cmd-ugi:{' '.join(COMMAND)}"


def families():
    """Every game, and every game with one option that is not as usual; nothing that takes long."""
    for name, game in games().items():
        for choice in game.Options.choices():
            for value in choice.values:
                yield turncoat.start(f"{name}:{choice.name}={value}").ruleset


@pytest.fixture(scope="module")
def process():
    talk = Talk()
    yield talk
    talk.close()


@pytest.fixture
def ugi(process):
    """The one process, in its first state."""
    process.say("stop", "setoption name MultiPV value 1", "setoption name Ponder value false")
    process.say("setoption name Level value max", "setoption name Seed value 0")
    process.say("setoption name Ruleset value reversi", "isready")
    process.hear("readyok")
    return process


@pytest.fixture(scope="module")
def engine():
    with External(PIPE) as external:
        yield external


def test_it_introduces_itself(ugi):
    ugi.say("ugi")
    lines = ugi.hear("ugiok")
    assert lines[0].startswith("id name Turncoat")
    names = [line.split()[2] for line in lines if line.startswith("option name")]
    assert names == ["Hash", "Threads", "MultiPV", "MoveOverhead", "Seed", "Level", "Ponder", "Ruleset", "Weights"]


def test_the_same_nodes_give_the_same_answer(ugi):
    def answer():
        ugi.say("uginewgame", "position startpos moves f5", "go nodes 5000")
        return [line.partition(" nps ")[0] for line in ugi.hear("bestmove")]

    assert answer() == answer()


def chosen(ugi, level, seed, limits="movetime 60000"):
    """The first moves of a level in several games of the same chance."""
    ugi.say(f"setoption name Level value {level}", f"setoption name Seed value {seed}", "uginewgame")
    moves = []
    for _ in range(6):
        ugi.say("position startpos moves f5", f"go {limits}")
        moves.append(ugi.hear("bestmove")[-1].split()[1])
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
        assert ugi.hear("bestmove")[-1] == f"bestmove {own}"
        position = position.play(own)


def test_a_level_thinks_no_more_than_it_is_and_tells_no_more_than_asked(ugi):
    ugi.say("setoption name Level value 5", "position startpos", "go nodes 100000000 movetime 60000")
    *infos, _ = ugi.hear("bestmove")
    assert int(infos[-1].split()[infos[-1].split().index("nodes") + 1]) < 5_000
    assert not any("multipv" in line for line in infos)


def test_infos_tell_all_there_is(ugi):
    ugi.say("setoption name MultiPV value 2", "position startpos", "go depth 3")
    *infos, best = ugi.hear("bestmove")
    words = infos[-2].split()
    for name in ("depth", "seldepth", "multipv", "score", "nodes", "nps", "time", "pv"):
        assert name in words
    assert [line.split()[line.split().index("multipv") + 1] for line in infos[-2:]] == ["1", "2"]
    assert best.split()[1] == words[words.index("pv") + 1]


def test_what_is_proved_is_called_proved(ugi):
    ugi.say("setoption name Ruleset value reversi:size=4x4", "position startpos", "go depth 40")
    assert " score cp -800 proved " in ugi.hear("bestmove")[-2]
    ugi.say("setoption name Ruleset value invector:size=3x2,pie=no", "position startpos", "go depth 40")
    assert " score mate " in ugi.hear("bestmove")[-2]


def test_infinite_waits_for_stop_though_everything_is_known(ugi):
    ugi.say("setoption name Ruleset value reversi:size=4x4", "position startpos", "go infinite")
    while " proved " not in ugi.hear("info depth")[-1]:
        pass
    ugi.say("isready")
    assert not [line for line in ugi.hear("readyok") if line.startswith("bestmove")]
    assert ugi.ask("stop", "bestmove").split()[1] in turncoat.start("reversi:size=4x4").moves()


def test_stop_is_heard_while_thinking(ugi):
    ugi.say("position startpos", "go infinite")
    ugi.hear("info depth 4")
    assert ugi.ask("isready", "readyok") == "readyok"
    assert ugi.ask("stop", "bestmove").startswith("bestmove")
    ugi.say("stop", "stop")  # nothing to stop, nothing to say
    assert ugi.ask("query gameover", "response", "info", "bestmove") == "response false"


def test_pondering_waits_for_the_hit(ugi):
    ugi.say("setoption name Ponder value true", "position startpos moves f5", "go ponder movetime 1")
    ugi.hear("info depth 3")
    ugi.say("isready")
    assert not [line for line in ugi.hear("readyok") if line.startswith("bestmove")]
    best = ugi.ask("ponderhit", "bestmove").split()
    assert best[2] == "ponder"
    assert best[3] in turncoat.start("reversi").play("f5").play(best[1]).moves()


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
    ],
)
def test_every_limit_ends_a_search(ugi, limits):
    ugi.say("position startpos", f"go {limits}")
    assert ugi.hear("bestmove")[-1].split()[1] in turncoat.start("reversi").moves()


def test_a_go_that_makes_no_sense_begins_no_search(ugi):
    assert "movetime needs a whole number" in ugi.ask("go movetime soon", "info string error")
    assert ugi.ask("isready", "readyok", "info", "bestmove") == "readyok"


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
    assert ugi.hear("bestmove")[-1].startswith("bestmove d4-")


def test_after_a_swap_player_one_has_the_second_side(ugi):
    first = turncoat.start("invector").moves()[0]
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
        assert ugi.hear("bestmove") == ["info string error: the game is over", "bestmove none"]


@pytest.mark.parametrize(
    "line",
    [
        "xyzzy",
        "position",
        "position startpos d3",
        "position startpos moves z9",
        "position startpos moves d3 d3",
        "position fen",
        "position fen .../... x",
        "position fen chess:size=8 ... x",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value lots",
        "setoption name Hash value 0",
        "setoption name Threads value -1",
        "setoption name Nonsense value 1",
        "setoption name Level value 11",
        "setoption name Level",
        "setoption name Seed value -3",
        "setoption name Ruleset value go:size=19",
        "setoption name Ruleset",
        "setoption name Weights value /nowhere",
        "query",
        "query weather",
        "\x00\x01 \udcff",
        "日本語",
        "x" * 100_000,
    ],
)
def test_garbage_costs_one_line_and_nothing_else(ugi, line):
    ugi.say("position startpos moves f5")
    ugi.say(line.encode("utf-8", "replace").decode())
    assert ugi.hear("info string error: ", "response")[-1].startswith("info string error: ")
    assert ugi.ask("query fen", "response", "info") == f"response {turncoat.start('reversi').play('f5')}"


def test_a_command_during_a_search_ends_it_first(ugi):
    ugi.say("position startpos", "go infinite", "position startpos moves d3")
    assert ugi.hear("bestmove")
    ugi.say("go infinite", "go nodes 10", "isready")
    heard = ugi.hear("readyok")
    assert sum(line.startswith("bestmove") for line in heard) in (1, 2)


def test_random_words_never_break_it(ugi):
    dice = random.Random(7)
    words = ["position", "startpos", "fen", "moves", "d3", "f5", "pass", "swap", "go", "nodes", "5", "depth", "1"]
    words += ["setoption", "name", "value", "MultiPV", "stop", "query"]
    for _ in range(300):
        line = " ".join(dice.choices(words, k=dice.randint(1, 6)))
        ugi.say(line if "go" not in line.split() else f"{line} nodes 50", "stop")
    ugi.say("position startpos")
    assert ugi.ask("query islegal d3", "response true")


def run(script, *arguments):
    return subprocess.run(
        [*COMMAND, *arguments], input=script, capture_output=True, text=True, timeout=120, check=False
    )


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


def test_a_ruleset_that_is_none_is_a_sentence():
    ran = run("ugi\n", "chess")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "there is no game chess" in ran.stderr


@pytest.mark.parametrize("ruleset", sorted(set(families())))
def test_whole_games_are_played_through_the_pipe(engine, ruleset):
    position = turncoat.start(ruleset)
    limit = Limit(nodes=30)
    while position.moves():
        position = position.play(engine.choose(position, limit))
    assert position.result()


@pytest.mark.parametrize("ruleset", list(games()))
def test_an_analyst_through_the_pipe_says_what_the_engine_says(engine, ruleset):
    position = turncoat.start(ruleset)
    own = list(turncoat.engine.Engine(ruleset).analyse(position, Limit(depth=3, lines=2)))
    told = list(engine.analyse(position, Limit(depth=3, lines=2)))
    assert [[(line.moves, line.value) for line in lines] for lines in told] == [
        [(line.moves, line.value) for line in lines] for lines in own
    ]


def test_an_analysis_that_is_left_ends(engine):
    for lines in engine.analyse(turncoat.start("reversi"), Limit()):
        if lines[0].depth == 4:
            break
    assert engine.choose(turncoat.start("reversi"), Limit(depth=1)) in turncoat.start("reversi").moves()


def test_a_new_game_depends_on_none_before(engine):
    def play():
        engine.new_game()
        position, moves = turncoat.start("invector:size=5x4"), list[str]()
        while position.moves():
            moves.append(engine.choose(position, Limit(nodes=300)))
            position = position.play(moves[-1])
        return moves

    assert play() == play()
