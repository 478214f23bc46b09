"""The command `serve`."""

import ipaddress
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from turncoat.games import game as found_game

from .arguments import complete_game, named
from .errors import NO, CommandError
from .language import say, spoken
from .storage import Database, database_address

if TYPE_CHECKING:
    from turncoat.web.proxies import Network

# What a server is told may stand in its environment too: a file of settings for all processes, no password in `ps`.
Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", envvar="TURNCOAT_HOST")]
Port = Annotated[int | None, typer.Option("--port", "-p", min=0, max=65535, envvar="TURNCOAT_PORT")]
BrokerAddress = Annotated[str | None, typer.Option("--broker", metavar="URL", envvar="TURNCOAT_BROKER")]
Behind = Annotated[bool, typer.Option("--behind-proxy", envvar="TURNCOAT_BEHIND_PROXY")]
Trusted = Annotated[
    list[str] | None, typer.Option("--trusted-proxy", metavar="NETWORK", envvar="TURNCOAT_TRUSTED_PROXY")
]
Origins = Annotated[list[str] | None, typer.Option("--origin", metavar="URL", envvar="TURNCOAT_ORIGIN")]
Games = Annotated[
    list[str] | None, typer.Option("--game", metavar="NAME", autocompletion=complete_game, envvar="TURNCOAT_GAME")
]
Sets = Annotated[
    list[Path] | None,
    typer.Option("--explorer", metavar="FILE", exists=True, dir_okay=False, envvar="TURNCOAT_EXPLORER"),
]
Workers = Annotated[int | None, typer.Option("--workers", min=1, max=256, metavar="N", envvar="TURNCOAT_WORKERS")]
Factor = Annotated[float, typer.Option("--limits", min=0, metavar="FACTOR", envvar="TURNCOAT_LIMITS")]
Away = Annotated[float, typer.Option("--away", min=1, max=86_400, metavar="SECONDS", envvar="TURNCOAT_AWAY")]
Waiting = Annotated[float, typer.Option("--waiting", min=0, max=3650, metavar="DAYS", envvar="TURNCOAT_WAITING")]
Keep = Annotated[float, typer.Option("--keep", min=0, max=36_500, metavar="DAYS", envvar="TURNCOAT_KEEP")]
Networks = Annotated[list[str] | None, typer.Option("--metrics", metavar="NETWORK", envvar="TURNCOAT_METRICS")]
Log = Annotated[Literal["json", "text"] | None, typer.Option("--log", envvar="TURNCOAT_LOG")]
DEFAULT_PORT = 8080


def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = None,
    database: Database = None,
    broker: BrokerAddress = None,
    open_page: Annotated[bool, typer.Option("--open", "-o")] = False,
    behind_proxy: Behind = False,
    trusted_proxy: Trusted = None,
    origin: Origins = None,
    game: Games = None,
    explorer: Sets = None,
    workers: Workers = None,
    limits: Factor = 1.0,
    away: Away = 120.0,
    waiting: Waiting = 14.0,
    keep: Keep = 0.0,
    metrics: Networks = None,
    log: Log = None,
) -> int:
    """Serve the web page and the API until Ctrl-C."""
    from turncoat.service import Timeouts
    from turncoat.web.limits import Limits
    from turncoat.web.proxies import LOOPBACK, Proxies
    from turncoat.web.serve import CannotServe
    from turncoat.web.serve import serve as run
    from turncoat.web.settings import Settings

    if broker:
        _check_broker(broker, database)
    settings = Settings(
        database=database_address(database),
        host=host,
        port=DEFAULT_PORT if port is None else port,
        any_port=port is None,
        broker=broker,
        proxies=Proxies((*LOOPBACK, *map(_network, trusted_proxy or []))) if behind_proxy or trusted_proxy else None,
        origins=tuple(each.rstrip("/") for each in origin or []),
        games=tuple(found_game(named(each)).name for each in game or []),
        explorer=tuple(explorer or ()),
        workers=workers,
        limits=Limits(scale=limits),
        timeouts=Timeouts(away=away, waiting=waiting * 86_400),
        keep=keep * 86_400,
        figures_for=(*LOOPBACK, *map(_network, metrics or [])),
        language=spoken(),
        quiet=log is None and sys.stderr.isatty(),
        json_logs=log == "json" or (log is None and not sys.stderr.isatty()),
    )

    def ready(address: str) -> None:
        typer.echo(say("serve.ready", address=address))
        sys.stdout.flush()
        if open_page and _has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        run(settings, ready)
    except CannotServe as trouble:
        key = "cannot_listen" if trouble.what == "address" else "cannot_store"
        raise CommandError(key, NO, where=trouble.where, reason=trouble.reason) from None
    except KeyboardInterrupt:
        pass  # the way to end it
    return 0


def _check_broker(broker: str, database: str | None) -> None:
    """What is wrong with the address is told without it: there may be a password in it."""
    scheme, sign, _ = broker.partition("://")
    if not sign or scheme not in ("redis", "rediss", "unix"):
        raise CommandError("broker", got=f"{scheme}{sign}" if sign else broker.partition("@")[2] or broker)
    if not (database or "").startswith(("postgres://", "postgresql://", "postgresql+asyncpg://")):
        raise CommandError("broker_alone")


def _network(text: str) -> "Network":
    """The network that a text such as 10.0.0.0/8 or 10.0.0.7 names."""
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise CommandError("network", got=text) from None


def _has_screen() -> bool:
    """Whether a browser could show a page here; one for the terminal would only be in the way."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
