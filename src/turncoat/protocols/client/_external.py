"""Another program as a player: started when needed, asked for moves, and always ended."""

import shlex
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from turncoat.engine.line import Limit, Line
from turncoat.games import Position
from turncoat.games.errors import TurncoatError
from turncoat.games.results import Side
from turncoat.play import Game, TimeLeft

from ._child import Child
from ._dialect import Dialect
from ._failure import EngineFailure, last_output
from ._gtp import GtpDialect
from ._nboard import NboardDialect
from ._task import Task, Timeouts
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
    """Another program that plays.  After a failure it is killed, and the next request restarts it.

    `with External("cmd:edax -gtp") as engine: engine.choose(game, Limit(time=1))`
    """

    def __init__(self, name: str, timeouts: Timeouts | None = None) -> None:
        """`name` as `is_external` takes it."""
        self.name, self.timeouts = name, timeouts or Timeouts()
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

    def __repr__(self) -> str:
        return f"<External {self.name}>"

    @property
    def title(self) -> str:
        """The program's own name, once it has been started."""
        return self._dialect.title if self._dialect else self.name

    @property
    def pid(self) -> int | None:
        """The number of its process while it runs."""
        return self._dialect.child.pid if self._dialect else None

    def start(self) -> None:
        """Starts the program unless it is running, and waits until it answers."""
        if self._dialect is not None and self._dialect.child.alive:
            return
        self.close()
        if self.protocol is None:
            self.protocol = self._detect()
        child = Child(self.name, self._command)
        self._dialect = DIALECTS[self.protocol](child, self.timeouts)
        with self._guarded() as dialect:
            dialect.handshake(time.monotonic() + self.timeouts.start)

    def new_game(self) -> None:
        """Start it if need be, and have it forget the games before: with a limit of nodes the same game comes again."""
        self.start()
        with self._guarded() as dialect:
            dialect.begin()

    def check(self, game: Game) -> None:
        """EngineFailure where the program cannot play on from there, before it would cost it a game."""
        task = Task.of(game)
        self.start()
        with self._guarded() as dialect:
            dialect.check(task)

    def choose(
        self,
        game: Game,
        limit: Limit | None = None,
        clocks: Mapping[Side, TimeLeft] | None = None,
    ) -> str:
        """A legal move of the game's current position; EngineFailure otherwise."""
        task = Task.of(game, limit, clocks)
        if task.position.is_over:
            raise EngineFailure("over")
        self.lines = []
        for lines in self._think(task):
            self.lines = lines
        assert self._dialect
        move = self._dialect.chosen
        chosen = task.position.find(move)
        if chosen is None:
            self._drop()
            legal = [each.text for each in task.position.legal_moves]
            raise EngineFailure("illegal", name=self.name, move=task.position.read_move(move)[:20], legal=legal)
        return chosen.text

    def analyse(self, game: Game, limit: Limit) -> Generator[list[Line], None, None]:
        """What it tells of the game's current position as it thinks, best first.  Closing the iterator ends its search.

        Without a limit of time it may think, or keep silent, for as long as it likes.
        """
        task = Task.of(game, limit, analysis=True)
        self.start()
        assert self._dialect
        if isinstance(self._dialect, GtpDialect):
            raise EngineFailure("no_lines", name=self.name, protocol=self._dialect.protocol)
        if not task.position.is_over:
            yield from self._think(task)

    def close(self) -> None:
        """End the program, by force if it does not listen."""
        if self._dialect is not None:
            self._dialect.child.close(self._dialect.quit_command, self.timeouts.end)
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
        gathered: list[Line] = []
        whole = min(task.limit.lines, len(task.position.legal_moves))
        with self._guarded() as dialect:
            for line in dialect.think(task):
                if line.rank == 0:
                    gathered = []
                if line.rank == len(gathered) and _is_playable(task.position, line):
                    gathered.append(line)
                    if len(gathered) == whole:
                        yield list(gathered)
        if 0 < len(gathered) < whole:
            yield gathered

    @contextmanager
    def _guarded(self) -> Iterator[Dialect]:
        """Whatever goes wrong within ends the program; what nobody thought of is taken for nonsense."""
        assert self._dialect
        dialect = self._dialect
        try:
            yield dialect
        except GeneratorExit:  # nobody listens any more, which is no fault
            try:
                dialect.interrupt()
            except EngineFailure:
                self._drop()
            raise
        except Exception as error:
            self._drop()
            if isinstance(error, TurncoatError):
                raise
            raise dialect.garbage() from error
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        """A program that failed is not asked to quit."""
        if self._dialect is not None:
            self._dialect.child.close(seconds=0.0)
            self._dialect = None

    def _detect(self) -> str:
        """The protocol the program answers; it is ended again, for what it was asked may have confused it."""
        child = Child(self.name, self._command)
        deadline = time.monotonic() + self.timeouts.start
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
            raise EngineFailure("unknown_protocol", name=self.name, said=last_output(child.last_words))
        finally:
            child.close(seconds=min(0.2, self.timeouts.end))


def _is_playable(position: Position, line: Line) -> bool:
    """Whether the line begins with a legal move: nonsense is not passed on."""
    return position.find(line.move) is not None
