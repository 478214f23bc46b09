"""What the three protocols have in common, on the client's side."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from turncoat.engine.line import Line

from ._child import Child
from ._failure import EngineFailure, last_output
from ._task import Task, Timeouts

MAX_GARBAGE = 2000  # lines that mean nothing, after which nothing expected_words is expected


class Dialect(ABC):
    """Speaks one protocol with one program."""

    protocol: ClassVar[str]
    quit_command: ClassVar[str] = "quit"
    expected_words: ClassVar[tuple[str, ...]] = ()
    """First words of lines that are no garbage, however many of them there are."""

    def __init__(self, child: Child, timeouts: Timeouts) -> None:
        self.child, self.timeouts = child, timeouts
        self.title = child.name
        """What the program calls itself."""
        self.last_line = ""
        """The last line it said."""

    @abstractmethod
    def handshake(self, deadline: float) -> None:
        """The first words, after which the program is known to listen."""

    @abstractmethod
    def think(self, task: Task) -> Iterator[Line]:
        """The lines it tells about, as they come; `chosen` is its move afterwards."""

    chosen = ""

    def check(self, task: Task) -> None:  # noqa: B027 — most can be asked anything
        """A failure where the program cannot be asked this."""

    def check_othello(self, task: Task) -> None:
        """A failure unless it is Othello on a square board, the one game of two of the protocols."""
        on, ruleset = task.position.grid, task.position.ruleset
        if not ruleset.info.othello or on.width != on.height:
            raise EngineFailure("unsuited", name=self.child.name, protocol=self.protocol, ruleset=str(ruleset))

    @abstractmethod
    def begin(self) -> None:
        """A new game: nothing of those before shall matter to it."""

    def interrupt(self) -> None:
        """End a search begun by `think`; a program that cannot be interrupted is ended by whoever asked."""
        raise EngineFailure("no_lines", name=self.child.name, protocol=self.protocol)

    def expect(self, deadline: float, seconds: float, problem: str = "slow") -> Iterator[str]:
        """Lines as they come; a failure when the deadline passes or too many have come."""
        garbage = 0
        while garbage < MAX_GARBAGE:
            line = self.child.receive(deadline)
            if line is None:
                raise EngineFailure(
                    problem, name=self.child.name, seconds=round(seconds, 1), said=last_output(self.child.last_words)
                )
            self.last_line = line
            garbage = 0 if line.partition(" ")[0] in self.expected_words else garbage + 1
            yield line
        raise self.garbage()

    def garbage(self) -> EngineFailure:
        """That what it says makes no sense."""
        words = last_output(self.child.last_words)
        return EngineFailure(
            "garbage", name=self.child.name, protocol=self.protocol, text=self.last_line[:60], said=words
        )
