"""The engine at a pipe: programs speak to it by UGI, or as Othello programs do by NBoard and GTP.

`serve` reads commands until `quit` or the end of the input.  docs/protocols.md says what each command does.
"""

from collections.abc import Mapping

from turncoat.engine.levels import Level

from .gtp import Gtp
from .nboard import Nboard
from .session import Server, Session
from .ugi import Ugi
from .wire import Wire

PROTOCOLS: Mapping[str, type[Server]] = {"ugi": Ugi, "nboard": Nboard, "gtp": Gtp}

__all__ = ["PROTOCOLS", "Session", "Wire", "serve"]


def serve(
    protocol: str, wire: Wire, ruleset: str | None = None, version: str = "0", level: Level | None = None
) -> None:
    """Speak that protocol on the wire until it is told to quit or the other end hangs up."""
    PROTOCOLS[protocol](wire, ruleset, version, level).run()
