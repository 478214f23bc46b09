"""The heartbeat: notes that the service is alive, and when it was not, so that nobody's clock ran while it was down."""

from collections.abc import Awaitable, Callable

from .store import Store

BEAT = 2.0  # seconds
GAP = 3 * BEAT * 1000  # milliseconds without a beat that are an outage
ALIVE = 30_000  # milliseconds since its last beat for which another process is taken to live


class Heartbeat:
    """Tells the store, and everyone after an outage."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        *,
        shared: bool,
        look_at_clocks: Callable[[], Awaitable[None]],
        ended: Callable[[], Awaitable[None]],
    ) -> None:
        """`shared`: others may be on the store; `ended` is called when an outage is over and noted in `outages`."""
        self._store, self._now, self._look_at_clocks, self._ended = store, now, look_at_clocks, ended
        self._shared = shared
        self._last = 0
        self.outages: tuple[tuple[int, int], ...] = ()
        """When nobody was there: from, to."""

    async def beat(self) -> None:
        """Notes that the service is alive, and gives back the time in which it was not: down, asleep or cut off."""
        await self._look_at_clocks()
        now, gap = self._now(), round(GAP)
        if self._shared:
            await self._store.sign_on(now)
        outage = await self._store.beat(now, gap)
        # Another process may have been quicker to note an outage that was ours too.
        outage, self._last = outage or now - self._last > gap, now
        if outage:
            self.outages = tuple(await self._store.outages())
            await self._ended()

    async def stop(self) -> None:
        """Notes that the service ends now."""
        await self.beat()
        if self._shared:
            await self._store.sign_off()

    async def others(self) -> list[str]:
        """The other processes that live, as far as the store knows."""
        return await self._store.processes(self._now() - ALIVE) if self._shared else []
