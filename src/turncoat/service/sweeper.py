"""Deleting what is not to be kept any longer: finished matches that are too old, and scraps of what was erased."""

import asyncio
import logging
from collections.abc import Callable

from .eraser import Eraser
from .rooms import Rooms

LOG = logging.getLogger(__name__)
SWEEP_INTERVAL = 3600.0  # seconds
PORTION = 20  # matches deleted in one transaction: a few milliseconds
PAUSE = 0.1  # seconds between two of them, in which others write


class Sweeper:
    """Deletes old matches in small portions; several processes at once take different ones."""

    def __init__(self, eraser: Eraser, rooms: Rooms, now: Callable[[], int], keep: float) -> None:
        """`keep` in seconds from the last that happened at a match; 0: for ever."""
        self._eraser, self._rooms, self._now, self.keep = eraser, rooms, now, keep

    async def sweep(self) -> int:
        """Deletes finished matches that are too old; how many.  A file is written anew where something was erased."""
        deleted = await self._delete_old() if self.keep else 0
        await self._eraser.compact()
        return deleted

    async def _delete_old(self) -> int:
        before, deleted = self._now() - round(self.keep * 1000), 0
        while found := await self._eraser.delete_finished(before, PORTION):
            deleted += len(found)
            await asyncio.sleep(PAUSE)
        # Also what other processes have deleted; the store tells whoever asks again.
        for room in self._rooms.all():
            if room.match.status == "over" and room.match.changed < before:
                self._rooms.drop(room)
        if deleted:
            LOG.info("old matches were deleted", extra={"facts": {"matches": deleted}})
        return deleted
