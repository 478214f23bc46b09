"""What is over leaves memory at once, without the collector of circles, which hardly ever comes to what is old."""

import asyncio
import gc
import weakref
from contextlib import contextmanager

import pytest

from tests.web.site import Socket, another, new_match, site
from tests.web.wire import HELLO, wired


@contextmanager
def no_collector():
    """Only what nobody holds any more is freed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def everything(client, *, record):
    """All that people do at a match, also what is refused."""
    made = await new_match(client, kind="friend", side="first")
    match_id, own = made["match"]["id"], made["tokens"]["first"]
    path = f"/api/matches/{match_id}"
    async with another(client) as ben, another(client) as eve:
        assert (await eve.post(f"{path}/join", json={"invitation": "w" * 43})).status_code == 403
        joined = (await ben.post(f"{path}/join", json={"invitation": made["invitation"]})).json()
        assert (await eve.post(f"{path}/join", json={"invitation": made["invitation"]})).status_code == 409
        async with (
            Socket(client, f"{path}/live", own) as first,
            Socket(client, f"{path}/live", joined["tokens"]["second"]) as second,
            Socket(client, f"{path}/live") as watcher,
        ):
            for socket in (first, second, watcher):
                await socket.receive("setup")
            await first.say(type="move", move="d3", at=0)
            await second.receive("update")
            await second.say(type="move", move="a1", at=1)
            assert (await second.receive("refused"))["error"] == "illegal_move"
            await second.say(type="move", move="c5", at=1)
            await watcher.receive("update")
        wrong = {"json": {"move": "a1", "at": 2}, "headers": {"authorization": f"Bearer {own}"}}
        assert (await eve.post(f"{path}/moves", **wrong)).status_code == 422
        answers = [
            (await ben.post(f"{path}/{what}", json=body)).status_code
            for what, body in (
                ("moves", {"move": "c3", "at": 1}),
                ("claim", {}),
                ("chat", {"text": "Good luck!"}),
                ("offers", {"kind": "draw", "answer": "accept"}),
                ("hint", {"at": 2}),
                ("resign", {}),
                ("resign", {}),
                ("rematch", {}),
            )
        ]
        assert answers == [409, 409, 200, 409, 409, 200, 409, 200]
        assert (await eve.get(path)).status_code == 200
        if record:
            assert "d3; c5" in (await eve.get(f"{path}/record")).text
    return match_id


@pytest.mark.parametrize("record", [False, True])
def test_a_match_that_is_over_is_gone_from_memory_with_all_that_was_done_at_it(record, tmp_path):
    async def go():
        async with site(tmp_path) as client:
            await everything(client, record=record)  # fills what is kept for all
            with no_collector():
                match_id = await everything(client, record=record)
                rooms = client.app.state.service.rooms
                held = [weakref.ref(part) for part in _parts(rooms.known(match_id))]
                for _ in range(2):
                    await rooms.forget_finished()
                await asyncio.sleep(1.2)  # timers that ring once more
                assert rooms.known(match_id) is None
                assert [part() for part in held if part() is not None] == []

    asyncio.run(go())


@wired
async def test_a_connection_that_became_a_socket_is_gone_from_memory_when_it_ends(wire):
    with no_collector():
        reader, writer = await wire.client(HELLO[:20])
        asked = [weakref.ref(connection) for connection in wire.connections._open]
        writer.write(HELLO[20:])
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        asked += [weakref.ref(part) for socket in wire.connections._open for part in (socket, socket.conn)]
        writer.close()
        await wire.settle()
        assert [each() for each in asked] == [None] * 3


def _parts(room):
    return [room, room.match, room.match.game, room.match.position]
