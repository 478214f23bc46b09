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
FAR = 150.0  # normalised Elo from which on there may be several distributions that are likelier than all near them
MAX_ELO = 300.0  # normalised Elo that a test may ask for
# Where to begin to look for the likeliest distribution: at an even spread, and with most of the weight on one share.
STARTS = np.vstack([np.full(5, 1 / 5), 0.9 * np.eye(5) + 0.02])


def elo_of(share: float) -> float:
    """The Elo difference that makes that share of the points expected.

    >>> round(elo_of(0.75), 1), elo_of(1)
    (190.8, inf)
    """
    if share <= 0 or share >= 1:
        return -math.inf if share <= 0 else math.inf
    return NATURAL_ELO * math.log(share / (1 - share))


def quantile(level: float) -> float:
    """How many standard deviations an interval of that level reaches to each side."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def student_quantile(level: float, freedom: ArrayLike) -> Numbers:
    """The same where the deviation itself is estimated with so many degrees of freedom (Cornish and Fisher's series).

    >>> [round(float(each), 2) for each in student_quantile(0.95, [4, 9, 29, 1e9])]
    [2.78, 2.26, 2.05, 1.96]
    """
    z, by = quantile(level), 1 / np.asarray(freedom, dtype=np.float64)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    found: Numbers = z + sum((term * by**power for power, term in enumerate(terms, 1)), np.zeros_like(by))
    return found


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


def _allowed(counts: Numbers, level: float) -> Numbers:
    """How unlikely a share may make the pairs and still be in the interval, as a logarithm.

    Of many pairs it is what the normal distribution says, of few what Student's says.  Where all pairs are equal only a
    binomial bound holds, whatever their number: a share stays in as long as so many equal pairs have the chance
    (1 - level) / 2.  The more pairs differ from the others, the less of that bound is left, and it is never exceeded.
    """
    total = counts.sum(axis=-1)
    differing = total - counts.max(axis=-1)
    many, equal = quantile(level) ** 2 / 2, -math.log((1 - level) / 2)
    few = student_quantile(level, np.maximum(total - 1, 1)) ** 2 / 2
    allowed: Numbers = np.minimum(np.maximum(few, many + (equal - many) / (1 + differing)), equal)
    return allowed


def share_interval(counts: ArrayLike, level: float = 0.95) -> tuple[Numbers, Numbers, Numbers]:
    """Lower end, observed value and upper end of the share of points, by likelihood ratio.

    It stays sound where a normal interval fails: after nothing but wins it is not a point.

    >>> [round(float(end), 3) for end in share_interval([0, 0, 0, 0, 100])]
    [0.964, 1.0, 1.0]
    """
    total, shares = _shares(counts)
    middle, _ = moments(shares)
    allowed = _allowed(np.asarray(counts, dtype=np.float64), level) / total
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
    half = float(student_quantile(level, max(1.0, float(np.sum(counts)) - 1))) * spread
    low, value, high = (pairs_to_elo(lead + way * half) for way in (-1, 0, 1))
    return Estimate(low, value, high)


def pairs_to_elo(lead: float) -> float:
    """A lead in standard deviations of a pair as normalised Elo; a game's deviation is √2 times a pair's."""
    return lead / math.sqrt(2) * NORMALISED_ELO


def elo_to_pairs(normalised: float) -> float:
    """Normalised Elo as a lead in standard deviations of a pair."""
    return normalised * math.sqrt(2) / NORMALISED_ELO


def superiority(counts: ArrayLike) -> float:
    """The likelihood that the player is the stronger one: the signed root of the likelihood ratio of an even score.

    >>> round(superiority([0, 0, 0, 0, 1]), 2), superiority([0, 0, 9, 0, 0])
    (0.88, 0.5)
    """
    total, shares = _shares(counts)
    mean, _ = moments(shares)
    support = np.maximum(0.0, _support(shares, np.full_like(mean, 0.5)))
    return NormalDist().cdf(float(np.sign(np.round(mean - 0.5, 12)) * np.sqrt(2 * total * support)))


def likeliest_at_lead(shares: Numbers, lead: float) -> Numbers:
    """Of all distributions whose mean leads ½ by `lead` standard deviations, the likeliest one."""
    best = _follow(shares, lead, STARTS[0])
    if abs(lead) > elo_to_pairs(FAR):
        for start in STARTS[1:]:
            found = _follow(shares, lead, start)
            better = _fitness(shares, found, lead) > _fitness(shares, best, lead)
            best = np.where(better[..., None], found, best)
    return best


def _follow(shares: Numbers, lead: float, start: Numbers) -> Numbers:
    """The likeliest distribution of that lead within reach of a first one.

    The deviation depends on the distribution; it is replaced by its tangent, and that again at the place found.
    The first is not that of the observed shares, which may have no spread at all.
    """
    found: Numbers = np.broadcast_to(start, shares.shape)
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


def _fitness(shares: Numbers, found: Numbers, lead: float) -> Numbers:
    """How likely a distribution makes the shares, as a logarithm; nothing where it has not that lead."""
    mean, variance = moments(found)
    fits = np.abs(mean - 0.5 - lead * np.sqrt(variance)) < 1e-5
    fitness: Numbers = np.where(fits, (shares * np.log(found)).sum(axis=-1), -np.inf)
    return fitness


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
