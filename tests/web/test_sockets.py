"""Live sockets in process: who is let in, how much is taken, how they end."""

import asyncio
import time

import pytest

from tests.web.site import Closed, Socket, new_match, site
from turncoat.service.errors import StoreFailed
from turncoat.web import live
from turncoat.web.limits import RATES, Limits, Rate


def at_home(test, **settings):
    """Runs an async test at an application set up so."""

    def run(tmp_path):
        async def go():
            async with site(tmp_path, **settings) as client:
                await asyncio.wait_for(test(client), 60)

        asyncio.run(go())

    return run


async def friends(client):
    """A match of two people: its socket's path and both tokens."""
    made = await new_match(client, kind="friend", side="first")
    path = f"/api/matches/{made['match']['id']}"
    joined = await client.post(f"{path}/join", json={"invitation": made["invitation"]})
    return f"{path}/live", made["tokens"]["first"], joined.json()["tokens"]["second"]


async def refused(socket):
    """The code and reason with which a socket is not opened."""
    with pytest.raises(Closed) as closed:
        await socket.__aenter__()
    return closed.value.code, closed.value.reason


@pytest.mark.parametrize(
    "headers",
    [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"host": "evil.example"}],
    ids=lambda headers: next(iter(headers)),
)
def test_a_socket_of_another_site_is_not_opened(tmp_path, headers):
    async def go(client):
        path, ann, _ = await friends(client)
        code = "bad_host" if "host" in headers else "bad_origin"
        assert await refused(Socket(client, path, ann, **headers)) == (4403, code)
        async with Socket(client, path, ann, origin="http://localhost") as first:
            assert (await first.receive("setup"))["you"] == ["first"]

    at_home(go)(tmp_path)


def test_one_client_may_hold_so_many_sockets_and_gets_them_back(tmp_path):
    async def go(client):
        path, ann, ben = await friends(client)
        async with Socket(client, path, ann) as first:
            await first.receive("setup")
            assert await refused(Socket(client, path, ben)) == (4429, "too_many_connections")
        async with Socket(client, path, ben) as second:
            assert (await second.receive("setup"))["you"] == ["second"]

    at_home(go, limits=Limits(connections=1))(tmp_path)


def test_opening_sockets_again_and_again_is_asking_too_often(tmp_path):
    async def go(client):
        client.app.state.limiter.processor = lambda: 0.0
        path, _, _ = await friends(client)  # costs 6, and each socket 2
        async with Socket(client, path) as eye:
            assert (await eye.receive("setup"))["you"] == []
        assert (await refused(Socket(client, path)))[0] == 4429
        assert client.app.state.limiter.connected == 0

    at_home(go, limits=Limits(rates={**RATES, "cost": Rate(0, 9)}))(tmp_path)


def test_whoever_sends_too_much_is_hung_up_on_and_the_opponent_is_not(tmp_path):
    async def go(client):
        path, ann, ben = await friends(client)
        async with Socket(client, path, ann) as first, Socket(client, path, ben) as second:
            for _ in range(3):
                await first.say(type="pong", echo=True)
                await first.receive("ping")
            await first.say(type="pong", echo=True)
            assert await first.ending() == (4429, "too_many_requests")
            await second.say(type="pong", echo=True)
            await second.receive("ping")

    at_home(go, limits=Limits(rates={**RATES, "message": Rate(0, 3)}))(tmp_path)


def test_a_socket_at_no_match_is_told_so_and_closed(tmp_path):
    async def go(client):
        async with Socket(client, "/api/matches/nowhere22/live") as nobody:
            assert (await nobody.receive("refused"))["error"] == "no_such_match"
            assert await nobody.ending() == (4404, "no_such_match")

    at_home(go)(tmp_path)


def test_bytes_are_read_like_text(tmp_path):
    async def go(client):
        path, ann, _ = await friends(client)
        async with Socket(client, path, ann) as first:
            await first.receive("setup")
            await first.send(bytes=b'{"type":"move","move":"d3","at":0}')
            assert (await first.receive("update"))["changed"]["at"] == 1
            await first.send(bytes=b"\xff\xfe")
            assert (await first.receive("refused"))["error"] == "bad_message"

    at_home(go)(tmp_path)


def test_a_refused_move_comes_back_with_the_move_and_where_the_match_stands(tmp_path):
    async def go(client):
        path, ann, ben = await friends(client)
        async with Socket(client, path, ann) as first, Socket(client, path, ben) as second:
            await second.say(type="move", move="c3", at=0)
            told = await second.receive("refused")
            assert (told["error"], told["move"], told["at"]) == ("not_your_turn", "c3", 0)
            assert "match" not in told
            await first.say(type="move", move="d3", at=4)
            told = await first.receive("refused")
            assert (told["error"], told["move"], told["at"]) == ("stale", "d3", 0)
            told = await first.read()
            assert (told["type"], told["match"]["at"], told["you"]) == ("setup", 0, ["first"])

    at_home(go)(tmp_path)


def test_a_repeated_move_is_answered_to_whoever_repeats_it_alone(tmp_path):
    async def go(client):
        path, ann, ben = await friends(client)
        async with Socket(client, path, ann) as first, Socket(client, path, ben) as second:
            await first.say(type="move", move="d3", at=0)
            for each in (first, second):
                assert (await each.receive("update"))["changed"]["at"] == 1
            await first.say(type="move", move="d3", at=0)
            assert (await first.receive("setup"))["match"]["at"] == 1
            await second.say(type="pong", echo=True)
            assert (await second.read())["type"] == "ping"

    at_home(go)(tmp_path)


