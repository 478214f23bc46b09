"""The door: who may ask, how much, and what every answer carries."""

import ipaddress
import logging
import time
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import problems
from .limits import Limiter, client_name
from .metrics import Metrics
from .settings import MOST_BYTES, Settings

LOG = logging.getLogger("turncoat.web")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"x-frame-options", b"DENY"),
)
TLS_HEADER = (b"strict-transport-security", b"max-age=31536000")
SAFE = ("GET", "HEAD", "OPTIONS")


class TooLarge(HTTPException):
    """A body beyond the limit."""

    def __init__(self) -> None:
        super().__init__(413)


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, settings: Settings, limiter: Limiter, metrics: Metrics) -> None:
        self.app, self.settings, self.limiter, self.metrics = app, settings, limiter, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets the request in or turns it away."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started, status = time.perf_counter(), 500
        sent = False

        async def answer(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status, sent = message["status"], True
                more = [*HEADERS, TLS_HEADER] if scope.get("scheme") == "https" else HEADERS
                message["headers"] = [*message["headers"], *more]
            await send(message)

        try:
            refusal = self._refusal(scope)
            if refusal:
                await self._refuse(refusal, scope, receive, answer)
            else:
                await self.app(scope, _counted(receive), answer)
        except Exception:
            LOG.exception("a request failed", extra={"facts": {"path": scope["path"]}})
            if not sent:
                await self._refuse(problems.own_body("internal"), scope, receive, answer)
        finally:
            self._note(scope, status, time.perf_counter() - started)

    async def _refuse(self, data: dict[str, Any], scope: Scope, receive: Receive, send: Send) -> None:
        headers = {"retry-after": "1"} if data["error"] == "too_many_requests" else {}
        await problems.response(data, headers)(scope, receive, send)

    def _refusal(self, scope: Scope) -> dict[str, Any] | None:
        headers = Headers(scope=scope)
        if not self._known_host(headers) and not (scope["path"] == "/metrics" and _is_address(headers.get("host", ""))):
            return problems.own_body("bad_host")
        if scope["method"] not in SAFE and not self._same_origin(scope, headers):
            return problems.own_body("bad_origin")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return problems.own_body("too_large", most=MOST_BYTES)
        if scope["path"].startswith("/api/") and not self.limiter.allow(client_of(scope), "request"):
            return problems.own_body("too_many_requests")
        return None

    def _known_host(self, headers: Headers) -> bool:
        hosts, host = self.settings.hosts, headers.get("host", "")
        return hosts is None or host in hosts or _without_port(host) in hosts

    def _same_origin(self, scope: Scope, headers: Headers) -> bool:
        """Whether the request comes from our own page, or from no page at all."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        if self.settings.origins:
            return origin in self.settings.origins
        return origin.partition("://")[2] == headers.get("host", "")

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, client = Headers(scope=scope), client_of(scope)
        if not self._known_host(headers) or not self._same_origin(scope, headers):
            await send({"type": "websocket.close", "code": 4403, "reason": "bad_origin"})
            return
        if not self.limiter.allow(client, "request") or not self.limiter.open(client):
            await send({"type": "websocket.close", "code": 4429, "reason": "too_many_connections"})
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.limiter.close(client)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", None) or ("page" if status < 400 else "none")
        self.metrics.requests.labels(scope["method"], route, str(status)).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        if LOG.isEnabledFor(logging.INFO) and scope["path"].startswith("/api/") and route != "/api/health":
            facts = {
                "method": scope["method"],
                "route": route,
                "match": scope.get("path_params", {}).get("match_id"),
                "status": status,
                "ms": round(seconds * 1000, 1),
                "client": client_of(scope),
            }
            LOG.info("request", extra={"facts": facts})


def client_of(scope: Scope) -> str:
    """Whom the limits count for."""
    client = scope.get("client")
    return client_name(client[0] if client else None)


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if name and port.isdigit() else host


def _is_address(host: str) -> bool:
    """Whether the name is none that could be made to mean this machine: an address, or localhost."""
    name = _without_port(host).strip("[]")
    try:
        return name == "localhost" or bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def _counted(receive: Receive) -> Receive:
    """Stops reading a body that is larger than it may be."""
    total = 0

    async def read() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise TooLarge
        return message

    return read
