"""What a connection may do before the application sees it: heads, bodies, silence, floods, and how many there are."""

import asyncio
import json
import socket

import pytest

from tests.web.test_guard import OF_DATA
from tests.web.wire import GET, HELLO, answer, ending, frame, logged_by, wired


def told(error):
    """Status, code and headers of an error."""
    head, _, body = error.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    return int(first.split()[1]), json.loads(body)["error"], dict(line.split(": ", 1) for line in lines)


@wired
async def test_an_unfinished_head_ends_after_ten_seconds_with_an_answer(wire):
    reader, writer = await wire.client(b"GET / HTTP/1.1\r\nHost: loc")
    await wire.later(9)
    assert len(wire.connections) == 1
    writer.write(b"alhost\r\nX-Slow")  # a little more, again and again, gains nothing
    await wire.settle()
    await wire.later(1)
    status, code, headers = told(await ending(reader))
    assert (status, code, headers["connection"]) == (408, "too_slow", "close")
    assert wire.refused == {"too_slow": 1}
    assert len(wire.connections) == 0


@wired
async def test_who_says_nothing_at_all_ends_too(wire):
    reader, _ = await wire.client()
    await wire.later(10)
    assert told(await ending(reader))[:2] == (408, "too_slow")


@wired
async def test_between_two_requests_there_are_thirty_seconds_and_empty_lines_gain_none(wire):
    reader, writer = await wire.client(GET)
    assert b"200 OK" in await reader.readuntil(b"\r\n\r\n0")
    await wire.later(29)
    writer.write(b"\r\n\r\n")
    await wire.settle()
    assert len(wire.connections) == 1
    await wire.later(1)
    assert await ending(reader) == b""
    assert wire.refused == {}


@wired
async def test_a_second_request_has_its_own_ten_seconds(wire):
    reader, writer = await wire.client(GET)
    await reader.readuntil(b"\r\n\r\n0")
    await wire.later(20)
    writer.write(b"GET / HT")
    await wire.settle()
    await wire.later(9)
    writer.write(b"TP/1.1\r\nHost: localhost\r\n\r\n")
    assert b"200 OK" in await reader.readuntil(b"\r\n\r\n0")
    writer.write(b"GET / HT")
    await wire.settle()
    await wire.later(10)
    assert told(await ending(reader))[:2] == (408, "too_slow")


@wired
async def test_an_unfinished_body_ends_after_fifteen_seconds(wire):
    reader, writer = await wire.client(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc")
    await wire.later(14)
    writer.write(b"d")
    await wire.settle()
    await wire.later(1)
    assert told(await ending(reader))[:2] == (408, "too_slow")
    reader, writer = await wire.client(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nabc")
    await wire.later(14)
    writer.write(b"d")
    assert b"200 OK" in await reader.readuntil(b"\r\n\r\n4")


async def silent(scope, receive, send):
    """Never answers."""
    await asyncio.Event().wait()


@wired(app=silent)
async def test_whoever_waits_for_an_answer_may_wait(wire):
    await wire.client(GET)
    await wire.later(1000)
    assert (len(wire.connections), wire.refused) == (1, {})


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: " + b"x" * 17_000,
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: " + b"x" * 17_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 17_000,
        b"GET /" + b"x" * 17_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 64 + b"\r\n",
        b"GET / HTTP/1.1\r\n" + (b"X: " + b"y" * 300 + b"\r\n") * 60,
    ],
    ids=["unfinished", "line", "unfinished path", "path", "many", "unfinished lines"],
)
def test_a_head_may_have_sixteen_kibibytes_and_sixty_four_lines(head):
    @wired
    async def go(wire):
        reader, _ = await wire.client(head)
        assert told(await ending(reader))[:2] == (431, "head_too_large")
        assert wire.refused == {"head_too_large": 1}

    go()


@wired
async def test_a_head_that_just_fits_is_read_and_so_is_a_body_that_comes_with_it(wire):
    start, end = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000\r\nX: ", b"\r\n\r\n"
    head = start + b"x" * (16_000 - len(start)) + end
    for size in (len(head), 3000):
        reader, writer = await wire.client(head[:size])
        writer.write(head[size:] + b"y" * 20_000)
        assert b"200 OK" in await reader.readuntil(b"\r\n\r\n20000")


@wired
async def test_a_header_without_end_is_not_taken_into_memory(wire):
    _, writer = await wire.client(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ")
    with pytest.raises(ConnectionError):
        await send_megabytes(writer, 64)
    assert wire.refused == {"head_too_large": 1}


async def send_megabytes(writer, count):
    """Sends so many, as fast as they are taken."""
    for _ in range(count):
        writer.write(b"x" * 1_048_576)
        await writer.drain()
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    "rubbish", [b"\x16\x03\x01\x02\x00", b"GE T / HTTP/9.1\r\n\r\n", b"GET / HTTP/1.1\r\nNo colon\r\n\r\n"]
)
def test_what_is_no_http_gets_an_error_with_our_headers(rubbish):
    @wired
    async def go(wire):
        reader, _ = await wire.client(rubbish)
        status, code, headers = told(await ending(reader))
        assert (status, code) == (400, "not_http")
        assert {name: headers[name] for name in OF_DATA} == OF_DATA
        assert (headers["cache-control"], headers["content-type"]) == ("no-store", "application/json")
        assert wire.refused == {"not_http": 1}

    go()


@wired(each=3)
async def test_one_address_may_have_so_many_connections_and_gets_them_back(wire):
    clients = [await wire.client() for _ in range(3)]
    reader, _ = await wire.client()
    status, code, headers = told(await ending(reader))
    assert (status, code, headers["retry-after"]) == (429, "too_many_connections", "10")
    assert wire.refused == {"too_many_connections": 1}
    clients[0][1].close()
    await wire.settle()
    reader, _ = await wire.client(GET)
    assert b"200 OK" in await reader.readuntil(b"\r\n\r\n0")


