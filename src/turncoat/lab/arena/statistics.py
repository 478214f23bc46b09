"""What a match says about the strength of two players, from the scores of its pairs of games.

Two games from one opening with colours exchanged are one observation: their scores hang together, so single games would
promise more than they know.  A pair is worth 0, ½, 1, 1½ or 2 points; how often each happened is all that is used here.
Every function takes an array whose last axis has those five counts, and works on many matches at once.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.float64]
Verdict = Literal["higher", "lower"]

SHARES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""The share of its two points that each kind of pair is worth."""
NATURAL_ELO = 400 / math.log(10)
NORMALISED_ELO = 800 / math.log(10)
SEEN = 1e-3  # what was never seen counts as seen this often: impossible things must not become certain
STEPS = 60  # halvings of an interval: beyond what a float can tell apart
TANGENTS = 12


def elo_of(share: float) -> float:
    """The Elo difference that makes that share of the points expected.

    >>> round(elo_of(0.75), 1), elo_of(1)
    (190.8, inf)
    """
    if share <= 0 or share >= 1:
        return -math.inf if share <= 0 else math.inf
    return NATURAL_ELO * math.log(share / (1 - share))


def share_of(elo: float) -> float:
    """The share of the points expected of a player that many Elo stronger."""
    return 1 / (1 + math.exp(-elo / NATURAL_ELO))


def quantile(level: float) -> float:
    """How many standard deviations an interval of that level reaches to each side."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def _shares(counts: ArrayLike) -> tuple[Numbers, Numbers]:
    """Number of pairs, and the share of each kind of pair, none quite zero."""
    seen = np.maximum(np.asarray(counts, dtype=np.float64), SEEN)
    total = seen.sum(axis=-1)
    return total, seen / total[..., None]


def moments(shares: Numbers) -> tuple[Numbers, Numbers]:
    """Mean and variance of a pair's share of its points."""
    mean = (shares * SHARES).sum(axis=-1)
    variance = (shares * (SHARES - mean[..., None]) ** 2).sum(axis=-1)
    return mean, variance


def likeliest(shares: Numbers, worth: Numbers, mean: Numbers) -> Numbers:
    """Of all distributions in which `worth` has that mean, the one that makes the observed shares likeliest.

    It is shares / (1 + t (worth - mean)) for the one t that gives the mean (Owen's empirical likelihood).
    """
    off = worth - mean[..., None]
    # Between these poles every probability is positive, and the sum below falls from +∞ to -∞.
    low, high = -1 / off.max(axis=-1), -1 / off.min(axis=-1)
    tilt = np.zeros_like(low)
    for _ in range(STEPS):
        terms = off / (1 + tilt[..., None] * off)
        sums = (shares * terms).sum(axis=-1)
        low, high = np.where(sums > 0, tilt, low), np.where(sums > 0, high, tilt)
        newton = tilt + sums / (shares * terms**2).sum(axis=-1)
        # Newton's step, or the middle where it would leave the bracket.
        after = np.where((newton > low) & (newton < high), newton, (low + high) / 2)
        settled = np.abs(after - tilt) <= 1e-12 * (1 + np.abs(tilt))
        tilt = after
        if settled.all():
            break
    found: Numbers = shares / (1 + tilt[..., None] * off)
    found /= found.sum(axis=-1, keepdims=True)
    return found


def _support(shares: Numbers, mean: Numbers) -> Numbers:
    """How much likelier the observed shares are at their own mean than at that one, for one pair, as a logarithm."""
    worth = np.broadcast_to(SHARES, shares.shape)
    at: Numbers = likeliest(shares, worth, mean)
    support: Numbers = (shares * np.log(shares / at)).sum(axis=-1)
    return support


