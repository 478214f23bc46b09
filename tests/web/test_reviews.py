"""Reviews over HTTP and sockets: for both seats and everyone else, once the match is over and not before."""

import asyncio
import json

from tests.web.site import Socket, another, new_match, visited
from turncoat.service.errors import EngineFailed


async def played(client, moves=("b1", "c1"), ruleset="reversi:size=4x4"):
    """A match between two people in which these moves are made: its address and the tokens of both."""
    made = await new_match(client, ruleset=ruleset, kind="friend", side="first")
    path = f"/api/matches/{made['match']['id']}"
    async with another(client) as guest:
        joined = (await guest.post(f"{path}/join", json={"invitation": made["invitation"]})).json()
    tokens = {"first": made["tokens"]["first"], "second": joined["tokens"]["second"]}
    for at, move in enumerate(moves):
        headers = {"authorization": f"Bearer {tokens[('first', 'second')[at % 2]]}"}
        answer = await client.post(f"{path}/moves", json={"move": move, "at": at}, headers=headers)
        assert answer.status_code == 200, answer.text
    return path, tokens


async def lines(client, path, token=None):
    """The review as a stream of lines."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = await client.get(f"{path}/review", headers=headers)
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["cache-control"] == "no-store"
    return [json.loads(line) for line in answer.text.splitlines()]


@visited
async def test_both_seats_and_a_spectator_get_a_review_once_the_match_is_over_and_not_before(client):
    path, tokens = await played(client)
    for token in (*tokens.values(), None):
        async with another(client, **({"authorization": f"Bearer {token}"} if token else {})) as person:
            answer = await person.get(f"{path}/review")
            assert (answer.status_code, answer.json()["error"]) == (409, "not_possible")
            answer = await person.post(f"{path}/attempt", json={"at": 0, "moves": []})
            assert (answer.status_code, answer.json()["error"]) == (409, "not_possible")
        async with Socket(client, f"{path}/review", token) as socket:
            assert (await socket.receive("refused"))["error"] == "not_possible"
    await client.post(f"{path}/resign", json={}, headers={"authorization": f"Bearer {tokens['first']}"})
    for token in (*tokens.values(), None):
        async with another(client) as person:
            assert (await lines(person, path, token))[-1]["left"] == 0


@visited
async def test_the_socket_tells_the_same_as_the_stream_and_is_closed_when_it_is_done(client):
    path, tokens = await played(client)
    await client.post(f"{path}/resign", json={}, headers={"authorization": f"Bearer {tokens['first']}"})
    async with Socket(client, f"{path}/review") as socket:
        first = await socket.receive("review")
        assert first["left"] == first["total"]
        assert (await socket.ending())[0] == 1000
    [whole] = await lines(client, path)
    assert [turn["verdict"] for turn in whole["turns"]] == ["good", "blunder"]
    answer = await client.post(f"{path}/attempt", json={"at": 1, "moves": ["a1"]})
    assert answer.json()["judged"]["verdict"] == "good"
    answer = await client.post(f"{path}/attempt", json={"at": 1, "moves": ["d4"]})
    assert (answer.status_code, answer.json()["error"]) == (422, "illegal_move")


@visited
async def test_whoever_hangs_up_has_nothing_more_judged(client):
    path, tokens = await played(client)
    await client.post(f"{path}/resign", json={}, headers={"authorization": f"Bearer {tokens['first']}"})
    pool = client.app.state.service.pool
    async with Socket(client, f"{path}/review") as socket:
        await socket.receive("review")
    async with asyncio.timeout(20):
        while pool.running or pool.waiting:
            await asyncio.sleep(0.01)
    async with Socket(client, f"{path}/review") as socket:
        assert (await socket.receive("review"))["left"] > 0


@visited
async def test_an_engine_that_fails_is_told_in_the_stream_and_over_the_socket(client):
    path, tokens = await played(client)
    await client.post(f"{path}/resign", json={}, headers={"authorization": f"Bearer {tokens['first']}"})
    pool = client.app.state.service.pool

    async def fails(*_, **__):
        raise EngineFailed

    pool.ask = fails
    assert (await lines(client, path))[-1]["error"] == "engine_failed"
    async with Socket(client, f"{path}/review") as socket:
        assert (await socket.receive("refused"))["error"] == "engine_failed"
        assert (await socket.ending())[0] == 1013


@visited
async def test_a_match_is_made_from_a_position(client):
    made = await new_match(client, kind="computer", level="1", side="second", moves=["d3", "c3", "c4"])
    assert [move["move"] for move in made["match"]["history"]] == ["d3", "c3", "c4"]
    assert made["you"] == ["second"]
    asked = {"ruleset": "reversi", "kind": "computer", "moves": ["a1"]}
    answer = await client.post("/api/matches", json=asked)
    assert (answer.status_code, answer.json()["error"]) == (422, "illegal_move")
    assert "d3" in answer.json()["legal"]
