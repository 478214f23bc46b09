"""Time that passed while the service was down belongs to nobody's clock."""

from collections.abc import Iterable

from .match import Match


def forgiven(match: Match, outages: Iterable[tuple[int, int]]) -> int:
    """Milliseconds in which the running clock must not have run; nothing twice."""
    times = match.times
    if match.status != "playing" or times.running is None:
        return 0
    # An entry made after an outage was made by a service that had already given its time back.
    return sum(
        ended - max(began, times.since) for began, ended in outages if ended > match.changed and ended > times.since
    )
