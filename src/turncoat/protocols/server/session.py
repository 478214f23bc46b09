"""What the servers of all protocols share: a game, an engine for its ruleset, and one search at a time."""

import logging
import mmap
import re
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from random import Random

from turncoat import games
from turncoat.engine import BadWeights, Weights
from turncoat.engine.clock import OVERHEAD, Times, allot, decisions_left, turn_share
from turncoat.engine.engine import MEBIBYTE, Engine
from turncoat.engine.levels import LEVEL_MEMORY, MAX, Level
from turncoat.engine.line import MAX_SECONDS, Limit, Line
from turncoat.games import Position, Ruleset
from turncoat.games.errors import TurncoatError
from turncoat.games.text import Phrase
from turncoat.native import start
from turncoat.play import Game, Node, TimeLeft

from .wire import Wire

OnLines = Callable[[list[Line]], None]
Evaluation = Weights | str | None
NAME = "Turncoat"
DEFAULT_MEMORY = 64  # MiB
LOG = logging.getLogger(__name__)  # to standard error, where nobody has set it up: standard output is for answers


class BadCommand(TurncoatError):
    """A line that no protocol of ours understands."""

    code = "bad_request"

    def __init__(self, problem: str | Phrase, **data: object) -> None:
        if isinstance(problem, str):
            problem = Phrase(f"protocol.{problem}", data, "turncoat.protocols")
        TurncoatError.__init__(self, problem=problem)


class BackgroundSearch:
    """One search in the background: `on_depth` hears every finished depth, `on_end` the last one, once."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        limit: Limit,
        on_depth: OnLines,
        on_end: OnLines,
        *,
        hold: bool,
        ponder: bool,
    ) -> None:
        """`hold`: the end is not told before `release` or `stop`, however soon the search is through."""
        self._engine, self._on_depth, self._on_end = engine, on_depth, on_end
        self._pondering = ponder
        self._released = threading.Event()
        if not hold:
            self._released.set()
        engine.start(position, limit, ponder=ponder)
        self._thread = threading.Thread(target=self._run, name="background search")
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether its end has not been told yet."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """End it now; comes back when the end has been told."""
        self._released.set()
        self._engine.stop()
        self._thread.join()

    def ponder_hit(self) -> None:
        """What it ponders on has come true: its limits count, from the start of the search.  Else nothing."""
        if self._pondering:
            self._pondering = False
            self._engine.ponder_hit()
            self._released.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Come back when the end has been told, or after so many seconds; whether it has been told."""
        self._thread.join(seconds)
        return not self.busy

    def _run(self) -> None:
        last: list[Line] = []
        busy = True
        try:
            while busy:
                found, busy = self._engine.poll(0.05)
                for last in found:
                    self._on_depth(last)
        finally:  # whatever went wrong, somebody waits for the end
            self._released.wait()
            self._on_end(last)


