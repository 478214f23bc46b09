"""Limits: how much one client may ask for, so that the rest are served too."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

MOST_CLIENTS = 50_000


@dataclass(frozen=True)
class Rate:
    """So many a second on average, and so many at once."""

    per_second: float
    at_once: float


RATES: Mapping[str, Rate] = MappingProxyType(
    {
        "request": Rate(50, 300),
        "create": Rate(1, 60),
        "join": Rate(2, 40),
        "chat": Rate(1, 12),
        "hint": Rate(0.5, 20),
        "message": Rate(20, 60),
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
        self.connected = 0
        """Open connections of everyone."""
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: dict[str, int] = {}

    def allow(self, client: str, kind: str) -> bool:
        """Whether the client may do this now; if so it counts."""
        scale = self.limits.scale
        if not scale:
            return True
        rate, now = self.limits.rates[kind], self.clock()
        most = rate.at_once * scale
        left, then = self._buckets.pop((client, kind), (most, now))
        left = min(most, left + (now - then) * rate.per_second * scale)
        allowed = left >= 1
        self._buckets[client, kind] = (left - allowed, now)
        while len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return allowed

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
