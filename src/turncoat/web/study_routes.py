"""Studies: kept, shown, changed and deleted."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from starlette.responses import Response

from turncoat.service.study_view import Study
from turncoat.service.wire import json_text

from . import request_models, response_models
from .documents import Document
from .guard import client_of
from .problems import documented, json
from .routes import REVALIDATE, TEXT, service_of

router = APIRouter(prefix="/api")
A_RECORD = (
    "bad_record", "bad_transcript", "bad_position", "bad_request", "unknown_game", "bad_ruleset", "unknown_option",
    "bad_option", "illegal_move", "invalid", "busy", "engine_failed", "store_failed",
)  # fmt: skip


def owner_of(request: Request) -> str:
    """Who asks, as far as sharing the workers fairly goes."""
    return service_of(request).owner(client_of(request.scope))


@router.post("/studies", response_model=response_models.StudyMade, status_code=201, responses=documented(*A_RECORD))
async def add_study(request: Request, wanted: request_models.NewStudy) -> Any:
    """Keeps a study, which whoever has its link may read."""
    return await service_of(request).sharing.studies.add(wanted.record, owner_of(request))


@router.get(
    "/studies/{study_id}",
    response_model=Study,
    responses=documented("no_such_study", "invalid", "busy", "engine_failed", "store_failed"),
)
async def show_study(request: Request, study_id: request_models.MatchId) -> Response:
    """A study: its record, and its main line ready to be shown."""
    return json(json_text(await service_of(request).sharing.studies.get(study_id, owner_of(request))))


@router.get(
    "/studies/{study_id}/record",
    response_class=PlainTextResponse,
    responses=documented("no_such_study", "invalid", "store_failed", elsewhere=True),
)
async def show_study_record(request: Request, study_id: request_models.MatchId) -> Response:
    """The record of a study."""
    text = await service_of(request).sharing.studies.record(study_id)
    headers = {"content-disposition": f'inline; filename="study-{study_id}.turncoat"', **REVALIDATE}
    return Document.of(TEXT, text.encode()).response(request.headers, headers)


@router.post(
    "/studies/{study_id}/change",
    status_code=204,
    response_class=Response,
    responses=documented(*A_RECORD, "no_such_study", "bad_secret", elsewhere=True),
)
async def change_study(request: Request, study_id: request_models.MatchId, wanted: request_models.ChangedStudy) -> None:
    """Puts another record in the place of a study's."""
    await service_of(request).sharing.studies.change(study_id, wanted.secret, wanted.record, owner_of(request))


@router.post(
    "/studies/{study_id}/delete",
    status_code=204,
    response_class=Response,
    responses=documented("no_such_study", "bad_secret", "invalid", "store_failed", elsewhere=True),
)
async def delete_study(request: Request, study_id: request_models.MatchId, wanted: request_models.StudySecret) -> None:
    """Deletes a study for good."""
    await service_of(request).sharing.studies.delete(study_id, wanted.secret)
