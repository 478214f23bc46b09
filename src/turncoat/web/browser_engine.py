"""The engine that browsers run themselves: where its WebAssembly is, and the trained evaluations it takes."""

from dataclasses import asdict
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from turncoat.engine import browser

from . import problems, response_models
from .page import FOREVER, Page
from .problems import documented
from .routes import JSON, REVALIDATE, documents_of

router = APIRouter(prefix="/api/engine")
BYTES = "application/octet-stream"
WEIGHTS: dict[str, Any] = {
    "description": "What the engine takes",
    "content": {BYTES: {"schema": {"type": "string", "format": "binary"}}},
}


@router.get("", response_model=response_models.BrowserEngine, responses=documented())
async def show(request: Request) -> Response:
    """The engine for browsers to run themselves, and the trained evaluations for it."""
    page: Page = request.app.state.page
    offered = {"module": page.engine(), "weights": [asdict(each) for each in browser.offered()]}
    found = await documents_of(request).get(("engine", page.engine()), JSON, lambda: orjson.dumps(offered))
    return found.response(request.headers, REVALIDATE)


@router.get("/{name}", response_class=Response, responses={200: WEIGHTS, **documented("not_found", "invalid")})
async def weights(
    request: Request, name: Annotated[str, Path(min_length=1, max_length=100, description="One of those offered")]
) -> Response:
    """A trained evaluation, as the engine takes it; its name changes with it."""
    if name not in {each.name for each in browser.offered()}:
        return problems.response(problems.own_body("not_found"))
    found = await documents_of(request).get(("weights", name), BYTES, lambda: browser.pack(name))
    return found.response(request.headers, {"cache-control": FOREVER})
