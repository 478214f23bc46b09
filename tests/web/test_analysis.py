"""Analyses over HTTP and their socket: what is sent is as the document says, and what is too much is refused."""

import asyncio
import json
from typing import Any

import pytest

from tests.web.document import document, faults, kinds, sent
from tests.web.site import Closed, Socket, another, new_match, site, visited
from tests.web.test_reviews import played
from turncoat.games import start
from turncoat.service import analysis, analysis_search
from turncoat.service.analysis_search import Asked
from turncoat.web.analysis_models import MOST_TOLD
from turncoat.web.limits import RATES, Limits, Rate
from turncoat.web.settings import MAX_BYTES, max_bytes

LIVE = "/api/analysis/live"
START = str(start("vect-reverse"))
SMALL = str(start("reversi:size=4x4"))
RECORD = "ruleset: vect-reverse\nmoves: d3! d4-c5 {why} (d4-c4); e3"


async def post(client, path, expected=200, **body):
    answer = await client.post(path, json=body)
    assert answer.status_code == expected, answer.text
    return answer.json()


async def awake(client):
    """Has the engine's process there before anybody waits for it."""
    await client.app.state.service.pool.ask("test", 20, analysis_search.compare, Asked(SMALL), "reversi:size=4x4")


@visited
async def test_a_position_a_comparison_and_a_tree_come_as_the_document_says(client):
    await awake(client)
    shapes = {
        "Moment": await post(client, "/api/analysis/moment", position=START, moves=["d3"]),
        "Readings": await post(client, "/api/analysis/readings", position=START, moves=["d3"]),
        "Comparison": await post(client, "/api/analysis/compare", position=SMALL, ruleset="reversi:size=4x4"),
        "GameTree": await post(client, "/api/games/read", text=RECORD),
    }
    tree = shapes["GameTree"]
    nodes = [
        {"after": node["after"], "move": node["played"]["move"]}
        | {k: node[k] for k in ("comment", "symbols") if k in node}
        for node in tree["nodes"]
    ]
    shapes["Record"] = await post(client, "/api/games/write", position=tree["position"], nodes=nodes)
    assert shapes["Record"]["record"].endswith("moves: d3! d4-c5 {why} (d4-c4); e3\n")
    for name, shape in shapes.items():
        assert faults({"$ref": f"#/components/schemas/{name}"}, shape) == []


@visited
async def test_bad_input_is_refused_with_a_code_and_words_and_nothing_else_happens(client):
    await awake(client)
    moment, read, write = "/api/analysis/moment", "/api/games/read", "/api/games/write"
    refused: list[tuple[str, dict[str, Any], str]] = [
        (moment, {"position": "vect-reverse x x"}, "bad_position"),
        (moment, {"position": "chess ....... x"}, "unknown_game"),
        (moment, {"position": START, "moves": ["zz"]}, "illegal_move"),
        (moment, {"position": START, "moves": ["d3"] * 601}, "invalid"),
        (moment, {"position": START, "moves": ["d3"] * (MOST_TOLD + 1)}, "invalid"),
        (moment, {"position": "x" * 1501}, "invalid"),
        (moment, {"position": START, "more": 1}, "invalid"),
        ("/api/analysis/compare", {"position": START, "ruleset": "verto"}, "bad_request"),
        (read, {"text": "nothing of a game"}, "bad_request"),
        (read, {"text": "ruleset: vect-reverse\nmoves: d3 d4-c5; zz"}, "bad_transcript"),
        (read, {"text": "ruleset: chess\nmoves: e4"}, "unknown_game"),
        (read, {"text": "x" * 65_537}, "invalid"),
        (write, {"position": START, "nodes": [{"after": 3, "move": "d3"}]}, "bad_record"),
        (write, {"position": START, "nodes": [{"after": 0, "move": "a1"}]}, "illegal_move"),
        (write, {"position": START, "nodes": [{"after": 0, "move": "d3", "symbols": ["<b>"]}]}, "invalid"),
        (write, {"position": START, "headers": {"Not allowed": "x"}}, "invalid"),
        (write, {"position": START, "headers": {"moves": "d3"}}, "bad_record"),
    ]
    for path, body, code in refused:
        answer = await post(client, path, 422, **body)
        assert answer["error"] == code, (path, body, answer)
        assert answer["text"]["en"]


