"""Background tasks, until they end or are stopped."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from .errors import DamagedJournal

LOG = logging.getLogger(__name__)
T = TypeVar("T")


class BackgroundTasks:
    """Tasks that nobody waits for; what goes wrong in them is logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self.stopped = False

    def start(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Runs something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def every(
        self, seconds: float, work: Callable[[], Awaitable[object]], trouble: str, *, first: float | None = None
    ) -> "asyncio.Task[None]":
        """Does something again and again, first after that pause or another; a failure is logged as that trouble."""

        async def repeat() -> None:
            pause = seconds if first is None else first
            while True:
                await asyncio.sleep(pause)
                pause = seconds
                try:
                    await work()
                except Exception:
                    LOG.exception(trouble)

        return self.start(repeat())

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, DamagedJournal):  # which was logged where it was found
            LOG.error("a task failed", exc_info=error)

    async def stop(self) -> None:
        """Ends all that runs."""
        self.stopped = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
