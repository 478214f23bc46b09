"""Trusted proxies, and what their headers say about the client's address and TLS."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LOOPBACK: tuple[Network, ...] = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))
MAX_HOPS = 32


@dataclass(frozen=True)
class Proxies:
    """The proxies that are trusted; whoever comes by a socket of this machine's file system is one."""

    networks: tuple[Network, ...]

    def trusts(self, host: str | None) -> bool:
        """Whether that peer is a proxy of ours; without an address it came by a Unix socket."""
        if not host:
            return True
        address = read_address(host)
        return address is not None and self._ours(address)

    def _ours(self, address: Address) -> bool:
        return any(address in network for network in self.networks)

    def client(self, host: str | None, forwarded_for: Iterable[str]) -> str | None:
        """The client's address: the last in the list that is no proxy of ours.

        What stands before it anybody may have written.  Where the list breaks off or cannot be read, it is the proxy
        that was reached last.
        """
        found = host
        hops = [hop for line in forwarded_for for hop in line.split(",")]
        for hop in reversed(hops[-MAX_HOPS:]):
            address = read_address(hop)
            if address is None:
                break
            found = str(address)
            if not self._ours(address):
                break
        return found


def read_address(text: str) -> Address | None:
    """The address in a hop of X-Forwarded-For, with or without a port; None where there is none."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text, _, port = text[1:].partition("]")
        if port and not (port[0] == ":" and port[1:].isdecimal()):
            return None
    elif text.count(":") == 1:
        text, _, port = text.partition(":")
        if not port.isdecimal():
            return None
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def scheme_of(forwarded_proto: Iterable[str]) -> str | None:
    """How the client came to the proxy, http or https; the last word is that of the nearest proxy."""
    said = [word.strip().lower() for line in forwarded_proto for word in line.split(",")]
    return {"http": "http", "ws": "http", "https": "https", "wss": "https"}.get(said[-1]) if said else None
