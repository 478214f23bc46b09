"""What requests cost: declared in one place for every route, told in the documents, and measured beyond that."""

import asyncio
import re

import pytest

from tests.house.tree import read
from tests.web.site import Socket, new_match, site, visited
from tests.web.wire import Clock
from turncoat.web.app import build
from turncoat.web.costs import ANY_OTHER, COSTS, Cost, Metered, cost_of
from turncoat.web.limits import RATES, Limiter, Limits, Rate
from turncoat.web.settings import Settings


def routes():
    """Every route of the API as the table of costs names it."""
    app = build(Settings(":memory:"))
    paths = [(method.upper(), path) for path, kinds in app.openapi()["paths"].items() for method in kinds]
    paths += [("WS", path) for path in app.openapi()["x-websockets"]]
    paths += [("GET", "/api/docs"), ("GET", "/api/openapi.json")]
    return {f"{method} {re.sub('{.*?}', '*', path)}" for method, path in paths}


def test_every_route_has_a_cost_and_every_cost_is_of_a_route():
    assert set(COSTS) == routes()
    assert {cost.also for cost in COSTS.values()} - {None} == set(RATES) - {"cost", "message"}


def test_the_costs_are_told_in_the_document():
    rows = re.findall(r"^\| `((?:GET|POST|WS) [^`]+)` \| ([\d.]+) \| (.*?) ?\|$", read("docs/api.md"), re.MULTILINE)
    told = {re.sub(r"{\w+}", "*", path): Cost(float(ms), also or None) for path, ms, also in rows}
    assert told == dict(COSTS)


@pytest.mark.parametrize(
    ("method", "path", "key"),
    [
        ("GET", "/api/matches/abcdefgh", "GET /api/matches/*"),
        ("GET", "/api/matches/abcdefgh/record", "GET /api/matches/*/record"),
        ("POST", "/api/matches", "POST /api/matches"),
        ("WS", "/api/lobby/live", "WS /api/lobby/live"),
        ("WS", "/api/matches/abcdefgh/live", "WS /api/matches/*/live"),
        ("GET", "/api/matches/abcdefgh/record/x/y/z", None),
        ("GET", "/api/matches/abcdefgh/", None),
        ("GET", "/", None),
        ("POST", "/api/games", None),
        ("GET", "", None),
    ],
)
def test_a_request_is_found_by_its_path(method, path, key):
    assert cost_of(method, path) == (COSTS[key] if key else ANY_OTHER)


def limited(test, **rates):
    """Runs an async test on a site with these rates, a clock of its own and requests that take no time."""

    def run(tmp_path):
        async def go():
            async with site(tmp_path, limits=Limits(rates={**RATES, **rates})) as client:
                limiter = client.app.state.limiter
                limiter.clock = clock = Clock()
                limiter.processor = lambda: 0.0
                await asyncio.wait_for(test(client, clock), 60)

        asyncio.run(go())

    return run


def test_what_costs_more_is_had_less_often(tmp_path):
    async def go(client, clock):
        made = await new_match(client)  # 3
        path = f"/api/matches/{made['match']['id']}"
        assert [(await client.get(f"{path}/record")).status_code for _ in range(3)] == [200] * 2 + [429]
        clock.seconds += 1
        move = {"move": "d3", "at": 0}
        assert [(await client.post(f"{path}/moves", json=move)).status_code for _ in range(2)] == [200, 429]

    limited(go, cost=Rate(2, 5))(tmp_path)


@pytest.mark.parametrize(("per_second", "wait"), [(2, 1), (0.5, 2), (0.1, 10), (0, 3600)])
def test_a_refusal_tells_when_there_is_enough(tmp_path, per_second, wait):
    async def go(client, clock):
        body = {"ruleset": "verto", "kind": "local"}
        assert (await client.get("/api/preview?ruleset=verto")).status_code == 200  # 1 of 3
        refused = await client.post("/api/matches", json=body)
        assert (refused.status_code, refused.headers["retry-after"]) == (429, str(wait))
        clock.seconds += wait if per_second else 10**6
        assert (await client.post("/api/matches", json=body)).status_code == (201 if per_second else 429)

    limited(go, cost=Rate(per_second, 3))(tmp_path)


def test_what_is_refused_for_one_reason_is_not_charged_for_the_other():
    limiter = Limiter(Limits(rates={"cost": Rate(0, 10), "chat": Rate(0, 1)}), Clock())
    assert limiter.take("a", cost=2, chat=1) == 0
    assert limiter.take("a", cost=2, chat=1) > 0
    assert limiter.take("a", cost=8) == 0
    assert limiter.take("a", cost=0.1) > 0


def test_what_a_request_takes_beyond_its_cost_is_owed(tmp_path):
    async def go(client, clock):
        limiter = client.app.state.limiter
        ticks = iter(range(10**6))
        limiter.processor = lambda: next(ticks) / 100  # every step of a request takes 10 ms
        assert (await client.get("/api/preview?ruleset=verto")).status_code == 200
        limiter.processor = lambda: 0.0
        refused = await client.get("/api/lobby")
        assert refused.status_code == 429
        clock.seconds += 1000
        assert (await client.get("/api/lobby")).status_code == 200

    limited(go, cost=Rate(1, 5))(tmp_path)


