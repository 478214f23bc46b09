"""Players are made from texts, and plain UCT plays as plain UCT should."""

from time import perf_counter

import pytest

from tests.moves import texts
from turncoat import games, native
from turncoat.engine import BadWeights, Engine, Limit
from turncoat.lab.arena import BadPlayer, Moment, Remaining, Spec, make_player
from turncoat.lab.arena.players import UctPlayer
from turncoat.native._native import NativeUct

SMALL = {"reversi": "reversi:size=4x4", "verto": "verto:size=4"}
RULESETS = [SMALL.get(name, name) for name in games.games()]


def moment(text: str) -> Moment:
    position = native.parse(text) if " " in text else native.start(text)
    return Moment(str(position), (), position)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    "text", ["random", "uct:50", "nodes:200,memory=1", "depth:2,weights=none,memory=1", "time:0.01"]
)
def test_every_kind_of_player_makes_legal_moves_in_every_game(text, ruleset):
    player = make_player(text, ruleset)
    player.begin(1)
    position = native.start(ruleset)
    for _ in range(3):
        chosen = player.choose(Moment(str(position), (), position)).move
        assert chosen in texts(position)
        position = position.play(chosen)
    player.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("randm", "did you mean random"),
        ("random:5", "random takes no value"),
        ("nodes", "nodes needs a number"),
        ("nodes:many", "nodes needs a number; got many"),
        ("nodes:0", "nodes must be from 1"),
        ("nodes:5,memory", "memory should read option=value"),
        ("nodes:5,memory=1,memory=2", "each option once"),
        ("nodes:5,speed=2", "nodes has no option speed"),
        ("uct:100,weights=none", "uct has no option weights"),
        ("uct:100,exploration=much", "exploration needs a number; got much"),
        ("uct:100,exploration=-1", "exploration must be from 0 to 100"),
        ("clock:5", "clock takes no value"),
        ("cmd,weights=none:engine", "cmd has no option weights"),
        ("python:nowhere:Nobody", "nowhere:Nobody makes no player"),
        ("python:tests.lab.arena.cast:Unborn", "Unborn makes no player: RuntimeError: never"),
        ("python:builtins:str", "str makes no player: it lacks exact begin choose close"),
        ("cmd-gtp,time=0.1:engine", "GTP counts whole seconds, at least 1; got time=0.1"),
        ("cmd-gtp,time=1.5:engine", "GTP counts whole seconds"),
        ("cmd-gtp,nodes=5:engine", "GTP has no words for a limit of nodes; it can say: time"),
        ("cmd-gtp,depth=5:engine", "GTP has no words for a limit of depth"),
        ("cmd-nboard,time=1:engine", "NBoard has no words for a limit of time; it can say: depth"),
        ("cmd-nboard,depth=5,nodes=9:engine", "NBoard has no words for a limit of nodes"),
    ],
)
def test_a_text_that_names_no_player_is_refused_with_a_reason(text, said):
    with pytest.raises(BadPlayer, match=said):
        make_player(text, "reversi")


def test_a_refusal_can_be_said_in_japanese_and_sent_between_processes():
    import pickle

    with pytest.raises(BadPlayer) as caught:
        make_player("nodes:many", "reversi")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.text("ja") == "nodesには数が必要です。指定された値: many"


def test_weights_that_are_not_there_are_refused():
    with pytest.raises(BadWeights):
        make_player("nodes:5,weights=/nowhere", "reversi")


def test_a_player_on_a_clock_needs_a_clock():
    player = make_player("clock,memory=1", "reversi:size=4x4")
    with pytest.raises(BadPlayer, match="needs a game with a clock"):
        player.choose(moment("reversi:size=4x4"))


@pytest.mark.parametrize("level", ["max", "10", "1"])
def test_a_level_keeps_within_its_clock(level):
    player = make_player(f"level:{level}", "reversi")
    player.begin(1)
    position = native.start("reversi")
    begun = perf_counter()
    player.choose(Moment(str(position), (), position, Remaining(0.3, 0.3, 0)))
    assert perf_counter() - begun < 0.3
    player.close()


def test_a_command_keeps_its_commas_and_colons():
    assert Spec.read("cmd:engine --size=8,8 a:b") == Spec("cmd", "engine --size=8,8 a:b")
    assert Spec.read("cmd-gtp,time=0.1:engine a:b") == Spec("cmd-gtp", "engine a:b", {"time": "0.1"})


def test_the_same_seed_gives_the_same_moves():
    for text in ("random", "uct:30"):
        player = make_player(text, "verto:size=5")
        runs = []
        for seed in (1, 1, 2):
            player.begin(seed)
            runs.append([player.choose(moment("verto:size=5")).move for _ in range(8)])
        assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("processor", native.cpus())
def test_uct_weighs_every_legal_move_and_spends_every_playout(ruleset, processor):
    position = native.start(ruleset)
    found = NativeUct(native.compiled(ruleset, processor), 1 << 24).search(
        str(position).partition(" ")[2], 2500, 1.0, 3
    )
    assert [move for move, _, _ in found] == texts(position)
    assert sum(visits for _, visits, _ in found) == 2500
    assert all(visits and 0 <= value <= 1 for _, visits, value in found)


def test_uct_is_the_same_on_every_processor():
    text = str(native.start("reversi")).partition(" ")[2]
    found = [NativeUct(native.compiled("reversi", each), 1 << 24).search(text, 2000, 1.0, 7) for each in native.cpus()]
    assert all(each == found[0] for each in found)


def test_the_exploration_of_uct_can_be_set():
    """More of it spreads the playouts more evenly; what is written reaches the tree."""

    def most(exploration):
        player = make_player(f"uct:3000,exploration={exploration}", "reversi")
        assert isinstance(player, UctPlayer)
        text = str(native.start("reversi").play("d3")).partition(" ")[2]
        return max(visits for _, visits, _ in player._native.search(text, 3000, player._exploration, 1))

    assert most(0.1) > most(0.5) > most(5)


def test_uct_with_hardly_any_memory_goes_on_without_growing_its_tree():
    position = native.start("reversi")
    weighed = NativeUct(native.compiled("reversi"), 1).search(str(position).partition(" ")[2], 5000, 1.0, 1)
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
    assert uct.choose(Moment(str(position), (), position)).move in good


def _value(player, position):
    return player.choose(Moment(str(position), (), position)).proved


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
        player.choose(Moment(str(position), (), position, Remaining(600, 600, 0)))
        assert perf_counter() - begun < 3
        player.close()
