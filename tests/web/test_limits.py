"""How much one client may ask for: buckets, connections, and what whoever asks too often is told."""

import asyncio

import httpx
import pytest

from tests.house.tree import read
from tests.web.site import HOME, new_match, site
from tests.web.wire import Clock
from turncoat.web.connections import ConnectionLimits
from turncoat.web.guard import MAX_EXTRA
from turncoat.web.limits import RATES, Limiter, Limits, Rate, client_name
from turncoat.web.serve import MAX_MESSAGE
from turncoat.web.server_protocols import CONTROL
from turncoat.web.settings import Settings

MATCH = {"ruleset": "verto", "kind": "local"}


def at(client, address):
    """The same application, asked from another address."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(client.app, client=(address, 1)), base_url=HOME)


def limited(test, **rates):
    """Runs an async test on a site with these rates and a clock of its own."""

    def run(tmp_path):
        async def go():
            async with site(tmp_path, limits=Limits(rates={**RATES, **rates})) as client:
                client.app.state.limiter.clock = clock = Clock()
                client.app.state.limiter.processor = lambda: 0.0  # else what is measured comes on top
                await asyncio.wait_for(test(client, clock), 60)

        asyncio.run(go())

    return run


def test_who_asks_too_often_waits_and_the_others_do_not(tmp_path):
    async def go(client, _):
        answers = [await client.post("/api/matches", json=MATCH) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        refused = answers[3]
        assert (refused.json()["error"], refused.headers["retry-after"]) == ("too_many_requests", "1")
        assert refused.json()["text"]["ja"]
        async with at(client, "10.0.0.2") as other:
            assert (await other.post("/api/matches", json=MATCH)).status_code == 201

    limited(go, create=Rate(1, 3))(tmp_path)


def test_a_bucket_fills_with_time_and_never_beyond_its_size(tmp_path):
    async def go(client, clock):
        async def made():
            count = 0
            while (await client.post("/api/matches", json=MATCH)).status_code == 201:
                count += 1
            return count

        assert await made() == 3
        clock.seconds += 0.49  # half a match a second
        assert await made() == 0
        clock.seconds += 1.51
        assert await made() == 1
        clock.seconds += 4
        assert await made() == 2
        clock.seconds += 86_400
        assert await made() == 3

    limited(go, create=Rate(0.5, 3))(tmp_path)


def test_whoever_is_refused_waits_no_longer_for_having_asked(tmp_path):
    async def go(client, clock):
        for _ in range(10):
            await client.post("/api/matches", json=MATCH)
        clock.seconds += 1
        assert (await client.post("/api/matches", json=MATCH)).status_code == 201

    limited(go, create=Rate(1, 2))(tmp_path)


@pytest.mark.parametrize(
    ("kind", "path", "body", "refused"),
    [
        ("create", "/api/matches", MATCH, "create"),
        ("join", "/api/matches/zzzzzzzz/join", {}, "join"),
        ("join", "/api/matches/zzzzzzzz/seat", {"token": "x" * 43}, "join"),
        ("create", "/api/matches/zzzzzzzz/rematch", {}, "create"),
        ("chat", "/api/matches/zzzzzzzz/chat", {"text": "hello"}, "chat"),
        ("hint", "/api/matches/zzzzzzzz/hint", {"at": 0}, "hint"),
    ],
)
def test_every_kind_of_request_has_a_limit_of_its_own(tmp_path, kind, path, body, refused):
    async def go(client, _):
        assert (await client.post(path, json=body)).status_code != 429
        answer = await client.post(path, json=body)
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
        others = {"/api/matches": MATCH, "/api/matches/zzzzzzzz/chat": {"text": "hello"}}
        others.pop({"create": "/api/matches", "chat": "/api/matches/zzzzzzzz/chat"}.get(refused, ""), None)
        for other, content in others.items():
            assert (await client.post(other, json=content)).status_code != 429

    limited(go, **{kind: Rate(1, 1)})(tmp_path)


def test_all_requests_together_have_a_limit_too_and_so_has_the_page(tmp_path):
    async def go(client, clock):
        codes = [(await client.get("/api/games")).status_code for _ in range(5)]
        assert codes == [200] * 4 + [429]
        refused = await client.get("/")
        assert (refused.json()["error"], refused.headers["retry-after"]) == ("too_many_requests", "1")
        clock.seconds += 0.5
        assert (await client.get("/api/games")).status_code == 200

    limited(go, cost=Rate(1, 2))(tmp_path)


def test_the_usual_limits_are_wide_enough_for_people_and_no_wider(tmp_path):
    async def go(client, _):
        codes = [(await client.post("/api/matches", json=MATCH)).status_code for _ in range(61)]
        assert codes == [201] * 60 + [429]
        chat = {"text": "hello"}
        codes = [(await client.post("/api/matches/zzzzzzzz/chat", json=chat)).status_code for _ in range(13)]
        assert codes == [404] * 12 + [429]
        codes = [(await client.post("/api/matches/zzzzzzzz/hint", json={"at": 0})).status_code for _ in range(21)]
        assert codes == [404] * 20 + [429]
        codes = [(await client.post("/api/matches/zzzzzzzz/join", json={})).status_code for _ in range(41)]
        assert codes == [404] * 40 + [429]

    limited(go)(tmp_path)


OFTEN = {
    0.2: "one {} every five seconds",
    0.5: "one {} every two seconds",
    1: "one {} a second",
    2: "two {}s a second",
    5: "five {}s a second",
}
OWN = {
    "create": "new match",
    "join": "join",
    "chat": "chat message",
    "erase": "erasure",
    "import": "import",
    "hint": "hint",
    "attempt": "review attempt",
    "picture": "picture",
    "study": "study",
    "explore": "explorer request",
}


def test_the_documents_tell_every_limit():
    api, running = (" ".join(read(f"docs/{name}.md").split()) for name in ("api", "running"))
    cost, message, limits, connection = RATES["cost"], RATES["message"], Limits(), ConnectionLimits()
    assert set(OWN) == set(RATES) - {"cost", "message"}
    told = [f"{OFTEN[RATES[kind].per_second].format(name)} ({RATES[kind].at_once})" for kind, name in OWN.items()]
    told += [
        f"The budget is {cost.at_once} ms and refills at {cost.per_second} ms per second",
        f"charged the rest afterwards, up to {MAX_EXTRA:g} ms",
        f"Above {message.per_second} messages a second ({message.at_once} in a burst)",
        f"A client may have {limits.connections} live sockets and streams",
        f"may have {connection.head_bytes // 1024} KiB and {connection.headers} header lines",
        f"must arrive within {connection.head_seconds:g} seconds, a body within {connection.body_seconds:g} (408",
        f"between requests a connection may be idle for {connection.idle_seconds:g} seconds",
        f"Up to {connection.pipelined} requests may be pipelined. A client may have {connection.each:g} connections",
        f"responses must be read within {connection.unread_seconds:g} seconds",
        f"A socket message may have {MAX_MESSAGE // 1024} KiB",
        f"more than {CONTROL.per_second} pings, pongs and fragments a second ({CONTROL.at_once} in a burst)",
        f"or {connection.fragments} messages before the first is read",
    ]
    assert [each for each in told if each not in api] == []
    assert f"One process holds up to {connection.total:,} connections" in running
    assert limits.all_connections == connection.total


@pytest.mark.parametrize(("scale", "allowed"), [(2, 6), (1, 3), (1 / 3, 1)])
def test_limits_are_widened_all_alike(scale, allowed):
    clock = Clock()
    limiter = Limiter(Limits(scale=scale, connections=3, rates={"create": Rate(3, 3)}), clock)
    assert [not limiter.take("a", create=1) for _ in range(allowed + 1)] == [True] * allowed + [False]
    clock.seconds += 1 / 3
    assert [not limiter.take("a", create=1) for _ in range(3)].count(True) == max(1, int(scale)) * (scale >= 1)
    assert [limiter.open("a") for _ in range(allowed + 1)] == [True] * allowed + [False]


def test_without_limits_everything_is_allowed_and_connections_are_still_counted():
    limiter = Limiter(Limits(scale=0, connections=1, all_connections=1, rates={"create": Rate(1, 1)}))
    assert all(not limiter.take("a", create=1) for _ in range(10))
    assert all(limiter.open("a") for _ in range(10))
    assert limiter.connected == 10
    limiter.close("a")
    assert limiter.connected == 9


def test_connections_are_counted_and_given_back():
    limiter = Limiter(Limits(connections=2))
    assert [limiter.open(name) for name in "aaab"] == [True, True, False, True]
    assert limiter.connected == 3
    limiter.close("a")
    assert [limiter.open(name) for name in "aa"] == [True, False]
    for name in "aab":
        limiter.close(name)
    assert limiter.connected == 0
    assert [limiter.open(name) for name in "aaa"] == [True, True, False]


def test_all_clients_together_may_hold_so_many_connections():
    limiter = Limiter(Limits(all_connections=2))
    assert [limiter.open(name) for name in "abcd"] == [True, True, False, False]
    limiter.close("a")
    assert limiter.open("c")


def test_clients_not_heard_of_for_the_longest_are_forgotten_first(monkeypatch):
    monkeypatch.setattr("turncoat.web.limits.MAX_CLIENTS", 2)
    limiter = Limiter(Limits(rates={"create": Rate(0, 1)}), Clock())
    assert [not limiter.take(name, create=1) for name in "aba"] == [True, True, False]
    assert not limiter.take("c", create=1)  # b is forgotten
    assert limiter.take("a", create=1)
    assert not limiter.take("b", create=1)


def test_a_client_whose_budget_is_full_again_takes_no_memory():
    clock = Clock()
    limiter = Limiter(Limits(rates={"create": Rate(1, 5), "chat": Rate(1, 2)}), clock)
    for number in range(100):
        assert not limiter.take(f"10.0.0.{number}", create=1, chat=2)
    assert len(limiter._buckets) == 200
    clock.seconds += 1
    assert limiter.take("10.0.0.99", create=4, chat=2) == 1  # what was used up is not forgotten
    clock.seconds += 1
    assert not limiter.take("10.0.0.99", create=4, chat=2)
    assert {client for client, _ in limiter._buckets} == {"10.0.0.99"}
    clock.seconds += 60
    assert limiter.take("10.0.0.1", create=6)  # more than there ever is
    assert not limiter._buckets


def test_two_applications_with_the_same_settings_count_for_themselves(tmp_path):
    async def go():
        limits = Limits(rates={**RATES, "create": Rate(0, 1)}, connections=0)
        settings = Settings("unused.db", limits=limits)
        assert hash(settings.limits.connections) == 0
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            async with site(tmp_path / name, limits=limits) as client:
                assert (await client.post("/api/matches", json=MATCH)).status_code == 201
                assert (await client.post("/api/matches", json=MATCH)).status_code == 429
                made = client.app.state.service.rooms.all()[0].id
                assert (await client.get(f"/api/matches/{made}/stream")).json()["error"] == "too_many_connections"

    asyncio.run(go())


def test_limits_count_networks_of_ipv6_as_one_client():
    assert client_name("2001:db8::1") == client_name("2001:db8::ffff") != client_name("2001:db8:0:1::1")
    assert client_name("2001:db8::1") == "2001:db8::/64"
    assert client_name("::ffff:10.0.0.1") == client_name("10.0.0.1") == "10.0.0.1"
    assert client_name("somebody") == "somebody"
    assert client_name(None) == client_name("") == "unknown"


def test_neighbours_of_one_network_share_a_limit_over_http(tmp_path):
    async def go(client, _):
        for address, code in [("2001:db8::1", 201), ("2001:db8::2", 429), ("2001:db8:0:1::1", 201), ("::1", 201)]:
            async with at(client, address) as somebody:
                assert (await somebody.post("/api/matches", json=MATCH)).status_code == code

    limited(go, create=Rate(0, 1))(tmp_path)


def test_a_watcher_too_many_is_told_so_and_nobody_else(tmp_path):
    async def go():
        async with site(tmp_path, limits=Limits(connections=0)) as client:
            made = await new_match(client)
            answer = await client.get(f"/api/matches/{made['match']['id']}/stream")
            assert (answer.status_code, answer.json()["error"]) == (429, "too_many_connections")
            assert (await client.get(f"/api/matches/{made['match']['id']}")).status_code == 200

    asyncio.run(go())
