"""Training an evaluation: the engine plays itself, weights are fitted to how the games ended, and so on again.

python -m turncoat.lab.training RULESET --out FOLDER
"""

import argparse
import json
import re
import sys
import time
import tomllib
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path

import numpy as np

from turncoat import games
from turncoat.engine import Weights
from turncoat.engine import read as read_weights
from turncoat.native import compiled
from turncoat.native.training import Samples, fit, self_play

from . import patterns

TABLE = 1 << 21
"""Bytes of the transposition table of every game of self-play."""


@dataclass(frozen=True)
class Plan:
    """What to look at and how to play, for one ruleset."""

    ruleset: str
    fits: dict[str, str]
    shapes: tuple[tuple[int, ...], ...]
    stages: int
    mid_turn: bool
    scale: float
    """400: learn the odds of winning.  0: learn the lead itself."""
    rate: float
    depth: int
    exact: int
    opening: int


@dataclass(frozen=True)
class Generation:
    """One round of self-play and fit: what it took and how well the fit went."""

    games: int
    samples: int
    depth: int
    loss: float
    seconds: float


def plan(ruleset: str) -> Plan:
    """A plan that suits the ruleset, read off its board and its rules."""
    position = games.start(ruleset)
    grid = position.grid
    options = position.ruleset.options
    file = resources.files("turncoat.lab").joinpath("plans", f"{options.game.replace('-', '_')}.toml")
    look = tomllib.loads(file.read_text("utf-8"))
    shapes = patterns.lines(grid, diagonals=look["diagonals"])
    shapes += [patterns.diagonals_together(grid, lengths) for lengths in look["diagonals_together"]]
    shapes += patterns.edges_with_inner_corners(grid) if look["edges"] else []
    for width, height in look["blocks"]:
        shapes += patterns.blocks(grid, width, height)
    for width, height in look["corner_blocks"]:
        shapes += patterns.blocks(grid, width, height)[:1]
    if look["held"]:
        held = [zone for zone in position.facts().zones if zone.holdable]
        shapes.append(tuple(grid.number(cell) for zone in held for cell in zone.cells))
    fits = {"game": options.game} | {name: options.text(name) for name in look["fits"]}
    return Plan(
        ruleset,
        fits,
        tuple(shapes),
        look["stages"],
        look["mid_turn"],
        look["scale"],
        look["rate"],
        look["depth"],
        look["exact"],
        look["opening"],
    )


class Trainer:
    """Plays and fits, generation after generation."""

    def __init__(self, what: Plan, threads: int, seed: int, teacher: Weights | None = None) -> None:
        self.plan, self.threads, self.seed, self.teacher = what, threads, seed, teacher
        grid = games.start(what.ruleset).grid
        self.layout = patterns.layout(grid, what.shapes)
        cells = len(grid.cells)
        self.stages = [min(what.stages - 1, stones * what.stages // (cells + 1)) for stones in range(129)]
        self.sets = what.stages * (2 if what.mid_turn else 1)
        self.samples = Samples()
        self.weights = np.zeros(0, np.float32)
        self.played = 0
        self.history: list[Generation] = []

    def play(self, seconds: float, depth: int) -> tuple[int, int]:
        """Self-play for about that long, at first by the teacher if there is one; games and samples."""
        player = self.teacher if self.teacher and not self.history else self.result()
        end, played, noted = time.monotonic() + seconds, 0, 0
        chunk = 64 * self.threads
        while time.monotonic() < end or not played:
            noted += self_play(
                self.samples,
                compiled(self.plan.ruleset),
                TABLE,
                self.seed,
                self.played,
                chunk,
                0,
                self.plan.opening,
                depth,
                self.plan.exact,
                self.threads,
                *player.native(),
            )
            played += chunk
            self.played += chunk
        return played, noted

    def fit(self, passes: int, trust: float) -> float:
        """Fits the weights anew to all samples; the loss on samples held back."""
        self.samples.shuffle(self.seed + len(self.history))
        size = len(self.samples)
        train = size - max(1, size // 50)
        self.weights = np.zeros(self.layout.set_size * self.sets, np.float32)
        scale, fitted = self.plan.scale, (*self._head(), self.weights, np.zeros_like(self.weights))
        for number in range(passes):
            rate = self.plan.rate * (1.0 if number < passes - 2 else 0.3)
            fit(self.samples, compiled(self.plan.ruleset), 0, train, rate, scale, trust, self.threads, *fitted)
        return fit(self.samples, compiled(self.plan.ruleset), train, size - train, 0.0, scale, 0.0, 1, *fitted)

    def generation(self, seconds: float, depth: int, passes: int = 5, trust: float = 0.0, keep: int = 0) -> Generation:
        """One round; `keep` drops all but that many of the newest samples first."""
        begun = time.monotonic()
        if keep:
            self.samples.keep_last(keep)
        played, noted = self.play(seconds, depth)
        loss = self.fit(passes, trust)
        done = Generation(played, noted, depth, loss, round(time.monotonic() - begun, 1))
        self.history.append(done)
        return done

    def result(self) -> Weights:
        """The weights as they stand, rounded."""
        rounded = np.clip(np.rint(self.weights), -32000, 32000).astype(np.int16)
        return Weights(self.plan.fits, self.layout.patterns, tuple(self.stages), self.sets, self.plan.mid_turn, rounded)

    def _head(self) -> tuple[list[tuple[int, list[int]]], list[int], int, bool]:
        patterns_ = [(table, list(cells)) for table, cells in self.layout.patterns]
        return patterns_, self.stages, self.sets, self.plan.mid_turn


def main() -> None:
    """Trains one ruleset and writes the weights with a card that says how they were made."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("ruleset")
    words.add_argument("--out", type=Path, required=True)
    words.add_argument("--threads", type=int, default=2)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--start", type=Path, help="weights to go on from: they play the first games")
    words.add_argument("--seconds", type=float, nargs="+", default=[30, 60, 120], help="self-play of each generation")
    chosen = words.parse_args()
    ruleset = str(games.Ruleset.read(chosen.ruleset))
    teacher = read_weights(chosen.start) if chosen.start else None
    trainer = Trainer(plan(ruleset), chosen.threads, chosen.seed, teacher)
    for number, seconds in enumerate(chosen.seconds, start=1 if chosen.start else 0):
        depth = max(2, trainer.plan.depth - 1) if number == 0 else trainer.plan.depth
        done = trainer.generation(seconds, depth, keep=1 if number == 1 else 0, trust=0.0 if number == 0 else 0.5)
        print(f"{ruleset}: generation {number}: {done}", file=sys.stderr, flush=True)  # noqa: T201
    chosen.out.mkdir(parents=True, exist_ok=True)
    path = trainer.result().write(chosen.out, re.sub("[^a-z0-9]+", "-", ruleset))
    card = {
        "ruleset": ruleset,
        "made_by": f"python -m turncoat.lab.training {ruleset} --threads {chosen.threads} --seed {chosen.seed} "
        f"--seconds {' '.join(map(str, chosen.seconds))}" + (f" --start {chosen.start.name}" if chosen.start else ""),
        "plan": {name: value for name, value in asdict(trainer.plan).items() if name != "shapes"},
        "patterns": len(trainer.layout.patterns),
        "generations": [asdict(each) for each in trainer.history],
    }
    path.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n")


if __name__ == "__main__":
    main()
