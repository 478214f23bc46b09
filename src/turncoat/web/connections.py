"""Connections below HTTP: how many there may be, and how long a request may take to arrive."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from .limits import client_name

LOG = logging.getLogger("turncoat.web")
LOG_EVERY = 10.0  # seconds
CUT_OFF_EVERY = 10.0  # seconds


@dataclass(frozen=True)
class ConnectionLimits:
    """What a connection may do before anybody has looked at what it asks."""

    total: int = 20_000
    each: float = 300
    """Of one address, or one IPv6 /64; proxies of ours have no such limit."""
    head_bytes: int = 16 * 1024
    headers: int = 64
    pipelined: int = 16
    """Requests that may wait for the answer to one before them."""
    head_seconds: float = 10.0
    body_seconds: float = 15.0
    idle_seconds: float = 30.0
    """Between two requests."""
    unread_seconds: float = 30.0
    """For which a client may leave unread what was sent."""
    fragments: int = 64
    """Frames of one message, and messages that wait, on a socket."""


class Stage(Enum):
    """What a connection is waited for; all others are at work."""

    HEAD = "head_seconds"
    BODY = "body_seconds"
    IDLE = "idle_seconds"
    UNREAD = "unread_seconds"


class Connection(Protocol):
    """What is asked of a connection."""

    address: str | None

    def overdue(self, stage: Stage) -> None:
        """Ends it, for it has taken too long."""

    def make_room(self) -> None:
        """Ends it, for it waits and others would come."""

    @property
    def closing(self) -> bool:
        """Whether it ends as soon as what was sent is read."""

    def cut(self) -> None:
        """Ends it at once."""


class Connections:
    """Every open connection of one server, by what it is waited for, the longest first."""

    def __init__(
        self,
        limits: ConnectionLimits,
        trusts: Callable[[str | None], bool] = lambda _: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`trusts` knows the proxies, whose addresses stand for many clients."""
        self.limits, self._trusts, self._clock = limits, trusts, clock
        self.refused: Counter[str] = Counter()
        """How often connections were refused or ended, by reason."""
        self._open: dict[Connection, Stage | None] = {}
        self._each: Counter[str] = Counter()
        # In each the time is the same for all, so that whoever came first is overdue first.
        self._waiting: dict[Stage, dict[Connection, float]] = {stage: {} for stage in Stage}
        self._closing: set[Connection] = set()
        self._logged: Counter[str] = Counter()
        self._log_after = self._cut_off_after = float("-inf")
        self._latest = ""

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Connection) -> str | None:
        """Takes a new connection in, unless there is a reason not to."""
        name = self._name(connection)
        if name is not None and self._each[name] >= self.limits.each:
            return self.refuse("too_many_connections", connection)
        if len(self._open) >= self.limits.total and not self._make_room():
            return self.refuse("overloaded", connection)
        self._open[connection] = None
        if name is not None:
            self._each[name] += 1
        self.enter(connection, Stage.HEAD)
        return None

    def _make_room(self) -> bool:
        """Ends the connection that has waited longest without asking for anything."""
        for stage in (Stage.HEAD, Stage.IDLE):
            for connection in self._waiting[stage]:
                self.refuse("made_room", connection)
                self.remove(connection)
                connection.make_room()
                return True
        return False

    def enter(self, connection: Connection, stage: Stage | None) -> None:
        """Notes what the connection is waited for from now on."""
        if connection not in self._open or self._open[connection] is stage:
            return
        self._leave(connection)
        self._open[connection] = stage
        if stage is not None:
            self._waiting[stage][connection] = self._clock()

    def _leave(self, connection: Connection) -> None:
        before = self._open[connection]
        if before is not None:
            self._waiting[before].pop(connection, None)

    def replace(self, old: Connection, new: Connection) -> None:
        """The connection goes on as another protocol."""
        if old in self._open:
            self._leave(old)
            del self._open[old]
            self._open[new] = None

    def remove(self, connection: Connection) -> None:
        """The connection is gone."""
        if connection not in self._open:
            return
        self._leave(connection)
        del self._open[connection]
        self._closing.discard(connection)
        name = self._name(connection)
        if name is not None:
            self._each[name] -= 1
            if self._each[name] <= 0:
                del self._each[name]

    def _name(self, connection: Connection) -> str | None:
        """Whom the connection counts for; None for a proxy."""
        return None if self._trusts(connection.address) else client_name(connection.address)

    def refuse(self, reason: str, connection: Connection) -> str:
        """Counts a refusal, and gives its reason back."""
        self.refused[reason] += 1
        self._latest = client_name(connection.address)
        return reason

    def check_timeouts(self) -> None:
        """Ends what is overdue, and tells of what was refused; to be called every second."""
        now = self._clock()
        for stage, waiting in self._waiting.items():
            limit = now - getattr(self.limits, stage.value)
            for connection in [*_while_before(waiting, limit)]:
                self.enter(connection, None)
                connection.overdue(stage)
        if now >= self._cut_off_after:
            self._cut_off_after = now + CUT_OFF_EVERY
            self._cut_off()
        if now >= self._log_after and self.refused != self._logged:
            self._log_after = now + LOG_EVERY
            facts = {**(self.refused - self._logged), "latest": self._latest, "open": len(self)}
            self._logged = self.refused.copy()
            LOG.warning("connections were refused", extra={"facts": facts})

    def _cut_off(self) -> None:
        """Cuts those that were closing the last time already: they do not read what was sent."""
        closing = {connection for connection in self._open if connection.closing}
        for connection in closing & self._closing:
            self.refuse("unread", connection)
            connection.cut()
        self._closing = closing


def _while_before(waiting: dict[Connection, float], limit: float) -> list[Connection]:
    """The first connections, as long as they have waited since before that moment."""
    found = []
    for connection, since in waiting.items():
        if since > limit:
            break
        found.append(connection)
    return found
