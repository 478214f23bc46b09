"""Where games are played: in this process, or in several others, each with players of its own."""

import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context
from typing import Any, Protocol

from turncoat.games.errors import BadRequest, TurncoatError
from turncoat.games.text import Phrase
from turncoat.play import BadPlayer, Budget, Choice, Game, Player, Spec, make_player
from turncoat.protocols.client import Timeouts

from .match import Match, Task
from .referee import FORFEITS, SIDES, Played, Referee, Terms, lost_process

SPAWN = get_context("spawn")
START_SECONDS = 120  # a busy machine may take long to start a process, but not forever
RESTARTS = 3  # processes in the place of one that died that may die too before they begin


class BrokenPlayer(Player):
    """Stands in for a player that could not be made: it loses its games, and says why."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def begin(self, seed: int) -> None:
        """Fails as it failed before."""
        raise self._error

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        """Never asked."""
        raise self._error


class GameRunner:
    """Plays games one after another, and keeps the players from game to game."""

    def __init__(self, players: Sequence[str], terms: Terms) -> None:
        self._texts, self._terms = players, terms
        self._made: dict[int, Player] = {}

    def play(self, task: Task, thinks: Any = None) -> Played:
        """The whole game."""
        seats = [self._player(seat) for seat in task.seats]
        game = Referee(self._terms, seats, task.opening, thinks or (lambda _side: None)).play(task.seeds)
        if game.ending in FORFEITS and game.loser is not None:
            self._replace(task.seats[SIDES.index(game.loser)])
        return game

    def _player(self, seat: int) -> Player:
        if seat not in self._made:
            try:
                self._made[seat] = make_player(self._texts[seat], self._terms.ruleset)
            except Exception as error:  # noqa: BLE001 — it was made before, so this is its own trouble
                self._made[seat] = BrokenPlayer(error)
        return self._made[seat]

    def _replace(self, seat: int) -> None:
        """A player that failed comes back as new."""
        with suppress(Exception):  # it has failed already
            self._made.pop(seat).close()

    def close(self) -> None:
        """Closes all players."""
        for seat in list(self._made):
            self._replace(seat)


class WorkerPool(Protocol):
    """Plays tasks; as many at a time as it has places."""

    places: int

    def submit(self, task: Task) -> None:
        """Begin a game; there must be a free place."""

    def results(self) -> Iterator[tuple[Task, Played]]:
        """Waits for at least one game to end; those that have ended."""

    def close(self) -> None:
        """No more games; what is being played is given up."""


class InlinePool:
    """Plays in this process."""

    places = 1

    def __init__(self, match: Match) -> None:
        self._runner = GameRunner(match.players, match.terms)
        self._tasks: list[Task] = []

    def submit(self, task: Task) -> None:
        """Keeps the task for `results`."""
        self._tasks.append(task)

    def results(self) -> Iterator[tuple[Task, Played]]:
        """Plays the task."""
        while self._tasks:
            task = self._tasks.pop(0)
            yield task, self._runner.play(task)

    def close(self) -> None:
        """Closes the players."""
        self._runner.close()


def serve(wire: connection.Connection, thinking: Any, players: Sequence[str], terms: Terms) -> None:
    """What a worker process does: play what comes over the wire until it is cut."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the parent decides what it means
    signal.signal(signal.SIGTERM, _leave)
    runner = GameRunner(players, terms)

    def thinks(side: int) -> None:
        thinking.value = side

    try:
        wire.send(None)
        while (task := wire.recv()) is not None:
            wire.send(runner.play(task, thinks))
    except (EOFError, OSError):
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not keep programs from being ended
        runner.close()


