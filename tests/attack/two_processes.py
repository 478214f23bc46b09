"""Two services on one PostgreSQL, each behind its own application, on a clock that is moved by hand."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.service.harness import Time
from tests.web.site import HOME, Socket
from turncoat.engine import Limit
from turncoat.service import Service, Timeouts, engines, heartbeat
from turncoat.service.flag_alarm import FlagAlarm
from turncoat.service.workers import Following, Outcome, Worker
from turncoat.web.app import build
from turncoat.web.limits import Limits
from turncoat.web.settings import Settings

TIMEOUT = 30.0  # seconds in which processes must have learnt of each other's changes
AWAY = 60.0  # seconds after which an opponent counts as gone; half of it in games with a clock
BOTH = (0, 1)
NOBODY_STOPS = 10**15  # milliseconds: the clock moved by hand leaves no gaps in which nobody was there


class Answer(NamedTuple):
    """A status, and what was said."""

    status: int
    data: Any

    @property
    def code(self) -> str:
        """The error's code, "" where there is none."""
        return self.data["error"] if self.status >= 400 else ""


class FirstMove(Worker):
    """An engine that always makes the first legal move, so that a run can be repeated."""

    def is_alive(self) -> bool:
        """Always."""
        return True

    async def begin(self) -> None:
        """Nothing."""

    async def run(self, work: Callable[..., Any], given: tuple[Any, ...]) -> Outcome:
        """The first move; hints are true, and quick."""
        if work is engines.choose:
            _, position, moves, _ = given
            for move in moves:
                position = position.play(move)
            return Outcome(position.legal_moves[0].text)
        if work is engines.best:
            return Outcome(engines.best(given[0], Limit(nodes=50)))
        return Outcome(work(*given))

    async def follow(self, work: Callable[..., Any], given: tuple[Any, ...], following: Following) -> Outcome:
        """Nothing is found."""
        return Outcome()

    def end(self) -> None:
        """Nothing."""


class Errors(logging.Handler):
    """What the services log as errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps it."""
        self.lines.append(logging.Formatter().format(record))


class Follower:
    """A live socket, and the view that its messages build."""

    def __init__(self, process: int, socket: Socket) -> None:
        self.process, self.socket = process, socket
        self.view: dict[str, Any] = {}
        self.you: list[str] = []

    async def follow(self, version: int) -> None:
        """Reads until the view is of that version."""
        while not self.view or self.view["version"] < version:
            self.take(await self.socket.read())

    async def drain(self) -> str:
        """Reads all that waits; the code of what was refused, "" where nothing was."""
        await self.socket.say(type="pong", echo=True)
        code = ""
        while True:
            message = await self.socket.read()
            self.take(message)
            if message["type"] == "refused":
                code = str(message["error"])
            elif message["type"] == "ping":
                return code

    def take(self, message: dict[str, Any]) -> None:
        """Does what docs/api.md tells a page to do with a message."""
        if message["type"] == "setup":
            self.view, self.you = message["match"], message["you"]
        elif message["type"] == "update" and message["version"] > self.view["version"]:
            assert message["since"] == self.view["version"], "an update is missing"
            told = message.get("history", {"kept": len(self.view["history"]), "played": []})
            self.view |= message["changed"] | {"version": message["version"]}
            self.view["history"] = self.view["history"][: told["kept"]] + told["played"]
            self.view["chat"] = (self.view["chat"] + message.get("chat", []))[-50:]
            self.you = message.get("you", self.you)


class TwoProcesses:
    """Both, and how clients reach them."""

    def __init__(self, database: str) -> None:
        self.now, self.connected = Time(), True
        self.services: list[Service] = []
        self._clients: list[httpx.AsyncClient] = []
        self._database = database
        self.errors = Errors()

    async def start(self) -> None:
        """Starts both."""
        logging.getLogger("turncoat").addHandler(self.errors)
        self._gap, heartbeat.OUTAGE_AFTER = heartbeat.OUTAGE_AFTER, NOBODY_STOPS
        for _ in BOTH:
            service = Service(
                self._database,
                worker=FirstMove,
                workers=1,
                pace=0.0,
                now=self.now,
                timeouts=Timeouts(away=AWAY, waiting=0),
            )
            self._gate(service)
            await service.start()
            self.services.append(service)
            settings = Settings(database=self._database, limits=Limits(scale=0), quiet=True)
            app = build(settings, Path("no page"))
            app.state.service = service
            transport = httpx.ASGITransport(app, client=("10.0.0.1", 1000))
            client = httpx.AsyncClient(transport=transport, base_url=HOME)
            client.app = app  # type: ignore[attr-defined]
            self._clients.append(client)

    def _gate(self, service: Service) -> None:
        """Has the service miss what others tell of matches while it must not hear, and look at clocks when told to."""
        receive = service.peers.receive

        def gated(note: str) -> None:
            if self.connected or not note.startswith("m "):
                receive(note)

        service.peers.receive = gated  # type: ignore[method-assign]
        service.alarm.set = lambda room: None  # type: ignore[method-assign]

    async def stop(self) -> None:
        """Ends both."""
        for client in self._clients:
            await client.aclose()
        for service in self.services:
            await service.stop()
        logging.getLogger("turncoat").removeHandler(self.errors)
        heartbeat.OUTAGE_AFTER = self._gap

    async def ask(
        self,
        process: int,
        method: str,
        path: str,
        tokens: Sequence[str] = (),
        body: dict[str, Any] | None = None,
    ) -> Answer:
        """A request to one of them; one token goes as a bot's, several as a browser's."""
        headers = {}
        if len(tokens) == 1:
            headers["authorization"] = f"Bearer {tokens[0]}"
        elif tokens:
            headers["cookie"] = f"seat={'.'.join(tokens)}"
        client = self._clients[process]
        answer = await client.request(method, path, json=body, headers=headers)
        client.cookies.clear()  # whoever asks next is somebody else
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return Answer(answer.status_code, answer.json() if is_json else answer.text)

    async def follow(self, process: int, match_id: str, tokens: Sequence[str]) -> Follower:
        """A socket at one of them."""
        token = tokens[0] if tokens else None
        found = Follower(process, Socket(self._clients[process], f"/api/matches/{match_id}/live", token))
        await found.socket.__aenter__()
        await found.follow(0)
        return found

    @staticmethod
    async def leave(follower: Follower) -> None:
        """Closes it."""
        await follower.socket.__aexit__()

    async def settle(self, match_id: str, version: int) -> None:
        """Waits until both know that version, as far as they have the match in memory."""
        for process, service in enumerate(self.services):
            try:
                async with asyncio.timeout(TIMEOUT):
                    while (room := service.rooms.known(match_id)) and room.match.seq < version:
                        await asyncio.sleep(0.001)
            except TimeoutError:
                raise AssertionError(f"process {process} does not know version {version} of {match_id}") from None

    def forget(self, process: int) -> None:
        """The process has nothing in memory any more, but for what clients follow."""
        rooms = self.services[process].rooms
        for room in rooms.all():
            if room.idle:
                rooms.drop(room)

    async def beat(self) -> None:
        """Both tell that they live."""
        for service in self.services:
            await service.heartbeat.beat()

    def ring(self) -> None:
        """The alarm for every clock that is used up rings at both."""
        for service in self.services:
            for room in service.rooms.all():
                if room.match.status == "playing" and room.match.clock.flagged(self.now()):
                    FlagAlarm.set(service.alarm, room)
