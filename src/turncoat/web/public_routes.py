"""Games that anybody may watch, the links by which they may, and pictures of them.  Each parses, calls, sends."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse
from starlette.responses import Response

from turncoat.draw import Theme
from turncoat.extras import MissingExtra, need
from turncoat.games.errors import TurncoatError
from turncoat.games.text import FALLBACK, say
from turncoat.service import Service, pictures
from turncoat.service.match import Match
from turncoat.service.messages import MatchAnswer
from turncoat.service.public_view import redacted_record
from turncoat.service.publishing import is_public
from turncoat.service.sharing import shown

from . import previews, request_models, response_models, seats
from .documents import Document
from .guard import client_of
from .headers import FOR_OTHER_SITES
from .pictures import Pictures
from .problems import documented, json
from .routes import AT_A_MATCH, REVALIDATE, TEXT, service_of

router = APIRouter(prefix="/api")
Kind = Literal["board.svg", "board.png", "card.png", "film.gif"]
TYPES: Mapping[Kind, str] = {
    "board.svg": "image/svg+xml",
    "board.png": "image/png",
    "card.png": "image/png",
    "film.gif": "image/gif",
}
AT_A_PICTURE = ("no_such_match", "invalid", "store_failed", "busy", "engine_failed", "not_available")
PRIVATE = {**REVALIDATE, "x-robots-tag": "noindex"}
At = Annotated[int | None, Query(ge=0, le=100_000, description="The moves made at that moment; without it, the latest")]


class NotAvailable(TurncoatError):
    """This server lacks the packages that make pictures of pixels."""

    code = "not_available"

    def text(self, language: str = "en") -> str:
        """That there is none."""
        return say("turncoat.web", f"errors.{self.code}", language)


def pictures_of(request: Request) -> Pictures:
    """The pictures of this application."""
    found: Pictures = request.app.state.pictures
    return found


@dataclass(frozen=True)
class Picture:
    """Which picture is asked for."""

    kind: Kind
    at: int | None = None
    theme: Theme = "light"
    language: str = "en"


def picture_responses(kind: Kind) -> dict[int | str, dict[str, object]]:
    """The answers of a route that sends a picture, for the schema."""
    return {
        200: {"content": {TYPES[kind]: {}}, "description": "The picture"},
        **documented(*AT_A_PICTURE, elsewhere=True),
    }


@router.get("/matches/{match_id}/link", response_model=response_models.PublicName, responses=documented(*AT_A_MATCH))
async def show_link(request: Request, match_id: request_models.MatchId) -> dict[str, str | None]:
    """The name under which anybody may watch a match of one's own."""
    return {"name": await service_of(request).sharing.links.link(match_id, seats.tokens_of(request))}


@router.post(
    "/matches/{match_id}/link",
    response_model=response_models.PublicName,
    responses=documented(*AT_A_MATCH, "not_possible"),
)
async def set_link(
    request: Request, match_id: request_models.MatchId, wanted: request_models.PublicLink
) -> dict[str, str | None]:
    """Lets anybody watch a match of one's own by a link, without names and chat; or no longer."""
    links, who = service_of(request).sharing.links, seats.tokens_of(request)
    if wanted.open:
        return {"name": await links.publish(match_id, who)}
    await links.withdraw(match_id, who)
    return {"name": None}


@router.get(
    "/public/{name}", response_model=MatchAnswer, responses=documented("no_such_match", "invalid", "store_failed")
)
async def show_public(request: Request, name: request_models.MatchId) -> Response:
    """A game that anybody may watch: one of the lobby by its own name, any other by its public link."""
    service = service_of(request)
    found = await service.sharing.links.find(name)
    return json(found.room.public_answer(found.link, service.now()))


@router.get(
    "/public/{name}/record",
    response_class=PlainTextResponse,
    responses=documented("no_such_match", "invalid", "store_failed", elsewhere=True),
)
async def show_public_record(request: Request, name: request_models.MatchId) -> Response:
    """Its record; by a public link without names."""
    found = await service_of(request).sharing.links.find(name)
    match = found.match
    text = redacted_record(match) if found.link else match.record()
    headers = {"content-disposition": f'inline; filename="{match.terms.game}-{name}.turncoat"', **REVALIDATE}
    return Document.of(TEXT, text.encode()).response(request.headers, headers)


@router.get("/matches/{match_id}/board.svg", response_class=Response, responses=picture_responses("board.svg"))
async def board_svg(
    request: Request,
    match_id: request_models.MatchId,
    at: At = None,
    theme: Theme = "light",
    language: response_models.Language = "en",
) -> Response:
    """A moment of a match as SVG."""
    return await _of_match(request, match_id, Picture("board.svg", at, theme, language))


