"""What is measured: one small function per contender, all with the same outside.

A contender is made for a number of threads and then asked for work: `work(size)` does it and says how much was done.
For random games the size is a number of games, for perft it is the depth.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from turncoat.games import Position, games, start
from turncoat.games.perft import perft

Work = Callable[[int], int]

PLAIN, NATIVE, OPENSPIEL, OPENSPIEL_CPP, PGX = (
    "Turncoat, plain Python",
    "Turncoat, native",
    "OpenSpiel",
    "OpenSpiel, C++",
    "Pgx",
)
EVERY_LEAF, BULK, RANDOM_GAMES = "perft, every leaf made", "perft, last move counted in bulk", "random games"
OTHELLO = "reversi"


@dataclass(frozen=True)
class Contender:
    """Who does what in which game."""

    who: str
    measure: str
    ruleset: str
    prepare: Callable[[str, int], Work]
    """Given the ruleset and the threads to use, the work to measure."""
    threaded: bool = False
    """Whether it uses several threads by itself; otherwise two threads mean two processes."""


def contenders() -> list[Contender]:
    """Everything that one run measures: our two for every game, and the peers in the game that we share."""
    rows = []
    for ruleset in games():
        for measure, plain, native in (
            (EVERY_LEAF, plain_every_leaf, native_every_leaf),
            (BULK, plain_bulk, native_bulk),
            (RANDOM_GAMES, plain_games, native_games),
        ):
            rows.append(Contender(NATIVE, measure, ruleset, native, threaded=True))
            rows.append(Contender(PLAIN, measure, ruleset, plain))
    rows.append(Contender(OPENSPIEL, EVERY_LEAF, OTHELLO, openspiel_every_leaf))
    rows.append(Contender(OPENSPIEL, BULK, OTHELLO, openspiel_bulk))
    rows.append(Contender(OPENSPIEL, RANDOM_GAMES, OTHELLO, openspiel_games))
    rows.append(Contender(OPENSPIEL_CPP, RANDOM_GAMES, OTHELLO, openspiel_rollouts))
    rows.append(Contender(PGX, RANDOM_GAMES, OTHELLO, pgx_games, threaded=True))
    return rows


def plain_every_leaf(ruleset: str, threads: int) -> Work:
    """Perft by the plain rules, every position made."""
    del threads

    def walk(position: Position, depth: int) -> int:
        return sum(walk(position.play(move), depth - 1) for move in position.legal_moves) if depth else 1

    return lambda depth: walk(start(ruleset), depth)


def plain_bulk(ruleset: str, threads: int) -> Work:
    """Perft by the plain rules, the last moves only counted."""
    del threads
    return lambda depth: perft(start(ruleset), depth, "move")


def plain_games(ruleset: str, threads: int) -> Work:
    """Whole random games by the plain rules."""
    del threads
    rng = random.Random(1)

    def play(number: int) -> int:
        for _ in range(number):
            position = start(ruleset)
            while moves := position.legal_moves:
                position = position.play(rng.choice(moves))
        return number

    return play


def native_every_leaf(ruleset: str, threads: int) -> Work:
    """Perft by the native twin, every position made."""
    from turncoat import native

    position = native.start(ruleset)
    return lambda depth: native.perft(position, depth, unit="move", threads=threads, bulk=False)


def native_bulk(ruleset: str, threads: int) -> Work:
    """Perft by the native twin, the last moves only counted."""
    from turncoat import native

    position = native.start(ruleset)
    return lambda depth: native.perft(position, depth, unit="move", threads=threads, bulk=True)


def native_games(ruleset: str, threads: int) -> Work:
    """Whole random games in one call of the native twin."""
    from turncoat import native

    def play(number: int) -> int:
        native.playouts(ruleset, number, seed=1, threads=threads)
        return number

    return play


def openspiel_every_leaf(ruleset: str, threads: int) -> Work:
    """Perft through OpenSpiel's Python interface, every state made."""
    del ruleset, threads
    import pyspiel

    def walk(state: Any, depth: int) -> int:
        return sum(walk(state.child(action), depth - 1) for action in state.legal_actions()) if depth else 1

    return lambda depth: walk(pyspiel.load_game("othello").new_initial_state(), depth)


def openspiel_bulk(ruleset: str, threads: int) -> Work:
    """Perft through OpenSpiel's Python interface, the last actions only counted."""
    del ruleset, threads
    import pyspiel

    def walk(state: Any, depth: int) -> int:
        actions = state.legal_actions()
        return sum(walk(state.child(action), depth - 1) for action in actions) if depth > 1 else len(actions)

    return lambda depth: walk(pyspiel.load_game("othello").new_initial_state(), depth)


def openspiel_games(ruleset: str, threads: int) -> Work:
    """Whole random games in a loop over OpenSpiel's Python interface, as its own examples play them."""
    del ruleset, threads
    import pyspiel

    game, rng = pyspiel.load_game("othello"), random.Random(1)

    def play(number: int) -> int:
        for _ in range(number):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        return number

    return play


def openspiel_rollouts(ruleset: str, threads: int) -> Work:
    """Whole random games without leaving OpenSpiel's C++: the rollouts of a search that looks at the root alone."""
    del ruleset, threads
    import pyspiel

    game = pyspiel.load_game("othello")

    def play(number: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=number, seed=1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)  # one simulation, 100 MB, no solver
        bot.mcts_search(game.new_initial_state())
        return number

    return play


def pgx_games(ruleset: str, threads: int) -> Work:
    """Whole random games in one compiled call of Pgx: a batch steps together until its last game is over."""
    del ruleset, threads  # XLA takes as many threads as there are processors it may run on
    import jax
    import pgx
    from jax import numpy as jnp

    batch = 1024  # from 256 to 16384 the rates differ by less than two runs of one size do
    env = pgx.make("othello")
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def go_on(carry: Any) -> Any:
        return ~carry[0].terminated.all()

    def move(carry: Any) -> Any:
        state, key = carry
        key, draw = jax.random.split(key)
        actions = jax.random.categorical(draw, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=1)
        return step(state, actions), key

    def play_batch(key: Any) -> Any:
        key, first = jax.random.split(key)
        state, _ = jax.lax.while_loop(go_on, move, (init(jax.random.split(first, batch)), key))
        return state.rewards

    compiled = jax.jit(play_batch)

    def play(number: int) -> int:
        batches = -(-number // batch)
        for seed in range(batches):
            compiled(jax.random.key(seed)).block_until_ready()
        return batches * batch

    return play
