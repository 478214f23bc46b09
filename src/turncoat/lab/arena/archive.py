"""The games of a match in one file of records, from which an interrupted match is resumed.

The file begins with a comment that says which match it is.  Then come the records, each followed by an empty line, as
`turncoat.play.read_games` reads them.  A record without its empty line was torn off and does not count.
"""

import fcntl
import json
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from turncoat import __version__, files
from turncoat.games.errors import BadRequest
from turncoat.games.results import Side
from turncoat.games.text import Phrase
from turncoat.play import Game, split_records

from .match import Match, Task
from .referee import Opening, Played

MARK = "# arena "
LATER = ("weights",)  # what files of earlier versions do not say of their match


def text_of(match: Match, task: Task, played: Played) -> str:
    """The game as a record."""
    headers = {side.value: name for side, name in match.named(task).items()}
    headers |= {"pair": str(task.pair + 1), "opening": str(len(played.opening.moves)), "ended": played.ending}
    if played.note:
        headers["note"] = played.note
    game = Game.from_position(played.opening.start, headers)
    for move in played.moves:
        game.play(move)
    # A record names the side that won.
    game.end(played.ending, played.winner.other if played.winner and played.exchanged else played.winner)
    return str(game)


class Archive:
    """The file of one match."""

    def __init__(self, path: Path, match: Match) -> None:
        """Opens the file or begins it; BadRequest if it is another match's."""
        self._path, self._match = path, match
        self.done: dict[tuple[str, str, int], Played] = {}
        """Games already played, by the names of the first and second player and the number of the pair from 0."""
        self.other_version: str | None = None
        """The version that began the file, where it is not this one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        files.check_is_file(path)
        self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            self._lock()
            kept = self._read()
            self._file.truncate(kept)  # what was torn off would be read as part of the next record
            self._file.seek(kept)
            if not kept:
                head = {**match.identity, "version": __version__}
                self._write(f"{MARK}{json.dumps(head, ensure_ascii=False)}\n\n")
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        """Keeps other matches from the file until it is closed."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _problem("in_use", path=str(self._path)) from None
        except OSError:
            pass  # a file system without locks; the match goes on

    def _read(self) -> int:
        """Notes the games in the file; the length of what is whole."""
        content, mark = self._file.read(), MARK.encode()
        whole = content.rfind(b"\n\n") + 2
        if not content.startswith(mark) and not mark.startswith(content):  # the mark itself may be torn
            raise _problem("no_match", path=str(self._path))
        if whole < 2:
            return 0
        try:
            head, *records = split_records(content[:whole].decode("utf-8", errors="replace"), keep_comments=True)
            found = dict[str, Any](json.loads(head.removeprefix(MARK)).items())
            for text in records:
                self._note(dict(line.split(": ", 1) for line in text.splitlines() if ": " in line))
        except (ValueError, LookupError, AttributeError, RecursionError):
            raise _problem("no_match", path=str(self._path)) from None
        self._check(found)
        return whole

    def _check(self, found: dict[str, Any]) -> None:
        for name, value in self._match.identity.items():
            if found.get(name, value if name in LATER else None) != value:
                raise _problem("other_match", path=str(self._path), name=name)
        began = found.get("version", __version__)
        self.other_version = began if began != __version__ else None

    def _note(self, lines: dict[str, str]) -> None:
        won = lines["result"].split()[0]
        winner = None if won == "draw" else Side(won)
        moves = tuple(lines.get("moves", "").replace(";", "").split())
        opening = Opening(lines.get("start", ""), moves[: int(lines["opening"])])
        game = Played(opening, moves, winner, lines["ended"], lines.get("note", ""))  # type: ignore[arg-type]
        if winner and game.exchanged:
            game = replace(game, winner=winner.other)
        self.done[lines["first"], lines["second"], int(lines["pair"]) - 1] = game

    def find(self, task: Task) -> Played | None:
        """The game, if it was played before."""
        named = self._match.named(task)
        return self.done.get((named[Side.FIRST], named[Side.SECOND], task.pair))

    def add(self, games: Iterable[tuple[Task, Played]]) -> None:
        """Writes games down, for good."""
        self._write("".join(text_of(self._match, task, game) + "\n" for task, game in games))

    def _write(self, text: str) -> None:
        self._file.write(text.encode())
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """The file is whole and closed."""
        self._file.close()


def _problem(key: str, **data: object) -> BadRequest:
    return BadRequest(problem=Phrase(f"problems.{key}", data, "turncoat.lab.arena"))
