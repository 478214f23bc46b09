"""Random games that the plain rules and the native twin play together."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.moves import texts
from tests.thoroughness import THOROUGH, tries
from turncoat import games, native
from turncoat.games import Position

# Every combination of the options that a menu offers, of every game.
MENU = [str(options) for game in games.games().values() for options in game.Options.combinations()]

# Boards at the limits: the smallest, the largest, long ones, and both sides of the step from 64 bits to 128.
EDGES = [
    *("verto:size=3", "verto:size=4,quiet=no", "verto:size=7", "verto:size=10", "verto:size=11,quiet=no"),
    *("invector:size=2x3", "invector:size=3x2", "invector:size=7x8", "invector:size=9x8", "invector:size=2x63"),
    *("invector:size=63x2", "invector:size=42x3,pie=no", "invector:size=14x9", "invector:size=4x27,pie=no"),
    *("reversi:size=4x6", "reversi:size=8x4", "reversi:size=10x4", "reversi:size=4x10", "reversi:size=8x10"),
]

RULESETS = MENU + EDGES

if THOROUGH:  # and every value of every option by itself
    listed = Path(__file__).with_name("rulesets.txt").read_text("utf-8").splitlines()
    RULESETS = list(dict.fromkeys(RULESETS + [line.split()[0] for line in listed]))


def games_for(ruleset: str, cells: int) -> int:
    """How many games of a ruleset to walk: more on small boards, so that every ruleset takes about as long."""
    return tries(max(2, min(400, cells // len(games.start(ruleset).board) ** 2)))


def walk(ruleset: str, seed: str) -> Iterator[tuple[Position, Position]]:
    """Both positions at every step of one random game."""
    random = Random(seed)
    spec, fast = games.start(ruleset), native.start(ruleset)
    yield spec, fast
    while moves := texts(spec):
        move = random.choice(moves)
        spec, fast = spec.play(move), fast.play(move)
        yield spec, fast


def somewhere(ruleset: str, number: int, seed: str) -> list[tuple[Position, Position]]:
    """That many positions from random games, in mid-turn where there is such a thing."""
    pairs = [pair for game in range(max(2, number // 8)) for pair in walk(ruleset, f"{seed} {game}")]
    middle = [pair for pair in pairs if pair[0].mid_turn]
    random = Random(seed)
    return [random.choice(middle if middle and i % 2 else pairs) for i in range(number)]


def key(position: Position) -> int:
    """The 64-bit key of a native position."""
    assert isinstance(position, native.NativePosition)
    return position.key
