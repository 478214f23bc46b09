"""Requests that nobody would send: right ones with something wrong in them, in body, type, address, method, headers."""

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.web.document import document

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 2**63, 10**30, 1e308, float("inf"), float("nan")),
    *(
        "",
        " ",
        "0",
        "\0",
        "\ud800",
        "\u3164",
        "\u202e\u200f",
        "👩‍👩‍👧",
        "x" * 41,
        "x" * 5000,
        "'; DROP TABLE matches; --",
    ),
    *("../../etc/passwd", "{{7*7}}", "%s%n", "<script>", "first", "none"),
    *([], {}, [[]], {"kind": None}, {"kind": "none", "minutes": 1}, {"a": {"b": {"c": []}}}, [None] * 100),
)
ODD_NAMES = ("", "\0", "\ud800", "__proto__", "ruleset ", "Kind", "at", "x" * 3000, "名", "$ref")
ODD_TYPES = (
    *("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml", ""),
    *("application/json; charset=utf-16", "application/json;;", "APPLICATION/JSON", "application/vnd.x+json", "*/*"),
)
ODD_PATHS = (
    *("/api", "/api/", "/api//matches", "/api/matches/", "/api/matches/../games", "/api/matches/%2e%2e", "/api/%00"),
    *("/api/matches/%ff%fe", "/api/matches/{match}/nothing", "/api/matches/{match}%0a", "/api/matches/{match}/moves/"),
    *("/api/games/" + "x" * 3000 + "/rules", "/api/games/%F0%9F%98%80/rules", "/api/matches/ABCDEF", "/metrics/x"),
    *("/api/preview?ruleset=%ff", "/api/preview?ruleset=verto&ruleset=reversi", "/api/preview?ruleset=" + "9" * 190),
    *("/api/preview?ruleset=verto:size=%00", "/api/preview?" + "a=1&" * 500, "/api/matches/{match}?x[]=%C0%80"),
    *("/api/games/reversi/rules?language=xx", "/api/games/reversi/rules?theme=&language=en", "/api/lobby?x=%00"),
)
ODD_METHODS = ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "BREW", "GET", "POST")
ODD_HEADERS: tuple[tuple[str, bytes], ...] = (
    ("authorization", b"Bearer"),
    ("authorization", b"Bearer " + b"\xff" * 40),
    ("authorization", b"Basic Zm9vOmJhcg=="),
    ("authorization", b"Bearer " + b"x" * 4000),
    ("cookie", b"seat=" + b"." * 500),
    ("cookie", b"seat; =; \xff\xfe; seat=a.b.c.d.e.f"),
    ("accept", b"application/xml"),
    ("accept-encoding", b"gzip;q=0, br, identity;q=0, \xff"),
    ("if-none-match", b'W/"x", *, "\xff'),
    ("range", b"bytes=0-1,5-2,-9"),
    ("x-forwarded-for", b"::1, \xff"),
    ("origin", b"null"),
    ("origin", b"http://evil.example"),
    ("sec-fetch-site", b"cross-site"),
    ("host", b"evil.example"),
    ("host", b"localhost:99999999"),
    ("content-encoding", b"gzip"),
    ("expect", b"100-continue"),
    ("x-http-method-override", b"DELETE"),
)


class Odd(NamedTuple):
    """A request; `route` is its path as the document writes it, "" where it is none of it."""

    route: str
    method: str
    path: str
    headers: list[tuple[str, bytes]]
    body: bytes
    bad: bool
    """Whether it must be refused."""

    def __str__(self) -> str:
        return f"{self.method} {self.path[:200]} {self.headers} {self.body[:300]!r}"


GOOD: dict[str, dict[str, Any]] = {
    "/api/matches": {"ruleset": "verto:size=3", "kind": "friend", "side": "first", "clock": {"kind": "none"}},
    "/api/matches/{match_id}/join": {"invitation": "x" * 43, "name": "Ann", "key": "k" * 43},
    "/api/matches/{match_id}/moves": {"move": "b2", "at": 0},
    "/api/matches/{match_id}/back": {"to": 0, "at": 1},
    "/api/matches/{match_id}/offers": {"kind": "draw", "answer": None},
    "/api/matches/{match_id}/resign": {},
    "/api/matches/{match_id}/claim": {},
    "/api/matches/{match_id}/chat": {"text": "hello"},
    "/api/matches/{match_id}/hint": {"at": 0},
    "/api/matches/{match_id}/rematch": {},
    "/api/matches/{match_id}/seat": {"token": "x" * 43},
}
"""A body for every route that takes one."""
JSON = ("content-type", b"application/json")


