"""Never loses a move: servers are killed under load again and again, and every acknowledged move is there after."""

import asyncio
import contextlib
import random
import signal
import time
from itertools import product

import httpx
import pytest
import websockets

from tests.service.postgres import postgres
from tests.web.site import Server, new_match, read_all
from turncoat.games import start

MATCHES, ROUNDS = 8, 3
LOST = (httpx.TransportError, httpx.TimeoutException, OSError)


@pytest.fixture(scope="module")
def pg():
    with postgres() as address:
        yield address


class Table:
    """Both players of one match after the other, who keep book of what was acknowledged."""

    def __init__(self, servers, seed) -> None:
        self.servers, self.rng = servers, random.Random(seed)
        self.acknowledged: list[tuple[str, int, str]] = []
        self.id = self.token = ""

    async def begin(self, client):
        made = await new_match(client, ruleset="verto")
        self.id, self.token = made["match"]["id"], made["tokens"]["first"]

    async def play(self, ends):
        """Plays on until then, through every crash: what was not answered is sent again."""
        pending = None
        while time.monotonic() < ends():
            server = self.rng.choice(self.servers)
            with contextlib.suppress(*LOST):
                async with httpx.AsyncClient(base_url=server.url, timeout=5) as client:
                    if not self.id:
                        await self.begin(client)
                    client.headers["authorization"] = f"Bearer {self.token}"
                    pending = await self._some_moves(client, pending, ends)
            await asyncio.sleep(0.05)

    async def _some_moves(self, client, pending, ends):
        path = f"/api/matches/{self.id}"
        for _ in range(20):
            if pending is None:
                view = (await client.get(path)).json()["match"]
                if view["status"] != "playing":
                    self.id = ""  # another one
                    return None
                pending = {"move": self.rng.choice(view["moves"])["move"], "at": view["at"]}
            try:
                answer = await client.post(f"{path}/moves", json=pending)
            except LOST:
                return pending
            assert answer.status_code in (200, 409, 503), answer.text
            if answer.status_code == 200:
                self.acknowledged.append((self.id, pending["at"], pending["move"]))
            if answer.status_code != 503:
                pending = None
            if time.monotonic() >= ends():
                return pending
        return pending

    async def check(self):
        """Every acknowledged move is in its match, and the match can be replayed."""
        for server, match_id in product(self.servers, {match_id for match_id, _, _ in self.acknowledged}):
            async with httpx.AsyncClient(base_url=server.url) as client:
                view = (await client.get(f"/api/matches/{match_id}")).json()["match"]
            history = [made["move"] for made in view["history"]]
            kept = [(at, move) for match, at, move in self.acknowledged if match == match_id]
            assert [move for at, move in kept if history[at : at + 1] != [move]] == []
            position = start(view["ruleset"])
            for move in history:
                position = position.play(move)
            assert str(position) == view["position"]


async def play_and_kill(servers, victims):
    tables = [Table(servers, seed) for seed in range(MATCHES)]
    last = time.monotonic() + 300
    playing = [asyncio.create_task(table.play(lambda: last)) for table in tables]

    def acknowledged():
        return sum(len(table.acknowledged) for table in tables)

    async def keep_playing(moves):
        """Waits for so many more moves, however slow the machine is."""
        before = acknowledged()
        async with asyncio.timeout(60):
            while acknowledged() < before + moves:
                await asyncio.sleep(0.01)

    for number in range(ROUNDS):
        await keep_playing(40 + 7 * number)
        victim = victims[number % len(victims)]
        victim.kill()
        await asyncio.to_thread(victim.start)
    await keep_playing(20)
    last = 0
    await asyncio.gather(*playing)
    for table in tables:
        await table.check()


def test_sqlite_keeps_every_acknowledged_move_through_sigkill(tmp_path):
    with Server(tmp_path / "matches.db") as server:
        asyncio.run(play_and_kill([server], [server]))


