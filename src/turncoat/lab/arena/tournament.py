"""A match being played: games go out to the pool, come back in any order, and are counted in theirs."""

import json
import shutil
import subprocess
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from turncoat import __version__, files
from turncoat.games.errors import BadRequest
from turncoat.games.text import Phrase

from .archive import Archive
from .match import Match, Task, Unit
from .referee import Played  # noqa: TC001 — a type like those beside it
from .standing import Standing
from .workers import WorkerPool, open_pool

AHEAD = 16  # units that may be begun before the oldest one is finished, for every place of the pool


class Tournament:
    """Plays a match.

    >>> match = Match(("uct:100", "random"), "verto:size=3", pairs=2, opening_moves=1)
    >>> *_, standing = Tournament(match).play()
    >>> standing.games
    4
    """

    def __init__(self, match: Match, workers: int = 0, save: Path | str | None = None) -> None:
        """`workers` other processes play, or this one; games that are in the file `save` are not played again."""
        if workers < 0:
            raise BadRequest(problem=Phrase("problems.at_least", {"name": "workers", "low": 0, "got": workers}))
        self.match, self.workers = match, workers
        self._save = Path(save) if save is not None else None
        self.standing = Standing(match)
        self._units = match.units()
        self._open: deque[Unit] = deque()  # begun and not yet counted, in order
        self._ready: deque[Task] = deque()
        self._games: dict[Task, Played] = {}
        self._fresh: set[Task] = set()  # played now, and not yet on paper
        self._all_begun = False

    def play(self) -> Generator[Standing]:
        """Plays to the end; the standing after every pair, always the same object.

        With node budgets it is the same for the same seed, game by game, whatever the number of workers.
        """
        self.standing.commit = commit()  # of what plays: files may be changed while it does
        _ = self.match.weights  # read now for the same reason
        archive = Archive(self._save, self.match) if self._save else None
        if archive:
            self.standing.resumed_version = archive.other_version
        try:
            pool = open_pool(self.match, self.workers)
        except BaseException:
            if archive:
                archive.close()
            raise
        try:
            yield from self._run(pool, archive)
        finally:
            pool.close()
            if archive:
                # Pairs that were finished out of turn when the match was broken off need not be played again.
                if not self._decided:
                    self._keep(archive, self._open)
                archive.close()

    @property
    def _decided(self) -> bool:
        """Whether the test has ended the match."""
        return self.standing.verdict is not None or self.standing.exhausted

    def _run(self, pool: WorkerPool, archive: Archive | None) -> Iterator[Standing]:
        busy = 0
        while True:
            while busy < pool.places and (task := self._next_task(AHEAD * pool.places, archive)):
                pool.submit(task)
                busy += 1
            while self._open and all(task in self._games for task in self._open[0].tasks):
                yield self._count(self._open.popleft(), archive)
                if self._decided:
                    return
            if busy:
                for task, game in pool.results():
                    busy -= 1
                    self._games[task] = game
                    if archive:
                        self._fresh.add(task)
            elif self._all_begun:
                return

    def _next_task(self, ahead: int, archive: Archive | None) -> Task | None:
        """The next game that is on no paper; None when there is none, or when the oldest pair has to be waited for."""
        while not self._ready and not self._all_begun and len(self._open) < ahead:
            unit = next(self._units, None)
            if unit is None:
                self._all_begun = True
                break
            self._open.append(unit)
            for task in unit.tasks:
                known = archive.find(task) if archive else None
                if known is None:
                    self._ready.append(task)
                else:
                    self._games[task] = known
        return self._ready.popleft() if self._ready else None

    def _count(self, unit: Unit, archive: Archive | None) -> Standing:
        if archive:
            self._keep(archive, [unit])
        self.standing.resumed += sum(archive.find(task) is not None for task in unit.tasks) if archive else 0
        first, second = (self._games.pop(task) for task in unit.tasks)
        self.standing.add(unit, (first, second))
        return self.standing

    def _keep(self, archive: Archive, units: Iterable[Unit]) -> None:
        """Writes down the games of those pairs that are finished and not in the file yet."""
        for unit in units:
            fresh = [task for task in unit.tasks if task in self._fresh]
            if fresh and all(task in self._games for task in unit.tasks):
                archive.add((task, self._games[task]) for task in fresh)
                self._fresh.difference_update(fresh)


def play(match: Match, workers: int = 0, save: Path | str | None = None) -> Standing:
    """Plays the whole match; how it stands at the end."""
    tournament = Tournament(match, workers, save)
    for _ in tournament.play():
        pass
    return tournament.standing


def log(standing: Standing, path: Path | str) -> None:
    """Adds the result to a file of results, one JSON object on a line: when, with which version and commit, and how."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    data = {"date": when, "version": __version__, "commit": standing.commit, **standing.data()}
    line = json.dumps(data, ensure_ascii=False, allow_nan=False)
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def check_log(path: Path | str) -> None:
    """OSError if nothing can be added to the file; nothing is left behind."""
    asked = Path(path)
    files.check_is_file(asked)
    new = not asked.exists()
    asked.open("ab").close()
    if new:
        asked.unlink()


def commit() -> str | None:
    """The commit this package was checked out at, with `-dirty` where files differ from it; None outside a checkout."""
    # A package that lies inside a checkout of something else, as in a virtual environment, is not of that commit.
    if _git("ls-files", "--error-unmatch", Path(__file__).name) is None:
        return None
    return _git("describe", "--always", "--dirty", "--abbrev=10", "--exclude=*")


def _git(*words: str) -> str | None:
    """What git answers where this file lies; None where it cannot."""
    git = shutil.which("git")
    if git is None:
        return None
    command = [git, "-C", str(Path(__file__).parent), *words]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    return told.stdout.strip() if told.returncode == 0 else None
