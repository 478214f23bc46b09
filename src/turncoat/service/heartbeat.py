"""The heartbeat: records that the service is alive, and its outages, so that no clock runs while it is down."""

import asyncio
from collections.abc import Awaitable, Callable

from .store import Store

BEAT_INTERVAL = 2.0  # seconds
OUTAGE_AFTER = 3 * BEAT_INTERVAL * 1000  # milliseconds without a beat that are an outage
ALIVE = 30_000  # milliseconds without a beat, as watched here, for which another process is taken to live


class Heartbeat:
    """Records in the store that this process is alive, and credits clocks after an outage."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        *,
        shared: bool,
        check_clocks: Callable[[], Awaitable[None]],
        ended: Callable[[], Awaitable[None]],
    ) -> None:
        """`shared`: others may be on the store; `ended` is called when an outage is over and noted in `outages`."""
        self._store, self._now, self._check_clocks, self._ended = store, now, check_clocks, ended
        self._shared = shared
        self._last = 0
        self._beats: dict[str, tuple[int, int]] = {}
        """Of each other process its latest beat, and for how long there was none after it."""
        self._looked = now()
        self.outages: tuple[tuple[int, int], ...] = ()
        """When nobody was there: from, to."""

    async def beat(self) -> None:
        """Records that the service is alive, and credits clocks with the time it was down, asleep or cut off."""
        await self._check_clocks()
        now, gap = self._now(), round(OUTAGE_AFTER)
        if self._shared:
            await self._store.sign_on(now)
            await self._listen()
        outage = await self._store.beat(now, gap)
        # Another process may have been quicker to note an outage that was ours too.
        outage, self._last = outage or now - self._last > gap, now
        if outage:
            self.outages = tuple(await self._store.outages())
            await self._ended()

    async def stop(self) -> None:
        """Records that the service is stopping."""
        await self.beat()
        if self._shared:
            await self._store.sign_off()

    async def _listen(self) -> None:
        """Watches who beats.  Beats are compared only with earlier ones of the same process: clocks need not agree."""
        now, found = self._now(), dict[str, tuple[int, int]]()
        watched = min(
            max(0, now - self._looked), round(OUTAGE_AFTER)
        )  # whoever was stopped has watched nobody meanwhile
        for origin, beat in (await self._store.processes()).items():
            last, silent = self._beats.get(origin, (None, 0))
            found[origin] = beat, silent + watched if beat == last else 0
        self._beats, self._looked = found, now

    async def others(self) -> list[str]:
        """The other processes that are alive, as far as the store knows."""
        if not self._shared:
            return []
        await self._listen()
        return [origin for origin, (_, silent) in self._beats.items() if silent < ALIVE]

    async def living_beat(self) -> int | None:
        """The next beat of another process; None if none comes."""
        last = (await self._store.calendar())[1]
        ends = asyncio.get_running_loop().time() + OUTAGE_AFTER / 1000
        while await self._store.processes() and asyncio.get_running_loop().time() < ends:
            await asyncio.sleep(BEAT_INTERVAL / 10)
            beat = (await self._store.calendar())[1]
            if beat != last:
                return beat
        return None