class Session:
    """The game at hand and who thinks about it."""

    def __init__(self, ruleset: Ruleset, level: Level | None = None) -> None:
        self.memory, self.threads = DEFAULT_MEMORY, 1
        self.level, self.random = level or Level(MAX), Random()
        self.weights: Evaluation = "shipped"
        self._engine: Engine | None = None
        self._search: BackgroundSearch | None = None
        self.set_up(start(ruleset))

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the game."""
        return self.game.ruleset

    @property
    def position(self) -> Position:
        """The present position."""
        return self.game.position

    @property
    def busy(self) -> bool:
        """Whether a search goes on."""
        return self._search is not None and self._search.busy

    def set_up(self, first: Position, moves: list[str] | None = None) -> None:
        """A game from that position, after those moves; what was there before stays if one of them is illegal."""
        game = Game.from_position(first)
        for move in moves or []:
            game.play(move)
        self.stop()
        if self._engine is not None and self._engine.ruleset != first.ruleset:
            self._engine = None
        self.game = game

    def play(self, move: str) -> None:
        """Play on."""
        after = self.game.current.add(move)
        self.stop()  # what was thought is told about the position before
        self.game.current = after

    def undo(self) -> bool:
        """Take the last move back; whether there was one."""
        if self.game.current.parent is None:
            return False
        self.stop()
        self.game.undo()
        self.game.cut()
        return True

    def go_to(self, node: Node) -> None:
        """Stand at another moment of the game."""
        self.stop()
        self.game.go_to(node)

    def engine(self) -> Engine:
        """The engine for this ruleset, made when it is first needed: its memory may be large.

        Settings of which none can be made are given up for the usual ones: the next attempt will do.
        """
        if self._engine is None:
            try:
                # A level has its own small table, which is emptied before every move.
                memory = LEVEL_MEMORY if self.level.strength else self.memory
                self._engine = Engine(self.ruleset, memory, self.weights)
            except MemoryError:
                asked, self.memory = self.memory, DEFAULT_MEMORY if self.memory > DEFAULT_MEMORY else 1
                raise BadCommand("memory", memory=asked, back=self.memory) from None
            except BadWeights:
                self.weights = "shipped"
                raise
        return self._engine

    def set_memory(self, memory: int) -> None:
        """So many MiB from now on; what cannot be had is refused, and what was set before stays."""
        self.renew()  # first, for what the old engine holds may be needed
        try:
            mmap.mmap(-1, memory * MEBIBYTE).close()  # only asked for: to fill it takes seconds
        except (OSError, MemoryError):
            raise BadCommand("memory", memory=memory, back=self.memory) from None
        self.memory = memory

    def set_weights(self, weights: Evaluation) -> None:
        """Another evaluation from now on; one of which no engine can be made is refused."""
        Engine(self.ruleset, 1, weights)
        self.weights = weights
        self.renew()

    def renew(self) -> None:
        """Settings have changed: the next search gets a new engine."""
        self.stop()
        self._engine = None

    def think(
        self, limit: Limit, on_depth: OnLines, on_end: OnLines, *, hold: bool = False, ponder: bool = False
    ) -> BackgroundSearch:
        """Begin a search of the present position; one that goes on is ended first."""
        self.stop()
        engine = self.engine()
        try:
            self._search = BackgroundSearch(engine, self.position, limit, on_depth, on_end, hold=hold, ponder=ponder)
        except MemoryError:
            self.threads = 1
            raise BadCommand("threads", threads=limit.threads) from None
        return self._search

    def think_as_level(
        self, limit: Limit, on_depth: OnLines, on_end: OnLines, *, hold: bool = False, ponder: bool = False
    ) -> BackgroundSearch:
        """The same for a move, as the level at hand thinks about one."""
        if self.level.strength:
            self.forget()
        return self.think(self.level_limit(limit), on_depth, on_end, hold=hold, ponder=ponder)

    def level_limit(self, limit: Limit) -> Limit:
        """What the level at hand is asked for the present decision: its time is for the whole turn."""
        return self.level.within(limit, turn_share(self.position, self.game.current.begun))

    def choose(self, lines: list[Line]) -> Line:
        """The line that the level at hand plays."""
        return self.level.pick(self.position, lines, self.random)

    def times(self, clock: TimeLeft, overhead: float = OVERHEAD) -> Times:
        """The seconds for the present move on that clock, never more than a limit takes."""
        soft, hard = allot(clock, decisions_left(self.position), overhead)
        return Times(min(soft, MAX_SECONDS), min(hard, MAX_SECONDS))

    def stop(self) -> None:
        """End the search, if there is one; its end has been told when this comes back."""
        if self._search is not None:
            self._search.stop()
            self._search = None

    def ponder_hit(self) -> None:
        """What is pondered on has come true."""
        if self._search is not None:
            self._search.ponder_hit()

    def forget(self) -> None:
        """As if nothing had ever been thought."""
        self.stop()
        if self._engine is not None:
            self._engine.forget()


class Server(ABC):
    """Obeys lines one after another; what it does not understand costs one line and nothing else."""

    def __init__(self, wire: Wire, ruleset: str | None, version: str, level: Level | None = None) -> None:
        self.wire, self.version = wire, version
        self.session = Session(Ruleset.read(ruleset or self.default_ruleset()), level)
        self.open = True

    @property
    def title(self) -> str:
        """Who plays, for people."""
        return f"{NAME} level {self.session.level.name}" if self.session.level.strength else NAME

    @staticmethod
    def default_ruleset() -> str:
        """What is played until another ruleset is asked for."""
        return next(iter(games.games()))

    @abstractmethod
    def execute(self, line: str) -> None:
        """Do what a line says."""

    @abstractmethod
    def report_error(self, error: TurncoatError) -> None:
        """Say what was wrong with a line."""

    def attempt(self, action: Callable[[], object]) -> bool:
        """Whether it could be done; what was wrong is said otherwise, and no line ends the conversation."""
        try:
            action()
        except TurncoatError as error:
            self.report_error(error)
        except Exception:  # noqa: BLE001 — whatever it is, whoever is at the other end must not be left alone
            self.report_error(fault())
        else:
            return True
        return False

    def run(self) -> None:
        """Obey until told to quit, or until the other end hangs up."""
        try:
            for line in self.wire.lines():
                self.attempt(partial(self.execute, line))
                if not self.open:
                    break
        finally:
            self.session.stop()


def fault() -> BadCommand:
    """What to say of an error nobody thought of, the one being handled; its trace is for the log."""
    error = sys.exc_info()[1]
    LOG.error("a line could not be obeyed", exc_info=error)
    return BadCommand("fault", fault=type(error).__name__)


def whole(text: str, low: int, high: int) -> int | None:
    """The whole number within bounds that a text is; None where it is none.

    >>> whole("7", 1, 9), whole("0", 1, 9), whole("9" * 5000, 1, 9)
    (7, None, None)
    """
    number = int(text) if re.fullmatch("[0-9]{1,18}", text) else low - 1
    return number if low <= number <= high else None


def othello_ruleset(size: int | None = None) -> str:
    """The ruleset that Othello programs play, on the usual board or on one of that many columns and rows."""
    name = next(game.name for game in games.games().values() if game.othello)
    return str(Ruleset.read(name if size is None else f"{name}:size={size}x{size}"))