def test_a_request_that_happens_to_be_the_first_of_its_kind_is_charged_so_much_and_no_more(tmp_path):
    async def go(client, clock):
        limiter = client.app.state.limiter
        ticks = iter(range(10**6))
        limiter.processor = lambda: next(ticks) * 10.0  # every step takes ten seconds
        assert (await client.get("/api/preview?ruleset=verto")).status_code == 200  # 1, and 50 more
        limiter.processor = lambda: 0.0
        assert limiter.take("10.0.0.1", cost=50) > 0
        assert limiter.take("10.0.0.1", cost=49) == 0

    limited(go, cost=Rate(0, 100))(tmp_path)


def test_nobody_owes_more_than_may_be_had_at_once():
    clock = Clock()
    limiter = Limiter(Limits(rates={"cost": Rate(1, 10)}), clock)
    limiter.charge("a", "cost", 10**6)
    assert limiter.take("a", cost=1) == 11
    clock.seconds += 11
    assert limiter.take("a", cost=1) == 0


def test_only_the_steps_of_a_request_are_measured_and_not_what_it_waits_for():
    ticks = iter(range(100))

    async def go():
        async def work():
            for _ in range(3):
                await asyncio.sleep(0.001)

        metered = Metered(work(), lambda: next(ticks) / 1000)
        await metered
        return metered.ms

    assert round(asyncio.run(go())) == 4  # as many steps as waits, and one


def test_a_measured_request_can_be_broken_off():
    async def go():
        ended = []

        async def work():
            try:
                await asyncio.sleep(60)
            finally:
                ended.append(True)

        async def wait():
            await Metered(work(), lambda: 0.0)

        task = asyncio.create_task(wait())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return ended

    assert asyncio.run(go()) == [True]


def test_a_socket_is_read_at_the_pace_its_client_may_afford(tmp_path):
    async def go(client, clock):
        made = await new_match(client)  # 3
        path = f"/api/matches/{made['match']['id']}/live"
        async with Socket(client, path, made["tokens"]["first"]) as first:  # 2
            await first.receive("setup")
            await first.say(type="move", move="d3", at=0)  # 2
            assert (await first.receive("update"))["changed"]["at"] == 1
            await first.say(type="pong", echo=True)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await first.receive("ping")
            clock.seconds += 1
            assert await first.receive("ping") == {"type": "ping"}

    limited(go, cost=Rate(5, 7))(tmp_path)


@visited
async def test_a_record_is_made_once_and_asked_for_again_by_its_tag(client):
    made = await new_match(client, ruleset="verto")
    path = f"/api/matches/{made['match']['id']}"
    [room] = client.app.state.service.rooms.all()
    written, count = room.match.record, []

    def record():
        count.append(room.match.seq)
        return written()

    room.match.record = record
    first = await client.get(f"{path}/record")
    assert first.headers["cache-control"] == "no-cache"
    again = await client.get(f"{path}/record", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content, count) == (304, b"", [0])
    await client.post(f"{path}/moves", json={"move": made["match"]["moves"][0]["move"], "at": 0})
    later = await client.get(f"{path}/record", headers={"if-none-match": f'W/"x", {first.headers["etag"]}'})
    assert (later.status_code, count) == (200, [0, 1])
    await client.post(f"{path}/resign", json={})
    over = await client.get(f"{path}/record")
    assert over.headers["cache-control"] == "no-cache"
    assert "resigned" in over.text


@visited
async def test_a_move_made_while_a_record_is_written_is_in_it(client):
    made = await new_match(client, ruleset="verto")
    path = f"/api/matches/{made['match']['id']}"
    [room] = client.app.state.service.rooms.all()
    loop, written = asyncio.get_running_loop(), room.match.record
    move = {"move": made["match"]["moves"][0]["move"], "at": 0}

    def record():  # in a thread of its own: meanwhile the move is made
        text = written()
        if room.match.at == 0:
            asyncio.run_coroutine_threadsafe(client.post(f"{path}/moves", json=move), loop).result(20)
        return text

    room.match.record = record
    assert move["move"] in (await client.get(f"{path}/record")).text


@visited
async def test_what_is_the_same_for_everyone_is_asked_for_again_by_its_tag(client):
    for path in ("/api/games", "/api/games/verto/rules", "/api/openapi.json", "/api/docs"):
        first = await client.get(path)
        assert first.headers["cache-control"] == "public, max-age=300"
        assert (await client.get(path, headers={"if-none-match": first.headers["etag"]})).status_code == 304


@visited
async def test_whatever_depends_on_a_seat_is_kept_by_nobody(client):
    made = await new_match(client, ruleset="reversi")
    path = f"/api/matches/{made['match']['id']}"
    for method, asked, body in [
        ("GET", path, None),
        ("POST", f"{path}/moves", {"move": "d3", "at": 0}),
        ("POST", f"{path}/moves", {"move": "d3", "at": 9}),
        ("POST", f"{path}/seat", {"token": made["tokens"]["first"]}),
        ("POST", f"{path}/seat", {"token": "x" * 43}),
        ("POST", f"{path}/hint", {"at": 1}),
        ("POST", f"{path}/claim", {}),
        ("POST", f"{path}/rematch", {}),
        ("POST", f"{path}/resign", {}),
        ("POST", "/api/matches", {"ruleset": "reversi", "kind": "local"}),
        ("POST", "/api/matches", {"ruleset": "nonsense", "kind": "local"}),
        ("GET", "/api/lobby", None),
        ("GET", "/api/health", None),
        ("GET", "/api/ready", None),
        ("GET", "/api/nothing", None),
    ]:
        answer = await client.request(method, asked, json=body)
        assert answer.headers["cache-control"] == "no-store", (method, asked)
