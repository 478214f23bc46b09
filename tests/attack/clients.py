"""People under attack: they play, watch, resign and claim at whichever process answers, and note all they see."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Sequence
from typing import Any

import httpx
import websockets

from tests.attack.history import Claimed, History, Kept, Seen, Sent
from turncoat.games import start
from turncoat.games.results import Side

RULESETS = ("reversi:size=6x6", "verto:size=5", "vect-reverse", "reversi", "verto")
CLOCK = {"kind": "fischer", "minutes": 30, "increment": 0}
LOST = (httpx.TransportError, OSError, websockets.WebSocketException, TimeoutError, ValueError)
TIMEOUT = 4.0  # seconds for an answer, after which it is asked again elsewhere
PAUSE = 0.1
SETTLING = 20.0  # seconds after the last fault in which all processes must tell the same
GIVES_UP = 0.01  # of all turns end with both resigning at once
CLAIMS = 0.15  # of all moves are followed by the other side's claim
LOYAL = 0.5  # of all people ask one process alone, which the others must not take for absence


class Process:
    """One process of the service, as clients reach it."""

    def __init__(self, name: str, port: int) -> None:
        self.name, self.port = name, port
        self.client = httpx.AsyncClient(base_url=f"http://localhost:{port}", timeout=TIMEOUT)

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, dict[str, Any]]:
        """Status and answer; the cookies it sets are left, for many clients share this client."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self.client.request(method, path, json=body, headers=headers)
        self.client.cookies.clear()
        return answer.status_code, answer.json() if answer.content else {}

    async def close(self) -> None:
        """Hangs up."""
        await self.client.aclose()


