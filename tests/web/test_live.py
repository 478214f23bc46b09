"""Live play over real sockets, against a server of its own."""

import asyncio
import json
import re

import httpx
import pytest
import websockets

from tests.web.document import LIVE, sent
from tests.web.site import Server, new_match, read_all
from turncoat.web.serve import _listen
from turncoat.web.settings import Settings


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("live") / "matches.db") as running:
        yield running


class Seat:
    """One end of a live socket."""

    def __init__(self, server, match_id, token=None, **more) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self._connect = websockets.connect(
            f"{server.live}/api/matches/{match_id}/live", additional_headers={**headers, **more}, compression=None
        )

    async def __aenter__(self):
        self.socket = await self._connect.__aenter__()
        return self

    async def __aexit__(self, *error):
        await self._connect.__aexit__(*error)

    async def receive(self, kind, true=lambda _: True):
        """The next message of that kind for which something is so."""
        async with asyncio.timeout(10):
            while True:
                message = sent(LIVE, json.loads(await self.socket.recv()))
                if message["type"] == kind and true(message):
                    return message

    async def say(self, **message):
        await self.socket.send(json.dumps(message))


async def friends(server):
    """A match between two people, with their tokens."""
    async with httpx.AsyncClient(base_url=server.url) as client:
        made = await new_match(client, kind="friend", side="first")
        match_id = made["match"]["id"]
    async with httpx.AsyncClient(base_url=server.url) as client:
        joined = await client.post(f"/api/matches/{match_id}/join", json={"invitation": made["invitation"]})
    return match_id, made["tokens"]["first"], joined.json()["tokens"]["second"]


def live(test):
    def run(server):
        asyncio.run(asyncio.wait_for(test(server), 60))

    run.__name__, run.__qualname__, run.__module__ = test.__name__, test.__qualname__, test.__module__
    return run


@live
async def test_a_move_on_one_socket_is_seen_on_the_others_at_once(server):
    match_id, ann, ben = await friends(server)
    async with (
        Seat(server, match_id, ann) as first,
        Seat(server, match_id, ben) as second,
        Seat(server, match_id) as eye,
    ):
        assert (await first.receive("setup"))["you"] == ["first"]
        assert (await eye.receive("setup"))["you"] == []
        await first.say(type="move", move="d3", at=0)
        for each in (first, second, eye):
            seen = await each.receive("update", lambda message: message["changed"].get("at") == 1)
            assert (seen["since"], seen["version"], "you" in seen) == (1, 2, False)
            assert seen["history"]["kept"] == 0
            assert [made["move"] for made in seen["history"]["played"]] == ["d3"]
        await second.say(type="move", move="c3", at=1)
        await first.receive("update", lambda message: message["changed"].get("at") == 2)


@live
async def test_refusals_come_to_whoever_asked_alone(server):
    match_id, ann, ben = await friends(server)
    async with Seat(server, match_id, ann) as first, Seat(server, match_id, ben) as second:
        await second.say(type="move", move="d3", at=0)
        assert (await second.receive("refused"))["error"] == "not_your_turn"
        await first.say(type="move", move="a1", at=0)
        refused = await first.receive("refused")
        assert (refused["error"], refused["legal"]) == ("illegal_move", ["d3", "c4", "f5", "e6"])
        await first.say(type="move", move="d3", at=0)
        await first.receive("update", lambda message: message["changed"].get("at") == 1)
        await first.say(type="move", move="d3", at=0)
        assert (await first.receive("setup", lambda message: message["match"]["at"] == 1))["you"] == [
            "first"
        ]  # a repeat
        await first.say(type="move", move="c4", at=0)
        assert (await first.receive("refused"))["error"] == "stale"
        assert (await first.receive("setup"))["match"]["at"] == 1  # told where things stand


