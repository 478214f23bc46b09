"""The routes over HTTP.  Each parses, calls the service, sends."""

import gzip
from collections.abc import Awaitable, Callable
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse
from starlette.responses import Response

from turncoat.draw import Theme
from turncoat.games import own_games
from turncoat.games.errors import TurncoatError
from turncoat.service import SeatView, Service, wording
from turncoat.service.imported_view import Imported
from turncoat.service.messages import MatchAnswer
from turncoat.service.review_view import Attempt
from turncoat.service.rooms import Room
from turncoat.service.time_controls import read_control
from turncoat.service.view import Hint, Lobby, Preview
from turncoat.service.wire import json_text

from . import problems, request_models, response_models, seats
from .documents import Document, Documents
from .guard import client_of
from .live import Lines, following
from .problems import documented, json
from .schema import REVIEW, STREAM

router = APIRouter(prefix="/api")
WITH_VIEW = (
    "stale",
    "match_over",
    "not_your_turn",
    "seat_taken",
    "not_started",
    "not_possible",
    "no_offer",
    "too_early",
)
CACHE_BRIEFLY = {"cache-control": "public, max-age=300"}
REVALIDATE = {"cache-control": "no-cache"}
JSON, TEXT = "application/json", "text/plain; charset=utf-8"
WORTH_PACKING, QUICKLY = 4096, 1  # bytes, and how thoroughly: a few tenths of a millisecond
AT_A_MATCH = ("no_such_match", "no_seat", "invalid", "store_failed")


def service_of(request: Request) -> Service:
    """The service of this application."""
    found: Service = request.app.state.service
    return found


def documents_of(request: Request) -> Documents:
    """The documents of this application."""
    found: Documents = request.app.state.documents
    return found


async def answered(request: Request, match_id: str, asked: Awaitable[SeatView]) -> Response:
    """The answer to something done at a match; a refusal brings the present view where that helps."""
    service = service_of(request)
    try:
        found = await asked
    except TurncoatError as error:
        if error.code not in WITH_VIEW:
            raise
        error.with_traceback(None)  # its frames hold each other, and the match
        now = await service.seat_view(match_id, seats.tokens_of(request))
        more = orjson.loads(now.room.answer(now.held, service.now()))
        return problems.response(problems.body(error, **more))
    return json(found.room.answer(found.held, service.now()))


def packed(request: Request, answer: Response) -> Response:
    """The answer compressed, where it is large: a list of legal moves says much the same again and again."""
    if len(answer.body) < WORTH_PACKING or "gzip" not in request.headers.get("accept-encoding", ""):
        return answer
    answer.body = gzip.compress(bytes(answer.body), QUICKLY)
    answer.headers.update({"content-length": str(len(answer.body)), "content-encoding": "gzip"})
    return answer


def seated(request: Request, found: SeatView, status: int = 200) -> Response:
    """The answer where seats were taken: their tokens, once, and the cookie."""
    match = found.room.match
    answer = orjson.loads(found.room.answer(found.held, service_of(request).now()))
    answer["tokens"] = {match.side_of(seat).value: token for seat, token in found.tokens.items()}
    if found.invitation:
        answer["invitation"] = found.invitation
    response = json(orjson.dumps(answer), status)
    if found.tokens:
        seats.keep(response, request, match.terms.id, found.tokens.values())
    return response


@router.get("/games", response_model=response_models.Games, responses=documented())
async def list_games(request: Request) -> Response:
    """Every game with its options and looks, the levels, and clocks to choose from."""
    games = service_of(request).offered.all.values()
    found = await documents_of(request).get("games", JSON, lambda: orjson.dumps(wording.offered(games)))
    return found.response(request.headers, CACHE_BRIEFLY)


@router.get(
    "/games/{game}/rules",
    response_model=response_models.Rules,
    responses=documented("unknown_game", "invalid"),
)
async def show_rules(
    request: Request,
    game: Annotated[str, Path(description="The game's name", json_schema_extra={"enum": [*own_games()]})],
    language: response_models.Language = "en",
    theme: Theme = "light",
) -> Response:
    """The rules of a game as HTML with diagrams."""
    name = service_of(request).offered.game(game).name
    found = await documents_of(request).get(
        ("rules", name, language, theme), JSON, lambda: orjson.dumps(wording.rules_page(name, language, theme))
    )
    return found.response(request.headers, CACHE_BRIEFLY)


@router.get(
    "/preview",
    response_model=Preview,
    responses=documented("unknown_game", "bad_ruleset", "unknown_option", "bad_option", "invalid"),
)
async def preview(request: Request, ruleset: Annotated[str, Query(min_length=1, max_length=200)]) -> Response:
    """The board that a ruleset starts from, and the ruleset in its canonical form."""
    return json(json_text(await service_of(request).preview(ruleset)))