def _leave(_number: int, _frame: object) -> None:
    """What a signal to end means to a worker: to end by itself, so that its players' programs end too."""
    sys.exit(0)


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """What is started here never hears Ctrl-C, not even before it runs our code."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread may set signals
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


class Worker:
    """One other process."""

    def __init__(self, match: Match, attempts: int = 0) -> None:
        """`attempts` says how often another may be started in its place if it dies before it begins."""
        self.attempts = attempts
        self._end_seconds = len(match.players) * Timeouts().end + 1  # for sending all of its players home
        self.thinking = SPAWN.RawValue("i", 0)  # which side thinks: all that is left when the process dies
        self.wire, other = SPAWN.Pipe()
        arguments = (other, self.thinking, match.players, match.terms)
        self.process = SPAWN.Process(target=serve, args=arguments, daemon=True)
        with _ignoring_interrupts():
            self.process.start()
        other.close()
        self.task: Task | None = None
        self.ready = self.dead = False

    def receive(self) -> Played | None:
        """The game that has ended; None if only life or death is seen."""
        try:
            game: Played | None = self.wire.recv()
        except (EOFError, OSError):
            self.dead = True
            self.process.join(5)
            if not self.ready or self.task is None:
                return None
            reason = f"the process ended with code {self.process.exitcode}"
            return lost_process(self.task.opening, self.thinking.value, reason)
        self.ready = True
        return game

    def dismiss(self) -> None:
        """Tells the process to end; one that does not look at its wire is told so by a signal."""
        self.wire.close()
        if (self.task is not None or not self.ready) and self.process.is_alive():
            self.process.terminate()

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self.process.join(self._end_seconds)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(self._end_seconds)
        if self.process.is_alive():  # a program it plays with may outlive it, but it has had its time
            self.process.kill()
            self.process.join(self._end_seconds)


class ProcessPool:
    """Plays in other processes, a game in each."""

    def __init__(self, match: Match, places: int) -> None:
        self._match, self.places = match, places
        self._workers = [Worker(match) for _ in range(places)]

    def submit(self, task: Task) -> None:
        """Gives the game to a worker that has none."""
        worker = next(each for each in self._workers if each.task is None)
        worker.task = task
        with suppress(OSError):  # it died; `results` will see that
            worker.wire.send(task)

    def results(self) -> Iterator[tuple[Task, Played]]:
        """Waits for a game to end."""
        found = False
        while not found:
            ready = connection.wait([worker.wire for worker in self._workers], timeout=START_SECONDS)
            if not ready and not any(worker.ready for worker in self._workers):
                raise _cannot_begin(f"no sign of life in {START_SECONDS} s")
            for number, worker in enumerate(self._workers):
                if worker.wire not in ready:
                    continue
                game = worker.receive()
                task = worker.task
                if game is not None:
                    worker.task = None
                if worker.dead:
                    self._replace(number)
                if game is not None and task is not None:
                    found = True
                    yield task, game

    def _replace(self, number: int) -> None:
        """Another worker in the place of one that died, with its game if that never began."""
        dead = self._workers[number]
        dead.dismiss()
        dead.end()
        if not dead.ready and not dead.attempts:
            raise _cannot_begin(f"exit code {dead.process.exitcode}")
        worker = self._workers[number] = Worker(self._match, RESTARTS if dead.ready else dead.attempts - 1)
        if dead.task is not None and not dead.ready:
            worker.task = dead.task
            with suppress(OSError):  # as in `submit`
                worker.wire.send(dead.task)

    def close(self) -> None:
        """Ends all workers."""
        for worker in self._workers:
            worker.dismiss()
        for worker in self._workers:
            worker.end()


def _cannot_begin(reason: str) -> TurncoatError:
    return BadRequest(problem=Phrase("problems.worker", {"reason": reason}, "turncoat.lab.arena"))


def open_pool(match: Match, workers: int) -> WorkerPool:
    """A pool of so many processes; of none, this one plays."""
    for text in dict.fromkeys(match.players):  # a text that names no player is refused here, before anything starts
        if Spec.read(text).kind == "clock" and match.clock is None:
            raise BadPlayer("no_clock")
        make_player(text, match.ruleset).close()
    return ProcessPool(match, workers) if workers else InlinePool(match)
