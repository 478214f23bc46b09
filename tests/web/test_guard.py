"""The guard in process: sizes, hosts, origins, headers, cookies, what is logged and counted."""

import asyncio
import logging

import pytest
from starlette.requests import HTTPConnection

from tests.web.site import another, from_here, new_match, site, visited
from turncoat.web.headers import complete
from turncoat.web.proxies import LOOPBACK, Proxies
from turncoat.web.seats import tokens_of
from turncoat.web.settings import Settings, max_bytes

MATCH = {"ruleset": "verto", "kind": "local"}
MAX_BODY = 16 * 1024


@visited
async def test_a_body_may_be_sixteen_kibibytes_and_not_a_byte_more(client):
    start = b'{"ruleset":"verto","kind":"local","name":"'
    fits = start + b"n" * (MAX_BODY - len(start) - 2) + b'"}'
    assert (await client.post("/api/matches", content=fits)).json()["error"] == "invalid"  # the name is too long
    refused = await client.post("/api/matches", content=fits + b" ")
    assert (refused.status_code, refused.json()["error"], refused.json()["most"]) == (413, "too_large", MAX_BODY)

    async def drip(size):
        for _ in range(size // 1024):
            yield b" " * 1024
        yield b" " * (size % 1024)

    assert (await client.post("/api/matches", content=drip(MAX_BODY))).status_code == 422
    refused = await client.post("/api/matches", content=drip(MAX_BODY + 1))
    assert (refused.status_code, refused.json()["error"], refused.json()["most"]) == (413, "too_large", MAX_BODY)


@visited
async def test_a_length_that_is_no_number_is_refused(client):
    for length in ("x", "-1", ""):
        answer = await client.post("/api/matches", json=MATCH, headers={"content-length": length})
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("localhost:8080", 200),
        ("127.0.0.1", 200),
        ("[::1]", 200),
        ("[::1]:8080", 200),
        ("::1", 200),
        ("localhost:port", 421),
        ("localhost.evil.example", 421),
        ("evil.example:8080", 421),
        ("", 421),
    ],
)
def test_a_private_service_knows_its_own_names(tmp_path, host, status):
    async def go():
        async with site(tmp_path) as client:
            assert (await client.get("/api/games", headers={"host": host})).status_code == status

    asyncio.run(go())


def test_a_public_service_without_names_answers_to_any(tmp_path):
    async def go():
        for settings in ({"host": "0.0.0.0"}, {"proxies": Proxies(LOOPBACK)}):
            async with site(tmp_path, **settings) as client:
                assert (await client.get("/api/games", headers={"host": "any.example"})).status_code == 200
                headers = {"host": "any.example", "origin": "https://any.example"}
                assert (await client.post("/api/matches", json=MATCH, headers=headers)).status_code == 201
                headers["origin"] = "https://other.example"
                assert (await client.post("/api/matches", json=MATCH, headers=headers)).status_code == 403

    asyncio.run(go())


@visited
async def test_reading_is_for_every_page_and_writing_for_ours(client):
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
        for method in ("GET", "HEAD", "OPTIONS"):
            assert (await client.request(method, "/api/games", headers=headers)).status_code != 403
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            assert (await client.request(method, "/api/games", headers=headers)).status_code == 403
    for site_ in ("same-origin", "none"):
        answer = await client.post("/api/matches", json=MATCH, headers={"sec-fetch-site": site_})
        assert answer.status_code == 201


STRICT = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "x-frame-options": "DENY",
}
POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


OF_DATA = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}


def _policy(text):
    return dict(part.split(" ", 1) for part in text.split("; "))


@visited
async def test_answers_refusals_and_failures_carry_the_same_headers(client):
    client.app.state.service.lobby.text = None
    for path, headers, status in [
        ("/api/games", {}, 200),
        ("/api/nothing", {}, 404),
        ("/api/games", {"host": "evil.example"}, 421),
        ("/api/lobby", {}, 500),
    ]:
        answer = await client.get(path, headers=headers)
        assert answer.status_code == status
        assert {name: answer.headers[name] for name in OF_DATA} == OF_DATA
        assert "permissions-policy" not in answer.headers
    async with another(client) as browser:
        answer = await browser.get("https://localhost/api/games")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


@visited
async def test_what_a_browser_reads_as_a_page_carries_a_pages_headers(client):
    for path in ("/api/docs", "/"):
        answer = await client.get(path)
        assert {name: answer.headers[name] for name in STRICT} == STRICT
        assert _policy(answer.headers["content-security-policy"]) == POLICY


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "image/svg+xml", "text/plain; charset=utf-8", ""])
def test_what_may_be_read_as_a_page_or_does_not_say_what_it_is_is_treated_as_one(kind):
    given = [(b"content-type", kind.encode())] if kind else []
    found = dict(complete(given, tls=False))
    assert {name: found[name.encode()].decode() for name in STRICT} == STRICT