@router.post(
    "/matches",
    response_model=response_models.SeatAnswer,
    status_code=201,
    responses=documented(
        "unknown_game",
        "bad_ruleset",
        "unknown_option",
        "bad_option",
        "bad_clock",
        "bad_request",
        "bad_text",
        "illegal_move",
        "match_over",
        "not_possible",
        "invalid",
        "store_failed",
    ),
)
async def create(request: Request, wanted: request_models.NewMatch) -> Response:
    """Makes a match; whoever asks gets a seat and its token."""
    found = await service_of(request).create(
        wanted.ruleset,
        wanted.kind,
        side=wanted.side,
        level=wanted.level,
        control=read_control(wanted.clock),
        name=wanted.name,
        moves=wanted.moves or (),
        client=client_of(request.scope),
    )
    return seated(request, found, 201)


@router.post(
    "/import",
    response_model=Imported,
    responses=documented(
        "unknown_game", "bad_ruleset", "unknown_option", "bad_option", "busy", "engine_failed", "invalid"
    ),
)
async def read_games(request: Request, wanted: request_models.GamesText) -> Response:
    """Reads up to a hundred games for a list (records, transcripts or GGF): each at its end.  Nothing is kept here."""
    service, client = service_of(request), client_of(request.scope)
    return json(json_text(await service.read_games(wanted.text, wanted.ruleset, client)))


@router.get("/lobby", response_model=Lobby, responses=documented())
async def lobby(request: Request) -> Response:
    """The matches that wait for somebody."""
    return json(await service_of(request).lobby.text())


@router.get("/matches/{match_id}", response_model=MatchAnswer, responses=documented("no_such_match", "invalid"))
async def show(request: Request, match_id: request_models.MatchId) -> Response:
    """A match as it stands."""
    answer = await answered(request, match_id, service_of(request).seat_view(match_id, seats.tokens_of(request)))
    return packed(request, answer)


@router.post(
    "/matches/{match_id}/join",
    response_model=response_models.SeatAnswer,
    responses=documented(
        "no_such_match", "bad_invitation", "seat_taken", "match_over", "bad_text", "invalid", "store_failed"
    ),
)
async def join(request: Request, match_id: request_models.MatchId, wanted: request_models.Join) -> Response:
    """Takes the open seat, with the invitation or from the lobby."""
    service = service_of(request)
    try:
        found = await service.join(match_id, seats.tokens_of(request), wanted.invitation, wanted.name, wanted.key)
    except TurncoatError as error:
        return await answered(request, match_id, _raising(error))
    return seated(request, found)


async def _raising(error: TurncoatError) -> SeatView:
    raise error


@router.post(
    "/matches/{match_id}/moves",
    response_model=MatchAnswer,
    responses=documented(*AT_A_MATCH, "stale", "not_your_turn", "match_over", "not_started", "illegal_move"),
)
async def move(request: Request, match_id: request_models.MatchId, wanted: request_models.Move) -> Response:
    """Makes a move; a repeat of the move just made changes nothing."""
    service = service_of(request)
    return await answered(request, match_id, service.play(match_id, seats.tokens_of(request), wanted.move, wanted.at))


@router.post(
    "/matches/{match_id}/back",
    response_model=MatchAnswer,
    responses=documented(*AT_A_MATCH, "stale", "not_your_turn", "match_over", "not_started", "not_possible"),
)
async def back(request: Request, match_id: request_models.MatchId, wanted: request_models.Back) -> Response:
    """Takes back steps of an unfinished turn; alone or against the computer also whole turns."""
    service = service_of(request)
    return await answered(request, match_id, service.back(match_id, seats.tokens_of(request), wanted.to, wanted.at))


@router.post(
    "/matches/{match_id}/offers",
    response_model=MatchAnswer,
    responses=documented(*AT_A_MATCH, "match_over", "not_started", "not_possible", "no_offer"),
)
async def offer(request: Request, match_id: request_models.MatchId, wanted: request_models.Offer) -> Response:
    """Offers a draw, a takeback or a rematch, or answers such an offer."""
    service = service_of(request)
    return await answered(
        request, match_id, service.offer(match_id, seats.tokens_of(request), wanted.kind, wanted.answer)
    )


@router.post(
    "/matches/{match_id}/resign",
    response_model=MatchAnswer,
    responses=documented(*AT_A_MATCH, "match_over"),
)
async def resign(request: Request, match_id: request_models.MatchId, _: request_models.Nothing) -> Response:
    """Gives up, or withdraws a match that has not begun."""
    return await answered(request, match_id, service_of(request).resign(match_id, seats.tokens_of(request)))


@router.post(
    "/matches/{match_id}/claim",
    response_model=MatchAnswer,
    responses=documented(*AT_A_MATCH, "match_over", "not_started", "not_possible", "too_early"),
)
async def claim(request: Request, match_id: request_models.MatchId, _: request_models.Nothing) -> Response:
    """Claims the win over an opponent who has left or run out of time."""
    return await answered(request, match_id, service_of(request).claim(match_id, seats.tokens_of(request)))


