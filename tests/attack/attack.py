"""One attack: clients play, everything is broken in random order, and what they saw is checked."""

import asyncio
import contextlib
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.attack.clients import LOST, MatchDriver, Process
from tests.attack.cluster import AWAY, Cluster, Kind, small_folder
from tests.attack.faults import Fault, faults
from tests.attack.history import History, summary, violations

TABLES = 12
CALM = 20  # moves between two faults, on average
RECOVERY = 120.0  # seconds in which every process must answer, and clients play, again
HARMLESS = ("jump", "kill_worker", "hang_worker")  # faults that cost nobody time
BEFORE, AFTER = 3.0, 8.0  # seconds around another fault for which time may be given back


@dataclass
class Outcome:
    """What came of it."""

    kind: Kind
    seed: int
    seconds: float = 0.0
    violations: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    seen: dict[str, Any] = field(default_factory=dict)
    log: str = ""

    def data(self) -> dict[str, Any]:
        """For the record."""
        return {
            "store": self.kind,
            "seed": self.seed,
            "seconds": round(self.seconds),
            "violations": self.violations,
            "skipped": self.skipped,
            "faults": dict(sorted(self.faults.items())),
            **self.seen,
        }


class Attack:
    """One run against one kind of store."""

    def __init__(
        self,
        kind: Kind,
        seed: int,
        *,
        planted: str = "",
        only: tuple[Fault, ...] = (),
        report: Callable[[str], None] | None = None,
    ) -> None:
        """`planted` names a fault of planted.py, `only` what alone is done; `report` is told of everything that is."""
        self._rng, self._report, self._only = random.Random(seed), report, only
        self._folder = small_folder()
        self._cluster = Cluster(kind, self._folder, planted)
        self._history, self._outcome = History(), Outcome(kind, seed)
        self._tables: list[MatchDriver] = []

    async def run(self, rounds: int, tables: int = TABLES) -> Outcome:
        """Breaks things so many times while clients play at so many tables."""
        outcome, began = self._outcome, time.monotonic()
        try:
            await self._cluster.start()
            await self._play_through(rounds, tables)
        finally:
            with contextlib.suppress(OSError):
                await self._cluster.stop()
            outcome.log = self._cluster.log()
            shutil.rmtree(self._folder, ignore_errors=True)
        outcome.seconds = time.monotonic() - began
        outcome.skipped, outcome.seen = self._cluster.skipped, summary(self._history)
        outcome.violations += violations(self._history)
        return outcome

    async def _play_through(self, rounds: int, tables: int) -> None:
        processes, over = self._cluster.processes(), asyncio.Event()
        clients = [self._people(processes, random.Random(self._rng.random()), over) for _ in range(tables)]
        tasks = [asyncio.create_task(each) for each in (*clients, self._watch(random.Random(self._rng.random()), over))]
        try:
            await self._break(rounds)
            await self._recover(processes)
            await self._until_played(2 * CALM)
        finally:
            over.set()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, BaseException):
                    self._outcome.violations.append(f"somebody was told what cannot be: {ended!r}")
        for table in self._tables:
            self._outcome.violations += await table.keep()
        for process in processes:
            await process.close()

    async def _people(self, processes: list[Process], rng: random.Random, over: asyncio.Event) -> None:
        while not over.is_set():
            table = MatchDriver(processes, self._history, rng, AWAY / 2)
            self._tables.append(table)
            await table.play(over)

    async def _watch(self, rng: random.Random, over: asyncio.Event) -> None:
        while not over.is_set():
            await asyncio.sleep(0.05)
            if self._tables:
                await rng.choice(self._tables).watch()

    async def _break(self, rounds: int) -> None:
        able = self._only or faults(self._cluster)
        # Everything once, then whatever comes.
        plan = self._rng.sample(able, len(able))[:rounds] + self._rng.choices(able, k=max(0, rounds - len(able)))
        for fault in plan:
            if not await self._until_played(self._rng.randint(1, 2 * CALM)):
                return
            name, began = fault.__name__, time.monotonic()
            if self._report:
                self._report(name)
            try:
                await fault(self._cluster, self._rng)
            except Exception as error:  # noqa: BLE001 — told together with what else was seen, and with the log
                self._outcome.violations.append(f"after {name} not all came up again: {error!r}")
                return
            self._outcome.faults[name] += 1
            if name not in HARMLESS:
                self._history.outages.append((began - BEFORE, time.monotonic() + AFTER))

    async def _until_played(self, moves: int) -> bool:
        """Waits for so many more acknowledged moves, however slow the machine is; whether they came."""
        before, ends = self._acknowledged, time.monotonic() + RECOVERY
        while self._acknowledged < before + moves:
            if time.monotonic() > ends:
                self._outcome.violations.append(f"nobody could play for {RECOVERY:.0f} s")
                return False
            await asyncio.sleep(0.02)
        return True

    @property
    def _acknowledged(self) -> int:
        return sum(each.answered is not None for each in self._history.sent)

    async def _recover(self, processes: list[Process]) -> None:
        """Every process answers again by itself."""
        ends = time.monotonic() + RECOVERY
        for process in processes:
            while True:
                with contextlib.suppress(*LOST):
                    status, _ = await process.ask("GET", "/api/ready")
                    if status == 200:
                        break
                if time.monotonic() > ends:
                    self._outcome.violations.append(f"{process.name} does not answer any more")
                    break
                await asyncio.sleep(0.2)
