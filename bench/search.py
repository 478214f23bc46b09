"""Speed of the middle-game search, with trained weights and without: `python -m bench.search`."""

import json
from pathlib import Path
from random import Random
from time import process_time

import turncoat
from turncoat.engine import Engine, Limit

RESULTS = Path(__file__).parent / "results" / "search.json"
RULESETS = ("reversi", "vect-reverse", "verto", "invector:pie=no", "verto:size=9")
POSITIONS, RANDOM_MOVES, NODES, SEED = 3, 20, 1_000_000, 5


def speed(ruleset: str, weights: str | None) -> float:
    """Nodes of finished depths for each second of the processor's time, one thread."""
    engine, random = Engine(ruleset, 64, weights), Random(SEED)
    nodes, seconds = 0, 0.0
    for _ in range(POSITIONS):
        position = turncoat.start(ruleset)
        for _ in range(RANDOM_MOVES):
            position = position.play(random.choice(position.moves()))
        begun = process_time()
        nodes += engine.best(position, Limit(nodes=NODES)).nodes
        seconds += process_time() - begun
    return nodes / seconds


def main() -> None:
    """Measures every ruleset and writes the record."""
    found = {}
    for ruleset in RULESETS:
        found[ruleset] = {"trained": speed(ruleset, "shipped"), "general": speed(ruleset, None)}
        print(f"{ruleset:16} {found[ruleset]['trained'] / 1e6:6.2f} {found[ruleset]['general'] / 1e6:6.2f} M nodes/s")
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
