"""Limits on one client, so that the others are served too."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

MAX_CLIENTS = 50_000
LONGEST_WAIT = 3600.0  # seconds that a client is told to wait


@dataclass(frozen=True)
class Rate:
    """So many a second on average, and so many at once."""

    per_second: float
    at_once: float


RATES: Mapping[str, Rate] = MappingProxyType(
    {
        "cost": Rate(100, 400),  # milliseconds of the event loop (costs.py): a tenth of it
        # What costs something else as well: room in the database, other people's attention, the engine.
        "create": Rate(1, 60),
        "join": Rate(2, 40),
        "chat": Rate(1, 12),
        "erase": Rate(1, 60),
        "import": Rate(0.5, 30),
        "hint": Rate(0.5, 20),
        "attempt": Rate(2, 60),
        "picture": Rate(1, 30),
        "study": Rate(0.2, 30),
        "explore": Rate(5, 100),
        "message": Rate(20, 60),  # of one socket
    }
)


@dataclass(frozen=True)
class Limits:
    """What an operator may choose; `scale` widens everything, 0 takes the limits away."""

    scale: float = 1.0
    connections: int = 200
    """Open sockets and streams of one client."""
    all_connections: int = 20_000
    rates: Mapping[str, Rate] = field(default_factory=lambda: RATES)


class Limiter:
    """What the clients of one application have used up: buckets that fill with time, and open connections."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits, self.clock = limits, clock
        self.processor: Callable[[], float] = time.thread_time
        """By which the work for a request is measured."""
        self.connected = 0
        """Open connections of everyone."""
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: dict[str, int] = {}

    def take(self, client: str, **wanted: float) -> float:
        """Takes so much of each kind and gives 0; or takes nothing and gives the seconds until there is enough."""
        if not self.limits.scale:
            return 0.0
        left = {kind: self._left(client, kind) for kind in wanted}
        wait = max(self._wait(kind, amount - left[kind]) for kind, amount in wanted.items())
        for kind, amount in wanted.items():
            self._keep(client, kind, left[kind] - (0 if wait else amount))
        return wait

    def charge(self, client: str, kind: str, amount: float) -> None:
        """Takes what was used up already; the client may owe as much as it may have at once."""
        if self.limits.scale:
            most = self.limits.rates[kind].at_once * self.limits.scale
            self._keep(client, kind, max(-most, self._left(client, kind) - amount))

    def _left(self, client: str, kind: str) -> float:
        rate, scale, now = self.limits.rates[kind], self.limits.scale, self.clock()
        most = rate.at_once * scale
        left, then = self._buckets.get((client, kind), (most, now))
        return min(most, left + (now - then) * rate.per_second * scale)

    def _wait(self, kind: str, missing: float) -> float:
        if missing <= 0:
            return 0.0
        speed = self.limits.rates[kind].per_second * self.limits.scale
        return min(LONGEST_WAIT, missing / speed) if speed else LONGEST_WAIT

    def _keep(self, client: str, kind: str, left: float) -> None:
        self._buckets[client, kind] = (left, self.clock())
        self._buckets.move_to_end((client, kind))
        while self._buckets and (len(self._buckets) > MAX_CLIENTS or self._is_full(*next(iter(self._buckets)))):
            self._buckets.popitem(last=False)

    def _is_full(self, client: str, kind: str) -> bool:
        """Whether nothing is lost when the bucket is forgotten."""
        return self._left(client, kind) >= self.limits.rates[kind].at_once * self.limits.scale

    def open(self, client: str) -> bool:
        """Whether the client may open one more connection; if so it counts until it is closed."""
        limits, mine = self.limits, self._open.get(client, 0)
        full = mine >= limits.connections * limits.scale or self.connected >= limits.all_connections * limits.scale
        if limits.scale and full:
            return False
        self._open[client] = mine + 1
        self.connected += 1
        return True

    def close(self, client: str) -> None:
        """One connection less."""
        self.connected -= 1
        left = self._open.get(client, 0) - 1
        if left > 0:
            self._open[client] = left
        else:
            self._open.pop(client, None)


def client_name(host: str | None) -> str:
    """Whom a limit counts for: an address, or the network that one subscriber has in IPv6."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
