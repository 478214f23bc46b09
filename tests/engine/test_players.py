"""Our players: the engine within limits, budgets and clocks, levels, plain UCT, and programs of others."""

import re
import sys
from collections.abc import Sequence
from time import perf_counter

import pytest

from tests.moves import texts
from turncoat import native
from turncoat.engine import BadWeights, Engine, Limit, Line
from turncoat.engine.levels import Level
from turncoat.engine.players import LevelPlayer, UctPlayer, limit_of
from turncoat.games import game, games
from turncoat.games.errors import BadRequest
from turncoat.games.results import FIRST, SECOND, Side
from turncoat.native.search import NativeUct
from turncoat.play import BadPlayer, Budget, Game, TimeLeft, make_player
from turncoat.play.grammar import digest_of, has_chance
from turncoat.protocols.client import EngineFailure, External
from turncoat.protocols.client.player import ProgramForfeit

SMALL = {"reversi": "reversi:size=4x4", "verto": "verto:size=4"}
RULESETS = [SMALL.get(name, name) for name in games()]
PROGRAM = f"cmd-ugi,nodes=300:{sys.executable} -m turncoat.cli engine"


def legal(game):
    return [str(move) for move in game.position.legal_moves]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("text", ["uct:50", "nodes:200,memory=1", "depth:2,weights=none,memory=1", "time:0.01", "1"])
def test_every_kind_of_player_makes_legal_moves_in_every_game(text, ruleset):
    player, game = make_player(text, ruleset), Game.start(ruleset)
    player.begin(1)
    player.check(game)
    for _ in range(3):
        chosen = player.choose(game).move
        assert chosen in legal(game)
        game.play(chosen)
    player.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("uct:fast", "uct needs a number; got fast"),
        ("uct:100,weights=none", "uct has no option weights"),
        ("uct:100,exploration=much", "exploration needs a number; got much"),
        ("uct:100,exploration=-1", "exploration must be from 0 to 100"),
        ("cmd,weights=none:engine", "cmd has no option weights"),
        ("cmd-gtp,time=0.1:engine", "GTP needs whole seconds, at least 1; got time=0.1"),
        ("cmd-gtp,time=1.5:engine", "GTP needs whole seconds"),
        ("cmd-gtp,nodes=5:engine", "GTP cannot express a limit of nodes; it has: time"),
        ("cmd-gtp,depth=5:engine", "GTP cannot express a limit of depth"),
        ("cmd-nboard,time=1:engine", "NBoard cannot express a limit of time; it has: depth"),
        ("cmd-nboard,depth=5,nodes=9:engine", "NBoard cannot express a limit of nodes"),
    ],
)
def test_a_text_that_names_no_player_is_refused_with_a_reason(text, says):
    with pytest.raises(BadPlayer, match=says):
        make_player(text, "reversi")


def test_levels_and_weights_that_are_not_there_are_refused():
    with pytest.raises(BadRequest, match="there is no level 11"):
        make_player("level:11", "reversi")
    with pytest.raises((BadWeights, OSError)):
        make_player("nodes:5,weights=nowhere.weights", "reversi")


def test_the_engine_says_what_it_expects_and_what_it_has_proved():
    player, received = make_player("depth:30", "reversi:size=4x4"), list[Sequence[Line]]()
    choice = player.choose(Game.start("reversi:size=4x4"), Budget(listen=received.append))
    assert (choice.proved, choice.note) == (-1, "-8, proved")
    assert choice.line is not None
    assert choice.line.moves[0] == choice.move
    assert choice.line is received[-1][0]


def test_a_game_that_is_over_has_no_move():
    game = Game.from_position("reversi:size=4x4 xxxx/xxxx/xxxo/xxoo x coins=1/1")
    with pytest.raises(BadRequest, match="over"):
        make_player("nodes:10", "reversi:size=4x4").choose(game)


def test_a_player_on_a_clock_needs_one():
    player, game = make_player("clock", "verto:size=4"), Game.start("verto:size=4")
    with pytest.raises(BadPlayer, match="needs a game with a clock"):
        player.choose(game, Budget(clocks={SECOND: TimeLeft(60)}))
    begun = perf_counter()
    assert player.choose(game, Budget(clocks={FIRST: TimeLeft(0.2)})).move in legal(game)
    assert perf_counter() - begun < 1


