"""Programs of others as players of the arena."""

import shlex
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from tests.moves import texts
from tests.protocols.simple import simple_program, told_positions
from turncoat import native
from turncoat.lab.arena import Match, play
from turncoat.play import BadPlayer, Budget, Forfeit, Game, TimeLeft, make_player
from turncoat.protocols.client import EngineFailure

ROGUE = Path(__file__).parents[2] / "protocols" / "rogue.py"
ENGINE = f"cmd-ugi,nodes=50:{shlex.quote(sys.executable)} -m turncoat.cli engine"


def test_every_game_is_announced_as_a_new_one_before_its_first_move(tmp_path):
    diary = tmp_path / "diary"
    command = shlex.join([sys.executable, str(ROGUE), "ugi", "diary", str(diary)])
    player = make_player(f"cmd-ugi:{command}", "reversi")
    start = native.start("reversi")
    for game in range(3):
        player.begin(game)
        player.choose(Game.from_position(start))
    player.close()
    told = [line.split()[0] for line in diary.read_text().splitlines()]
    assert told.count("ugi") == 1  # one process played them all
    assert [word for word in told if word in ("uginewgame", "go")] == ["uginewgame", "go"] * 3
    assert all(after == "isready" for word, after in pairwise(told) if word == "uginewgame")


def test_a_program_with_nodes_plays_the_same_games_in_any_order():
    def moves(*seeds):
        player = make_player(ENGINE, "invector:size=4x3")
        found = {}
        for seed in seeds:
            player.begin(seed)
            start = native.start("invector:size=4x3")
            game = Game.from_position(start.play(texts(start)[seed]))
            while not game.position.is_over:
                game.play(player.choose(game).move)
            found[seed] = game.moves
        player.close()
        return found

    assert moves(1, 2, 3) == moves(3, 1, 2)


@pytest.mark.parametrize("manner", ["crash", "stillborn"])
def test_a_program_that_ends_loses_its_games_and_not_the_match(manner, tmp_path):
    if manner == "stillborn":
        with pytest.raises(Exception, match="no licence"):
            make_player(f"cmd-ugi:{shlex.join([sys.executable, str(ROGUE), 'ugi', manner])}", "reversi")
        return
    command = f"cmd-ugi:{shlex.join([sys.executable, str(ROGUE), 'ugi', manner])}"
    standing = play(Match(("random", command), "reversi:size=4x4", pairs=2, opening_moves=1))
    assert standing.forfeits == {(1, "crash"): 4}


@pytest.mark.parametrize(("protocol", "limit"), [("gtp", "nodes=5"), ("gtp", "time=0.5"), ("nboard", "time=1")])
def test_a_limit_that_a_program_cannot_be_told_is_refused_once_its_protocol_is_known(protocol, limit):
    command = shlex.join([sys.executable, str(ROGUE), protocol, "fine"])
    with pytest.raises(BadPlayer, match=r"cannot express|whole seconds"):
        make_player(f"cmd,{limit}:{command}", "reversi")


def test_limits_that_a_program_can_be_told_are_taken():
    for protocol, limit in (("gtp", "time=2"), ("nboard", "depth=3"), ("ugi", "time=0.1,nodes=5,depth=2")):
        make_player(
            f"cmd-{protocol},{limit}:{shlex.join([sys.executable, str(ROGUE), protocol, 'fine'])}", "reversi"
        ).close()


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_a_program_that_cannot_play_the_ruleset_is_refused_before_anything_is_played(protocol):
    command = shlex.join([sys.executable, str(ROGUE), protocol, "fine"])
    with pytest.raises(EngineFailure, match="verto"):
        play(Match((f"cmd-{protocol}:{command}", "random"), "verto", pairs=1))


def test_two_builds_meet_as_two_programs():
    # Another build is its own command; here both are this one, and only the nodes differ.
    other = ENGINE.replace("nodes=50", "nodes=1")
    standing = play(Match((ENGINE, other), "reversi:size=6x6", pairs=3, opening_moves=4))
    assert standing.games == 6
    assert not standing.forfeits


@pytest.mark.parametrize("moves", [(), ("d3",)])
def test_a_program_is_told_its_own_time_and_the_opponents(moves, tmp_path):
    diary = tmp_path / "diary"
    player = make_player(f"cmd-ugi:{shlex.join([sys.executable, str(ROGUE), 'ugi', 'diary', str(diary)])}", "reversi")
    game = Game.start("reversi")
    for move in moves:
        game.play(move)
    side = game.position.side
    player.begin(1)
    with suppress(Forfeit):  # it knows one move alone
        player.choose(game, Budget(clocks={side: TimeLeft(5, 1), side.other: TimeLeft(9, 1)}))
    player.close()
    [go] = [line for line in diary.read_text().splitlines() if line.startswith("go")]
    mine, other = ("p2", "p1") if moves else ("p1", "p2")
    for said in (f"{mine}time 5000", f"{other}time 9000", f"{mine}inc 1000", f"{other}inc 1000"):
        assert said in go


def test_a_program_is_told_the_moves_where_they_lead_from_the_rulesets_start(tmp_path):
    diary = tmp_path / "diary"
    player, game = make_player(simple_program(diary), "reversi"), Game.start("reversi")
    game.play("d3")
    begun = Game.from_position(game.position)
    begun.play("c3")
    for each in (game, begun):  # whoever replayed those of the second from the start would be lost
        assert each.position.find(player.choose(each, Budget(depth=1)).move)
    player.close()
    assert told_positions(diary) == ["position startpos moves d3", "position startpos moves d3 c3"]