@pytest.mark.parametrize("rubbish", ["", "[]", "{", '{"type":"dance"}', '{"type":"move","move":7,"at":"x"}', "\x00"])
def test_rubbish_is_answered_and_the_socket_stays(server, rubbish):
    async def go():
        match_id, ann, _ = await friends(server)
        async with Seat(server, match_id, ann) as first:
            await first.socket.send(rubbish)
            assert (await first.receive("refused"))["error"] == "bad_message"
            await first.say(type="pong")
            await first.say(type="move", move="d3", at=0)
            await first.receive("update", lambda message: message["changed"].get("at") == 1)

    asyncio.run(go())


@live
async def test_a_message_that_is_too_large_ends_the_socket(server):
    match_id, ann, _ = await friends(server)
    async with Seat(server, match_id, ann) as first:
        await first.socket.send("x" * 10_000)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await read_all(first.socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@live
async def test_sockets_from_other_sites_are_refused(server):
    match_id, ann, _ = await friends(server)
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with Seat(server, match_id, ann, origin="https://evil.example"):
            pass
    assert refused.value.response.status_code == 403
    async with Seat(server, match_id, ann, origin=server.url) as first:
        assert (await first.receive("setup"))["you"] == ["first"]


@live
async def test_where_there_is_no_socket_the_answer_is_not_found(server):
    for path in ("/", "/m/abcdefgh", "/api/games", "/api/nothing"):
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(f"{server.live}{path}")
        answer = refused.value.response
        assert (answer.status_code, json.loads(answer.body or b"")["error"]) == (404, "not_found")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


@live
async def test_a_head_that_is_too_large_is_refused_and_counted(server):
    reader, writer = await asyncio.open_connection("localhost", server.port)
    writer.write(b"GET /" + b"x" * 20_000)
    assert (await reader.readline()).startswith(b"HTTP/1.1 431 ")
    writer.close()
    figures = httpx.get(f"{server.url}/metrics").text
    assert 'turncoat_refused_connections_total{reason="head_too_large"} 1.0' in figures
    assert re.search(r"^turncoat_open_connections [1-9]", figures, re.MULTILINE)


@live
async def test_an_unknown_match_is_told_and_closed(server):
    async with Seat(server, "nowhere22") as nobody:
        assert (await nobody.receive("refused"))["error"] == "no_such_match"
        with pytest.raises(websockets.ConnectionClosed):
            await nobody.socket.recv()


@live
async def test_presence_follows_who_comes_and_goes(server):
    match_id, ann, ben = await friends(server)
    async with Seat(server, match_id, ann) as first:
        async with Seat(server, match_id, ben):
            await first.receive("presence", lambda message: message["here"]["second"])
        away = await first.receive("presence", lambda message: not message["here"]["second"])
        assert away["gone"]["second"] > 0


@live
async def test_a_bot_plays_with_a_token_and_a_stream(server):
    match_id, ann, ben = await friends(server)
    headers = {"authorization": f"Bearer {ben}"}
    async with httpx.AsyncClient(base_url=server.url, timeout=10) as client, Seat(server, match_id, ann) as first:
        async with client.stream("GET", f"/api/matches/{match_id}/stream", headers=headers) as stream:
            lines = stream.aiter_lines()
            assert json.loads(await anext(lines))["you"] == ["second"]
            await first.say(type="move", move="d3", at=0)
            async for line in lines:
                seen = json.loads(line)
                if seen["type"] == "update" and seen["changed"].get("at") == 1:
                    break
        move = {"move": seen["changed"]["moves"][0]["move"], "at": 1}
        assert (await client.post(f"/api/matches/{match_id}/moves", json=move, headers=headers)).status_code == 200
        await first.receive("presence", lambda message: not message["here"]["second"])  # the stream was let go


@live
async def test_a_computer_answers_and_is_seen_to_think(server):
    async with httpx.AsyncClient(base_url=server.url) as client:
        made = await new_match(client, kind="computer", side="first", level="2")
    async with Seat(server, made["match"]["id"], made["tokens"]["first"]) as person:
        await person.say(type="move", move="d3", at=0)
        assert (await person.receive("thinking"))["side"] == "second"
        await person.receive("update", lambda message: message["changed"].get("at") == 2)


def measured(server):
    """How many moves over sockets were measured."""
    figures = httpx.get(f"{server.url}/metrics").text
    found = re.search(r"^turncoat_move_seconds_count (\S+)", figures, re.MULTILINE)
    assert found
    return float(found[1])


@live
async def test_moves_over_sockets_are_measured_and_nothing_else_is(server):
    match_id, ann, _ = await friends(server)
    before = measured(server)
    async with Seat(server, match_id, ann) as first:
        await first.say(type="move", move="d3", at=0)
        await first.receive("update", lambda message: message["changed"].get("at") == 1)
        assert measured(server) == before + 1
        await first.say(type="pong")
        await first.say(type="move", move="d3", at=0)  # a repeat
        await first.say(type="move", move="a1", at=1)
        await first.receive("refused")
        await first.say(type="dance")
        await first.say(type="pong", echo=True)
        await first.receive("ping")
        assert measured(server) == before + 1


@live
async def test_the_lobby_is_live(server):
    async with websockets.connect(f"{server.live}/api/lobby/live", compression=None) as socket:
        json.loads(await socket.recv())
        async with httpx.AsyncClient(base_url=server.url) as client:
            made = await new_match(client, kind="lobby")
        async with asyncio.timeout(10):
            while made["match"]["id"] not in await socket.recv():
                pass


@live
async def test_a_client_that_does_not_read_holds_nobody_up(server):
    match_id, ann, _ = await friends(server)
    reader, writer = await asyncio.open_connection("localhost", server.port, limit=1024)
    writer.write(
        f"GET /api/matches/{match_id}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readline()
    async with Seat(server, match_id, ann) as first:
        for number in range(60):
            async with httpx.AsyncClient(base_url=server.url, headers={"authorization": f"Bearer {ann}"}) as client:
                await client.post(f"/api/matches/{match_id}/chat", json={"text": f"{number} " + "x" * 480})
        await first.say(type="move", move="d3", at=0)
        await first.receive("update", lambda message: message["changed"].get("at") == 1)
    writer.close()


def test_behind_a_proxy_its_word_on_tls_is_taken_and_it_ends_politely_when_asked(tmp_path):
    server = Server(tmp_path / "m.db", "--behind-proxy", "--origin", "https://play.example").start()
    headers = {"host": "play.example", "origin": "https://play.example", "x-forwarded-proto": "https"}
    wanted = {"ruleset": "verto", "kind": "local"}
    made = httpx.post(f"{server.url}/api/matches", json=wanted, headers={**headers, "x-forwarded-for": "203.0.113.9"})
    assert made.status_code == 201
    assert "Secure" in made.headers["set-cookie"]
    assert "strict-transport-security" in made.headers
    assert httpx.get(f"{server.url}/api/games").json()["error"] == "bad_host"
    assert server.stop() in (0, -15)


def test_a_taken_port_and_a_bad_database_are_told_in_one_line(tmp_path):
    import subprocess
    import sys

    with Server(tmp_path / "m.db") as server:
        command = [sys.executable, "-m", "turncoat.cli", "serve", "--port", str(server.port), "--lang", "en"]
        taken = subprocess.run(
            [*command, "--database", str(tmp_path / "n.db")], capture_output=True, text=True, timeout=30, check=False
        )
        assert taken.returncode == 1
        assert taken.stderr.startswith("Error: cannot listen on 127.0.0.1:")
    broken = tmp_path / "broken.db"
    broken.write_text("this is no database, but long enough to look like one " * 50)
    for database in (str(broken), "nonsense://host"):
        command = [sys.executable, "-m", "turncoat.cli", "serve", "--port", "0", "--lang", "en", "--database", database]
        bad = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        assert bad.returncode == 1
        assert "cannot use the database" in bad.stderr.splitlines()[-1]


def test_without_a_port_asked_for_a_taken_one_is_no_obstacle():
    first = _listen(Settings(":memory:", port=0))
    with first:
        port = first.getsockname()[1]
        with _listen(Settings(":memory:", port=port, any_port=True)) as second:
            assert second.getsockname()[1] != port
