"""Errors on the wire: a status, a stable code, words in every language, data."""

from collections.abc import Mapping
from math import ceil
from typing import Any

import orjson
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from turncoat.games.errors import TurncoatError
from turncoat.games.text import say, translations
from turncoat.service.errors import facts, words

from .response_models import Problem

STATUS: Mapping[str, int] = {
    "no_such_match": 404,
    "no_such_study": 404,
    "not_found": 404,
    "method_not_allowed": 405,
    "no_seat": 403,
    "bad_invitation": 403,
    "bad_token": 403,
    "bad_secret": 403,
    "bad_origin": 403,
    "bad_host": 421,
    "not_your_turn": 409,
    "stale": 409,
    "match_over": 409,
    "not_started": 409,
    "seat_taken": 409,
    "not_possible": 409,
    "no_offer": 409,
    "too_early": 409,
    "too_large": 413,
    "not_http": 400,
    "too_slow": 408,
    "head_too_large": 431,
    "invalid": 422,
    "bad_text": 422,
    "bad_clock": 422,
    "bad_option": 422,
    "unknown_option": 422,
    "unknown_game": 422,
    "bad_ruleset": 422,
    "bad_request": 422,
    "bad_position": 422,
    "bad_record": 422,
    "bad_transcript": 422,
    "not_available": 501,
    "illegal_move": 422,
    "game_over": 409,
    "too_many_requests": 429,
    "too_many_connections": 429,
    "internal": 500,
    "busy": 503,
    "engine_failed": 503,
    "store_failed": 503,
    "overloaded": 503,
}
"""Every code there is."""
AT_ANY_ROUTE = (
    "too_many_requests",
    "too_many_connections",
    "bad_origin",
    "bad_host",
    "too_large",
    "head_too_large",
    "not_http",
    "too_slow",
    "internal",
    "overloaded",
)


def body(error: TurncoatError, **more: Any) -> dict[str, Any]:
    """The error as data."""
    return {"error": error.code, "text": words(error), **facts(error), **more}


def own_body(code: str, **data: Any) -> dict[str, Any]:
    """One of the web floor's own errors as data."""
    text = translations(lambda language: say("turncoat.web", f"errors.{code}", language, **data))
    return {"error": code, "text": text, **data}


def response(data: dict[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """The error as an answer."""
    return json(orjson.dumps(data), STATUS.get(data["error"], 422), headers)


def too_many_requests(wait: float) -> Response:
    """The refusal of whoever has to wait so many seconds."""
    return response(own_body("too_many_requests"), {"retry-after": str(max(1, ceil(wait)))})


def deny(code: int, answer: Response) -> ASGIApp:
    """Refuses a socket before it is open: with an answer where the server can send one, else with a closing code."""

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if "websocket.http.response" in scope.get("extensions", {}):
            await answer(scope, receive, send)
        else:
            reason = orjson.loads(answer.body)["error"]
            await send({"type": "websocket.close", "code": code, "reason": reason})

    return refuse


def json(content: bytes | str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """JSON that is written already."""
    return Response(content, status, dict(headers or {}), "application/json")


def documented(*codes: str, elsewhere: bool = False) -> dict[int | str, dict[str, Any]]:
    """The codes of a route for the schema, together with those that any route may answer.

    `elsewhere` where the route itself answers with something other than JSON.
    """
    shape: dict[str, Any] = {"model": Problem}
    if elsewhere:
        shape = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    found: dict[int | str, dict[str, Any]] = {}
    for code in (*AT_ANY_ROUTE, *codes):
        entry = found.setdefault(STATUS[code], {**shape, "description": ""})
        entry["description"] = ", ".join(filter(None, [entry["description"], code]))
    return found