def share_interval(counts: ArrayLike, level: float = 0.95) -> tuple[Numbers, Numbers, Numbers]:
    """Lower end, observed value and upper end of the share of points, by likelihood ratio.

    It stays sound where a normal interval fails: after nothing but wins it is not a point.

    >>> [round(float(end), 3) for end in share_interval([0, 0, 0, 0, 100])]
    [0.981, 1.0, 1.0]
    """
    total, shares = _shares(counts)
    middle, _ = moments(shares)
    allowed = quantile(level) ** 2 / 2 / total
    ends = []
    for edge in (0.0, 1.0):
        inside, outside = middle, np.full_like(middle, edge)
        for _ in range(STEPS // 2):
            tried = (inside + outside) / 2
            fine = _support(shares, np.clip(tried, 1e-12, 1 - 1e-12)) <= allowed
            inside, outside = np.where(fine, tried, inside), np.where(fine, outside, tried)
        ends.append(inside)
    plain = np.asarray(counts, dtype=np.float64)
    sums = plain.sum(axis=-1)
    observed = np.where(sums > 0, (plain * SHARES).sum(axis=-1) / np.maximum(sums, 1), 0.5)
    return np.minimum(ends[0], observed), observed, np.where(observed >= 1, 1.0, np.maximum(ends[1], observed))


@dataclass(frozen=True)
class Estimate:
    """A number that was measured, and the interval that holds the truth nineteen times out of twenty."""

    low: float
    value: float
    high: float


def elo(counts: ArrayLike, level: float = 0.95) -> Estimate:
    """The Elo difference of one match.

    >>> elo([5, 10, 30, 25, 30]).value > 0
    True
    """
    low, value, high = (float(end) for end in share_interval(counts, level))
    return Estimate(elo_of(low), elo_of(value), math.inf if value >= 1 else elo_of(high))


def normalised_elo(counts: ArrayLike, level: float = 0.95) -> Estimate:
    """The lead over an even score in standard deviations of a game, on Elo's scale.

    It tells how many games it takes to see the difference, whatever the share of draws or the bias of openings.
    """
    total, shares = _shares(counts)
    mean, variance = (float(moment) for moment in moments(shares))
    deviation = math.sqrt(variance)
    lead = (mean - 0.5) / deviation
    skew, tail = (float((shares * ((SHARES - mean) / deviation) ** power).sum()) for power in (3, 4))
    spread = math.sqrt(max(0.0, 1 - lead * skew + lead**2 * (tail - 1) / 4) / float(total))
    half = quantile(level) * spread
    low, value, high = (pairs_to_elo(lead + way * half) for way in (-1, 0, 1))
    return Estimate(low, value, high)


def pairs_to_elo(lead: float) -> float:
    """A lead in standard deviations of a pair as normalised Elo; a game's deviation is √2 times a pair's."""
    return lead / math.sqrt(2) * NORMALISED_ELO


def elo_to_pairs(normalised: float) -> float:
    """Normalised Elo as a lead in standard deviations of a pair."""
    return normalised * math.sqrt(2) / NORMALISED_ELO


def superiority(counts: ArrayLike) -> float:
    """The likelihood that the player is the stronger one."""
    total, shares = _shares(counts)
    mean, variance = moments(shares)
    return NormalDist().cdf(float((mean - 0.5) * np.sqrt(total / variance)))


def likeliest_at_lead(shares: Numbers, lead: float) -> Numbers:
    """Of all distributions whose mean leads ½ by `lead` standard deviations, the likeliest one.

    The deviation depends on the distribution; it is replaced by its tangent, and that again at the place found.
    The first tangent is that of an even spread: the observed shares may have no spread at all.
    """
    found = np.full_like(shares, 1 / 5)
    for _ in range(TANGENTS):
        mean, variance = moments(found)
        deviation = np.sqrt(variance)
        worth = SHARES - lead * (SHARES - mean[..., None]) ** 2 / (2 * deviation[..., None])
        target = 0.5 + lead * deviation / 2
        lowest, highest = worth.min(axis=-1), worth.max(axis=-1)
        margin = 1e-6 * (highest - lowest)
        before, found = found, likeliest(shares, worth, np.clip(target, lowest + margin, highest - margin))
        if np.abs(found - before).max() < 1e-9:
            break
    return found


def log_ratio(counts: ArrayLike, elo0: float, elo1: float) -> Numbers:
    """The logarithm of how much likelier the pairs are at a normalised Elo of elo1 than at elo0."""
    total, shares = _shares(counts)
    likely0, likely1 = (likeliest_at_lead(shares, elo_to_pairs(each)) for each in (elo0, elo1))
    ratio: Numbers = total * (shares * np.log(likely1 / likely0)).sum(axis=-1)
    return ratio


@dataclass(frozen=True)
class Sprt:
    """A test that ends as soon as the pairs speak for elo1 rather than elo0, or against it (normalised Elo)."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often elo0 may be taken for elo1."""
    beta: float = 0.05
    """How often elo1 may be taken for elo0."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the logarithm of the likelihood ratio ends the test."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: ArrayLike) -> float:
        """The logarithm of the likelihood ratio so far."""
        return float(log_ratio(counts, self.elo0, self.elo1)) if np.sum(counts) else 0.0

    def verdict(self, ratio: float) -> Verdict | None:
        """`higher` speaks for elo1, `lower` for elo0, None for going on."""
        low, high = self.bounds
        return "higher" if ratio >= high else "lower" if ratio <= low else None
