"""What each request costs the event loop: `python -m bench.costs`, written to bench/results/costs.json.

Processor time of the loop's thread, so that other work on the machine counts little: the median of several requests of
each kind, at matches of every game that were played to the end.  `src/turncoat/web/costs.py` declares what clients pay.
"""

import argparse
import asyncio
import gc
import json
import platform
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from tests.web.site import Socket, site
from turncoat.games import games
from turncoat.lab.arena.tournament import commit
from turncoat.web.costs import COSTS, cost_of

RESULTS = Path(__file__).parent / "results" / "costs.json"
ROUNDS = 7
Times = dict[str, list[float]]


class TimedClient:
    """Asks an application without a client's own cost, and notes what every answer took."""

    def __init__(self, app: FastAPI) -> None:
        self.app, self.times = app, defaultdict[str, list[float]](list)

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> dict[str, Any]:
        """The answer as data."""
        raw = b"" if body is None else json.dumps(body).encode()
        path, _, query = path.partition("?")
        given = {"host": "localhost", "accept-encoding": "gzip", "content-type": "application/json"}
        given["content-length"] = str(len(raw))
        given |= {"authorization": f"Bearer {token}"} if token else {}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "scheme": "http",
            "method": method,
            "root_path": "",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "client": ("10.0.0.1", 1),
            "server": ("localhost", 80),
            "state": {},
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        }
        parts, unread = list[bytes](), [{"type": "http.request", "body": raw, "more_body": False}]

        async def receive() -> Any:
            return unread.pop() if unread else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            parts.append(message.get("body", b""))

        before = time.thread_time()
        await self.app(scope, receive, send)
        self.times[_key(method, path)].append(1000 * (time.thread_time() - before))
        text = b"".join(parts)
        return json.loads(text) if text.startswith(b"{") else {}

    async def open(self, client: Any, path: str, token: str = "") -> None:
        """Opens a live socket and hears the first message."""
        before = time.thread_time()
        async with Socket(client, path, token) as socket:
            await socket.read()
            self.times[_key("WS", path)].append(1000 * (time.thread_time() - before))


def _key(method: str, path: str) -> str:
    return next((key for key, cost in COSTS.items() if cost is cost_of(method, path)), "others")


async def _documents(timed: TimedClient) -> None:
    for _ in range(ROUNDS):
        for game in games():
            await timed.ask("GET", f"/api/games/{game}/rules")
            await timed.ask("GET", f"/api/preview?ruleset={game}")
        for path in ("games", "lobby", "health", "docs", "openapi.json", "nothing"):
            await timed.ask("GET", f"/api/{path}")


async def _match(timed: TimedClient, client: Any, game: str, rng: random.Random) -> None:
    """Everything that is done at matches of a game."""
    made = await timed.ask("POST", "/api/matches", body={"ruleset": game, "kind": "local"})
    path, token = f"/api/matches/{made['match']['id']}", made["tokens"]["first"]
    seen = made
    while seen["match"]["status"] == "playing":
        view = seen["match"]
        move = {"move": rng.choice(view["moves"])["move"], "at": view["at"]}
        seen = await timed.ask("POST", f"{path}/moves", token, move)
        if view["at"] % 8 == 0:  # a record of a position that nobody has asked for before
            await timed.ask("GET", f"{path}/record")
            await timed.ask("GET", f"{path}/boards")
    for _ in range(ROUNDS):
        await timed.ask("GET", path, token)
        await timed.open(client, f"{path}/live", token)
        await timed.open(client, "/api/lobby/live")
        await timed.ask("POST", f"{path}/seat", token, {"token": token})
    await _analysis(timed, client, path)
    for at in range(view["at"], view["at"] - ROUNDS, -1):
        await timed.ask("POST", f"{path}/back", token, {"to": at, "at": at + 1})
    for number in range(ROUNDS):
        await _friends(timed, game, f"{'k' * 30}{number}")


async def _analysis(timed: TimedClient, client: Any, path: str) -> None:
    """Everything that is done at an analysis of a finished match."""
    tree = await timed.ask("GET", f"{path}/tree")
    moves = [node["played"]["move"] for node in tree["nodes"]]
    nodes = [{"after": number, "move": move} for number, move in enumerate(moves)]
    for number in range(ROUNDS):
        await timed.ask("GET", f"{path}/tree")
        made = moves[: len(moves) * (number + 1) // (ROUNDS + 2)]
        moment = await timed.ask(
            "POST", "/api/analysis/moment", body={"position": tree["position"], "moves": made, "since": len(made) - 1}
        )
        await timed.ask("POST", "/api/analysis/readings", body={"position": moment["position"]})
        written = await timed.ask("POST", "/api/games/write", body={"position": tree["position"], "nodes": nodes})
        await timed.ask("POST", "/api/games/read", body={"text": written["record"]})
        await timed.open(client, "/api/analysis/live")
    other = {"position": moment["position"], "ruleset": moment["ruleset"]}
    await timed.ask("POST", "/api/analysis/compare", body=other)


async def _friends(timed: TimedClient, game: str, key: str) -> None:
    made = await timed.ask("POST", "/api/matches", body={"ruleset": game, "kind": "friend"})
    path, token = f"/api/matches/{made['match']['id']}", next(iter(made["tokens"].values()))
    await timed.ask("POST", f"{path}/join", body={"invitation": made["invitation"], "key": key})
    await timed.ask("POST", f"{path}/chat", token, {"text": "hello"})
    await timed.ask("POST", f"{path}/offers", token, {"kind": "draw"})
    await timed.ask("POST", f"{path}/claim", token, {})
    await timed.ask("POST", f"{path}/hint", token, {"at": 0})
    await timed.ask("POST", f"{path}/resign", token, {})
    await timed.ask("POST", f"{path}/rematch", token, {})
    await timed.ask("POST", f"{path}/rematch", key, {})


async def measure(folder: Path) -> Times:
    """Milliseconds of every request, by kind."""
    async with site(folder) as client:
        timed, rng = TimedClient(client.app), random.Random(1)
        gc.collect()
        gc.freeze()  # as the server does
        await _documents(timed)
        for game in games():
            await _match(timed, client, game, rng)
    return timed.times


def rows(times: Times) -> Iterator[tuple[str, float, float]]:
    """Each kind of request with its median and its longest time."""
    for key in sorted(times):
        yield key, round(statistics.median(times[key]), 2), round(max(times[key]), 1)


def main() -> None:
    """Measures and records."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", type=Path, default=RESULTS, help="the file for the results")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = list(rows(asyncio.run(measure(Path(folder)))))
    for key, median, longest in found:
        declared = COSTS[key].ms if key in COSTS else 0.25
        print(f"{key:36} {median:6} ms, at most {longest:6}; clients pay {declared}")
    record = {
        "when": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": commit(),
        "machine": platform.machine(),
        "milliseconds": {key: {"median": median, "longest": longest} for key, median, longest in found},
    }
    asked.record.write_text(json.dumps(record, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
