"""Speed of the middle-game search, with trained weights, without, and on two threads: `python -m bench.search`."""

import json
import os
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its idle threads would count as ours

import turncoat
from turncoat.engine import Engine, Limit

RESULTS = Path(__file__).parent / "results" / "search.json"
RULESETS = ("reversi", "vect-reverse", "verto", "invector:pie=no", "verto:size=9")
POSITIONS, RANDOM_MOVES, NODES, SEED = 3, 20, 2_000_000, 5
ROUNDS, ROUNDS_TOGETHER = 10, 3  # a round of one thread is short, and the machine may be busy with something else
TOGETHER = 2.0  # seconds


def middle(ruleset: str) -> list[turncoat.Position]:
    """Positions of the middle game, from random moves."""
    random, positions = Random(SEED), list[turncoat.Position]()
    while len(positions) < POSITIONS:
        position = turncoat.start(ruleset)
        for _ in range(RANDOM_MOVES):
            if legal := position.legal_moves:
                position = position.play(random.choice(legal))
        if len(position.legal_moves) > 1:
            positions.append(position)
    return positions


def speed(ruleset: str, weights: str | None) -> tuple[float, float]:
    """Nodes for each second of the processor's time, one thread: the best round of some, and the median."""
    rounds = []
    for _ in range(ROUNDS):
        engine = Engine(ruleset, 64, weights)  # anew, for where its tables come to lie in memory makes a difference
        nodes, seconds = 0, 0.0
        for position in middle(ruleset):
            engine.forget()
            begun = process_time()
            found = engine.best(position, Limit(nodes=NODES))
            seconds += process_time() - begun
            # A search tells of the depths it finished, but spends its whole budget unless it proves something.
            nodes += found.nodes if found.proved else NODES
        rounds.append(nodes / seconds)
    return max(rounds), median(rounds)


def together(ruleset: str) -> float:
    """Nodes of two threads for each second on the clock, up to the last depth they finished; the best round of some."""
    engine, rounds = Engine(ruleset, 64), []
    for _ in range(ROUNDS_TOGETHER):
        nodes, seconds = 0, 0.0
        for position in middle(ruleset):
            engine.forget()
            found = engine.best(position, Limit(time=TOGETHER, threads=2))
            nodes, seconds = nodes + found.nodes, seconds + found.seconds
        rounds.append(nodes / seconds)
    return max(rounds)


def main() -> None:
    """Measures every ruleset and writes the record."""
    found = {}
    for ruleset in RULESETS:
        row = dict(zip(("trained", "median"), speed(ruleset, "shipped"), strict=True))
        row |= {"general": speed(ruleset, None)[0], "two threads": together(ruleset)}
        print(f"{ruleset:16}", ", ".join(f"{name} {value / 1e6:.2f}" for name, value in row.items()), "M nodes/s")
        found[ruleset] = row
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