@wired(each=1, trusts=lambda host: host == "127.0.0.1")
async def test_a_proxy_of_ours_has_as_many_as_it_needs(wire):
    for _ in range(5):
        reader, _ = await wire.client(GET)
        assert b"200 OK" in await reader.readuntil(b"\r\n\r\n0")
    assert len(wire.connections) == 5


@wired(total=3)
async def test_where_no_more_fit_the_one_that_has_waited_longest_makes_room(wire):
    idle, _ = await wire.client(GET)
    await idle.readuntil(b"\r\n\r\n0")
    half = [await wire.client(b"GET / HT") for _ in range(2)]
    reader, _ = await wire.client(GET)
    assert b"200 OK" in await reader.readuntil(b"\r\n\r\n0")
    assert await ending(half[0][0]) == b""
    assert (wire.refused, len(wire.connections)) == ({"made_room": 1}, 3)


@wired(total=2, app=silent)
async def test_where_all_are_at_work_whoever_comes_next_is_told_to_try_again(wire):
    for _ in range(2):
        await wire.client(GET)
    reader, _ = await wire.client(GET)
    status, code, headers = told(await ending(reader))
    assert (status, code, headers["retry-after"]) == (503, "overloaded", "10")
    assert wire.refused == {"overloaded": 1}


@wired(pipelined=4, app=silent)
async def test_requests_that_do_not_wait_for_answers_are_queued_only_so_long(wire):
    await wire.client(GET * 5)
    assert (len(wire.connections), wire.refused) == (1, {})
    reader, _ = await wire.client(GET * 6)
    assert (len(wire.connections), wire.refused) == (1, {"pipelined": 1})
    assert await ending(reader) == b""


async def late(scope, receive, send):
    """Answers only once nobody is there any more."""
    while (await receive())["type"] != "http.disconnect":
        pass
    await answer(scope, receive, send)


@wired(app=late)
async def test_whoever_hangs_up_before_the_first_of_several_answers_makes_no_noise(wire):
    with logged_by("uvicorn.error") as lines:
        _, writer = await wire.client(GET * 3)
        writer.close()
        await wire.settle()
    assert (len(wire.connections), len(wire.state.tasks), lines) == (0, 0, [])


def deaf(port):
    """A client that takes in very little."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    return client


@wired
async def test_an_answer_that_is_not_read_is_given_up_after_thirty_seconds(wire):
    with deaf(wire.port) as client:
        client.send(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await wire.settle()
        await wire.later(29)
        assert len(wire.connections) == 1
        await wire.later(1)
        assert (len(wire.connections), wire.refused) == (0, {"unread": 1})


@wired
async def test_whoever_ends_but_does_not_read_the_end_is_cut_off(wire):
    with deaf(wire.port) as client:
        client.send(b"GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        await wire.settle()
        [connection] = wire.connections._open
        connection.transport.close()
        await wire.later(11)
        await wire.later(11)
        assert len(wire.connections) == 0


@wired
async def test_a_socket_goes_on_in_the_place_of_its_request(wire):
    reader, writer = await wire.client(HELLO)
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    await wire.later(1000)
    writer.write(frame(1, b"hello"))
    assert (await reader.readexactly(7))[2:] == b"hello"
    assert (len(wire.connections), wire.refused) == (1, {})
    writer.close()
    await wire.settle()
    assert len(wire.connections) == 0


@pytest.mark.parametrize(
    "flood",
    [frame(9) * 200, frame(10) * 200, frame(1, b"", final=False) + frame(0, final=False) * 200, frame(1, b"x") * 200],
    ids=["pings", "pongs", "fragments", "messages"],
)
def test_a_flood_of_frames_ends_a_socket(flood):
    @wired
    async def go(wire):
        reader, writer = await wire.client(HELLO)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frame(9, b"ping") * 20 + frame(1, b"x") * 20)
        await wire.settle()
        assert wire.refused == {}
        writer.write(flood)
        assert (1008).to_bytes(2, "big") + b"too_many_frames" in await ending(reader)
        assert (len(wire.connections), wire.refused) == (0, {"too_many_frames": 1})

    go()


@wired
async def test_a_message_beyond_four_kibibytes_ends_a_socket(wire):
    reader, writer = await wire.client(HELLO)
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame(1, b"x" * 4097))
    assert (1009).to_bytes(2, "big") in await ending(reader)


@wired
async def test_a_socket_that_does_not_read_is_not_read_from_and_ends(wire):
    with deaf(wire.port) as client:
        client.send(HELLO)
        await wire.settle()
        [connection] = wire.connections._open
        connection.transport.write(frame(1, b"y" * 100) * 100_000)
        assert not connection.transport.is_reading()
        await wire.later(30)
        assert (len(wire.connections), wire.refused) == (0, {"unread": 1})


@wired
async def test_what_was_refused_is_told_at_once_and_then_every_ten_seconds(wire):
    first, second = ({"not_http": count, "latest": "127.0.0.1", "open": 0} for count in (3, 2))
    with logged_by("turncoat.web") as lines:
        for _ in range(3):
            await wire.client(b"\x16\x03")
        await wire.later(1)
        assert [line.facts for line in lines] == [first]
        for _ in range(2):
            await wire.client(b"\x16\x03")
            await wire.later(1)
        assert len(lines) == 1
        await wire.later(8)
        assert [line.facts for line in lines] == [first, second]
        await wire.later(100)
        assert len(lines) == 2
