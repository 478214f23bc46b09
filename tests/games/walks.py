"""Random games, for tests that hold on every position of every ruleset."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from tests.moves import texts
from turncoat.games import Position, games, start

RULESETS = [str(options) for game in games().values() for options in game.Options.combinations()]


def walk(ruleset: str, seed: int = 0) -> Iterator[tuple[Any, str, Any]]:
    """A random game, step by step: the position before, the move, the position after."""
    choose, position = random.Random(seed), start(ruleset)
    while not position.result():
        move = choose.choice(texts(position))
        after = position.play(move)
        yield position, move, after
        position = after


def positions(rulesets: list[str] = RULESETS) -> st.SearchStrategy[Any]:
    """Positions of random games, mid-turn and finished ones included."""

    @st.composite
    def draw_position(draw: st.DrawFn) -> Position:
        position = start(draw(st.sampled_from(rulesets)))
        choose = random.Random(draw(st.integers(0, 2**32)))
        for _ in range(draw(st.integers(0, 150))):
            moves = texts(position)
            if not moves:
                break
            position = position.play(choose.choice(moves))
        return position

    return draw_position()


def rulesets_of(name: str) -> list[str]:
    """Every combination of one game's options."""
    return [ruleset for ruleset in RULESETS if ruleset.partition(":")[0] == name]


def random_board(choose: random.Random, cells: int) -> str:
    """A board no game need ever have come to, sparse or crowded."""
    marks = choose.choice(["xo.", "xo...", "xo......", "xxo.", "xoo", "xo"])
    return "".join(choose.choice(marks) for _ in range(cells))
