"""`turncoat engine` speaking UGI, as the process that a match runner would start."""

import random
import resource
import subprocess
from dataclasses import replace
from typing import Any

import pytest

import turncoat
from tests.moves import texts
from tests.protocols.talk import COMMAND, Talk
from turncoat.engine import Limit, Weights
from turncoat.engine._weights import shipped
from turncoat.engine.levels import Level
from turncoat.games import games
from turncoat.protocols.client import External

LARGE = "9" * 5000
PIPE = f"cmd-ugi:{' '.join(COMMAND)}"


def families():
    """Every game, and every game with one option that is not as usual; nothing that takes long."""
    for name, game in games().items():
        for choice in game.Options.choices():
            for value in choice.values:
                yield str(turncoat.start(f"{name}:{choice.name}={value}").ruleset)


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
    assert ugi.ask("stop", "bestmove").split()[1] in texts(turncoat.start("reversi:size=4x4"))


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
    assert ugi.hear("bestmove")[-1].split()[1] in texts(turncoat.start("reversi"))


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
        "setoption name Weights value a\0b",
        "setoption name Ponder value banana",
        "setoption name Ponder",
        *(f"setoption name {name} value {LARGE}" for name in ("Hash", "Threads", "MultiPV", "MoveOverhead", "Seed")),
        "setoption name Hash value \u0665",
        f"setoption name Level value {LARGE}",
        f"setoption name Ruleset value verto:size={LARGE}",
        f"position fen reversi:size=4x4 ..../.ox./.xo./.... x coins={LARGE}/7",
        f"query {LARGE}",
        f"go depth {LARGE}",
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


@pytest.mark.parametrize(
    "setting",
    ["Hash value 8", "Threads value 1", "MultiPV value 3", "Level value 1", "Ponder value true", "Weights value none"],
)
def test_an_option_during_a_search_ends_it_first(ugi, setting):
    ugi.say("position startpos", "go infinite")
    ugi.hear("info depth 4")
    ugi.say(f"setoption name {setting}", "isready")
    heard = ugi.hear("readyok")
    assert [line.split()[0] for line in heard if not line.startswith("info")] == ["bestmove", "readyok"]
    assert not any("multipv" in line or "ponder" in line for line in heard)
    ugi.say("setoption name Hash value 64", "setoption name Weights value shipped")


def test_an_option_that_is_refused_leaves_the_search_alone(ugi):
    ugi.say("position startpos", "go infinite", "setoption name Hash value lots", "isready")
    heard = ugi.hear("readyok")
    assert any("Hash must be a whole number" in line for line in heard)
    assert not any(line.startswith("bestmove") for line in heard)
    assert ugi.ask("stop", "bestmove")


def test_a_hit_without_pondering_is_passed_over(ugi):
    ugi.say("position startpos", "go infinite", "ponderhit", "isready")
    assert not any(line.startswith("bestmove") for line in ugi.hear("readyok"))
    assert ugi.ask("stop", "bestmove")
    ugi.say("ponderhit")
    assert ugi.ask("isready", "readyok", "bestmove", "info") == "readyok"


WEIGHTS: Any = shipped("reversi")
HUGE = 10**30
DAMAGED = {
    "fits an option nobody has": replace(WEIGHTS, fits={"colour": "red", **WEIGHTS.fits}),
    "stages that are texts": replace(WEIGHTS, stages=tuple(map(str, WEIGHTS.stages))),
    "a huge stage": replace(WEIGHTS, stages=(HUGE, *WEIGHTS.stages[1:])),
    "a negative stage": replace(WEIGHTS, stages=(-1, *WEIGHTS.stages[1:])),
    "a stage there is not": replace(WEIGHTS, stages=(WEIGHTS.sets, *WEIGHTS.stages[1:])),
    "too few stages": replace(WEIGHTS, stages=WEIGHTS.stages[1:]),
    "a huge table": replace(WEIGHTS, patterns=((HUGE, (0, 1)),)),
    "a table outside": replace(WEIGHTS, patterns=((2**31 - 1, (0, 1)),)),
    "a cell off the board": replace(WEIGHTS, patterns=((0, (0, 200)),)),
    "a huge cell": replace(WEIGHTS, patterns=((0, (0, HUGE)),)),
    "huge sets": replace(WEIGHTS, sets=HUGE),
    "endless sets": replace(WEIGHTS, sets=float("inf")),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_weights_that_cannot_be_used_are_refused_when_they_are_set(ugi, tmp_path, damage):
    path = DAMAGED[damage].write(tmp_path, "bad")
    ugi.say(f"setoption name Weights value {path}", "isready", "position startpos", "go nodes 100")
    heard = ugi.hear("bestmove")
    assert heard[0].startswith("info string error: ")
    assert heard[1] == "readyok"
    assert not any("error" in line for line in heard[1:])
    assert "fault" not in heard[0]


def test_a_head_without_end_is_damaged():
    with pytest.raises(turncoat.TurncoatError, match="damaged"):
        Weights.from_bytes(b"\n".join([b"turncoat weights 1", b"[" * 100_000, b""]))


def test_random_words_never_break_it(ugi):
    dice = random.Random(7)
    words = ["position", "startpos", "fen", "moves", "d3", "f5", "pass", "swap", "go", "nodes", "5", "depth", "1"]
    words += ["setoption", "name", "value", "MultiPV", "stop", "query"]
    for _ in range(300):
        line = " ".join(dice.choices(words, k=dice.randint(1, 6)))
        ugi.say(line if "go" not in line.split() else f"{line} nodes 50", "stop")
    ugi.say("position startpos")
    assert ugi.ask("query islegal d3", "response true")


def run(script, *arguments, room=None):
    """The whole conversation; `room` is how many bytes of memory the program may have."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (room, room))

    return subprocess.run(
        [*COMMAND, *arguments], input=script, capture_output=True, text=True, timeout=120, check=False,
        preexec_fn=limit if room else None,
    )  # fmt: skip


def test_memory_that_cannot_be_had_is_refused_once_and_forgotten():
    script = "setoption name Hash value 65536\nisready\nsetoption name Threads value 1\nisready\ngo nodes 100\n"
    ran = run(script, room=3_000_000 * 1024)
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[:3] == [
        "info string error: cannot allocate 65536 MiB of memory; keeping 64 MiB", "readyok", "readyok",
    ]  # fmt: skip
    assert not any("error" in line for line in lines[3:])
    assert lines[-1].startswith("bestmove ")


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
    while not position.is_over:
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
    assert engine.choose(turncoat.start("reversi"), Limit(depth=1)) in texts(turncoat.start("reversi"))


def test_a_new_game_depends_on_none_before(engine):
    def play():
        engine.new_game()
        position, moves = turncoat.start("invector:size=5x4"), list[str]()
        while not position.is_over:
            moves.append(engine.choose(position, Limit(nodes=300)))
            position = position.play(moves[-1])
        return moves

    assert play() == play()
