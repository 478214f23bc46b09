"""A worker that is no process, so that tests are quick and may change what it calls."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from turncoat.service.workers import Outcome, Worker


class ThreadWorker(Worker):
    """A worker within this process; it cannot be ended, only left to itself."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="worker")
        self._ended = False

    def is_alive(self):
        """Until it is left to itself."""
        return not self._ended

    async def begin(self):
        """Nothing."""

    async def run(self, work, given):
        """Does the work in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, Outcome.of, work, given)

    async def follow(self, work, given, following):
        """Does the work in the thread, and has what it tells heard in the loop."""
        loop = asyncio.get_running_loop()

        class Report:
            def __call__(self, found):
                loop.call_soon_threadsafe(following.on_update, found)

            def ended(self):
                return following.ending

        return await loop.run_in_executor(self._thread, Outcome.of, work, (Report(), *given))

    def end(self):
        """Leaves the thread to itself."""
        self._ended = True
        self._thread.shutdown(wait=False, cancel_futures=True)
