"""Games as environments of PettingZoo: its own tests of the interface, and what a game is in its terms."""

import random

import numpy as np
import pytest
from pettingzoo.test import api_test

from turncoat.draw import text
from turncoat.games import games, start
from turncoat.games.errors import BadRequest, TurncoatError
from turncoat.games.results import Side
from turncoat.lab.environment import PLAYERS, Environment

RULESETS = [*games(), "verto:size=3", "reversi:size=4x6"]


def begun(ruleset):
    environment = Environment(ruleset)
    environment.reset()
    return environment


def act(environment, move):
    """Play a move, named by its text."""
    environment.step(environment._batch.actions(0)[move])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.filterwarnings("ignore:.*observation.*:UserWarning")
def test_pettingzoo_finds_nothing_wrong(ruleset):
    api_test(Environment(ruleset), num_cycles=300)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_by_actions_is_a_game_by_the_rules(ruleset, seed):
    choose, environment, position = random.Random(f"{ruleset} {seed}"), begun(ruleset), start(ruleset)
    sides = dict(zip(PLAYERS, Side, strict=True))
    while not position.is_over:
        player = environment.agent_selection
        assert sides[player] is position.side
        moves = environment._batch.actions(0)
        mask = environment.observe(player)["action_mask"]
        assert sorted(moves.values()) == np.flatnonzero(mask).tolist()
        assert sorted(moves) == sorted(map(str, position.legal_moves))
        move = choose.choice(sorted(moves))
        if move == "swap":
            sides = {player: side.other for player, side in sides.items()}
        position = position.play(move)
        act(environment, move)
        assert str(environment.position) == str(position)
    result = position.result()
    assert result is not None
    winner = result.winner
    assert environment.rewards == {
        each: 0 if winner is None else 1 if sides[each] is winner else -1 for each in PLAYERS
    }
    assert all(environment.terminations.values())


def test_after_a_swap_the_first_player_plays_the_other_colour():
    ruleset = next(
        each for each in RULESETS if "swap" in map(str, start(each).play(start(each).legal_moves[0]).legal_moves)
    )
    environment = begun(ruleset)
    act(environment, str(start(ruleset).legal_moves[0]))
    assert environment.agent_selection == "player_2"
    act(environment, "swap")
    assert environment.position.side is Side.SECOND
    assert environment.agent_selection == "player_1"


def test_each_player_sees_their_own_stones_first_and_who_waits_may_do_nothing():
    environment = begun("reversi:size=4x4")
    act(environment, "b1")
    assert environment.agent_selection == "player_2"
    waiting, deciding = environment.observe("player_1"), environment.observe("player_2")
    assert (waiting["observation"][0].sum(), waiting["observation"][1].sum()) == (4, 1)
    assert (deciding["observation"][0].sum(), deciding["observation"][1].sum()) == (1, 4)
    assert waiting["action_mask"].sum() == 0
    assert deciding["action_mask"].sum() == 3


def test_an_observation_is_not_changed_by_what_follows():
    environment = begun("reversi:size=4x4")
    before = environment.observe("player_1")
    kept = {name: array.copy() for name, array in before.items()}
    act(environment, "b1")
    assert all(np.array_equal(before[name], kept[name]) for name in kept)


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing():
    environment = begun("reversi:size=4x4")
    with pytest.raises(BadRequest, match=r"action 0 is not legal in game 0; legal actions: 1 4 11 14"):
        environment.step(0)
    with pytest.raises(TurncoatError, match="action must be a whole number; got None"):
        environment.step(None)
    assert environment.agent_selection == "player_1"
    act(environment, "b1")


def test_reset_begins_anew_and_again_from_the_position_that_was_given():
    position = start("verto:size=4").play("b2")
    environment = begun(position)
    while environment.agents and not any(environment.terminations.values()):
        environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
    environment.reset()
    assert environment.position == position
    assert environment.agent_selection == "player_2"
    assert environment.rewards == dict.fromkeys(PLAYERS, 0)


def test_it_is_shown_as_text():
    environment = Environment("verto:size=3", render_mode="ansi")
    environment.reset()
    assert environment.render() == text(start("verto:size=3"))
    assert begun("verto:size=3").render() is None
    with pytest.raises(BadRequest, match="render_mode must be one of ansi; got human"):
        Environment("verto", render_mode="human")
