"""Whether a figure stayed where it was: its trend by Theil and Sen, and how sure that is.

The slope is the median of all slopes between two minutes, which a few bad minutes do not move.  Its interval of 95 %
is Sen's, widened for what one minute has in common with the next; else noise that lasts would pass for a trend.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from statistics import median
from typing import Literal

Series = Sequence[tuple[float, float]]
"""Hours and values."""
Verdict = Literal["flat", "grows", "unclear"]
CERTAINTY = 1.96  # standard deviations of the normal distribution, for 95 %
FEWEST = 10  # points, below which nothing is judged
LEAST_EFFECTIVE = 4.0  # points that count for themselves, however alike they are


@dataclass(frozen=True)
class Trend:
    """How a figure went: so much an hour, and from where to where that may be."""

    level: float
    """The middle of all values."""
    per_hour: float
    low: float
    high: float
    points: int

    def verdict(self, bound: float) -> Verdict:
        """Flat where it surely grows by no more than the bound an hour; grows where it surely does, beyond that."""
        if self.high <= bound:
            return "flat"
        return "grows" if self.low > 0 and self.per_hour > bound else "unclear"


def trend(parts: Sequence[Series]) -> Trend | None:
    """The trend within the parts, each of which has a level of its own; None of too few points."""
    slopes = sorted(slope for part in parts for slope in _slopes(part))
    values = [value for part in parts for _, value in part]
    if len(values) < FEWEST or not slopes:
        return None
    middle = median(slopes)
    # Kendall's S over all parts: what it may be where there is no trend at all.
    variance = sum(len(part) * (len(part) - 1) * (2 * len(part) + 5) / 18 for part in parts)
    reach = CERTAINTY * (variance * len(values) / _effective(parts, middle)) ** 0.5
    low, high = (round((len(slopes) + way * reach) / 2) for way in (-1, 1))
    last = len(slopes) - 1
    return Trend(
        median(values), middle, slopes[max(0, min(low, last))], slopes[max(0, min(high, last))], points=len(values)
    )


def _slopes(part: Series) -> Iterable[float]:
    for (early, before), (late, after) in combinations(part, 2):
        if late > early:
            yield (after - before) / (late - early)


def _effective(parts: Sequence[Series], slope: float) -> float:
    """How many points count for themselves, by how alike neighbours are once the trend is taken away."""
    count, square, product = 0, 0.0, 0.0
    for part in parts:
        rest = [value - slope * at for at, value in part]
        centre = sum(rest) / max(1, len(rest))
        count += len(rest)
        square += sum((value - centre) ** 2 for value in rest)
        product += sum((before - centre) * (after - centre) for before, after in pairwise(rest))
    alike = max(0.0, product / square) if square else 0.0
    return max(LEAST_EFFECTIVE, count * (1 - alike) / (1 + alike))
