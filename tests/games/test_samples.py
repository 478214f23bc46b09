"""Every game has a game under way to show."""

import pytest

from turncoat import draw
from turncoat.games import games, start
from turncoat.games.notation import read_transcript


@pytest.mark.parametrize("game", games())
def test_the_sample_of_a_game_is_played_by_its_rules_and_not_over(game):
    position = start(game)
    for move in read_transcript(position, draw.sample(position)):
        position = position.play(move)
    assert position.result() is None
    assert position.board != start(game).board
