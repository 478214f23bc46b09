"""What several tests of reviews share: a limit that is soon used up, and a review of one turn."""

from turncoat.engine import Limit
from turncoat.engine.review import Decision, Review
from turncoat.games.results import Side

FEW = Limit(nodes=3000)


def made(loss):
    """A review of one turn that lost so much."""
    decision = Decision(1, 1, Side.FIRST, "a1", 0.5 + loss, 0.5, forced=False, proved=False)
    return Review("verto", (decision,), (0.5 + loss, 0.5))