def test_a_worker_may_compile_and_fetch_and_nothing_else():
    given = [(b"content-type", b"text/javascript; charset=utf-8")]
    found = dict(complete(given, tls=False))
    assert _policy(found[b"content-security-policy"].decode()) == {
        "default-src": "'none'",
        "script-src": "'self' 'wasm-unsafe-eval'",
        "connect-src": "'self'",
    }
    assert found[b"cross-origin-resource-policy"] == b"same-origin"
    [own] = [
        value
        for name, value in complete([*given, (b"cross-origin-resource-policy", b"x")], tls=False)
        if name == b"cross-origin-resource-policy"
    ]
    assert own == b"x"


@visited
async def test_a_browser_may_hold_seats_of_several_people_at_one_match(client):
    made = await new_match(client, kind="friend", side="first")
    path = f"/api/matches/{made['match']['id']}"
    joined = await client.post(f"{path}/join", json={"invitation": made["invitation"]})
    assert joined.json()["you"] == ["first", "second"]
    assert (await client.get(path)).json()["you"] == ["first", "second"]
    cookie = joined.headers["set-cookie"]
    assert f"Max-Age={180 * 86_400};" in cookie
    assert joined.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("length", "counts"), [(19, False), (20, True), (128, True), (129, False)])
def test_what_could_be_a_token_has_twenty_to_a_hundred_and_twenty_eight_characters(length, counts):
    asked = HTTPConnection({"type": "http", "headers": [(b"authorization", b"Bearer " + b"t" * length)]})
    assert tokens_of(asked) == ["t" * length] * counts


def test_only_what_brings_games_may_be_large():
    sizes = {
        path: max_bytes(path) // 1024 for path in ("/api/import", "/api/games/read", "/api/studies", "/api/matches")
    }
    assert sizes == {"/api/import": 256, "/api/games/read": 256, "/api/studies": 96, "/api/matches": 16}


def test_unless_an_operator_chooses_a_service_speaks_english_and_to_this_machine():
    usual = Settings(":memory:")
    assert (usual.language, usual.host, usual.port, usual.pace) == ("en", "127.0.0.1", 8080, 0.35)


@visited
async def test_a_token_counts_as_header_or_cookie_and_only_where_it_could_be_one(client):
    made = await new_match(client, kind="friend", side="first")
    path, token = f"/api/matches/{made['match']['id']}", made["tokens"]["first"]
    for headers, you in [
        ({"authorization": f"Bearer {token}"}, ["first"]),
        ({"authorization": f"bearer   {token} "}, ["first"]),
        ({"authorization": f"Basic {token}"}, []),
        ({"authorization": token}, []),
        ({"cookie": f"seat={token}"}, ["first"]),
        ({"cookie": f"seat={'x' * 43}.{token}"}, ["first"]),
        ({"cookie": f"seat={'.'.join(['x' * 43] * 3)}.{token}"}, ["first"]),
        ({"cookie": f"seat={'.'.join(['x' * 43] * 4)}.{token}"}, []),
        ({"cookie": f"seat={'.'.join(['x' * 19] * 4)}.{token}"}, ["first"]),
        ({"cookie": f"seat={'.'.join(['x' * 129] * 4)}.{token}"}, ["first"]),
        ({"cookie": f"other={token}"}, []),
    ]:
        async with another(client, **headers) as somebody:
            assert (await somebody.get(path)).json()["you"] == you, headers


def requests_logged(caplog):
    """The facts of every request in the log."""
    return [record.facts for record in caplog.records if record.getMessage() == "request"]


def test_a_request_is_logged_with_what_helps_and_no_more(tmp_path, caplog):
    caplog.set_level(logging.INFO)

    async def go():
        async with site(tmp_path) as client:
            made = await new_match(client)
            path = f"/api/matches/{made['match']['id']}"
            await client.post(f"{path}/moves", json={"move": "d3", "at": 0})
            await client.post(f"{path}/moves", json={"move": "d3", "at": 5})
            await client.get("/api/health")
            await client.get("/")
            return made["match"]["id"]

    match_id = asyncio.run(go())
    found = requests_logged(caplog)
    assert [(facts["method"], facts["route"], facts["status"]) for facts in found] == [
        ("POST", "/api/matches", 201),
        ("POST", "/api/matches/{match_id}/moves", 200),
        ("POST", "/api/matches/{match_id}/moves", 409),
    ]
    assert [(facts["match"], facts["client"]) for facts in found] == [
        (None, "10.0.0.1"),
        (match_id, "10.0.0.1"),
        (match_id, "10.0.0.1"),
    ]
    assert all(0 < facts["ms"] < 60_000 for facts in found)


@visited
async def test_requests_are_counted_by_route_and_status_never_by_match(client):
    made = await new_match(client)
    await client.get(f"/api/matches/{made['match']['id']}")
    await client.get("/")
    await client.get("/api/nothing")
    async with from_here(client) as here:
        figures = (await here.get("/metrics")).text
    for method, route, status in [
        ("POST", "/api/matches", 201),
        ("GET", "/api/matches/{match_id}", 200),
        ("GET", "none", 503),
        ("GET", "none", 404),
    ]:
        line = f'turncoat_requests_total{{method="{method}",route="{route}",status="{status}"}} 1.0'
        assert line in figures
    assert 'turncoat_request_seconds_count{route="/api/matches"} 1.0' in figures
    for line in ("turncoat_matches_total 1.0", "turncoat_rooms 1.0", "turncoat_connections 0.0"):
        assert line in figures
