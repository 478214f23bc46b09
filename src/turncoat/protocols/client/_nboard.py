"""NBoard, the client's side."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace

from turncoat.engine.line import Line
from turncoat.games.moves import PASS

from .. import ggf
from ._dialect import Dialect
from ._task import Task

DEFAULT_DEPTH = 12  # NBoard has no other limit for a single move
FULL_DEPTH = 60  # for an analysis, which a ping ends
SCALE = 500.0


class NboardDialect(Dialect):
    """Speaks NBoard."""

    protocol = "NBoard"
    expected_words = ("search", "book", "status", "nodestats")

    def handshake(self, deadline: float) -> None:
        """`nboard 2`, and a ping to see that the program listens."""
        self._pings = 0
        self.child.send("nboard 2")
        self._ping(deadline, self.timeouts.start, "silent")

    def begin(self) -> None:
        """Every position comes with a whole game of its own: there is nothing to say."""

    def think(self, task: Task) -> Iterator[Line]:
        """The lines of its `search`, and its move."""
        self.check(task)
        depth = task.limit.depth or (FULL_DEPTH if task.analysis else DEFAULT_DEPTH)
        self.child.send(f"set depth {depth}", f"set game {ggf.write(task.position, dict(task.clocks))}")
        self._ping(time.monotonic() + self.timeouts.start, self.timeouts.start, "slow")
        # `go` tells the best line alone, and `hint` as many as asked for but no decision.
        self.child.send("go" if task.limit.lines == 1 else f"hint {task.limit.lines}")
        began, deadline = time.monotonic(), self._deadline(task)
        self.chosen = ""
        deep, best = "", dict[str, Line]()
        for line in self._until(task, began, deadline):
            word, _, rest = line.partition(" ")
            if word.startswith("==="):
                self.chosen = ggf.read_move(re.split(r"[\s/]", (word[3:] + " " + rest).strip())[0])
                return
            if word == "status" and not rest and task.limit.lines > 1 and best:
                self.chosen = max(best.values(), key=lambda line: line.value).move
                return
            found = read_search(line, time.monotonic() - began)
            if found is not None and time.monotonic() < deadline:
                if line.split()[4] != deep or found.move in best:
                    deep, best = line.split()[4], {}
                yield replace(found, rank=len(best))
                best[found.move] = found

    def check(self, task: Task) -> None:
        """A failure unless it is Othello on a square board."""
        self.check_othello(task)

    def interrupt(self) -> None:
        """A ping ends the search."""
        self._ping(time.monotonic() + self.timeouts.grace, self.timeouts.grace, "slow")

    def _deadline(self, task: Task) -> float:
        # A time for one move cannot be expressed in NBoard, so no program can exceed it.
        if task.analysis or (task.clock is not None and task.limit.time is None):
            return task.deadline(self.timeouts)
        return time.monotonic() + self.timeouts.move

    def _until(self, task: Task, began: float, deadline: float) -> Iterator[str]:
        """Lines as they come; at the end of an analysis's time a ping ends it."""
        if task.limit.time is None or not task.analysis:
            yield from self.expect(deadline, deadline - began)
            return
        while (line := self.child.receive(began + task.limit.time)) is not None:
            self.last_line = line
            yield line
        yield from self._pong(deadline, deadline - began, "slow")

    def _ping(self, deadline: float, seconds: float, problem: str) -> None:
        for line in self._pong(deadline, seconds, problem):
            if line.startswith("set myname "):
                self.title = line.removeprefix("set myname ").strip() or self.title

    def _pong(self, deadline: float, seconds: float, problem: str) -> Iterator[str]:
        """What comes before the answer to a ping."""
        self._pings += 1
        self.child.send(f"ping {self._pings}")
        for line in self.expect(deadline, seconds, problem):
            if line.split() == ["pong", str(self._pings)]:
                return
            yield line


def read_search(text: str, seconds: float) -> Line | None:
    """The line that a `search` or `book` tells of; None for anything else.

    >>> line = read_search("search D3C5F6 -1.25 0 8", 0.1)
    >>> line and line.moves
    ('d3', 'c5', 'f6')
    """
    words = text.split()
    if len(words) < 5 or words[0] not in ("search", "book"):
        return None
    moves = tuple(PASS if move == "pa" else move for move in re.findall("pa|[a-z][0-9]+", words[1].lower()))
    depth = re.match("[0-9]{1,4}(?![0-9])", words[4])
    try:
        value = float(words[2].partition(",")[0])
    except ValueError:
        return None
    if not moves or depth is None or not -1000 < value < 1000:
        return None
    exact = words[4] == "100%"
    centis = 100 * round(value) if exact else round(100 * value)
    return Line(0, int(depth[0]), int(depth[0]), centis, exact, 0, seconds, moves, SCALE)
