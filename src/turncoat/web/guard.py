"""The middleware before the application: hosts, origins, rate limits, and the headers of every response."""

import ipaddress
import logging
import time

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import headers, problems
from .costs import Metered, cost_of
from .limits import Limiter, client_name
from .metrics import Metrics
from .proxies import scheme_of
from .settings import Settings, max_bytes

LOG = logging.getLogger("turncoat.web")
SAFE = ("GET", "HEAD", "OPTIONS")
FOR_OPERATORS = ("/api/health", "/api/ready", "/metrics")  # asked by address, whatever the service's name is
MAX_EXTRA = 50.0  # milliseconds charged afterwards: whoever comes first after a start is not to pay for all caches
NOT_ALLOWED, TOO_MANY = 4403, 4429


class TooLarge(HTTPException):
    """A body beyond the limit."""

    def __init__(self) -> None:
        super().__init__(413)


class Guard:
    """ASGI middleware that admits or refuses requests."""

    def __init__(self, app: ASGIApp, settings: Settings, limiter: Limiter, metrics: Metrics) -> None:
        self.app, self.settings, self.limiter, self.metrics = app, settings, limiter, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admits the request or refuses it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        self._apply_proxy_headers(scope)
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._websocket(scope, receive, _strict(scope, send))

    def _apply_proxy_headers(self, scope: Scope) -> None:
        """Reads the client's address and scheme from a trusted proxy's headers."""
        proxies, peer = self.settings.proxies, scope["client"][0] if scope.get("client") else None
        if proxies is None or not proxies.trusts(peer):
            return
        given = Headers(scope=scope)
        client = proxies.client(peer, given.getlist("x-forwarded-for"))
        scope["client"] = (client, 0) if client else None
        scheme = scheme_of(given.getlist("x-forwarded-proto"))
        if scheme:
            scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started, status, sent = time.perf_counter(), 500, False

        async def noted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status, sent = message["status"], True
            await send(message)

        answer = _strict(scope, noted)
        try:
            refusal = self._refusal(scope)
            if refusal:
                await refusal(scope, receive, answer)
            else:
                await self._metered(scope, _counted(receive, max_bytes(scope["path"])), answer)
        except ClientDisconnect:
            pass  # it waits for no answer
        except Exception:
            LOG.exception("a request failed", extra={"facts": {"path": scope["path"]}})
            if not sent:
                await problems.response(problems.own_body("internal"))(scope, receive, answer)
        finally:
            self._note(scope, status, time.perf_counter() - started)

    async def _metered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets it in; what it takes beyond its usual cost is charged afterwards."""
        usual, work = (
            cost_of(scope["method"], scope["path"]),
            Metered(self.app(scope, receive, send), self.limiter.processor),
        )
        try:
            await work
        finally:
            if work.ms > usual.ms:
                self.limiter.charge(client_of(scope), "cost", min(work.ms - usual.ms, MAX_EXTRA))

    def _refusal(self, scope: Scope) -> Response | None:
        given = Headers(scope=scope)
        if not self._known_host(given) and not (scope["path"] in FOR_OPERATORS and _is_address(given.get("host", ""))):
            return problems.response(problems.own_body("bad_host"))
        if scope["method"] not in SAFE and not self._same_origin(scope, given):
            return problems.response(problems.own_body("bad_origin"))
        length, most = given.get("content-length", "0"), max_bytes(scope["path"])
        if not length.isdigit() or int(length) > most:
            return problems.response(problems.own_body("too_large", most=most), {"connection": "close"})
        wait = self.limiter.take(client_of(scope), **cost_of(scope["method"], scope["path"]).wanted)
        return problems.too_many_requests(wait) if wait else None

    def _known_host(self, given: Headers) -> bool:
        hosts, host = self.settings.hosts, given.get("host", "")
        return hosts is None or host in hosts or _without_port(host) in hosts

    def _same_origin(self, scope: Scope, given: Headers) -> bool:
        """Whether the request comes from our own page, or from no page at all."""
        origin = given.get("origin")
        if origin is None:
            return given.get("sec-fetch-site", "none") in ("same-origin", "none")
        if self.settings.origins:
            return origin in self.settings.origins
        return origin.partition("://")[2] == given.get("host", "")

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        given, client = Headers(scope=scope), client_of(scope)
        if not self._known_host(given) or not self._same_origin(scope, given):
            code = "bad_origin" if self._known_host(given) else "bad_host"
            await problems.deny(NOT_ALLOWED, problems.response(problems.own_body(code)))(scope, receive, send)
            return
        wait = self.limiter.take(client, **cost_of("WS", scope["path"]).wanted)
        if wait:
            await problems.deny(TOO_MANY, problems.too_many_requests(wait))(scope, receive, send)
            return
        if not self.limiter.open(client):
            answer = problems.response(problems.own_body("too_many_connections"))
            await problems.deny(TOO_MANY, answer)(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.limiter.close(client)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", None) or ("page" if status < 400 else "none")
        self.metrics.requests.labels(scope["method"], route, str(status)).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        if LOG.isEnabledFor(logging.INFO) and scope["path"].startswith("/api/") and route not in FOR_OPERATORS:
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


def _strict(scope: Scope, send: Send) -> Send:
    """Completes the headers of every answer."""

    async def answer(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            tls = scope.get("scheme") in ("https", "wss")
            framed = scope["path"].startswith(headers.EMBEDDED)
            message["headers"] = headers.complete([*message.get("headers", ())], tls=tls, framed=framed)
        await send(message)

    return answer


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


def _counted(receive: Receive, most: int) -> Receive:
    """Stops reading a body that is larger than it may be."""
    total = 0

    async def read() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > most:
            raise TooLarge
        return message

    return read
