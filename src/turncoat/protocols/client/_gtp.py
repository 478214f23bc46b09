"""GTP, the client's side."""

import math
import time
from collections.abc import Iterator

from turncoat.engine.line import Line
from turncoat.games.moves import PASS
from turncoat.games.results import Side

from .. import ggf
from ._dialect import Dialect
from ._failure import EngineFailure
from ._task import Task, way_to

COLOURS = {Side.FIRST: "b", Side.SECOND: "w"}


class GtpDialect(Dialect):
    """Speaks GTP."""

    protocol = "GTP"

    def handshake(self, deadline: float) -> None:
        """The version of the protocol, and the program's name."""
        self._told: tuple[str, ...] | None = None
        self._size = 0
        self._times: tuple[int, int, int] | None = None
        self._ask("protocol_version", deadline, self.timeouts.start, "silent")
        self.title = self._ask("name", deadline, self.timeouts.start, "silent", strict=False) or self.title
        self._report("set_game Othello", strict=False)  # for those that know several games

    def begin(self) -> None:
        """The board is cleared and the clock set anew before the next move."""
        self._told, self._times = None, None

    def think(self, task: Task) -> Iterator[Line]:
        """No lines, only the move that `genmove` answers."""
        self._prepare(task)
        began, deadline = time.monotonic(), task.deadline(self.timeouts)
        answer = self._ask(f"genmove {COLOURS[task.position.side]}", deadline, deadline - began)
        self.chosen = ggf.read_move(answer.split()[0]) if answer else "none"
        if self.chosen == "resign":
            raise EngineFailure("resigned", name=self.child.name)
        if task.position.find(self.chosen) is not None:
            assert self._told is not None
            self._told = (*self._told, self.chosen)  # genmove has played it
        return iter(())

    def check(self, task: Task) -> None:
        """A failure unless it is Othello, on a board the program takes, after moves that are known."""
        self.check_othello(task)
        self._set_size(task.position.grid.width)
        self._way(task)

    def _set_size(self, size: int) -> None:
        if self._size != size:
            self._report(f"boardsize {size}")
            self._size, self._told = size, None

    def _way(self, task: Task) -> tuple[str, ...]:
        """The moves that led to the position."""
        moves = task.moves if task.moves is not None else way_to(task.position, self._told or ())
        if moves is None:
            raise EngineFailure("no_path", name=self.child.name)
        return moves

    def _prepare(self, task: Task) -> None:
        self.check_othello(task)
        self._set_size(task.position.grid.width)
        told, moves = self._told, self._way(task)
        if told is None or moves[: len(told)] != told:
            self._report("clear_board")
            told = ()
        for number, move in enumerate(moves[len(told) :], len(told)):
            # In these games every move, a pass too, is a whole turn.  Programs that pass by themselves refuse a pass.
            side = Side.SECOND if number % 2 else Side.FIRST
            self._report(f"play {COLOURS[side]} {move}", strict=move != PASS)
        self._told = moves
        self._set_clock(task)

    def _set_clock(self, task: Task) -> None:
        """GTP counts whole seconds."""
        if task.limit.time is not None:
            period = max(1, math.ceil(task.limit.time))
            times, left = (0, period, 1), f"{period} 1"
        elif task.clock is not None:
            stones = task.clock.moves_to_go or 0
            whole = max(1, int(task.clock.remaining))
            times, left = ((0, whole, stones) if stones else (whole, 0, 0)), f"{whole} {stones}"
            if self._times is not None:
                times = self._times  # set once a game; from then on the time left tells
        else:
            return
        if times != self._times:
            self._report(f"time_settings {' '.join(map(str, times))}", strict=False)
            self._times = times
        self._report(f"time_left {COLOURS[task.position.side]} {left}", strict=False)

    def _report(self, command: str, *, strict: bool = True) -> None:
        deadline = time.monotonic() + self.timeouts.start
        self._ask(command, deadline, self.timeouts.start, strict=strict)

    def _ask(self, command: str, deadline: float, seconds: float, problem: str = "slow", *, strict: bool = True) -> str:
        """The answer to a command; its lines end with an empty one."""
        self.child.send(command)
        answer: list[str] | None = None
        refused = False
        for line in self.expect(deadline, seconds, problem):
            if answer is None and line[:1] in ("=", "?"):
                refused = line[0] == "?"
                answer = [line[1:].lstrip("0123456789").strip()]
            elif answer is not None and line:
                answer.append(line)
            elif answer is not None:
                break
        text = "\n".join(answer or []).strip()
        if refused and strict:
            raise EngineFailure("refused", name=self.child.name, command=command, answer=text[:80])
        return "" if refused else text
