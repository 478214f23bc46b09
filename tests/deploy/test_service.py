"""The service, installed by its script and run behind its proxy with its settings, played by people outside."""

import asyncio
import json
import shutil
import signal
import subprocess
import time

import httpx
import pytest
import websockets

from tests.deploy.cluster import TIMEOUT, Cluster
from tests.deploy.players import Pair
from tests.house.tree import ROOT
from tests.service.postgres import postgres_server
from tests.thoroughness import THOROUGH


@pytest.fixture(scope="module")
def cluster(installed, tmp_path_factory):
    """Everything, running."""
    for name in ("nginx", "openssl"):
        if not shutil.which(name):
            pytest.skip(f"{name} is not installed")
    with postgres_server() as postgres:
        found = Cluster(installed, postgres, tmp_path_factory.mktemp("cluster"))
        try:
            found.start()
            yield found
        finally:
            found.stop()


@pytest.fixture
def outside(cluster):
    with cluster.client() as client:
        yield client


async def by_socket(cluster, pair):
    """A move over a socket, and when both players have it."""
    address = f"wss{cluster.origin.removeprefix('https')}{pair.path}/live"
    move, at, after = pair.chosen(), len(pair.moves), f'"at":{len(pair.moves) + 1},'

    def connect(seat):
        return websockets.connect(
            address, ssl=cluster.tls, origin=cluster.origin, additional_headers=pair.headers(seat), open_timeout=20
        )

    async with connect(pair.seat) as mover, connect(1 - pair.seat) as other:
        await mover.send(json.dumps({"type": "move", "move": move, "at": at}))
        for socket in (mover, other):
            async with asyncio.timeout(20):
                while after not in await socket.recv():
                    pass
    pair.acknowledged(move)


def moves_counted(process):
    """How many moves a process says it has taken."""
    [line] = [line for line in process.figures().splitlines() if line.startswith("turncoat_moves_total ")]
    return float(line.split()[1])


def until(true):
    ends = time.monotonic() + TIMEOUT
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.1)


def test_a_match_is_played_by_https_and_by_socket_at_both_processes(cluster, outside):
    pair = Pair(outside)
    before = [moves_counted(process) for process in cluster.processes]
    pair.play(outside, 6)
    for _ in range(4):
        asyncio.run(by_socket(cluster, pair))
    assert pair.told(outside) == pair.moves
    assert len(pair.moves) == 10
    after = [moves_counted(process) for process in cluster.processes]
    assert all(late > early for early, late in zip(before, after, strict=True))
    assert sum(after) - sum(before) == 10


def test_the_page_comes_by_tls_alone_and_is_told_to_stay_there(cluster, outside):
    answer = outside.get("/")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "max-age=" in answer.headers["strict-transport-security"]
    sent_on = httpx.get(f"http://localhost:{cluster.plain_port}/m/abc?x=1")
    assert (sent_on.status_code, sent_on.headers["location"]) == (301, "https://localhost/m/abc?x=1")
    made = outside.post("/api/matches", json={"ruleset": "verto", "kind": "local"})
    assert "; Secure" in made.headers["set-cookie"] or "; secure" in made.headers["set-cookie"]


def test_a_client_is_known_by_its_address_whatever_it_says_of_itself(cluster):
    name = "127.0.0.53"
    lies = {"x-forwarded-for": "203.0.113.9", "forwarded": "for=203.0.113.9", "x-real-ip": "203.0.113.9"}
    with cluster.client(name) as client:
        for _ in range(4):
            assert client.get("/api/games", headers=lies).status_code == 200
    ends = time.monotonic() + 20
    while (clients := logged_clients(cluster)).count(name) < 4 and time.monotonic() < ends:
        time.sleep(0.1)  # a request is noted once it is answered
    assert clients.count(name) == 4
    assert "203.0.113.9" not in clients


def logged_clients(cluster):
    lines = [line for each in cluster.processes for line in each.log.read_text().splitlines(keepends=True)]
    told = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("\n")]
    return [line["client"] for line in told if line["what"] == "request"]


def test_figures_are_for_this_machine_and_none_pass_the_proxy(cluster, outside):
    assert outside.get("/metrics").status_code == 404
    for process in cluster.processes:
        assert "turncoat_moves_total" in process.figures()


def test_what_a_bot_follows_comes_through_line_by_line(cluster, outside):
    pair = Pair(outside)
    with outside.stream("GET", f"{pair.path}/stream", headers=pair.headers(0)) as answer:
        lines = answer.iter_lines()
        assert json.loads(next(lines))["type"] == "setup"
        with cluster.client() as other:
            pair.play(other)
        while json.loads(line := next(lines))["type"] != "update":
            pass
        assert '"at":1,' in line


def test_what_is_too_large_or_for_another_name_is_refused_through_the_proxy_too(outside):
    answer = outside.post("/api/matches", content=b" " * 20_000, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
    answer = outside.get("/api/games", headers={"host": "evil.example"})
    assert answer.json()["error"] == "bad_host"
    assert outside.get("/api/games", headers={"host": "127.0.0.1"}).json()["error"] == "bad_host"


def test_when_a_process_is_killed_play_goes_on_at_the_other(cluster, outside):
    pair = Pair(outside)
    pair.play(outside, 2)
    victim = cluster.processes[0]
    assert victim.end(signal.SIGKILL) == -signal.SIGKILL
    try:
        pair.play(outside, 4)
        asyncio.run(by_socket(cluster, pair))
        assert victim.ask("/api/health") is None
        assert outside.get("/api/ready").status_code == 200
    finally:
        victim.start()
    assert pair.told(outside) == pair.moves
    pair.play(outside, 2)


def test_without_the_database_processes_are_alive_and_not_ready(cluster, outside):
    pair = Pair(outside)
    pair.play(outside)
    cluster.postgres.stop()
    try:
        for process in cluster.processes:
            assert (process.ask("/api/health"), process.ask("/api/ready")) == (200, 503)
        refused = pair.ask(outside, "moves", pair.seat, move=pair.chosen(), at=1)
        assert refused.status_code in (502, 503)
    finally:
        cluster.postgres.start()
    for process in cluster.processes:
        until(lambda: process.ask("/api/ready") == 200)  # noqa: B023 — called before the next
    assert pair.told(outside) == pair.moves
    pair.play(outside)


def test_the_script_takes_no_folder_that_is_there_and_leaves_nothing_half_done(installed, tmp_path):
    def said(*arguments):
        ran = subprocess.run(
            [ROOT / "deploy" / "install", *arguments], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert ran.returncode == 1
        return ran.stderr

    assert "choose a new folder" in said(installed)
    assert "usage: deploy/install FOLDER" in said()
    assert "no such file: wheel.whl" in said("new", "wheel.whl")
    (tmp_path / "turncoat-0.0.0-py3-none-any.whl").write_text("no wheel")
    if THOROUGH:
        said("new", "turncoat-0.0.0-py3-none-any.whl")
    assert not (tmp_path / "new").exists()


def test_a_process_that_is_asked_to_end_ends_well(cluster, outside):
    pair = Pair(outside)
    assert cluster.processes[1].end() in (0, -signal.SIGTERM)  # both are a good end to systemd
    pair.play(outside, 2)
    cluster.processes[1].start()
    assert pair.told(outside) == pair.moves
