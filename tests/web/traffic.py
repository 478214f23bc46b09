"""What travels to somebody who watches a match: every message of its socket, weighed move by move."""

import json
import math
from dataclasses import dataclass
from random import Random

import httpx
import websockets

from tests.moves import texts
from turncoat.games import start


@dataclass(frozen=True)
class Traffic:
    """Bytes of a watcher's socket: what came at the start, and what each move brought."""

    setup: int
    moves: list[int]

    @property
    def total(self) -> int:
        """All of the match."""
        return self.setup + sum(self.moves)

    @property
    def growth(self) -> float:
        """The last tenth of the moves compared with the first: 1 where the length of a match does not matter."""
        tenth = math.ceil(len(self.moves) / 10)
        return sum(self.moves[-tenth:]) / sum(self.moves[:tenth])


async def watch_a_match(url: str, ruleset: str, seed: int = 1) -> Traffic:
    """Two people play a whole match at random over their sockets; a third watches, uncompressed."""
    async with httpx.AsyncClient(base_url=url) as host, httpx.AsyncClient(base_url=url) as guest:
        made = (await host.post("/api/matches", json={"ruleset": ruleset, "kind": "friend", "side": "first"})).json()
        path = f"/api/matches/{made['match']['id']}"
        joined = (await guest.post(f"{path}/join", json={"invitation": made["invitation"]})).json()
    tokens = made["tokens"] | {side: token for side, token in joined["tokens"].items() if token}
    live = f"ws{url.removeprefix('http')}{path}/live"
    async with (
        websockets.connect(live, additional_headers=_seat(tokens["first"]), compression=None) as first,
        websockets.connect(live, additional_headers=_seat(tokens["second"]), compression=None) as second,
        websockets.connect(live, compression=None) as watcher,
    ):
        people, chance, position = [first, second], Random(seed), start(ruleset)
        setup, moves = await _until(watcher, 0), list[int]()
        while legal := texts(position):
            move = chance.choice(legal)
            mover = people[0] if position.side.value == "first" else people[1]
            if move == "swap":
                people.reverse()
            await mover.send(json.dumps({"type": "move", "move": move, "at": len(moves)}))
            moves.append(await _until(watcher, len(moves) + 1))
            position = position.play(move)
    return Traffic(setup, moves)


def _seat(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def _until(watcher: websockets.ClientConnection, at: int) -> int:
    """The bytes that come until the position after so many moves is known; who comes and goes is not counted."""
    came = 0
    while True:
        text = str(await watcher.recv())
        message = json.loads(text)
        if message["type"] == "presence":
            continue
        came += len(text.encode())
        if (message["match"] if message["type"] == "setup" else message.get("changed", {})).get("at") == at:
            return came
