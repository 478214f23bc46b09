"""The service's time: taken once from the database or system clock, then counted by a monotonic clock.

Somebody who corrects the machine's clock moves no deadline.  Processes that share a database take its time, so that
they agree; a process that starts while others run, or after a restart, never begins before what they have noted.
"""

import logging
import time
from collections.abc import Callable

LOG = logging.getLogger(__name__)
JUMP = 2_000  # milliseconds between calendar and watch that are worth a line in the log
SLEW = 2  # milliseconds by which the watch is put right at once


def _wall() -> int:
    return time.time_ns() // 1_000_000


def elapsed() -> int:
    """Milliseconds since some moment; time in which the machine sleeps counts, so that it is noticed as an outage."""
    return time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)) // 1_000_000


class Timekeeper:
    """Milliseconds since 1970, as this process counts them."""

    def __init__(self, wall: Callable[[], int] = _wall, elapsed: Callable[[], int] = elapsed) -> None:
        self._wall, self._elapsed = wall, elapsed
        self._begun, self._noticed, self._ahead = elapsed(), 0, 0
        self._set_to = wall()

    def now(self) -> int:
        """The present moment."""
        return self._set_to + self._elapsed() - self._begun

    def set(self, calendar: int | None, at_least: int = 0, others: int | None = None) -> None:
        """Takes the time from a calendar, the machine's where none is given; never less than what others have noted.

        `others` is the time of those who are at work: it is theirs, whatever the calendar says.
        """
        self._begun = self._elapsed()
        given = self._wall() if calendar is None else calendar
        self._set_to = max(given, at_least) if others is None else others
        self._ahead = given - self._set_to
        self._noticed = self._wall() - self._set_to

    def follow(self, calendar: int) -> None:
        """Goes a little faster or slower, so that processes which take their time from one calendar stay together."""
        off = calendar - self._ahead - self.now()
        if abs(off) < JUMP:
            self._set_to += max(-SLEW, min(SLEW, off))
        else:  # it is the calendar that was set; from now on it is followed from there
            self._ahead += off

    def notice_jumps(self) -> int:
        """How far the machine's clock was set since the last look; told in the log, and of no other consequence."""
        ahead = self._wall() - self.now()
        jumped = ahead - self._noticed
        if abs(jumped) < JUMP:
            return 0
        self._noticed = ahead
        LOG.warning("the machine's clock was set; matches go on by elapsed time", extra={"facts": {"ms": jumped}})
        return jumped
