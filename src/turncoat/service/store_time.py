"""The time of a process, taken from its store when it starts and kept with it."""

from .heartbeat import OUTAGE_AFTER, Heartbeat
from .store import Store
from .timekeeper import Timekeeper


async def take(timekeeper: Timekeeper, store: Store, heartbeat: Heartbeat) -> None:
    """Sets the time when a process starts."""
    calendar, noted = await store.calendar()
    others = None
    if calendar is not None and abs(calendar - noted) > OUTAGE_AFTER:
        # Nobody is there, or somebody is and the database's clock was set: then we keep time with them.
        others = await heartbeat.living_beat()
        calendar, _ = await store.calendar()
    timekeeper.set(calendar, noted, others)


async def check(timekeeper: Timekeeper, store: Store) -> None:
    """Notices clocks that were set, and follows the database's where several processes have one."""
    timekeeper.notice_jumps()
    if store.shared:
        calendar, _ = await store.calendar()
        timekeeper.follow(calendar or timekeeper.now())
