"""Pauses of this process: stopped, asleep with its machine, or held up, so that it could hear nobody."""

from collections.abc import Callable

from .timekeeper import elapsed as since_some_moment

LOOK_INTERVAL = 0.25  # seconds
LONGEST = 1_000  # milliseconds without a look that are no pause yet


class Pauses:
    """Notices pauses by looks that should have come often."""

    def __init__(self, elapsed: Callable[[], int] = since_some_moment) -> None:
        self._elapsed, self._last = elapsed, elapsed()

    def look(self) -> int:
        """Milliseconds of a pause since the last look, 0 where there was none."""
        now = self._elapsed()
        gap, self._last = now - self._last, now
        return gap if gap > LONGEST else 0
