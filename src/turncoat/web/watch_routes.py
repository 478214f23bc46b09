"""What there is to watch, and what was played from a position."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from turncoat.service.explorer_view import Exploration
from turncoat.service.watch_view import Watching
from turncoat.service.wire import json_text

from .guard import client_of
from .problems import documented, json
from .routes import service_of

router = APIRouter(prefix="/api")
LONGEST = 1_000
PositionText = Annotated[str, Query(min_length=1, max_length=LONGEST, description="The text of a position")]


@router.get("/watch", response_model=Watching, responses=documented("store_failed"))
async def watch(request: Request) -> Response:
    """The public games that are played, those that ended lately, and the closest of the week."""
    return json(await service_of(request).sharing.watch.text())


@router.get(
    "/explorer",
    response_model=Exploration,
    responses=documented(
        "bad_position",
        "bad_ruleset",
        "unknown_game",
        "unknown_option",
        "bad_option",
        "invalid",
        "busy",
        "engine_failed",
        "store_failed",
    ),
)
async def explore(request: Request, position: PositionText) -> Response:
    """What was played from a position, in public games and in the sets of this server."""
    service = service_of(request)
    owner = service.owner(client_of(request.scope))
    return json(json_text(await service.sharing.explorer.explore(position, owner)))
