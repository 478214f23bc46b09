"""Limits: how much one client may ask for, so that the rest are served too."""

import ipaddress
import time
from collections import OrderedDict
from dataclasses import dataclass, field

MOST_CLIENTS = 50_000


@dataclass(frozen=True)
class Rate:
    """So many a second on average, and so many at once."""

    per_second: float
    at_once: float


RATES = {
    "request": Rate(50, 300),
    "create": Rate(1, 60),
    "join": Rate(2, 40),
    "chat": Rate(1, 12),
    "hint": Rate(0.5, 20),
    "message": Rate(20, 60),
}


@dataclass
class Limits:
    """Buckets that fill with time; `scale` widens all of them, 0 takes them away."""

    scale: float = 1.0
    connections: int = 200
    """Open sockets and streams of one client."""
    all_connections: int = 20_000
    connected: int = 0
    """Open connections of everyone."""
    _buckets: OrderedDict[tuple[str, str], tuple[float, float]] = field(default_factory=OrderedDict)
    _open: dict[str, int] = field(default_factory=dict)

    def allow(self, client: str, kind: str) -> bool:
        """Whether the client may do this now; if so it counts."""
        if not self.scale:
            return True
        rate, now = RATES[kind], time.monotonic()
        most = rate.at_once * self.scale
        left, then = self._buckets.pop((client, kind), (most, now))
        left = min(most, left + (now - then) * rate.per_second * self.scale)
        allowed = left >= 1
        self._buckets[client, kind] = (left - allowed, now)
        while len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return allowed

    def open(self, client: str) -> bool:
        """Whether the client may open one more connection; if so it counts until it is closed."""
        mine = self._open.get(client, 0)
        full = mine >= self.connections * self.scale or self.connected >= self.all_connections * self.scale
        if self.scale and full:
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
