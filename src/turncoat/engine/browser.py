"""Trained evaluations for the engine in a browser: half the bytes of those in the package, and worth the same to it."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from turncoat.games import own_games

from ._weights import Weights, read_shipped, shipped_fits

MAX_STEPS = 127  # what native/search/patterns.hpp keeps of a weight


@dataclass(frozen=True)
class BrowserWeights:
    """A trained evaluation by name, and the rulesets it is for."""

    name: str
    game: str
    numbers: tuple[int | None, ...]
    """What the numbers of a ruleset's options must be; None where they may be any."""


@cache
def offered() -> tuple[BrowserWeights, ...]:
    """The evaluations that come with Turncoat."""
    return tuple(BrowserWeights(name, fits["game"], _numbers(fits)) for name, fits in shipped_fits())


def _numbers(fits: dict[str, str]) -> tuple[int | None, ...]:
    options = own_games()[fits["game"]].Options
    found: list[int | None] = []
    for choice in options.choices():
        numbers = options.read({choice.name: fits.get(choice.name, choice.default)}).numbers_of(choice.name)
        found += numbers if choice.name in fits else [None] * len(numbers)
    return tuple(found)


def pack(name: str) -> bytes:
    """What native/wasm/weights_reader.hpp reads of the evaluation with that name."""
    weights = read_shipped(name)
    step, values = _in_steps(weights)
    head = [step, weights.sets, int(weights.mid_turn), *weights.stages, len(weights.patterns)]
    for table, cells in weights.patterns:
        head += [table, len(cells), *cells]
    return np.array([len(head) + 1, *head], dtype="<i4").tobytes() + values.tobytes()


def _in_steps(weights: Weights) -> tuple[int, NDArray[np.int8]]:
    """Weights as the search keeps them: counted in the finest step in which all are within reach."""
    wide = weights.values.astype(np.int32)
    step = max(1, -(-int(np.abs(wide).max(initial=0)) // MAX_STEPS))
    return step, (np.sign(wide) * ((np.abs(wide) + step // 2) // step)).astype(np.int8)