def test_postgresql_with_two_processes_keeps_every_acknowledged_move_through_sigkill(pg):
    with Server(pg) as one, Server(pg) as two:
        asyncio.run(play_and_kill([one, two], [one, two]))


def test_a_live_client_reconnects_and_goes_on_after_a_kill(tmp_path):
    async def go(server):
        async with httpx.AsyncClient(base_url=server.url) as client:
            made = await new_match(client)
        address = f"{server.live}/api/matches/{made['match']['id']}/live"
        headers = {"authorization": f"Bearer {made['tokens']['first']}"}
        async with websockets.connect(address, additional_headers=headers) as socket:
            await socket.send('{"type":"move","move":"d3","at":0}')
            while '"at":1,' not in await socket.recv():
                pass
            server.kill()
            with pytest.raises(websockets.ConnectionClosed):
                await read_all(socket)
        await asyncio.to_thread(server.start)
        async with websockets.connect(address, additional_headers=headers) as socket:
            assert '"at":1,' in await socket.recv()
            await socket.send('{"type":"move","move":"c3","at":1}')
            while '"at":2,' not in await asyncio.wait_for(socket.recv(), 10):
                pass

    with Server(tmp_path / "matches.db") as server:
        asyncio.run(go(server))


def test_live_updates_cross_from_one_process_to_the_other(pg):
    async def go(one, two):
        async with httpx.AsyncClient(base_url=one.url) as client:
            made = await new_match(client, kind="friend", side="first")
            path = f"/api/matches/{made['match']['id']}"
            address = f"{two.live}{path}/live"
            async with websockets.connect(address) as watcher:
                await client.get(path)
                joined = await client.post(f"{path}/join", json={"invitation": made["invitation"]})
                assert joined.status_code == 200
                await client.post(f"{path}/moves", json={"move": "d3", "at": 0})
                while '"at":1,' not in await asyncio.wait_for(watcher.recv(), 10):
                    pass
        first = f"{one.live}{path}/live"
        async with websockets.connect(first) as here, websockets.connect(address):
            while '"watching":2' not in await asyncio.wait_for(here.recv(), 10):  # presence crosses too
                pass

    with Server(pg) as one, Server(pg) as two:
        asyncio.run(go(one, two))


def test_nobody_at_a_process_that_is_stopped_can_be_claimed_away_at_another(pg):
    async def go(one, two):
        async with httpx.AsyncClient(base_url=one.url) as client:
            made = await new_match(client, kind="friend", side="first")
            path = f"/api/matches/{made['match']['id']}"
            joined = await client.post(f"{path}/join", json={"invitation": made["invitation"]})
            tokens = made["tokens"]["first"], joined.json()["tokens"]["second"]
            ann, ben = ({"authorization": f"Bearer {token}"} for token in tokens)
            client.cookies.clear()
            async with httpx.AsyncClient(base_url=two.url) as elsewhere:
                await client.post(f"{path}/moves", json={"move": "d3", "at": 0}, headers=ann)
                await asyncio.sleep(1.5)  # longer than he may be away
                assert (await elsewhere.get(path, headers=ben)).status_code == 200  # he looks on at the other process
                answers = [await client.post(f"{path}/claim", json={}, headers=ann)]
                two.process.send_signal(signal.SIGSTOP)
                await asyncio.sleep(1.5)
                answers.append(await client.post(f"{path}/claim", json={}, headers=ann, timeout=20))
                two.process.send_signal(signal.SIGCONT)
                assert (await elsewhere.get(path, headers=ben, timeout=20)).status_code == 200
                answers.append(await client.post(f"{path}/claim", json={}, headers=ann))
            assert [(answer.status_code, answer.json()["error"]) for answer in answers] == [(409, "too_early")] * 3

    with Server(pg, "--away", "1") as one, Server(pg, "--away", "1") as two:
        asyncio.run(go(one, two))
