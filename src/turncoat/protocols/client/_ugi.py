"""UGI, the client's side."""

import re
import time
from collections.abc import Iterator
from itertools import pairwise

from turncoat.engine.line import LEAD, WIN, Line
from turncoat.games.moves import SWAP
from turncoat.games.results import Side

from ._dialect import Dialect
from ._task import DEFAULT_SECONDS, Task, way_to

SCALE = 400.0
NUMBER = re.compile("-?[0-9]{1,18}")


class UgiDialect(Dialect):
    """Speaks UGI."""

    protocol = "UGI"
    expected_words = ("info",)

    def handshake(self, deadline: float) -> None:
        """`ugi`, and what the program says about itself."""
        self._options: dict[str, str] = {}
        self._set: dict[str, str] = {}
        self._told: tuple[str, ...] = ()
        self.child.send("ugi")
        for line in self.expect(deadline, self.timeouts.start, "silent"):
            words = line.split()
            if words == ["ugiok"]:
                return
            if words[:2] == ["id", "name"]:
                self.title = " ".join(words[2:]) or self.title
            if words[:2] == ["option", "name"] and "type" in words:
                name = " ".join(words[2 : words.index("type")])
                self._options[name.lower()] = name

    def begin(self) -> None:
        """`uginewgame`; comes back when the program is ready, so that no clock pays for what it has to forget."""
        self._told = ()
        self.child.send("uginewgame")
        self._wait_until_ready()

    def think(self, task: Task) -> Iterator[Line]:
        """The lines of its `info`, and its `bestmove`."""
        self._prepare(task)
        self.child.send(f"go {self._limits(task)}")
        deadline, began = task.deadline(self.timeouts), time.monotonic()
        self.chosen = ""
        for line in self.expect(deadline, deadline - began):
            words = line.split()
            if words[:1] == ["bestmove"]:
                self.chosen = words[1] if len(words) > 1 else "none"
                return
            found = read_info(words)
            # Past the deadline only the end matters, however slowly we are read.
            if found is not None and time.monotonic() < deadline:
                yield found

    def interrupt(self) -> None:
        """`stop`; its answer is waited for."""
        self.child.send("stop")
        for line in self.expect(time.monotonic() + self.timeouts.grace, self.timeouts.grace):
            if line.startswith("bestmove"):
                return

    def _prepare(self, task: Task) -> None:
        self._option("Ruleset", str(task.position.ruleset))
        self._option("MultiPV", str(task.limit.lines))
        self._option("Threads", str(task.limit.threads))
        self.child.send(f"position {self._position(task)}")
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        self.child.send("isready")
        for line in self.expect(time.monotonic() + self.timeouts.start, self.timeouts.start):
            if line.split() == ["readyok"]:
                return

    def _option(self, name: str, value: str) -> None:
        own = self._options.get(name.lower())
        if own is not None and self._set.get(own) != value:
            self.child.send(f"setoption name {own} value {value}")
            self._set[own] = value

    def _position(self, task: Task) -> str:
        """Our own text where the program has our option Ruleset, else the moves since the start if they are known."""
        if "ruleset" not in self._options:
            moves = task.moves if task.moves is not None else way_to(task.position, self._told)
            if moves is not None:
                self._told = moves
                return f"startpos moves {' '.join(moves)}" if moves else "startpos"
        self._told = ()
        return f"fen {str(task.position).partition(' ')[2]}"

    def _limits(self, task: Task) -> str:
        limit, parts = task.limit, list[str]()
        if task.clock is not None and limit.time is None:
            first = Side.SECOND if self._told.count(SWAP) % 2 else Side.FIRST
            for player, side in (("p1", first), ("p2", first.other)):
                clock = task.clocks.get(side, task.clock)
                parts += [
                    f"{player}time {_milliseconds(clock.remaining)}",
                    f"{player}inc {_milliseconds(clock.increment)}",
                ]
            if task.clock.moves_to_go is not None:
                parts.append(f"movestogo {task.clock.moves_to_go}")
        if limit.time is not None:
            parts.append(f"movetime {max(1, _milliseconds(limit.time))}")
        if limit.depth is not None:
            parts.append(f"depth {limit.depth}")
        if limit.nodes is not None:
            parts.append(f"nodes {limit.nodes}")
        return " ".join(parts) or ("infinite" if task.analysis else f"movetime {_milliseconds(DEFAULT_SECONDS)}")


def _milliseconds(seconds: float) -> int:
    return max(0, int(seconds * 1000))


def read_info(words: list[str]) -> Line | None:
    """The line that the words of an `info` tell of; None where they tell of none.

    >>> line = read_info("info depth 9 seldepth 12 score cp 600 proved nodes 512 time 20 pv d3 c3".split())
    >>> line and (line.lead, line.move)
    (6, 'd3')
    """
    if words[:1] != ["info"] or "pv" not in words or "string" in words[:2]:
        return None
    head, moves = words[1 : words.index("pv")], words[words.index("pv") + 1 :]
    numbers: dict[str, int] = {}
    for name, text in pairwise(head):
        if NUMBER.fullmatch(text):
            numbers[name] = int(text)
    if not moves or not ("cp" in numbers or "mate" in numbers):
        return None
    # What a program claims to have proved is told as proved; whether to believe it is the reader's affair.
    proved = "proved" in head or "mate" in numbers
    if "mate" in numbers:
        sign = 1 if numbers["mate"] > 0 else -1
        value = sign * (WIN - min(abs(numbers["mate"]), 900))
    else:
        value = max(1 - LEAD, min(LEAD - 1, numbers["cp"]))
    depth = numbers.get("depth", 0)
    return Line(
        rank=max(1, numbers.get("multipv", 1)) - 1,
        depth=depth,
        deepest=numbers.get("seldepth", depth),
        value=value,
        proved=proved,
        nodes=numbers.get("nodes", 0),
        seconds=numbers.get("time", 0) / 1000,
        moves=tuple(moves),
        scale=SCALE,
    )