def test_a_budget_is_a_limit_of_the_move():
    game = Game.start("reversi")
    assert limit_of(game, Budget()) is None
    assert limit_of(game, Budget(clocks={SECOND: TimeLeft(60)}, listen=print)) is None
    assert limit_of(game, Budget(nodes=5, depth=3)) == Limit(nodes=5, depth=3)
    assert limit_of(game, Budget(time=0.5), threads=2) == Limit.for_move(0.5, 2)


def test_a_clock_leaves_a_part_of_it_and_never_more_than_the_time_for_the_move():
    game = Game.start("reversi")
    shared = limit_of(game, Budget(clocks={FIRST: TimeLeft(60)}))
    assert shared is not None
    assert shared.time is not None
    assert shared.soft_time is not None
    assert 1 < shared.soft_time < shared.time < 20
    hurried = limit_of(game, Budget(time=0.5, nodes=9, clocks={FIRST: TimeLeft(60)}))
    assert hurried == Limit(time=0.5, soft_time=0.5, nodes=9)


def test_an_engine_with_a_limit_of_its_own_keeps_to_it():
    player = make_player("nodes:100,weights=none", "reversi")
    choice = player.choose(Game.start("reversi"), Budget(nodes=100_000, clocks={FIRST: TimeLeft(900)}))
    assert isinstance(choice.line, Line)
    assert choice.line.nodes < 1000


def test_a_level_thinks_within_the_clock_and_goes_on_in_another_ruleset():
    player = LevelPlayer(Level("max"), "verto:size=4")
    begun = perf_counter()
    assert player.choose(Game.start("reversi:size=4x4"), Budget(clocks={FIRST: TimeLeft(0.3)})).move in (
        legal(Game.start("reversi:size=4x4"))
    )
    assert perf_counter() - begun < 2


def test_levels_and_uct_play_the_same_from_the_same_seed():
    def played(text, seed):
        player, game = make_player(text, "verto:size=5"), Game.start("verto:size=5")
        player.begin(seed)
        for _ in range(6):
            game.play(player.choose(game).move)
        return game.moves

    for text in ("1", "uct:30"):
        assert played(text, 3) == played(text, 3)
        assert len({played(text, seed) for seed in range(6)}) > 1


def test_uct_with_more_games_finds_the_win_at_once():
    game = Game.from_position(
        "vect-reverse:target=1/5 ......../......../......../...ox.../...xo.../......../......../........ x"
    )
    player = UctPlayer(game.ruleset, 2000)
    player.begin(1)
    game.play(player.choose(game).move)
    while game.position.mid_turn and not game.position.is_over:
        game.play(player.choose(game).move)
    assert game.result is not None
    assert game.result.winner is FIRST


@pytest.mark.parametrize(
    ("text", "chance"),
    [("random", True), ("uct:5", True), ("5", True), ("max", False), ("9", False), ("nodes:5", False)],
)
def test_it_is_known_who_leaves_something_to_chance(text, chance):
    assert has_chance(text) is chance


def test_weights_are_told_from_others_by_what_they_are():
    assert digest_of("nodes:5", "reversi") == digest_of("level:3", "reversi") != digest_of("nodes:5", "verto")
    assert digest_of("nodes:5,weights=none", "reversi") is None
    assert digest_of("random", "reversi") is digest_of("cmd:engine", "reversi") is None


def test_a_program_plays_from_the_games_moves():
    game = Game.start("invector:size=4x3")
    player = make_player(PROGRAM, game.ruleset)
    try:
        player.begin(1)
        for _ in range(4):
            choice = player.choose(game, Budget(clocks={FIRST: TimeLeft(5), SECOND: TimeLeft(5)}))
            assert choice.move in legal(game)
            assert choice.line is not None
            assert choice.line.moves[0] == choice.move
            game.play(choice.move)
    finally:
        player.close()


def test_a_program_that_fails_loses_and_says_why():
    player = make_player(f"cmd-gtp:{sys.executable} -m turncoat.cli engine --protocol gtp", "reversi:size=6x6")
    try:
        with pytest.raises(EngineFailure):
            player.check(Game.start("verto"))
        with pytest.raises(ProgramForfeit) as forfeit:
            player.choose(Game.start("verto"))
        assert forfeit.value.ending == "crash"
        assert "verto" in forfeit.value.failure.text("ja")
    finally:
        player.close()