@router.get("/matches/{match_id}/board.png", response_class=Response, responses=picture_responses("board.png"))
async def board_png(
    request: Request,
    match_id: request_models.MatchId,
    at: At = None,
    theme: Theme = "light",
    language: response_models.Language = "en",
) -> Response:
    """A moment of a match as PNG."""
    return await _of_match(request, match_id, Picture("board.png", at, theme, language))


@router.get("/matches/{match_id}/film.gif", response_class=Response, responses=picture_responses("film.gif"))
async def film_gif(
    request: Request, match_id: request_models.MatchId, at: At = None, theme: Theme = "light"
) -> Response:
    """A match as an animated GIF, up to that moment."""
    return await _of_match(request, match_id, Picture("film.gif", at, theme))


@router.get("/public/{name}/board.svg", response_class=Response, responses=picture_responses("board.svg"))
async def public_board_svg(
    request: Request,
    name: request_models.MatchId,
    at: At = None,
    theme: Theme = "light",
    language: response_models.Language = "en",
) -> Response:
    """A moment of a public game as SVG."""
    return await _of_public(request, name, Picture("board.svg", at, theme, language))


@router.get("/public/{name}/board.png", response_class=Response, responses=picture_responses("board.png"))
async def public_board_png(
    request: Request,
    name: request_models.MatchId,
    at: At = None,
    theme: Theme = "light",
    language: response_models.Language = "en",
) -> Response:
    """A moment of a public game as PNG."""
    return await _of_public(request, name, Picture("board.png", at, theme, language))


@router.get("/public/{name}/card.png", response_class=Response, responses=picture_responses("card.png"))
async def public_card(
    request: Request, name: request_models.MatchId, at: At = None, language: response_models.Language = "en"
) -> Response:
    """The picture for the preview of a link to that moment, 1200 × 630."""
    return await _of_public(request, name, Picture("card.png", at, "light", language))


@router.get("/public/{name}/film.gif", response_class=Response, responses=picture_responses("film.gif"))
async def public_film(
    request: Request, name: request_models.MatchId, at: At = None, theme: Theme = "light"
) -> Response:
    """A public game as an animated GIF, up to that moment."""
    return await _of_public(request, name, Picture("film.gif", at, theme))


async def _of_match(request: Request, match_id: str, wanted: Picture) -> Response:
    match = (await service_of(request).room(match_id, fresh=True)).match
    return (await _drawn(request, match, wanted, names=True)).response(
        request.headers, _headers(match, match_id, wanted)
    )


async def _of_public(request: Request, name: str, wanted: Picture) -> Response:
    found = await service_of(request).sharing.links.find(name)
    document = await _drawn(request, found.match, wanted, names=found.link is None)
    return document.response(request.headers, _headers(found.match, name, wanted) | FOR_OTHER_SITES)


def _headers(match: Match, name: str, wanted: Picture) -> dict[str, str]:
    ending = wanted.kind.rpartition(".")[2]
    moment = "" if wanted.at is None else f"-{wanted.at}"
    file = {"content-disposition": f'inline; filename="{match.terms.game}-{name}{moment}.{ending}"'}
    return file | (REVALIDATE if is_public(match) else PRIVATE)


async def _drawn(request: Request, match: Match, wanted: Picture, *, names: bool) -> Document:
    """The picture, made where it is not there; of a moment it is the same whatever comes after."""
    if wanted.kind != "board.svg":
        try:
            need("web", "resvg_py")
        except MissingExtra:
            raise NotAvailable from None
    service: Service = service_of(request)
    at = match.at if wanted.at is None else min(wanted.at, match.at)
    show, owner = shown(match, at), service.owner(client_of(request.scope))
    theme, language = wanted.theme, wanted.language
    spoken = {language, FALLBACK} if wanted.kind == "card.png" else ()
    said = {each: previews.lines(match, at, each, names=names) for each in sorted(spoken)}

    async def make() -> bytes | str:
        draw, seconds = service.sharing.draw, pictures.SECONDS[wanted.kind.partition(".")[0]]
        match wanted.kind:
            case "board.svg":
                return await draw(owner, seconds, pictures.board, show, theme, language)
            case "board.png":
                return await draw(owner, seconds, pictures.board_png, show, theme, language)
            case "card.png":
                return await draw(owner, seconds, pictures.card_png, show, said, language)
            case "film.gif":
                return await draw(owner, seconds, pictures.film, show, theme, language)

    return await pictures_of(request).get((wanted.kind, show, theme, language, str(said)), TYPES[wanted.kind], make)
