"""The routes of analyses.  Each parses, calls the service, sends."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from turncoat.service.analysis_view import Comparison, GameTree, Moment, Readings, Record
from turncoat.service.wire import json_text

from . import analysis_models, request_models
from .guard import client_of
from .problems import documented, json
from .routes import service_of

router = APIRouter(prefix="/api")
OF_POSITIONS = (
    "bad_position",
    "unknown_game",
    "bad_ruleset",
    "unknown_option",
    "bad_option",
    "illegal_move",
    "invalid",
)
OF_RECORDS = (*OF_POSITIONS, "bad_record", "bad_transcript", "busy", "engine_failed")


@router.post("/analysis/moment", response_model=Moment, responses=documented(*OF_POSITIONS, "busy"))
async def moment(request: Request, asked: analysis_models.AskedMoment) -> Response:
    """A position, what may be done in it, and what the moves that led there have changed."""
    analyses = service_of(request).analyses
    return json(await analyses.moment(asked.position, asked.moves, asked.since))


@router.post("/analysis/readings", response_model=Readings, responses=documented(*OF_POSITIONS, "busy"))
async def readings(request: Request, asked: analysis_models.Line) -> Response:
    """A position under every other value of an option that fits it, and which moves appear and vanish."""
    return json(await service_of(request).analyses.readings(asked.position, asked.moves))


@router.post(
    "/analysis/compare",
    response_model=Comparison,
    responses=documented(*OF_POSITIONS, "bad_request", "busy", "engine_failed"),
)
async def compare(request: Request, asked: analysis_models.AskedComparison) -> Response:
    """What every move of a position is worth, here and under other rules."""
    analyses, client = service_of(request).analyses, client_of(request.scope)
    return json(json_text(await analyses.compare(asked.position, asked.moves, asked.ruleset, client)))


@router.post("/games/read", response_model=GameTree, responses=documented(*OF_RECORDS, "bad_request"))
async def read(request: Request, given: request_models.GamesText) -> Response:
    """Reads one game to be gone through (a record, a transcript or GGF), as a tree with variations and comments."""
    return json(await service_of(request).analyses.read(given.text, given.ruleset, client_of(request.scope)))


@router.post("/games/write", response_model=Record, responses=documented(*OF_RECORDS))
async def write(request: Request, given: analysis_models.GivenTree) -> Response:
    """A tree with its variations and comments as a record."""
    root, nodes = given.root.model_dump(), [node.model_dump() for node in given.nodes]
    client = client_of(request.scope)
    return json(await service_of(request).analyses.write(given.position, given.headers, root, nodes, client))


@router.get(
    "/matches/{match_id}/tree",
    response_model=GameTree,
    responses=documented("no_such_match", "not_possible", "invalid", "store_failed"),
)
async def match_tree(request: Request, match_id: request_models.MatchId) -> Response:
    """A finished match as a tree, to be analysed."""
    return json(await service_of(request).analyses.of_match(match_id))
