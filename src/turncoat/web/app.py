"""The application: routes, live sockets, the page, and the guard before them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match, Route

from turncoat import __version__
from turncoat.games.errors import TurncoatError
from turncoat.service import Service

from . import (
    analysis_routes,
    analysis_socket,
    browser_engine,
    live,
    manual,
    problems,
    public_routes,
    routes,
    schema,
    status_routes,
    study_routes,
    watch_routes,
)
from .documents import Documents
from .guard import Guard
from .limits import Limiter
from .metrics import Metrics, may_read
from .page import Page
from .pictures import Pictures
from .previews import Previews
from .routes import CACHE_BRIEFLY
from .settings import Settings, max_bytes

ABOUT = """Everything the page does. A seat's token comes in the answer that hands out the seat; a browser keeps it in a
cookie, a bot sends it as `Authorization: Bearer TOKEN`. Every error has a stable code in `error` and words in `text`.
`WS /api/matches/{match_id}/live` sends a match whole and then its updates, `WS /api/lobby/live` the list of those who
wait; `x-websockets` describes their messages."""

SHUTDOWN_TIMEOUT = 20.0  # seconds


def build(settings: Settings, page: Path | None = None) -> FastAPI:
    """The application, not yet started."""
    metrics, limiter = Metrics(), Limiter(settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service = Service(
            settings.database,
            broker_address=settings.broker,
            workers=settings.workers,
            pace=settings.pace,
            timeouts=settings.timeouts,
            games=settings.games,
            keep=settings.keep,
            sets=settings.explorer,
        )
        await service.start()
        app.state.service = service
        service.tasks.start(service.pool.warm_up())
        metrics.watch(service, limiter)
        service.tasks.start(metrics.watch_loop())
        yield
        with contextlib.suppress(TimeoutError):  # what was acknowledged is kept, so nothing is worth waiting longer for
            async with asyncio.timeout(SHUTDOWN_TIMEOUT):
                await service.stop()

    app = FastAPI(
        title="Turncoat",
        version=__version__,
        description=ABOUT,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.metrics, app.state.limiter, app.state.documents = metrics, limiter, Documents()
    app.state.pictures = Pictures()
    for each in (
        routes,
        status_routes,
        browser_engine,
        public_routes,
        study_routes,
        watch_routes,
        live,
        analysis_routes,
        analysis_socket,
    ):
        app.include_router(each.router)
    schema.complete(app)
    _add_documents(app, settings, metrics)
    _add_errors(app)
    app.state.page = app.router.default = Page(
        page, Previews(settings.origins)
    )  # no mount: that would hide which methods a route has
    app.add_middleware(Guard, settings=settings, limiter=limiter, metrics=metrics)
    return app


def _add_documents(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    documents: Documents = app.state.documents

    @app.get("/api/docs", include_in_schema=False)
    async def docs(request: Request) -> Response:
        found = await documents.get("docs", "text/html; charset=utf-8", lambda: manual.page(app.openapi()).encode())
        return found.response(request.headers, CACHE_BRIEFLY)

    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi(request: Request) -> Response:
        found = await documents.get("openapi", "application/json", lambda: orjson.dumps(app.openapi()))
        return found.response(request.headers, CACHE_BRIEFLY)

    @app.get("/metrics", include_in_schema=False)
    async def figures(request: Request) -> Response:
        if not may_read(request, settings.figures_for):
            return problems.response(problems.own_body("not_found"))
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(TurncoatError)
    async def refused(_: Request, error: TurncoatError) -> Response:
        return problems.response(problems.body(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        found = [_problem(each) for each in error.errors()[:8]]
        return problems.response(problems.own_body("invalid", problems="; ".join(found)))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        code = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}.get(error.status_code, "invalid")
        told: dict[str, dict[str, Any]] = {
            "invalid": {"problems": str(error.detail)},
            "too_large": {"most": max_bytes(request.url.path)},
        }
        own = {"allow": _allowed(app, request)} if error.status_code == 405 else error.headers
        return problems.response(problems.own_body(code, **told.get(code, {})), own)


def _allowed(app: FastAPI, request: Request) -> str:
    """The methods of a path: of all its routes, not only of the first that has it."""
    fitting = (
        route for route in app.routes if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE
    )
    return ", ".join(sorted({method for route in fitting for method in route.methods or ()}))


def _problem(error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"] if part != "body")
    return f"{where}: {error['msg']}" if where else str(error["msg"])