@visited
async def test_a_whole_game_may_be_larger_than_other_requests_and_has_its_limit_too(client):
    await awake(client)
    comment = "word " * 600
    body = {"position": START, "nodes": [{"after": 0, "move": "d3", "comment": comment}] * 10}
    assert len(json.dumps(body)) > MAX_BYTES
    assert "d3" in (await post(client, "/api/games/write", **body))["record"]
    most = max_bytes("/api/games/read")
    huge = b'{"record": "' + b"x" * most + b'"}'
    answer = await client.post("/api/games/read", content=huge, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"], answer.json()["most"]) == (413, "too_large", most)


@visited
async def test_a_running_match_is_refused_to_everyone_and_a_finished_one_is_a_tree(client):
    path, tokens = await played(client)
    for token in (*tokens.values(), None):
        async with another(client, **({"authorization": f"Bearer {token}"} if token else {})) as person:
            answer = await person.get(f"{path}/tree")
            assert (answer.status_code, answer.json()["error"]) == (409, "not_possible")
    await client.post(f"{path}/resign", json={}, headers={"authorization": f"Bearer {tokens['first']}"})
    async with another(client) as person:
        tree = (await person.get(f"{path}/tree")).json()
    assert faults({"$ref": "#/components/schemas/GameTree"}, tree) == []
    assert [node["played"]["move"] for node in tree["nodes"]] == ["b1", "c1"]
    assert (await client.get("/api/matches/nowhere22/tree")).json()["error"] == "no_such_match"


@visited
async def test_the_engine_tells_what_it_finds_as_the_document_says(client):
    await awake(client)
    takes = document()["x-websockets"][LIVE]["takes"]
    said: list[dict[str, Any]] = [
        {"type": "analyse", "id": 1, "position": SMALL, "lines": 2, "seconds": 20},
        {"type": "survey", "id": 2, "position": SMALL, "moves": ["b1"], "at": [0, 1]},
        {"type": "stop"},
        {"type": "pong", "echo": True},
    ]
    assert {message["type"] for message in said} == kinds(takes)
    received = set[str]()
    async with Socket(client, LIVE) as socket:
        for message in said[:2]:
            assert faults(takes, message) == []
            await socket.say(**message)
            while True:
                answer = sent(LIVE, await socket.read())
                received.add(answer["type"])
                if answer["type"] == "done":
                    assert answer["id"] == message["id"]
                    break
        assert answer["proved"] is False
        await socket.say(type="analyse", id=3, position=SMALL, threat=True)
        refused = sent(LIVE, await socket.receive("refused"))
        assert (refused["id"], refused["error"]) == (3, "bad_request")
        await socket.say(type="analyse", id=4, position="chess ..... x")
        assert (await socket.receive("refused"))["error"] == "unknown_game"
        await socket.say(**said[3])
        await socket.receive("ping")
        received.add(refused["type"])
    assert received == kinds(document()["x-websockets"][LIVE]["sends"])


@visited
async def test_what_cannot_be_read_is_refused_and_the_socket_goes_on(client):
    await awake(client)
    async with Socket(client, LIVE) as socket:
        bad: list[dict[str, Any]] = [
            {"type": "analyse"},
            {"type": "analyse", "id": -1, "position": SMALL},
            {"type": "analyse", "id": 1, "position": SMALL, "lines": 6},
            {"type": "analyse", "id": 1, "position": SMALL, "seconds": 61},
            {"type": "survey", "id": 1, "position": SMALL, "at": [0] * 602},
            {"type": "move", "move": "d3", "at": 0},
        ]
        for message in bad:
            await socket.say(**message)
            assert (await socket.receive("refused"))["error"] == "bad_message"
        await socket.send(bytes=b"\xff\xfe")
        assert (await socket.receive("refused"))["error"] == "bad_message"
        await socket.say(type="analyse", id=1, position=SMALL)
        assert (await socket.receive("done"))["proved"] is True


@visited
async def test_the_engine_stops_for_another_position_for_a_stop_and_for_whoever_leaves(client):
    await awake(client)
    pool = client.app.state.service.pool

    async def idle():
        async with asyncio.timeout(20):
            while pool.running or pool.waiting:
                await asyncio.sleep(0.02)

    async with Socket(client, LIVE) as socket:
        await socket.say(type="analyse", id=1, position=START, seconds=60)
        await socket.receive("lines")
        await socket.say(type="analyse", id=2, position=SMALL, seconds=60)
        while (answer := await socket.receive("lines"))["id"] == 1:
            pass
        assert answer["id"] == 2
        await socket.receive("done")
        await socket.say(type="analyse", id=3, position=START, seconds=60)
        await socket.receive("lines")
        await socket.say(type="stop")
        await idle()
        await socket.say(type="analyse", id=4, position=START, seconds=60)
        while (await socket.receive("lines"))["id"] != 4:
            pass
    await idle()


@visited
async def test_one_client_may_look_at_so_much_at_a_time(client):
    open_ = [Socket(client, LIVE) for _ in range(analysis.MOST_OF_ONE)]
    for socket in open_:
        await socket.__aenter__()
        await socket.receive("ping")
    async with Socket(client, LIVE) as more:
        assert (await more.receive("refused"))["error"] == "busy"
        assert await more.ending() == (1013, "busy")
    for socket in open_:
        await socket.__aexit__()
    async with Socket(client, LIVE) as again:
        await again.receive("ping")


def limited(test, **rates):
    def run(tmp_path):
        async def go():
            async with site(tmp_path, limits=Limits(rates={**RATES, **rates})) as client:
                client.app.state.limiter.processor = lambda: 0.0
                await asyncio.wait_for(test(client), 60)

        asyncio.run(go())

    return run


async def _floods(client):
    async with Socket(client, LIVE) as socket:
        for number in range(4):
            await socket.say(type="analyse", id=number, position=SMALL)
        assert await socket.ending() == (4429, "too_many_requests")


test_whoever_asks_too_often_over_a_socket_is_hung_up_on = limited(_floods, message=Rate(0, 3))


async def _compares(client):
    asked = {"position": SMALL, "ruleset": "reversi:size=4x4"}
    assert [(await client.post("/api/analysis/compare", json=asked)).status_code for _ in range(3)] == [200, 200, 429]


test_comparisons_are_counted = limited(_compares, attempt=Rate(0, 2))


async def _costs(client):
    await new_match(client)  # 3
    asked = {"position": START}
    assert [(await client.post("/api/analysis/readings", json=asked)).status_code for _ in range(3)] == [200, 200, 429]
    with pytest.raises(Closed):
        async with Socket(client, LIVE):
            pass


test_positions_cost_what_the_table_says = limited(_costs, cost=Rate(0, 9.5))
