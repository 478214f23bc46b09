"""The flag alarm: fires when a running clock is used up."""

import asyncio
from collections.abc import Callable

from .rooms import Room

LONGEST_WAIT = 86_400.0  # seconds an alarm is set for at once
LATE = 0.01  # seconds after the deadline, so that it rings once


class FlagAlarm:
    """One alarm for each match with a running clock."""

    def __init__(self, now: Callable[[], int], ring: Callable[[Room], object]) -> None:
        self._now, self._ring = now, ring
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def set(self, room: Room) -> None:
        """Sets the alarm for when the running clock is used up, replacing an earlier one."""
        self.cancel(room)
        deadline = room.match.clock.deadline() if room.match.status == "playing" else None
        if deadline is not None:
            seconds = min(LONGEST_WAIT, max(0, deadline - self._now()) / 1000 + LATE)
            self._timers[room.id] = asyncio.get_running_loop().call_later(seconds, self._due, room)

    def cancel(self, room: Room) -> None:
        """Cancels the alarm."""
        timer = self._timers.pop(room.id, None)
        if timer:
            timer.cancel()

    def _due(self, room: Room) -> None:
        if room.match.clock.flagged(self._now()):
            self._timers.pop(room.id, None)
            self._ring(room)
        else:
            self.set(room)
