"""How the web floor is set up."""

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from turncoat.service import Timeouts

from .connections import ConnectionLimits
from .limits import Limits
from .proxies import LOOPBACK as THIS_MACHINE
from .proxies import Network, Proxies

MAX_BYTES = 16 * 1024
MAX_BYTES_OF = {"/api/import": 256 * 1024, "/api/games/": 256 * 1024, "/api/studies": 96 * 1024}
"""Of a body, and of those that bring more, by the beginning of their path."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})


def max_bytes(path: str) -> int:
    """How large the body of a request may be."""
    return next((most for begin, most in MAX_BYTES_OF.items() if path.startswith(begin)), MAX_BYTES)


@dataclass(frozen=True)
class Settings:
    """What an operator may choose."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8080
    any_port: bool = False
    """Whether another port will do where that one is taken."""
    broker: str | None = None
    proxies: Proxies | None = None
    """Proxies in front that speak for the clients: their addresses and whether they came by TLS."""
    origins: Collection[str] = ()
    """Addresses the service is known under, such as https://play.example.org; empty: whatever the client calls it.

    The first is the one that previews of links name.
    """
    games: tuple[str, ...] = ()
    """Games of others that are offered beside our own."""
    explorer: tuple[Path, ...] = ()
    """Sets of positions made elsewhere, for the explorer."""
    workers: int | None = None
    """Engine processes."""
    pace: float = 0.35
    """Seconds a computer takes at the least, so that people can follow."""
    timeouts: Timeouts = field(default_factory=Timeouts)
    keep: float = 0
    """Seconds for which finished matches are kept; 0: for ever."""
    figures_for: tuple[Network, ...] = THIS_MACHINE
    """Networks that may read /metrics."""
    limits: Limits = field(default_factory=Limits)
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    language: str = "en"
    json_logs: bool = True
    quiet: bool = False
    """Whether only what goes wrong is logged."""

    @property
    def hosts(self) -> frozenset[str] | None:
        """Names a request may call the service by; None: any."""
        if self.origins:
            return frozenset(origin.partition("://")[2] for origin in self.origins)
        if self.host in LOOPBACK and self.proxies is None:
            return LOOPBACK  # a page elsewhere cannot reach a private service under a name of its own
        return None