def test_a_quiet_line_is_pinged(tmp_path, monkeypatch):
    monkeypatch.setattr(live, "PING_AFTER", 0.05)

    async def go(client):
        path, ann, _ = await friends(client)
        began = time.monotonic()
        async with Socket(client, path, ann) as first:
            for _ in range(3):
                assert await first.receive("ping") == {"type": "ping"}
            assert time.monotonic() - began >= 0.15
        async with Socket(client, "/api/lobby/live") as lobby:
            assert await lobby.read() == {"waiting": []}
            assert await lobby.read() == {"type": "ping"}

    at_home(go)(tmp_path)


def test_open_sockets_are_counted_while_they_are_open(tmp_path):
    async def go(client):
        limiter = client.app.state.limiter
        path, ann, _ = await friends(client)
        async with Socket(client, path, ann) as first, Socket(client, "/api/lobby/live") as lobby:
            await first.receive("setup")
            await lobby.read()
            assert limiter.connected == 2
            assert len(client.app.state.service.lobby.subscriptions) == 1
        assert limiter.connected == 0
        assert client.app.state.service.lobby.subscriptions == set()

    at_home(go)(tmp_path)


def test_a_restart_is_told_apart_from_being_too_slow(tmp_path):
    async def go(client):
        path, ann, _ = await friends(client)
        async with Socket(client, path, ann) as first:
            await first.receive("setup")
            rooms = client.app.state.service.rooms
            rooms.drop(rooms.all()[0])
            assert (await first.ending())[0] == 1012

    at_home(go)(tmp_path)


def test_whoever_closes_his_socket_is_gone_for_the_others(tmp_path):
    async def go(client):
        path, ann, ben = await friends(client)
        async with Socket(client, path, ann) as first:
            async with Socket(client, path, ben):
                while not (await first.receive("presence"))["here"]["second"]:
                    pass
            assert (await first.receive("presence"))["here"] == {"first": True, "second": False, "watching": 0}

    at_home(go)(tmp_path)


@pytest.mark.parametrize(
    "path", ["/", "/m/abcdefgh", "/assets/app.js", "/api/games", "/api/nothing", "/metrics", "/api"]
)
def test_where_there_is_no_socket_none_is_opened(tmp_path, path, caplog):
    async def go(client):
        assert await refused(Socket(client, path)) == (4404, "not_found")
        assert client.app.state.limiter.connected == 0

    at_home(go)(tmp_path)
    assert not caplog.records


async def fails(*_):
    """A store that cannot be asked."""
    raise StoreFailed


def test_when_the_store_fails_a_watcher_of_the_lobby_is_told_and_forgotten(tmp_path):
    async def go(client):
        service = client.app.state.service
        service.store.waiting = fails
        async with Socket(client, "/api/lobby/live") as watcher:
            told = await watcher.read()
            assert (told["type"], told["error"]) == ("refused", "store_failed")
            assert await watcher.ending() == (1013, "store_failed")
        assert service.lobby.subscriptions == set()
        assert client.app.state.limiter.connected == 0

    at_home(go)(tmp_path)


def test_when_the_store_fails_whoever_opens_a_match_is_told(tmp_path):
    async def go(client):
        path, ann, _ = await friends(client)
        service = client.app.state.service
        service.rooms.drop(service.rooms.all()[0])
        service.store.terms = fails
        async with Socket(client, path, ann) as first:
            assert (await first.read())["error"] == "store_failed"
            assert await first.ending() == (1013, "store_failed")

    at_home(go)(tmp_path)


def test_when_a_move_cannot_be_kept_its_maker_is_told_and_everyone_asked_to_come_again(tmp_path):
    async def go(client):
        path, ann, ben = await friends(client)
        service = client.app.state.service
        [room] = service.rooms.all()
        async with Socket(client, path, ann) as first, Socket(client, path, ben) as second:
            await first.receive("setup")
            await second.receive("setup")
            service.store.append = fails
            await first.say(type="move", move="d3", at=0)
            told = await first.receive("refused")
            assert (told["error"], told["move"], told["at"]) == ("store_failed", "d3", 0)
            assert await first.ending() == (1013, "store_failed")
            assert (await second.ending())[0] == 1012
        assert room.subscriptions == set()
        assert client.app.state.limiter.connected == 0

    at_home(go)(tmp_path)


def test_a_failure_of_ours_ends_a_socket_with_its_code_and_is_logged(tmp_path, caplog):
    async def go(client):
        path, ann, _ = await friends(client)
        [room] = client.app.state.service.rooms.all()
        async with Socket(client, path, ann) as first:
            await first.receive("setup")
            client.app.state.service.play = None
            await first.say(type="move", move="d3", at=0)
            told = await first.receive("refused")
            assert (told["error"], "NoneType" in str(told)) == ("internal", False)
            assert await first.ending() == (1011, "internal")
        assert room.subscriptions == set()

    at_home(go)(tmp_path)
    assert [record.getMessage() for record in caplog.records] == ["a socket failed"]
