"""Who may ask, how much, and what is never told."""

import asyncio
import json
import logging
from ipaddress import ip_network
from typing import Any

import pytest

from tests.web.site import another, from_here, new_match, site, visited
from turncoat.service.subscriptions import Subscription
from turncoat.web import live
from turncoat.web.logs import Lines
from turncoat.web.proxies import LOOPBACK, Proxies


@visited
async def test_requests_from_other_sites_are_refused(client):
    body = {"ruleset": "verto", "kind": "local"}
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        answer = await client.post("/api/matches", json=body, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (403, "bad_origin")
    own = await client.post("/api/matches", json=body, headers={"origin": "http://localhost"})
    assert own.status_code == 201


@visited
async def test_a_private_service_answers_to_local_names_alone(client):
    answer = await client.get("/api/games", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["error"]) == (421, "bad_host")
    assert (await client.get("/api/games", headers={"host": "127.0.0.1:8080"})).status_code == 200


def test_a_public_service_answers_to_the_origins_it_was_told(tmp_path):
    async def go():
        origins = frozenset({"https://play.example"})
        async with site(tmp_path, host="0.0.0.0", origins=origins) as client:
            assert (await client.get("/api/games")).status_code == 421
            headers = {"host": "play.example", "origin": "https://play.example"}
            body = {"ruleset": "verto", "kind": "local"}
            assert (await client.post("/api/matches", json=body, headers=headers)).status_code == 201
            headers["origin"] = "http://play.example"
            assert (await client.post("/api/matches", json=body, headers=headers)).status_code == 403

    asyncio.run(go())


@visited
async def test_figures_are_for_this_machine_alone(client):
    for address in ("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"):
        assert (await from_here(client, address).get("/metrics")).status_code == 200
    for address in ("10.0.0.1", "203.0.113.9", "2001:db8::1", "::ffff:10.0.0.1", "somebody"):
        answer = await from_here(client, address).get("/metrics")
        assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


@pytest.mark.parametrize("header", ["forwarded", "via", "x-forwarded-for", "x-real-ip"])
def test_figures_do_not_go_through_a_proxy(tmp_path, header):
    async def go():
        for proxies in (None, Proxies(LOOPBACK)):
            async with site(tmp_path, proxies=proxies) as client:
                answer = await from_here(client, **{header: "127.0.0.1"}).get("/metrics")
                assert (answer.status_code, answer.json()["error"]) == (404, "not_found")

    asyncio.run(go())


def test_figures_are_also_for_the_networks_that_were_named(tmp_path):
    async def go():
        networks = (*LOOPBACK, ip_network("10.0.0.0/8"))
        origins = frozenset({"https://play.example"})
        async with site(tmp_path, figures_for=networks, host="0.0.0.0", origins=origins) as client:
            for address, host, status in [
                ("10.1.2.3", "10.0.0.5:8080", 200),
                ("127.0.0.1", "localhost:8080", 200),
                ("127.0.0.1", "[::1]:8080", 200),
                ("11.1.2.3", "10.0.0.5:8080", 404),
                ("127.0.0.1", "evil.example", 421),
            ]:
                answer = await from_here(client, address, host=host).get("/metrics")
                assert answer.status_code == status

    asyncio.run(go())


def test_whether_it_is_ready_may_be_asked_by_address_where_the_service_has_a_name(tmp_path):
    async def go():
        async with site(tmp_path, host="0.0.0.0", origins=frozenset({"https://play.example"})) as client:
            for path in ("/api/health", "/api/ready"):
                for host, status in [("127.0.0.1:8080", 200), ("play.example", 200), ("evil.example", 421)]:
                    assert (await client.get(path, headers={"host": host})).status_code == status
            assert (await client.get("/api/games", headers={"host": "127.0.0.1:8080"})).status_code == 421

    asyncio.run(go())


@visited
async def test_every_answer_carries_the_strict_headers(client):
    for path in ("/", "/api/games", "/api/nothing", "/api/docs"):
        headers = (await client.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "'unsafe-" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "strict-transport-security" not in headers


@visited
async def test_behind_tls_cookies_are_secure(client):
    async with another(client) as browser:
        answer = await browser.post("https://localhost/api/matches", json={"ruleset": "verto", "kind": "local"})
        assert "Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" in answer.headers


@visited
async def test_large_bodies_are_refused_whether_they_say_so_or_not(client):
    answer = await client.post("/api/matches", content=b"x" * 20_000)
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")

    async def drip():
        for _ in range(20):
            yield b"x" * 1000

    answer = await client.post("/api/matches", content=drip())
    assert answer.status_code == 413


def test_tokens_never_reach_the_log(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)

    async def go():
        async with site(tmp_path) as client:
            made = await new_match(client, kind="friend", side="first")
            path = f"/api/matches/{made['match']['id']}"
            tokens = [made["tokens"]["first"], made["invitation"]]
            async with another(client, authorization=f"Bearer {tokens[0]}") as bot:
                await bot.post(f"{path}/seat", json={"token": tokens[0]})
                await bot.post(f"{path}/join", json={"invitation": "x" + tokens[1][1:]})
                joined = await bot.post(f"{path}/join", json={"invitation": tokens[1]})
                tokens += joined.json()["tokens"].values()
                await bot.post(f"{path}/seat", content=b'{"token": "' + tokens[0].encode() + b'", "x": }')
            return tokens

    tokens = asyncio.run(go())
    text = "\n".join(Lines(json=True).format(record) for record in caplog.records)
    assert "/api/matches/{match_id}/join" in text
    assert not [token for token in tokens if token in text]


def test_log_lines_are_json():
    record = logging.LogRecord("x", logging.INFO, "x", 1, "request", (), None)
    record.facts = {"status": 200}
    assert json.loads(Lines(json=True).format(record))["status"] == 200
    assert "status=200" in Lines(json=False).format(record)


def test_a_client_that_does_not_read_is_dropped(tmp_path, monkeypatch):
    monkeypatch.setattr(live, "SEND_TIMEOUT", 0.05)
    closed = []

    class Slow:
        """A socket whose other end does not read."""

        def __init__(self, app) -> None:
            self.app = app

        async def send_text(self, _):
            await asyncio.sleep(60)

        async def close(self, code):
            closed.append(code)

    async def go():
        async with site(tmp_path) as client:
            subscription = Subscription(lambda _: "{}")
            slow: Any = Slow(client.app)
            await asyncio.wait_for(live.send_all(slow, subscription), 5)
            assert closed == [live.SLOW]
            assert "turncoat_slow_clients_total 1.0" in (await from_here(client).get("/metrics")).text

    asyncio.run(go())


@visited
async def test_what_is_the_same_for_everyone_is_sent_compressed(client):
    answer = await client.get("/api/games/verto/rules", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.json()["title"] == "Verto"
    plain = await client.get("/api/games/verto/rules", headers={"accept-encoding": "identity"})
    assert plain.json() == answer.json()


@visited
async def test_a_failure_inside_says_so_without_details(client):
    client.app.state.service.lobby.text = None
    answer = await client.get("/api/lobby")
    assert (answer.status_code, answer.json()["error"]) == (500, "internal")
    assert "NoneType" not in answer.text


@pytest.mark.parametrize(
    ("asked", "status", "kind", "cache"),
    [
        ("/", 200, "text/html; charset=utf-8", "no-cache"),
        ("/m/abc", 200, "text/html; charset=utf-8", "no-cache"),
        ("/assets/app-1a2b.js", 200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/app-gone.js", 404, "application/json", None),
        ("/../secret", 200, "text/html; charset=utf-8", "no-cache"),
    ],
)
def test_the_page_is_served_with_the_right_caching(tmp_path, asked, status, kind, cache):
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>page")
    (folder / "assets" / "app-1a2b.js").write_text("plain")
    (folder / "assets" / "app-1a2b.js.br").write_bytes(b"packed")
    (tmp_path / "secret").write_text("secret")

    async def go():
        async with site(tmp_path) as client:
            answer = await client.get(asked, headers={"accept-encoding": "identity"})
            assert (answer.status_code, answer.headers["content-type"]) == (status, kind)
            assert "secret" not in answer.text
            if cache:
                assert answer.headers["cache-control"] == cache
                again = await client.get(asked, headers={"if-none-match": answer.headers["etag"]})
                assert again.status_code == 304
            async with client.stream("GET", "/assets/app-1a2b.js", headers={"accept-encoding": "br"}) as packed:
                assert packed.headers["content-encoding"] == "br"
                assert b"".join([part async for part in packed.aiter_raw()]) == b"packed"

    asyncio.run(go())


@visited
async def test_without_a_built_page_a_plain_one_says_so(client):
    answer = await client.get("/")
    assert answer.status_code == 503
    assert "/api/docs" in answer.text
    assert (await client.post("/")).json()["error"] == "method_not_allowed"