@router.post(
    "/matches/{match_id}/chat",
    response_model=MatchAnswer,
    responses=documented(*AT_A_MATCH, "bad_text", "not_possible"),
)
async def chat(request: Request, match_id: request_models.MatchId, said: request_models.Chat) -> Response:
    """Says something to the opponent."""
    return await answered(request, match_id, service_of(request).chat(match_id, seats.tokens_of(request), said.text))


@router.post(
    "/matches/{match_id}/erase",
    response_model=MatchAnswer,
    responses=documented("no_such_match", "no_seat", "invalid", "store_failed"),
)
async def erase(request: Request, match_id: request_models.MatchId, _: request_models.Nothing) -> Response:
    """Erases both names and the chat of a match for good; moves and result stay."""
    return await answered(request, match_id, service_of(request).erase(match_id, seats.tokens_of(request)))


@router.post(
    "/matches/{match_id}/hint",
    response_model=Hint,
    responses=documented(*AT_A_MATCH, "stale", "match_over", "not_possible", "busy", "engine_failed"),
)
async def hint(request: Request, match_id: request_models.MatchId, wanted: request_models.At) -> Response:
    """What the engine would play; on one screen and against the computer only."""
    service = service_of(request)
    found = await service.hint(match_id, seats.tokens_of(request), wanted.at, client_of(request.scope))
    return json(json_text(found))


@router.post(
    "/matches/{match_id}/rematch",
    response_model=response_models.SeatAnswer,
    responses=documented(*AT_A_MATCH, "not_possible", "not_started"),
)
async def rematch(request: Request, match_id: request_models.MatchId, _: request_models.Nothing) -> Response:
    """Takes the seat at the rematch, sides changed; where there is none yet it is made, or the opponent asked."""
    try:
        return seated(request, await service_of(request).rematch(match_id, seats.tokens_of(request)))
    except TurncoatError as error:
        return await answered(request, match_id, _raising(error))


@router.post(
    "/matches/{match_id}/seat",
    response_model=response_models.SeatAnswer,
    responses=documented("no_such_match", "bad_token", "invalid"),
)
async def take_seat(request: Request, match_id: request_models.MatchId, wanted: request_models.SeatToken) -> Response:
    """Takes one's own seat on another device."""
    return seated(request, await service_of(request).take_seat(match_id, wanted.token))


@router.get(
    "/matches/{match_id}/record",
    response_class=PlainTextResponse,
    responses=documented("no_such_match", "invalid", elsewhere=True),
)
async def show_record(request: Request, match_id: request_models.MatchId) -> Response:
    """The match as a game record."""
    room = await service_of(request).room(match_id, fresh=True)
    match = room.match
    name = f"{match.terms.game}-{match_id}.turncoat"
    # Asked again every time, for names may be erased.
    headers = {"content-disposition": f'inline; filename="{name}"', **REVALIDATE}
    found = await _unchanged(request, room, "record", TEXT, lambda: match.record().encode())
    return found.response(request.headers, headers)


async def _unchanged(request: Request, room: Room, what: str, kind: str, make: Callable[[], bytes]) -> Document:
    """A document of a match that did not go on while it was made, beside the event loop."""
    documents, match = documents_of(request), room.match
    while True:
        key = (what, room.id, match.seq)
        found = await documents.get(key, kind, make)
        if match.seq == key[2]:
            return found
        documents.forget(key)


@router.get(
    "/matches/{match_id}/stream",
    status_code=200,  # the class takes none, so that the schema cannot find it there
    response_class=Lines,
    responses={
        200: STREAM,
        **documented("no_such_match", "invalid", "too_many_connections", elsewhere=True),
    },
)
async def stream(request: Request, match_id: request_models.MatchId) -> Response:
    """The messages of the live socket, one a line, for bots."""
    service, limiter, client = service_of(request), request.app.state.limiter, client_of(request.scope)
    found = await service.seat_view(match_id, seats.tokens_of(request))
    return Lines(following(service, found), limiter, client)


@router.get(
    "/matches/{match_id}/review",
    status_code=200,
    response_class=Lines,
    responses={
        200: REVIEW,
        **documented("no_such_match", "not_possible", "invalid", "too_many_connections", elsewhere=True),
    },
)
async def review(request: Request, match_id: request_models.MatchId) -> Response:
    """What the engine thinks of a finished match, one message a line: all that is known, then what is judged."""
    limiter, client = request.app.state.limiter, client_of(request.scope)
    return Lines(await service_of(request).review(match_id, client), limiter, client)


@router.post(
    "/matches/{match_id}/attempt",
    response_model=Attempt,
    responses=documented(
        "no_such_match", "not_possible", "illegal_move", "busy", "engine_failed", "invalid", "store_failed"
    ),
)
async def attempt(request: Request, match_id: request_models.MatchId, wanted: request_models.TriedMoves) -> Response:
    """A turn of a reviewed match tried otherwise: what may follow or, once it is whole, what it is worth."""
    service, client = service_of(request), client_of(request.scope)
    return json(json_text(await service.attempt(match_id, wanted.at, wanted.moves, client)))
