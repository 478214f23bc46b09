"""Whole games and analyses by `turncoat engine` through the pipe, as our own client asks for them."""

import pytest

import turncoat
from tests.moves import texts
from tests.protocols.engine_process import COMMAND
from turncoat.engine import Limit
from turncoat.games import games
from turncoat.play import Game
from turncoat.protocols.client import External

PIPE = f"cmd-ugi:{' '.join(COMMAND)}"


def families():
    """Every game, and every game with one option that is not as usual; nothing that takes long."""
    for name, game in games().items():
        for choice in game.Options.choices():
            for value in choice.values:
                yield str(turncoat.start(f"{name}:{choice.name}={value}").ruleset)


@pytest.fixture(scope="module")
def engine():
    with External(PIPE) as external:
        yield external


@pytest.mark.parametrize("ruleset", sorted(set(families())))
def test_whole_games_are_played_through_the_pipe(engine, ruleset):
    game, limit = Game.start(ruleset), Limit(nodes=30)
    while not game.position.is_over:
        game.play(engine.choose(game, limit))
    assert game.result


@pytest.mark.parametrize("ruleset", list(games()))
def test_an_analyst_through_the_pipe_says_what_the_engine_says(engine, ruleset):
    position = turncoat.start(ruleset)
    own = list(turncoat.engine.Engine(ruleset).analyse(position, Limit(depth=3, lines=2)))
    told = list(engine.analyse(Game(position), Limit(depth=3, lines=2)))
    assert [[(line.moves, line.value) for line in lines] for lines in told] == [
        [(line.moves, line.value) for line in lines] for lines in own
    ]


def test_an_analysis_that_is_left_ends(engine):
    game = Game.start("reversi")
    for lines in engine.analyse(game, Limit()):
        if lines[0].depth == 4:
            break
    assert engine.choose(game, Limit(depth=1)) in texts(game.position)


def test_a_new_game_depends_on_none_before(engine):
    def play():
        engine.new_game()
        game = Game.start("invector:size=5x4")
        while not game.position.is_over:
            game.play(engine.choose(game, Limit(nodes=300)))
        return game.moves

    assert play() == play()
