"""A server as it really starts: open files are raised and kept to, and whoever says too little is looked for."""

import json
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.web.wire import HELLO

HARD = 400  # open files that the machine allows
FIT = 200  # connections, beside half of them for everything else: 256 is more than there are
TIMEOUT = 30.0
SERVE = f"""
import resource, sys
from turncoat.web.connections import ConnectionLimits
from turncoat.web.serve import serve
from turncoat.web.settings import Settings
resource.setrlimit(resource.RLIMIT_NOFILE, (256, {HARD}))
limits = ConnectionLimits(head_seconds=0.2)
serve(Settings(sys.argv[1], port=0, workers=1, connections=limits), lambda address: print(address, flush=True))
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The port of a server with few open files and less patience than usual, its process, and its log."""
    folder = tmp_path_factory.mktemp("serving")
    with (folder / "log").open("w") as log:
        command = [sys.executable, "-c", SERVE, str(folder / "m.db")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        port = int(re.findall(r":(\d+)/", process.stdout.readline())[0])
        yield port, process.pid, folder / "log"
        process.terminate()
        process.communicate(timeout=30)


def open_to(port, number=1, data=b""):
    """A connection from one of many addresses of this machine."""
    client = socket.socket()
    client.bind((f"127.0.0.{number}", 0))
    client.settimeout(TIMEOUT)
    client.connect(("127.0.0.1", port))
    client.sendall(data)
    return client


def has_ended(client):
    """Whether the server has hung up, once all that it sent is read."""
    try:
        while client.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True


def test_open_files_are_raised_to_what_is_allowed_and_fewer_connections_are_told(server):
    _port, pid, log = server
    limits = Path(f"/proc/{pid}/limits").read_text("utf-8")
    assert re.findall(r"Max open files +(\d+) +(\d+)", limits) == [(str(HARD), str(HARD))]
    [told] = [line for line in map(json.loads, log.read_text("utf-8").splitlines()) if "connections" in line]
    assert (told["limit"], told["connections"], told["level"]) == (HARD, FIT, "warning")


def test_half_a_request_is_answered_and_ended_and_that_is_told(server):
    port, _, log = server
    with open_to(port, data=b"GET / HTTP/1.1\r\nHost: local") as client:
        assert client.recv(1000).startswith(b"HTTP/1.1 408 ")
    ends = time.monotonic() + TIMEOUT
    while "connections were refused" not in log.read_text("utf-8"):
        assert time.monotonic() < ends
        time.sleep(0.05)


def test_more_connections_than_fit_keep_nobody_out(server):
    port, _, _ = server
    idle = []
    try:
        for number in range(FIT):  # each has been served and says nothing more
            idle.append(open_to(port, 2 + number // 100, b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            assert idle[-1].recv(4096).startswith(b"HTTP/1.1 200 ")
        figures = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=TIMEOUT)
        assert figures.status_code == 200
        assert re.findall(r'refused_connections_total{reason="made_room"} (.*)', figures.text) == ["1.0"]
        assert has_ended(idle[0])  # the one that has waited longest
    finally:
        for client in idle:
            client.close()


def test_updates_are_not_packed_for_everyone_who_could_unpack_them(server):
    hello = HELLO.replace(b"/live", b"/api/lobby/live").replace(
        b"\r\n\r\n", b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
    )
    with open_to(server[0], data=hello) as client:
        head = client.recv(4096)
    assert head.startswith(b"HTTP/1.1 101 ")
    assert b"deflate" not in head


@pytest.mark.parametrize(("host", "told"), [("0.0.0.0", "localhost"), ("127.0.0.2", "127.0.0.2"), ("::1", "localhost")])
def test_the_address_that_is_told_is_one_that_can_be_opened(host, told, tmp_path):
    command = [sys.executable, "-m", "turncoat.cli", "serve", "--database", str(tmp_path / "m.db"), "--host", host]
    with subprocess.Popen([*command, "--port", "0", "--workers", "1"], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            [name, port] = re.findall(r"http://(.+):(\d+)/", process.stdout.readline())[0]
            assert name == told
            with socket.create_connection((host.replace("0.0.0.0", "127.0.0.1"), int(port)), TIMEOUT):
                pass
        finally:
            process.terminate()
        assert process.wait(TIMEOUT) in (0, -15)
