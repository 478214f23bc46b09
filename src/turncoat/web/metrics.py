"""Metrics for Prometheus, and who may read them."""

import asyncio
import ipaddress
from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from starlette.requests import HTTPConnection

from turncoat.service import Service

from .connections import Connections
from .limits import Limiter
from .proxies import Network

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
LOOK = 0.25  # seconds between looks at how late the event loop is
PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


def may_read(connection: HTTPConnection, networks: Iterable[Network]) -> bool:
    """Whether whoever asks is in one of the networks, and came directly: through a proxy comes anybody."""
    if connection.client is None or any(name in connection.headers for name in PASSED_ON):
        return False
    try:
        address = ipaddress.ip_address(connection.client.host)
    except ValueError:
        return False
    plain = getattr(address, "ipv4_mapped", None) or address
    return any(plain in network for network in networks)


class Metrics:
    """What is counted, of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, processor and open files of this process
        self.requests = Counter(
            "turncoat_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "turncoat_request_seconds", "Time to answer", ["route"], buckets=BUCKETS, registry=self.registry
        )
        self.moves = Histogram(
            "turncoat_move_seconds",
            "From a move's arrival on a socket until it is kept and told",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.lag = Histogram(
            "turncoat_loop_lag_seconds", "How late the event loop is", buckets=BUCKETS, registry=self.registry
        )
        self.dropped = Counter("turncoat_slow_clients", "Clients dropped for being slow", registry=self.registry)

    def watch(self, service: Service, limiter: Limiter) -> None:
        """Adds what the service can tell."""
        self.registry.register(_OfService(service, limiter))

    def watch_connections(self, connections: Connections) -> None:
        """Adds what the server's connections can tell."""
        self.registry.register(_OfConnections(connections))

    async def watch_loop(self) -> None:
        """Notes again and again how much longer than it should a short sleep takes: so late are all others too."""
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + LOOK
            await asyncio.sleep(LOOK)
            self.lag.observe(max(0.0, clock() - due))

    def text(self) -> bytes:
        """All figures in Prometheus' text form."""
        return generate_latest(self.registry)


class _OfService:
    """Reads the service's own counts when they are asked for."""

    def __init__(self, service: Service, limiter: Limiter) -> None:
        self._service, self._limiter = service, limiter

    def collect(self) -> Iterator[Metric]:
        """Every figure."""
        service = self._service
        for name, value in vars(service.counts).items():
            yield CounterMetricFamily(f"turncoat_{name}", f"{name.replace('_', ' ')} since the start", value=value)
        gauges = {
            "connections": self._limiter.connected,
            "rooms": len(service.rooms),
            "engine_waiting": service.pool.waiting,
            "engine_running": service.pool.running,
        }
        for name, value in gauges.items():
            yield GaugeMetricFamily(f"turncoat_{name}", f"{name.replace('_', ' ')} now", value=value)


class _OfConnections:
    """Reads how many connections there are, and why others were refused."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def collect(self) -> Iterator[Metric]:
        """Every figure."""
        yield GaugeMetricFamily("turncoat_open_connections", "TCP connections now", value=len(self._connections))
        refused = CounterMetricFamily(
            "turncoat_refused_connections", "Connections refused or ended below HTTP", labels=["reason"]
        )
        for reason, count in self._connections.refused.items():
            refused.add_metric([reason], count)
        yield refused
