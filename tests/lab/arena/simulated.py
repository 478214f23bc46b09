"""Players of known strength: pairs of games drawn from a model, by the thousand."""

import numpy as np
from numpy.typing import NDArray

from turncoat.lab.arena.statistics import SHARES, elo_to_pairs, moments


def pair_chances(lead: float, bias: float = 0.0, draws: float = 0.0) -> NDArray[np.float64]:
    """Chances of the five kinds of pairs: a lead and draws in log-odds, openings that favour a side by ±bias."""
    chances = np.zeros(5)
    for tilt in (-bias, bias):
        first, second = game_chances(lead + tilt, draws), game_chances(lead - tilt, draws)
        chances += np.convolve(first, second) / 2
    return chances


def game_chances(lead: float, draws: float) -> NDArray[np.float64]:
    """Chances of loss, draw and win."""
    win, not_lost = (1 / (1 + np.exp(-(lead + shift))) for shift in (-draws, draws))
    return np.array([1 - not_lost, not_lost - win, win])


def chances_at(normalised: float, bias: float, draws: float) -> NDArray[np.float64]:
    """Chances at that normalised Elo, found by halving."""
    low, high = -3.0, 3.0
    for _ in range(60):
        middle = (low + high) / 2
        mean, variance = moments(pair_chances(middle, bias, draws))
        if (mean - 0.5) / np.sqrt(variance) < elo_to_pairs(normalised):
            low = middle
        else:
            high = middle
    return pair_chances(low, bias, draws)


def share(chances: NDArray[np.float64]) -> float:
    """The share of the points that is truly expected."""
    return float(chances @ SHARES)
