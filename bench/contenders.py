"""What is measured: one small function per contender, all with the same outside.

A contender is made for a number of threads and then asked for work: `work(size)` does it and says how much was done.
For random games the size is a number of games, for steps a number of moves, for perft it is the depth.

Playing out and stepping are measured apart, for they are different work: who plays out hands over the ends of the games
alone, who steps hands over every position, as a learning program wants it.  A step chooses for each of 1024 games one
of its legal moves, all equally likely, plays it, begins finished games again, and leaves in arrays: the stones of the
side to move and of the other side, cell by cell, the mask of legal actions, the rewards, and which games are over.
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
EVERY_LEAF, BULK = "perft, every leaf made", "perft, last move counted in bulk"
RANDOM_GAMES, STEPS = "random games played out", "games stepped and observed"
BATCH = 1024  # games stepped side by side; for Pgx the rates from 256 to 16384 differ by less than two runs do
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
        rows.append(Contender(NATIVE, STEPS, ruleset, native_steps))
    rows.append(Contender(OPENSPIEL, EVERY_LEAF, OTHELLO, openspiel_every_leaf))
    rows.append(Contender(OPENSPIEL, BULK, OTHELLO, openspiel_bulk))
    rows.append(Contender(OPENSPIEL, RANDOM_GAMES, OTHELLO, openspiel_games))
    rows.append(Contender(OPENSPIEL_CPP, RANDOM_GAMES, OTHELLO, openspiel_rollouts))
    rows.append(Contender(OPENSPIEL, STEPS, OTHELLO, openspiel_steps))
    rows.append(Contender(PGX, STEPS, OTHELLO, pgx_steps, threaded=True))
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


def native_steps(ruleset: str, threads: int) -> Work:
    """Games stepped side by side by the native twin, called from Python for every step."""
    del threads
    from turncoat import native

    batch = native.Batch(ruleset, BATCH)
    now = batch.observe()

    def play(number: int) -> int:
        rounds = -(-number // BATCH)
        for seed in range(rounds):
            batch.step_actions(batch.sample_actions(seed), auto_reset=True, out=now)
        return rounds * BATCH

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


def openspiel_steps(ruleset: str, threads: int) -> Work:
    """Games stepped one after another through OpenSpiel's Python interface; it observes empty cells too."""
    del ruleset, threads
    import pyspiel

    game, rng = pyspiel.load_game("othello"), random.Random(1)
    states = [game.new_initial_state() for _ in range(BATCH)]

    def step(place: int) -> tuple[list[float], list[int], list[float], bool]:
        state = states[place]
        state.apply_action(rng.choice(state.legal_actions()))
        rewards, done = state.rewards(), state.is_terminal()
        if done:
            state = states[place] = game.new_initial_state()
        side = state.current_player()
        return state.observation_tensor(side), state.legal_actions_mask(side), rewards, done

    def play(number: int) -> int:
        rounds = -(-number // BATCH)
        for _ in range(rounds):
            for place in range(BATCH):
                step(place)
        return rounds * BATCH

    return play


def pgx_steps(ruleset: str, threads: int) -> Work:
    """Games stepped side by side by Pgx, hundreds of steps in one compiled call: no Python in between."""
    del ruleset, threads  # XLA takes as many threads as there are processors it may run on
    import jax
    import pgx
    from jax import numpy as jnp
    from pgx.experimental import auto_reset

    many = 256  # steps in one call
    env = pgx.make("othello")
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def move(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, fresh = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=1)
        return (step(state, actions, jax.random.split(fresh, BATCH)), key), None

    # What is carried from step to step is the whole state: observation, mask, rewards and ends are all made.
    compiled = jax.jit(lambda carry: jax.lax.scan(move, carry, None, length=many)[0])
    now = [(jax.jit(init)(jax.random.split(jax.random.key(0), BATCH)), jax.random.key(1))]

    def play(number: int) -> int:
        calls = -(-number // (many * BATCH))
        for _ in range(calls):
            now[0] = compiled(now[0])
        now[0][0].observation.block_until_ready()
        return calls * many * BATCH

    return play
