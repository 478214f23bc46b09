"""Seat tokens on the wire: a cookie that only this match's requests carry, or a header for bots."""

from collections.abc import Iterable

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "seat"
MAX_AGE = 180 * 86_400  # seconds
MAX_TOKENS = 4


def tokens_of(connection: HTTPConnection) -> list[str]:
    """The tokens that came with a request."""
    bearer = connection.headers.get("authorization", "")
    kind, _, token = bearer.partition(" ")
    given = [token.strip()] if kind.lower() == "bearer" else []
    given += connection.cookies.get(COOKIE, "").split(".")
    return [token for token in given if 20 <= len(token) <= 128][:MAX_TOKENS]


def keep(response: Response, connection: HTTPConnection, match_id: str, tokens: Iterable[str]) -> None:
    """Sets the cookie of a match; tokens already there stay, for one browser may hold both seats."""
    known = connection.cookies.get(COOKIE, "").split(".") if f"/{match_id}" in connection.url.path else []
    wanted = list(dict.fromkeys([*tokens, *filter(None, known)]))[:MAX_TOKENS]
    response.set_cookie(
        COOKIE,
        ".".join(wanted),
        max_age=MAX_AGE,
        path=f"/api/matches/{match_id}",
        secure=connection.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="strict",
    )
