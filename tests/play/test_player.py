"""Who plays: the grammar of players, the kinds that packages bring, and what every player has."""

import pickle
import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from tests.play.stub_players import Eager
from turncoat.games import games
from turncoat.games.results import FIRST, SECOND
from turncoat.play import BadPlayer, Budget, Choice, Game, RandomPlayer, Spec, TimeLeft, grammar, make_player

SMALL = {"reversi": "reversi:size=4x4", "verto": "verto:size=4"}
RULESETS = [SMALL.get(name, name) for name in games()]


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", Spec("random")),
        ("nodes:20000", Spec("nodes", "20000")),
        (" time : 0.1 , threads = 2 ", Spec("time", "0.1", {"threads": "2"})),
        ("nodes:20000,weights=none,memory=1", Spec("nodes", "20000", {"weights": "none", "memory": "1"})),
        ("clock,threads=2", Spec("clock", "", {"threads": "2"})),
        ("clock:threads=2", Spec("clock", "", {"threads": "2"})),
        ("cmd-ugi,nodes=5:sh -c 'a=1,b:2'", Spec("cmd-ugi", "sh -c 'a=1,b:2'", {"nodes": "5"})),
        ("python:a.b:C", Spec("python", "a.b:C")),
    ],
)
def test_a_players_text_is_taken_apart(text, spec):
    assert Spec.read(text) == spec


@pytest.mark.parametrize("text", ["level:5", "level 5", "5", " 5 ", "level: 5"])
def test_a_level_is_read_as_records_and_people_write_it(text):
    assert Spec.read(text) == Spec("level", "5")
    assert Spec.read(text.replace("5", "max")) == Spec("level", "max")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("randm", "there is no player randm; players: random uct nodes time depth clock level cmd"),
        ("randm", "did you mean random?"),
        ("", "there is no player ;"),
        ("levels 5", "did you mean level?"),
        ("random:5", "random does not take a value"),
        ("nodes", "nodes needs a number; got ?"),
        ("nodes:many", "nodes needs a number; got many"),
        ("nodes:0", "nodes must be from 1 to 1e+15; got 0"),
        ("nodes:nan", "nodes needs a number; got nan"),
        ("time:nan", "time must be from 0.001"),
        ("nodes:5,memory", "memory should look like option=value"),
        ("nodes:5,memory=1,memory=2", "each option once"),
        ("nodes:5,speed=2", "nodes has no option speed; options: weights memory threads"),
        ("clock:5", "clock does not take a value"),
        ("python:nowhere:Nobody", "nowhere:Nobody is not a player: ModuleNotFoundError"),
        ("python:tests.play.stub_players:Unborn", "Unborn is not a player: RuntimeError: never"),
        ("python:builtins:str", "str is not a player: it lacks exact begin check choose close"),
        ("python,size=3:tests.play.stub_players:Eager", "python has no option size"),
    ],
)
def test_a_text_that_names_no_player_is_refused_with_a_reason(text, says):
    with pytest.raises(BadPlayer) as refused:
        make_player(text, "reversi")
    assert says in str(refused.value)
    assert pickle.loads(pickle.dumps(refused.value)).text("ja") == refused.value.text("ja") != str(refused.value)


def test_a_player_of_your_own_is_made_from_its_module_and_told_the_ruleset():
    player = make_player("python:tests.play.stub_players:Eager", "reversi:size=8x8")
    assert isinstance(player, Eager)
    assert player.ruleset == "reversi"
    player.begin(1)
    player.check(Game.start("reversi"))
    assert (player.choose(Game.start("reversi")), player.exact) == (Choice("d3"), False)
    player.close()


@pytest.fixture
def kinds(monkeypatch):
    """The kinds, to which a test may add its own."""
    found = dict(grammar.kinds())
    monkeypatch.setattr(grammar, "kinds", lambda: found)
    return found


def test_another_package_brings_a_kind_by_an_entry_point(kinds):
    kinds["eager"] = EntryPoint("eager", "tests.play.test_player:make_eager", "turncoat.players")
    assert isinstance(make_player("eager:fast", "reversi"), Eager)
    assert not grammar.has_chance("eager")
    assert grammar.digest_of("eager", "reversi") is None


def make_eager(spec, ruleset):
    """What an entry point of another package names."""
    assert spec.value in ("fast", "")
    return Eager(str(ruleset))


def test_a_kind_whose_package_is_missing_says_so(kinds):
    kinds["ghost"] = EntryPoint("ghost", "nowhere.at.all:GHOST", "turncoat.players")
    with pytest.raises(BadPlayer, match="this version has no players of kind ghost"):
        make_player("ghost", "reversi")


def test_kinds_are_imported_only_when_one_is_asked_for():
    code = (
        "import sys; from turncoat.play import make_player, Game;"
        "make_player('random', 'verto').choose(Game.start('verto'));"
        "sys.exit('turncoat.engine' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("cmd:edax", True),
        ("cmd-gtp:edax -gtp", True),
        (" cmd , time=1 : edax", True),
        ("cmd-ugi,nodes=5:a b", True),
        ("cmd", False),
        ("cmdr:edax", False),
        ("random", False),
        ("level 5", False),
        ("Ann", False),
    ],
)
def test_whoever_starts_a_program_is_known_by_the_text(text, starts):
    assert grammar.is_program(text) is starts


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_random_player_makes_any_legal_move_and_the_same_from_the_same_seed(ruleset):
    def played(seed):
        player, game = make_player("random", ruleset), Game.start(ruleset)
        player.begin(seed)
        while game.position.legal_moves and game.current.number < 40:
            game.play(player.choose(game).move)
        return game.moves

    assert played(7) == played(7)
    assert len({played(seed) for seed in range(4)}) > 1


def test_a_random_player_makes_every_move_sooner_or_later():
    player, game = RandomPlayer(seed=1), Game.start("reversi")
    assert {player.choose(game, Budget()).move for _ in range(100)} == {"d3", "c4", "f5", "e6"}


def test_a_budget_tells_the_clock_of_each_side():
    budget = Budget(clocks={FIRST: TimeLeft(60, 1)})
    assert budget.clock(FIRST) == TimeLeft(60, 1)
    assert budget.clock(SECOND) is None


def test_a_choice_without_a_move_gives_the_game_up():
    assert Choice.resign().resigns
    assert not Choice("d3").resigns