class MatchDriver:
    """A match and both its players."""

    def __init__(self, processes: Sequence[Process], history: History, rng: random.Random, away: float) -> None:
        self._processes, self._history, self._rng, self._away = processes, history, rng, away
        self._sockets = rng.random() < 0.5
        self._computer = rng.random() < 0.1
        self._homes = [[rng.choice(processes)] if rng.random() < LOYAL else processes for _ in Side]
        self._answered = [0.0, 0.0]
        """When each person was answered last."""
        self.id = ""
        self.over = False

    def _process(self, seat: int | None = None) -> Process:
        """One that may be asked by somebody in that seat, or by anybody."""
        return self._rng.choice(self._processes if seat is None else self._homes[seat])

    async def play(self, until: asyncio.Event) -> None:
        """Plays one match, through whatever happens, until it is over or time is."""
        await self._begin(until)
        while self.id and not self.over and not until.is_set():
            try:
                await self._turns(until)
            except LOST:
                await asyncio.sleep(PAUSE)

    async def _begin(self, until: asyncio.Event) -> None:
        self._ruleset = self._rng.choice(RULESETS)
        self._position = start(self._ruleset)
        self._at, self._times = 0, None
        key = f"{self._rng.getrandbits(160):040x}"
        while not until.is_set():
            with contextlib.suppress(*LOST, KeyError):
                kind = {"kind": "computer", "level": "1"} if self._computer else {"kind": "friend", "clock": CLOCK}
                wanted = {"ruleset": self._ruleset, "side": "first", **kind}
                _, made = await self._process().ask("POST", "/api/matches", body=wanted)
                self._tokens = [made["tokens"]["first"], ""]
                while not self._computer:
                    with contextlib.suppress(*LOST):  # the key makes it safe to ask again
                        body = {"invitation": made["invitation"], "key": key}
                        path = f"/api/matches/{made['match']['id']}/join"
                        status, joined = await self._process().ask("POST", path, body=body)
                        if status == 200:
                            self._tokens[1] = joined["tokens"]["second"]
                            break
                    await asyncio.sleep(PAUSE)
                    if until.is_set():
                        return
                self.id = made["match"]["id"]
                if self._computer:
                    self._history.computers.add(self.id)
                self._answered = [time.monotonic()] * 2
                return
            await asyncio.sleep(PAUSE)

    async def _turns(self, until: asyncio.Event) -> None:
        while not until.is_set():
            await asyncio.sleep(self._rng.expovariate(8))
            if self._computer:
                await self._take_in(await self._look(self._process()))
            if self._position.is_over:
                self.over = True
            if self.over:
                return
            seat = list(Side).index(self._position.side)
            if self._computer and seat:
                await asyncio.sleep(PAUSE)
                continue
            if self._rng.random() < GIVES_UP:
                await self._both_resign(until)
                return
            await self._move(seat, self._rng.choice([str(move) for move in self._position.legal_moves]), until)
            if self._rng.random() < CLAIMS and not self._computer and not self.over:
                await self._claim(1 - seat)

    async def _move(self, seat: int, move: str, until: asyncio.Event) -> None:
        """Sends the move until it is known to be there."""
        sent = Sent(self.id, self._at, move, time.monotonic())
        self._history.sent.append(sent)
        while True:
            sent.last_sent = time.monotonic()
            view: dict[str, Any] | None = None
            with contextlib.suppress(*LOST):
                async with asyncio.timeout(TIMEOUT):
                    send = self._by_socket if self._sockets and self._rng.random() < 0.5 else self._by_request
                    view = await send(seat, move)
            if view is not None and view["at"] > sent.at:
                history = view.get("history", [])[sent.at : sent.at + 1]
                if history and history[0]["move"] != move:
                    self.over = True  # somebody else moved: the checker will tell
                    return
                sent.answered = time.monotonic()
                self._answered[seat] = sent.answered
                if view["at"] == sent.at + 1 and view.get("times"):
                    sent.clocks = view["times"]["first"], view["times"]["second"]
                    sent.running = view["times"]["running"] is not None
                break
            if view is not None and view["status"] == "over":
                self.over = True
                return
            if until.is_set():
                return
            await asyncio.sleep(PAUSE)
        self._position = self._position.play(move)
        self._at += 1

    async def _by_request(self, seat: int, move: str) -> dict[str, Any] | None:
        process, asked = self._process(seat), time.monotonic()
        path = f"/api/matches/{self.id}/moves"
        status, answer = await process.ask("POST", path, self._tokens[seat], {"move": move, "at": self._at})
        return self._noted(process, asked, answer) if status in (200, 409) else None

    async def _by_socket(self, seat: int, move: str) -> dict[str, Any] | None:
        process, asked = self._process(seat), time.monotonic()
        address = f"ws://localhost:{process.port}/api/matches/{self.id}/live"
        headers = {"authorization": f"Bearer {self._tokens[seat]}"}
        async with websockets.connect(address, additional_headers=headers, open_timeout=TIMEOUT) as socket:
            view: dict[str, Any] = {}
            await socket.send(json.dumps({"type": "move", "move": move, "at": self._at}))
            while True:
                message = json.loads(await socket.recv())
                if message["type"] == "setup":
                    view = message["match"] | {"times": None}  # they are those of now, not of the move
                elif message["type"] == "update":
                    view |= message["changed"] | {"history": []}
                elif message["type"] == "refused" and message["error"] != "stale":
                    return None
                if view and (view["at"] > self._at or view["status"] == "over"):
                    return self._noted(process, asked, {"match": view})

    def _noted(self, process: Process, asked: float, answer: dict[str, Any]) -> dict[str, Any]:
        view: dict[str, Any] = answer["match"]
        result = json.dumps(view["result"], sort_keys=True) if view["result"] else ""
        self._history.seen.append(
            Seen(self.id, process.name, asked, time.monotonic(), view["at"], view["status"], result)
        )
        return view

    async def _look(self, process: Process) -> dict[str, Any]:
        asked = time.monotonic()
        status, answer = await process.ask("GET", f"/api/matches/{self.id}")
        if status != 200:
            raise OSError(status)
        return self._noted(process, asked, answer)

    async def _take_in(self, view: dict[str, Any]) -> None:
        """What the computer has played meanwhile."""
        for made in view["history"][self._at :]:
            self._position = self._position.play(made["move"])
            self._at += 1
        self.over = self.over or view["status"] == "over"

    async def _both_resign(self, until: asyncio.Event) -> None:
        """Both give up at once, at processes of their own choice: one result, whoever asks."""

        async def resign(token: str) -> None:
            with contextlib.suppress(*LOST):
                process, asked = self._process(), time.monotonic()
                status, answer = await process.ask("POST", f"/api/matches/{self.id}/resign", token, {})
                if status == 200:
                    self._noted(process, asked, answer)
                    self.over = True

        while not (self.over or until.is_set()):
            await asyncio.gather(*(resign(token) for token in self._tokens if token))
            if not self.over:
                await asyncio.sleep(PAUSE)
                with contextlib.suppress(*LOST):
                    self.over = (await self._look(self._process()))["status"] == "over"

    async def _claim(self, seat: int) -> None:
        """The win over an opponent who was just there: it must not be given."""
        process, asked = self._process(seat), time.monotonic()
        status, answer = await process.ask("POST", f"/api/matches/{self.id}/claim", self._tokens[seat], {})
        self._answered[seat] = time.monotonic()
        if status == 200:
            self._noted(process, asked, answer)
            self._history.claimed.append(Claimed(self.id, time.monotonic(), self._answered[1 - seat], self._away))
            self.over = True

    async def watch(self) -> None:
        """Looks at the match as anybody may."""
        if self.id:
            with contextlib.suppress(*LOST):
                await self._look(self._process())

    async def keep(self) -> list[str]:
        """Notes how the match stands in the end, at every process; what is wrong where one cannot tell."""
        ends = time.monotonic() + SETTLING
        while True:
            found = [(process, *await self._stands(process)) for process in self._processes] if self.id else []
            moves = {len(answer["match"]["history"]) if status == 200 else -1 for _, status, answer in found}
            if len(moves) <= 1 or time.monotonic() > ends:
                break
            await asyncio.sleep(PAUSE)  # a process whose line to the others was cut may not know the last move
        wrong = []
        for process, status, answer in found:
            if status != 200:
                wrong.append(f"{self.id}: {process.name} cannot tell the match any more: {status} {answer['error']}")
                continue
            view = answer["match"]
            self._history.kept.append(
                Kept(
                    self.id,
                    process.name,
                    view["ruleset"],
                    tuple(made["move"] for made in view["history"]),
                    view["position"],
                    view["status"],
                    json.dumps(view["result"], sort_keys=True) if view["result"] else "",
                )
            )
        return wrong

    async def _stands(self, process: Process) -> tuple[int, dict[str, Any]]:
        try:
            return await process.ask("GET", f"/api/matches/{self.id}")
        except LOST as error:
            return 0, {"error": repr(error)}
