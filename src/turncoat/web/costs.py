"""What each request costs, in one place: milliseconds of the event loop, as `python -m bench.costs` measures them."""

from collections.abc import Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Cost:
    """What a request takes of a client's buckets: milliseconds, and one of a kind that is counted by itself."""

    ms: float
    also: str | None = None

    @property
    def wanted(self) -> dict[str, float]:
        """What to ask a limiter for."""
        return {"cost": self.ms, **({self.also: 1.0} if self.also else {})}


COSTS: Mapping[str, Cost] = MappingProxyType(
    {
        "GET /api/games": Cost(0.5),
        "GET /api/games/*/rules": Cost(0.5),
        "GET /api/preview": Cost(1),
        "GET /api/engine": Cost(0.5),
        "GET /api/engine/*": Cost(0.5),
        "GET /api/lobby": Cost(0.5),
        "GET /api/about": Cost(1),
        "GET /api/health": Cost(0.5),
        "GET /api/ready": Cost(1),
        "GET /api/docs": Cost(0.5),
        "GET /api/openapi.json": Cost(0.5),
        "POST /api/import": Cost(5, "import"),
        "POST /api/matches": Cost(3, "create"),
        "GET /api/matches/*": Cost(0.5),
        "POST /api/matches/*/join": Cost(3, "join"),
        "POST /api/matches/*/seat": Cost(0.5, "join"),
        "POST /api/matches/*/moves": Cost(2),
        "POST /api/matches/*/back": Cost(3),
        "POST /api/matches/*/offers": Cost(2),
        "POST /api/matches/*/resign": Cost(2),
        "POST /api/matches/*/claim": Cost(1),
        "POST /api/matches/*/chat": Cost(2, "chat"),
        "POST /api/matches/*/erase": Cost(3, "erase"),
        "POST /api/matches/*/hint": Cost(0.5, "hint"),
        "POST /api/matches/*/rematch": Cost(4, "create"),
        "GET /api/matches/*/record": Cost(1),
        "GET /api/matches/*/stream": Cost(2),
        "GET /api/matches/*/review": Cost(2),
        "POST /api/matches/*/attempt": Cost(1, "attempt"),
        "GET /api/matches/*/tree": Cost(1),
        "POST /api/analysis/moment": Cost(2),
        "POST /api/analysis/readings": Cost(3),
        "POST /api/analysis/compare": Cost(2, "attempt"),
        "POST /api/games/read": Cost(2),
        "POST /api/games/write": Cost(2),
        "GET /api/matches/*/link": Cost(1),
        "POST /api/matches/*/link": Cost(2),
        "GET /api/matches/*/board.svg": Cost(2),
        "GET /api/matches/*/board.png": Cost(2, "picture"),
        "GET /api/matches/*/film.gif": Cost(2, "picture"),
        "GET /api/public/*": Cost(1),
        "GET /api/public/*/record": Cost(2),
        "GET /api/public/*/board.svg": Cost(2),
        "GET /api/public/*/board.png": Cost(2, "picture"),
        "GET /api/public/*/card.png": Cost(2, "picture"),
        "GET /api/public/*/film.gif": Cost(2, "picture"),
        "POST /api/studies": Cost(2, "study"),
        "GET /api/studies/*": Cost(1),
        "GET /api/studies/*/record": Cost(1),
        "POST /api/studies/*/change": Cost(2, "study"),
        "POST /api/studies/*/delete": Cost(2),
        "WS /api/public/*/live": Cost(2),
        "WS /api/matches/*/live": Cost(2),
        "WS /api/matches/*/review": Cost(2),
        "WS /api/analysis/live": Cost(1),
        "GET /api/watch": Cost(2),
        "GET /api/explorer": Cost(3, "explore"),
        "WS /api/watch/live": Cost(2),
        "WS /api/lobby/live": Cost(1),
    }
)
PREVIEWED, SENT = frozenset({"m", "g", "study", "embed"}), Cost(1)
"""Pages of a match, of which the store is asked."""
ANY_OTHER = Cost(0.25)
"""The page and its files, and what there is nothing of."""
MOVE, ANALYSE, MESSAGE = Cost(2), Cost(4), Cost(0.25)
"""A move over a socket, a position to be analysed with all that is told of it, and any other message."""


def cost_of(method: str, path: str) -> Cost:
    """The cost of a request, by its path with `*` for a name in it."""
    if f"{method} {path}" in COSTS:
        return COSTS[f"{method} {path}"]
    parts = path.split("/", 6)
    if parts[1:2] and parts[1] in PREVIEWED and len(parts) == 3:
        return SENT
    if len(parts) > 3 and (method, path) not in (("WS", "/api/lobby/live"), ("WS", "/api/watch/live")):
        parts[3] = "*"
    return COSTS.get(f"{method} {'/'.join(parts)}", ANY_OTHER)


class Metered:
    """Runs a coroutine and adds up the processor time of its steps, in which all others wait."""

    def __init__(self, work: Awaitable[None], processor: Callable[[], float]) -> None:
        self._work, self._processor = work.__await__(), processor
        self.ms = 0.0

    def __await__(self) -> Generator[Any, None, None]:
        step = partial(self._work.send, None)
        while True:
            began = self._processor()
            try:
                awaited = step()
            except StopIteration:
                return
            finally:
                self.ms += 1000 * (self._processor() - began)
            try:
                yield awaited
            except BaseException as error:  # noqa: BLE001 — such as a cancellation, which is the coroutine's to handle
                step = partial(self._work.throw, error)
            else:
                step = partial(self._work.send, None)