def odd_requests(match: str, token: str, rng: random.Random) -> Iterator[Odd]:
    """Such requests without end, some about that match and from its seat."""
    kinds = (_odd_body,) * 5 + (_odd_bytes, _odd_type, _odd_path, _odd_method, _odd_header)
    seat = ("authorization", f"Bearer {token}".encode())
    while True:
        odd = rng.choice(kinds)(rng)
        headers = (
            [*odd.headers, seat] if rng.random() < 0.7 and "authorization" not in dict(odd.headers) else odd.headers
        )
        path = odd.path.replace("{match_id}", "{match}").replace("{match}", match).replace("{game}", "reversi")
        yield odd._replace(path=path, headers=headers)


def odd_messages(rng: random.Random) -> Iterator[str | bytes]:
    """What nobody would say over a socket, without end."""
    while True:
        message = dict(rng.choice(({"type": "move", "move": "b2", "at": 0}, {"type": "pong", "echo": True})))
        message[rng.choice((*message, rng.choice(ODD_NAMES)))] = rng.choice(ODD_VALUES)
        text = _encoded(rng.choice((message, message, message, rng.choice(ODD_VALUES))), rng)
        yield rng.choice((text.decode("utf-8", "replace"), text, text[:-1], b"\xff\xfe\0" + text))


def _encoded(value: object, rng: random.Random) -> bytes:
    text = json.dumps(value, ensure_ascii=rng.random() < 0.8)
    return text.encode("utf-8", "surrogatepass")


def _odd_body(rng: random.Random) -> Odd:
    """A right body with a value, a name or all of it exchanged."""
    route, good = rng.choice(list(GOOD.items()))
    body: Any = dict(good)
    for _ in range(rng.choice((1, 1, 2))):
        how = rng.random()
        if how < 0.55 and body:
            body[rng.choice(list(body))] = rng.choice(ODD_VALUES)
        elif how < 0.75:
            body[rng.choice(ODD_NAMES)] = rng.choice(ODD_VALUES)
        elif how < 0.85 and body:
            body.pop(rng.choice(list(body)))
    if rng.random() < 0.1:
        body = rng.choice(ODD_VALUES)
    return Odd(route, "POST", route, [JSON], _encoded(body, rng), bad=False)


def _odd_bytes(rng: random.Random) -> Odd:
    """What is hardly JSON."""
    route, good = rng.choice(list(GOOD.items()))
    whole = json.dumps(good).encode()
    wrong = (
        *(b"", b" ", b"\xff\xfe", b"\0" * 50, b"{" * 8000, b"[" * 16_000, b'{"at":' + b"9" * 5000 + b"}", b"nul", b"-"),
        *(whole[:-1], whole + whole, whole + b"\0", b"x" * 17_000, b'"' + b"\\ud800" * 100 + b'"', b"1e99999"),
        b'{"at": 0, "at": {}, "\\udfff": 1}',
    )
    unusual = (b"\xef\xbb\xbf" + whole, json.dumps(good).encode("utf-16"))  # which RFC 8259 lets a reader take
    body = rng.choice((*wrong, *unusual))
    return Odd(route, "POST", route, [JSON], body, bad=body in wrong)


def _odd_type(rng: random.Random) -> Odd:
    route, good = rng.choice(list(GOOD.items()))
    kind = rng.choice(ODD_TYPES)
    headers = [("content-type", kind.encode())] if kind else []
    return Odd(route, "POST", route, headers, json.dumps(good).encode(), bad="json" not in kind.lower())


def _odd_path(rng: random.Random) -> Odd:
    return Odd("", rng.choice(("GET", "POST", "GET")), rng.choice(ODD_PATHS), [JSON], b"", bad=False)


def _odd_method(rng: random.Random) -> Odd:
    route = rng.choice([path for path in document()["paths"] if not path.endswith("/stream")])
    method = rng.choice(ODD_METHODS)
    known = document()["paths"][route]
    found = route if method.lower() in known else ""
    return Odd(found, method, route, [JSON], b"{}" if method == "POST" else b"", bad=not found and method != "HEAD")


def _odd_header(rng: random.Random) -> Odd:
    route = rng.choice([path for path in document()["paths"] if not path.endswith("/stream")])
    method = next(iter(document()["paths"][route])).upper()
    body = json.dumps(GOOD.get(route, {})).encode() if method == "POST" else b""
    name, value = rng.choice(ODD_HEADERS)
    return Odd(route, method, route, [JSON, (name, value)], body, bad=False)
