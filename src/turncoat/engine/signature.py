"""The search's signature: how many nodes its finished depths take over fixed positions.

One thread and a budget of nodes give the same number on every machine: it moves only when the search was changed.
"""

import time
from dataclasses import dataclass

from turncoat import native
from turncoat.games import Position, games

from .engine import Engine
from .line import Limit

NODES = 200_000
"""The budget for each position."""
OPENINGS = (4, 12, 20, 30)
"""Random moves before each position, at most half of a game."""
SEED = 2026


@dataclass(frozen=True)
class Signature:
    """Nodes over the positions of one ruleset, and the time they took."""

    ruleset: str
    nodes: int
    seconds: float


def positions(ruleset: str) -> list[Position]:
    """The positions of a ruleset: the same for ever."""
    found = []
    for index, length in enumerate(OPENINGS):
        position = native.start(ruleset)
        moves = native.playout_moves(ruleset, SEED, index)
        for move in moves[: min(length, len(moves) // 2)]:
            position = position.play(move)
        found.append(position)
    return found


def sign(ruleset: str, nodes: int = NODES) -> Signature:
    """The signature of one ruleset."""
    engine = Engine(ruleset, memory=16)
    total, begun = 0, time.perf_counter()
    for position in positions(ruleset):
        engine.forget()
        total += engine.best(position, Limit(nodes=nodes)).nodes
    return Signature(ruleset, total, time.perf_counter() - begun)


def sign_all(nodes: int = NODES) -> list[Signature]:
    """The signatures of every game under its own rules."""
    return [sign(name, nodes) for name in games()]
