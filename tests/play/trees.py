"""Random game trees with everything a person may note in them."""

from collections.abc import Iterable
from random import Random

from hypothesis import strategies as st

from turncoat.games import Ruleset, games
from turncoat.play import Evaluation, Game, Node
from turncoat.play.node import GLYPHS

RULESETS = [*games(), "verto:size=3", "reversi:size=4x4", "invector:size=4x3"]
NASTY = [
    "{",
    "}",
    "\\",
    "\n",
    ";",
    "#",
    ":",
    "(",
    ")",
    "[%clk 0:00:01]",
    "[%",
    "]",
    "\\u007d",
    "\u2028",
    "\x85",
    "\r\n",
]
NASTY += ["moves: a1", "\nsecond: Eve", " ", "\t", "$5", "!?", "石", "\ud800", "\u3000", "😀"]
comments = st.lists(st.sampled_from(NASTY) | st.text(max_size=6), max_size=5).map("".join)
symbols = st.lists(st.sampled_from(GLYPHS) | st.integers(0, 300).map(lambda n: f"${n}"), max_size=3)
clocks = st.none() | st.integers(0, 10**10)
depths = st.none() | st.integers(0, 99)
evaluations = st.none() | st.builds(Evaluation, st.floats(0, 1), depth=depths)
evaluations |= st.builds(Evaluation, st.sampled_from([0.0, 0.5, 1.0]), st.just(True), depth=depths)
names = st.text(alphabet="abcdefgß", min_size=1, max_size=5).filter(
    lambda name: name.lower() not in ("ruleset", "start")
)
headers = st.dictionaries(names, st.text(max_size=12), max_size=3)


def game_of(ruleset: Ruleset | str, moves: Iterable[str] = (), begin: str | None = None, **headers: str) -> Game:
    """The game of those moves from the ruleset's start, or from the position of that text."""
    game = Game.start(ruleset, headers=headers) if begin is None else Game.from_position(begin, headers)
    for move in moves:
        game.play(move)
    return game


@st.composite
def trees(draw: st.DrawFn) -> Game:
    """A game of any ruleset, from any position, with variations of variations."""
    chance = Random(draw(st.integers(0, 2**32)))
    game = Game.start(draw(st.sampled_from(RULESETS)))
    for _ in range(draw(st.sampled_from([0, 0, 3, 40]))):
        _go_on(game.current, game, chance)
    game = Game.from_position(game.position, draw(headers))
    nodes = [game.root]
    for _ in range(draw(st.integers(0, 40))):
        # Mostly on from the newest node, so that there are long lines too.
        game.go_to(nodes[-1] if chance.random() < 0.7 else chance.choice(nodes))
        if _go_on(game.current, game, chance):
            nodes.append(game.current)
    for node in chance.sample(nodes, min(len(nodes), 4)):
        node.comment, node.symbols = draw(comments), draw(symbols)
        node.clock, node.evaluation = draw(clocks), draw(evaluations)
    return game


def _go_on(node: Node, game: Game, chance: Random) -> bool:
    legal = node.position.legal_moves
    if legal:
        game.play(chance.choice(legal))
    return bool(legal)
