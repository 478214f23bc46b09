"""Ratings of several players from all the games between them: the Bradley–Terry model, a draw counted as half a win."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from .statistics import NATURAL_ELO, SHARES, Estimate, Numbers, quantile

FEW = 10  # half points of the weaker side below which the spread of the pairs says nothing
# The least variance of the points made, where the pairs hardly scattered: as wide as the exact bound for equal pairs.
UNSEEN = (math.log(40) / quantile(0.95)) ** 2
PRIOR = 0.5  # drawn pairs added to every pairing, so that a player who lost every game still has a rating


@dataclass(frozen=True)
class Ratings:
    """Elo of every player, their mean at 0, and how sure they are together."""

    elo: Numbers
    covariance: Numbers

    def of(self, player: int, level: float = 0.95) -> Estimate:
        """A player's rating against the mean of all."""
        return self._interval(float(self.elo[player]), float(self.covariance[player, player]), level)

    def difference(self, one: int, other: int, level: float = 0.95) -> Estimate:
        """How much stronger one player is than the other; surer than their two ratings would tell."""
        spread = self.covariance
        variance = spread[one, one] + spread[other, other] - 2 * spread[one, other]
        return self._interval(float(self.elo[one] - self.elo[other]), float(variance), level)

    @staticmethod
    def _interval(value: float, variance: float, level: float) -> Estimate:
        half = quantile(level) * math.sqrt(max(0.0, variance))
        return Estimate(value - half, value, value + half)


def bradley_terry(players: int, pairings: Mapping[tuple[int, int], ArrayLike], prior: float = PRIOR) -> Ratings:
    """Ratings from the counts of pairs (0, ½, 1, 1½, 2 points of the first named) of every pairing.

    Players that no chain of games connects are each rated against the prior alone, and their intervals say so.
    """
    met = {key: np.asarray(counts, dtype=np.float64) for key, counts in pairings.items() if np.sum(counts)}
    if not _connected(players, met):
        met = {key: met.get(key, np.zeros(5)) for key in combinations(range(players), 2)}
    weights = {key: float(counts.sum()) + prior for key, counts in met.items()}
    points = {key: float(counts @ SHARES) + prior / 2 for key, counts in met.items()}
    strength = _fit(players, weights, points)
    information, spread = np.zeros((players, players)), np.zeros((players, players))
    for (one, other), counts in met.items():
        expected = 1 / (1 + math.exp(strength[other] - strength[one]))
        slope = expected * (1 - expected)
        _add(information, one, other, 2 * weights[one, other] * slope)
        _add(spread, one, other, _spread(counts, expected, 2 * weights[one, other] * slope))
    inverse = np.linalg.pinv(information)
    covariance = inverse @ spread @ inverse
    return Ratings(strength * NATURAL_ELO, covariance * NATURAL_ELO**2)


def _fit(players: int, weights: Mapping[tuple[int, int], float], points: Mapping[tuple[int, int], float]) -> Numbers:
    """The likeliest strengths, by Newton's method; the sum stays 0."""
    strength = np.zeros(players)
    for _ in range(100):
        slope, force = np.zeros((players, players)), np.zeros(players)
        for (one, other), weight in weights.items():
            expected = 1 / (1 + math.exp(strength[other] - strength[one]))
            _add(slope, one, other, weight * expected * (1 - expected))
            force[one] += points[one, other] - weight * expected
            force[other] -= points[one, other] - weight * expected
        step = np.linalg.pinv(slope) @ force
        strength = strength + np.clip(step, -1, 1)  # far from the end a full step would overshoot
        strength -= strength.mean()
        if np.abs(step).max() < 1e-10:
            break
    return strength


def _add(matrix: Numbers, one: int, other: int, amount: float) -> None:
    matrix[one, one] += amount
    matrix[other, other] += amount
    matrix[one, other] -= amount
    matrix[other, one] -= amount


def _spread(counts: Numbers, expected: float, model: float) -> float:
    """The variance of the points made in a pairing: as its pairs scattered, where there is enough to see.

    Pairs that were all equal do not make it zero: others may come.
    """
    seen = float((counts * (2 * SHARES - 2 * expected) ** 2).sum())
    halves = 4 * float(counts @ SHARES)
    enough = min(halves, 4 * float(counts.sum()) - halves) >= FEW
    return max(seen, min(model, UNSEEN) if enough else model)


def _connected(players: int, met: Mapping[tuple[int, int], object]) -> bool:
    reached, open_ends = {0}, [0]
    while open_ends:
        at = open_ends.pop()
        for pairing in met:
            if at in pairing:
                fresh = set(pairing) - reached
                reached |= fresh
                open_ends += fresh
    return len(reached) == players
