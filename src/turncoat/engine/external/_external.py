"""A program of others as a player: it is started when needed, asked for moves, and ended whatever it does."""

import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Self

from turncoat.core import Position
from turncoat.games.kit import Position as PlainPosition
from turncoat.games.kit import Side

from .._line import Limit, Line
from ..clock import Clock
from ._child import Child
from ._dialect import Dialect
from ._failure import EngineFailure, said
from ._gtp import GtpDialect
from ._nboard import NboardDialect
from ._task import Patience, Task
from ._ugi import UgiDialect

DIALECTS: Mapping[str, type[Dialect]] = {"ugi": UgiDialect, "nboard": NboardDialect, "gtp": GtpDialect}
PREFIXES: Mapping[str, str | None] = {"cmd": None, **{f"cmd-{name}": name for name in DIALECTS}}
"""How a player's name begins that is such a program, and the protocol that says."""
PROBES = ("ugi", "protocol_version", "nboard 2", "ping 1")


def is_external(name: str) -> bool:
    """Whether a player's name means a program: `cmd:PATH ARGS`, `cmd-gtp:PATH ARGS`.

    >>> is_external("cmd-ugi:turncoat engine"), is_external("random")
    (True, False)
    """
    prefix, colon, _ = name.partition(":")
    return bool(colon) and prefix in PREFIXES


class External:
    """A program that plays.  After a failure it is gone, and the next question starts it afresh.

    `with External("cmd:edax -gtp") as engine: engine.choose(position, Limit(time=1))`
    """

    def __init__(self, name: str, patience: Patience | None = None) -> None:
        """`name` as `is_external` takes it."""
        self.name, self.patience = name, patience or Patience()
        prefix, _, command = name.partition(":")
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise EngineFailure("cannot_start", name=name, reason=str(error)) from None
        if not is_external(name) or not self._command:
            raise EngineFailure("empty", name=name)
        self.protocol = PREFIXES[prefix]
        """`ugi`, `nboard` or `gtp`; None until it is found out."""
        self.lines: list[Line] = []
        """What it last told about the move it chose, best first."""
        self._dialect: Dialect | None = None

    @property
    def title(self) -> str:
        """What the program calls itself, once it has been started."""
        return self._dialect.title if self._dialect else self.name

    @property
    def pid(self) -> int | None:
        """The number of its process while it runs."""
        return self._dialect.child.pid if self._dialect else None

    def start(self) -> None:
        """Start it if it does not run, and wait until it listens."""
        if self._dialect is not None and self._dialect.child.alive:
            return
        self.close()
        if self.protocol is None:
            self.protocol = self._detect()
        child = Child(self.name, self._command)
        self._dialect = DIALECTS[self.protocol](child, self.patience)
        try:
            self._dialect.greet(time.monotonic() + self.patience.start)
        except BaseException:
            self._drop()
            raise

    def new_game(self) -> None:
        """Start it if need be, and have it forget the games before: with a limit of nodes the same game comes again."""
        self.start()
        assert self._dialect
        try:
            self._dialect.begin()
        except BaseException:
            self._drop()
            raise

    def choose(
        self,
        position: Position | PlainPosition,
        limit: Limit | None = None,
        clocks: Mapping[Side, Clock] | None = None,
        moves: Sequence[str] | None = None,
    ) -> str:
        """A legal move; EngineFailure otherwise.  `moves` since the start help those that know no position texts."""
        task = Task.of(position, limit, clocks, moves)
        legal = task.position.moves()
        if not legal:
            raise EngineFailure("over")
        self.lines = []
        for lines in self._think(task):
            self.lines = lines
        assert self._dialect
        chosen = task.position.plain.read_move(self._dialect.chosen)
        if chosen not in legal:
            self._drop()
            raise EngineFailure("illegal", name=self.name, move=chosen[:20], legal=legal)
        return chosen

    def analyse(self, position: Position | PlainPosition, limit: Limit) -> Iterator[list[Line]]:
        """What it tells as it thinks: the lines asked for, best first.  Closing the iterator ends its search."""
        task = Task.of(position, limit, None, None)
        self.start()
        assert self._dialect
        if isinstance(self._dialect, GtpDialect):
            raise EngineFailure("no_lines", name=self.name, protocol=self._dialect.protocol)
        if task.position.moves():
            yield from self._think(task)

    def close(self) -> None:
        """End the program, by force if it does not listen."""
        if self._dialect is not None:
            self._dialect.child.close(self._dialect.farewell, self.patience.end)
            self._dialect = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _think(self, task: Task) -> Iterator[list[Line]]:
        """Its lines, gathered by rank; afterwards `chosen` is its move.  On any failure the program is ended."""
        self.start()
        assert self._dialect
        gathered: list[Line] = []
        whole = min(task.limit.lines, len(task.position.moves()))
        try:
            for line in self._dialect.think(task):
                if line.rank == 0:
                    gathered = []
                if line.rank == len(gathered) and _is_playable(task.position, line):
                    gathered.append(line)
                    if len(gathered) == whole:
                        yield list(gathered)
            if 0 < len(gathered) < whole:
                yield gathered
        except GeneratorExit:
            try:
                self._dialect.interrupt()
            except EngineFailure:
                self._drop()
            raise
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        """A program that failed is not asked to quit."""
        if self._dialect is not None:
            self._dialect.child.close(patience=0.0)
            self._dialect = None

    def _detect(self) -> str:
        """The protocol the program answers; it is ended again, for what it was asked may have confused it."""
        child = Child(self.name, self._command)
        deadline = time.monotonic() + self.patience.start
        try:
            child.send(*PROBES)
            for _ in range(500):
                line = child.receive(deadline)
                if line is None:
                    break
                words = line.split()
                if words == ["ugiok"]:
                    return "ugi"
                if words[:2] == ["=", "2"]:
                    return "gtp"
                if words == ["pong", "1"]:
                    return "nboard"
            raise EngineFailure("unknown_protocol", name=self.name, said=said(child.last_words))
        finally:
            child.close(patience=min(0.2, self.patience.end))


def _is_playable(position: Position, line: Line) -> bool:
    """Whether the line begins with a legal move: nonsense is not passed on."""
    return position.plain.read_move(line.move) in position.moves()