@pytest.mark.parametrize("level", ["max", "10", "1"])
def test_a_level_keeps_within_its_clock(level):
    player = make_player(f"level:{level}", "reversi")
    player.begin(1)
    begun = perf_counter()
    player.choose(Game.start("reversi"), Budget(clocks=dict.fromkeys(Side, TimeLeft(0.3))))
    assert perf_counter() - begun < 0.3
    player.close()


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("processor", native.cpus())
def test_uct_weighs_every_legal_move_and_spends_every_playout(ruleset, processor):
    position = native.start(ruleset)
    found = NativeUct(native.compiled(ruleset, processor), 1 << 24).search(native.handle(position), 2500, 1.0, 3)
    assert [move for move, _, _ in found] == texts(position)
    assert sum(visits for _, visits, _ in found) == 2500
    assert all(visits and 0 <= value <= 1 for _, visits, value in found)


def test_uct_is_the_same_on_every_processor():
    start = native.handle(native.start("reversi"))
    found = [NativeUct(native.compiled("reversi", each), 1 << 24).search(start, 2000, 1.0, 7) for each in native.cpus()]
    assert all(each == found[0] for each in found)


def test_the_exploration_of_uct_can_be_set():
    """More of it spreads the playouts more evenly; what is written reaches the tree."""

    def most(exploration):
        player = make_player(f"uct:3000,exploration={exploration}", "reversi")
        assert isinstance(player, UctPlayer)
        start = native.handle(native.start("reversi").play("d3"))
        return max(visits for _, visits, _ in player._native.search(start, 3000, player._exploration, 1))

    assert most(0.1) > most(0.5) > most(5)


def test_uct_with_hardly_any_memory_goes_on_without_growing_its_tree():
    position = native.start("reversi")
    weighed = NativeUct(native.compiled("reversi"), 1).search(native.handle(position), 5000, 1.0, 1)
    assert sum(visits for _, visits, _ in weighed) == 5000


def test_uct_comes_to_the_truth_of_a_small_game():
    # 4x4 Reversi is lost for the first side after any move; after the first move the second side's best reply wins.
    ruleset = "reversi:size=4x4"
    position = native.start(ruleset).play("b1")
    exact = make_player("depth:30,memory=1", ruleset)
    exact.begin(0)
    good = {move for move in texts(position) if _value(exact, position.play(move)) == -1}
    uct = make_player("uct:20000", ruleset)
    uct.begin(5)
    assert uct.choose(Game.from_position(position)).move in good


def _value(player, position):
    return player.choose(Game.from_position(position)).proved


def test_a_forced_move_on_a_clock_comes_at_once():
    position, engine = native.start("vect-reverse"), Engine("vect-reverse", 1)
    for seed in range(200):
        position = native.start("vect-reverse")
        for move in native.playout_moves("vect-reverse", seed, 0)[:9]:
            position = position.play(move)
        if len(texts(position)) == 1 and not engine.best(position, Limit(nodes=50_000)).proved:
            break
    assert len(texts(position)) == 1
    for text in ("clock,memory=1", "level:max"):
        player = make_player(text, "vect-reverse")
        player.begin(1)
        begun = perf_counter()
        player.choose(Game.from_position(position), Budget(clocks=dict.fromkeys(Side, TimeLeft(600))))
        assert perf_counter() - begun < 3
        player.close()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("random", "<RandomPlayer>"),
        ("level:3", "<LevelPlayer 3 of verto:size=4>"),
        ("max", "<LevelPlayer max of verto:size=4>"),
        ("nodes:100", "<EnginePlayer of verto:size=4: Limit(nodes=100)>"),
        ("clock", "<EnginePlayer of verto:size=4: by the clock>"),
        ("uct:50", "<UctPlayer of verto:size=4: 50 playouts>"),
    ],
)
def test_a_player_shows_who_it_is(text, shown):
    assert repr(make_player(text, "verto:size=4")) == shown


def test_what_one_prints_while_trying_things_out_fits_on_a_line():
    engine = Engine("reversi", 1)
    assert repr(engine) == "<Engine of reversi>"
    assert re.fullmatch(r"<Weights for game=reversi size=8x8: \d+ patterns>", repr(engine.weights))
    assert (repr(game("verto")), repr(native.start("invector").grid)) == ("<GameInfo verto>", "<Grid 8x7>")
    for limit in (Limit(), Limit(depth=3), Limit.for_move(0.5, 2), Limit(nodes=5, lines=2)):
        assert eval(repr(limit)) == limit
    assert repr(Limit.for_move(0.5, 2)) == "Limit(time=0.5, threads=2, soft_time=0.5)"
    assert repr(External("cmd-gtp:edax -gtp")) == "<External cmd-gtp:edax -gtp>"
