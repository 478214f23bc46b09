"""Live messages and the lines of a stream are as the API's document says."""

import asyncio
import json
from typing import Any

import httpx
import pytest
import websockets

from tests.web.document import LIVE, LOBBY, STREAM, document, faults, kinds, sent, streamed
from tests.web.site import Server, new_match, site
from turncoat.web.limits import Limits

SENDS, TAKES = (document()["x-websockets"][LIVE][which] for which in ("sends", "takes"))
NOBODY = "nowhere22"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("messages") / "matches.db") as running:
        yield running


async def against_the_computer(server):
    """A match with a computer: its name and the token of the first side."""
    async with httpx.AsyncClient(base_url=server.url) as client:
        made = await new_match(client, kind="computer", side="first", level="2")
    return made["match"]["id"], made["tokens"]["first"]


def as_seat(token):
    return {"authorization": f"Bearer {token}"}


def test_every_kind_of_message_is_sent_and_taken_as_the_document_says(server):
    async def go():
        match_id, token = await against_the_computer(server)
        path = f"{server.live}{LIVE.format(match_id=match_id)}"
        kinds_seen = set()
        said: list[dict[str, Any]] = [
            {"type": "pong"},
            {"type": "pong", "echo": True},
            {"type": "sync"},
            {"type": "move", "move": "a1", "at": 0},
            {"type": "move", "move": "d3", "at": 7},
            {"type": "move", "move": "d3", "at": 0},
        ]
        async with websockets.connect(path, additional_headers=as_seat(token), compression=None) as socket:
            for message in said:
                assert faults(TAKES, message) == []
                await socket.send(json.dumps(message))
            async with asyncio.timeout(30):
                at = 0
                while at < 2:
                    message = sent(LIVE, json.loads(await socket.recv()))
                    kinds_seen.add(message["type"])
                    at = message["changed"].get("at", at) if message["type"] == "update" else at
        assert kinds_seen == kinds(SENDS)
        assert {message["type"] for message in said} == kinds(TAKES)

    asyncio.run(go())


@pytest.mark.parametrize(
    "wrong",
    [{"type": "dance"}, {"type": "move", "move": "d3"}, {"type": "pong", "loud": True}, {"move": "d3", "at": 0}],
)
def test_what_the_document_does_not_know_is_refused_as_it_says(server, wrong):
    async def go():
        match_id, token = await against_the_computer(server)
        path = f"{server.live}{LIVE.format(match_id=match_id)}"
        assert faults(TAKES, wrong) != []
        async with websockets.connect(path, additional_headers=as_seat(token), compression=None) as socket:
            await socket.send(json.dumps(wrong))
            async with asyncio.timeout(30):
                while (message := sent(LIVE, json.loads(await socket.recv())))["type"] != "refused":
                    pass
        assert message["error"] == "bad_message"

    asyncio.run(go())


def test_the_lobbys_messages_are_as_the_document_says(server):
    async def go():
        async with websockets.connect(f"{server.live}{LOBBY}", compression=None) as socket:
            sent(LOBBY, json.loads(await socket.recv()))
            async with httpx.AsyncClient(base_url=server.url) as client:
                made = await new_match(client, kind="lobby", clock={"kind": "days", "days": 2})
            async with asyncio.timeout(30):
                waiting = []
                while made["match"]["id"] not in waiting:
                    waiting = [each["id"] for each in sent(LOBBY, json.loads(await socket.recv()))["waiting"]]

    asyncio.run(go())


@pytest.mark.parametrize("stranger", [False, True])
def test_a_stream_sends_lines_as_the_document_says_to_a_seat_and_to_strangers(server, stranger):
    async def go():
        match_id, token = await against_the_computer(server)
        path = STREAM.format(match_id=match_id)
        async with (
            httpx.AsyncClient(base_url=server.url, timeout=30) as client,
            client.stream("GET", path, headers={} if stranger else as_seat(token)) as stream,
        ):
            assert (stream.status_code, stream.headers["content-type"]) == (200, "application/x-ndjson")
            lines = stream.aiter_lines()
            first = streamed(json.loads(await anext(lines)))
            assert (first["type"], first["you"]) == ("setup", [] if stranger else ["first"])
            moves = [choice["move"] for choice in first["match"]["moves"]]
            assert moves == ([] if stranger else ["d3", "c4", "f5", "e6"])
            move = {"move": "d3", "at": 0}
            url = f"{server.url}/api/matches/{match_id}/moves"
            await asyncio.to_thread(httpx.post, url, json=move, headers=as_seat(token))
            kinds_seen, at = {"setup"}, 0
            while at < 2:
                line = streamed(json.loads(await anext(lines)))
                kinds_seen.add(line["type"])
                at = line["changed"].get("at", at) if line["type"] == "update" else at
        assert kinds_seen == {"setup", "update", "presence", "thinking"}

    asyncio.run(go())


@pytest.mark.parametrize(("match_id", "status", "code"), [(NOBODY, 404, "no_such_match"), ("X!", 422, "invalid")])
def test_a_stream_of_no_match_is_refused_as_the_document_says(server, match_id, status, code):
    answer = httpx.get(server.url + STREAM.format(match_id=match_id))
    described = document()["paths"][STREAM]["get"]["responses"][str(status)]
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert code in described["description"]
    assert faults(described["content"]["application/json"]["schema"], answer.json()) == []


def test_a_stream_too_many_is_refused_as_the_document_says(tmp_path):
    async def go():
        async with site(tmp_path, limits=Limits(connections=0)) as client:
            made = await new_match(client)
            answer = await client.get(STREAM.format(match_id=made["match"]["id"]))
            assert (answer.status_code, answer.json()["error"]) == (429, "too_many_connections")
            described = document()["paths"][STREAM]["get"]["responses"]["429"]["content"]
            assert faults(described["application/json"]["schema"], answer.json()) == []

    asyncio.run(go())


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "setup", "you": []},
        {"type": "update", "since": 1, "version": 2},
        {"type": "update", "since": 1, "version": 2, "changed": {"history": []}},
        {"type": "update", "since": 1, "version": 2, "changed": {"status": "begun"}},
        {"type": "presence", "here": {"first": True, "second": False, "watching": 0}},
        {"type": "thinking", "side": "third"},
        {"type": "refused", "error": "stale"},
        {"type": "ping", "more": 1},
    ],
)
def test_the_document_would_notice_a_message_that_is_otherwise(wrong):
    assert faults(SENDS, wrong) != []
