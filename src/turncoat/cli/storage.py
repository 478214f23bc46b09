"""Games in files: written atomically, read with clear errors, saved while they are played."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from turncoat import files
from turncoat.games import games
from turncoat.games.errors import TurncoatError
from turncoat.play import Game, split_records
from turncoat.play.movetext import read_movetext

from .console import print_note
from .errors import NO, CommandError, file_error, spoken_text
from .language import say

MAX_AUTOSAVES = 20  # games the autosave keeps
SUFFIX = ".turncoat"
GGF = "(;GM["  # how every game in GGF begins
Database = Annotated[str | None, typer.Option("--database", "-d", metavar="URL", envvar="TURNCOAT_DATABASE")]


def write(path: Path, content: str | bytes) -> None:
    """Replace the file's content; a crash in the middle leaves the old content."""
    try:
        files.replace(path, [content.encode() if isinstance(content, str) else content])
    except OSError as error:
        raise file_error(error, path, "cannot_write") from None


def check_writable(path: Path) -> None:
    """Complains where the file cannot be written: before the work, not after it."""
    try:
        files.check_writable(path)
    except OSError as error:
        raise file_error(error, path, "cannot_write") from None


def read_record(path: Path) -> Game:
    """The game in a file."""
    try:
        return Game.read(files.read_text(path))
    except (OSError, UnicodeDecodeError) as error:
        raise file_error(error, path, "cannot_read") from None
    except TurncoatError as error:
        raise CommandError("damaged", NO, path=path, problem=spoken_text(error)) from None


def read_game(path: Path, ruleset: str | None, number: int | None) -> Game:
    """One game of a file of records or of games in GGF; under a ruleset, the game of a bare transcript."""
    try:
        text = files.read_text(path).removeprefix("\ufeff").lstrip()
        if ruleset is not None:
            return _read_transcript(ruleset, text)
        if text.startswith(GGF):
            return _read_ggf(text, number)
        return Game.read(_chosen(split_records(text), number))
    except (OSError, UnicodeDecodeError) as error:
        raise file_error(error, path, "cannot_read") from None
    except TurncoatError as error:
        raise CommandError("damaged", NO, path=path, problem=spoken_text(error)) from None


def _chosen(texts: list[str], number: int | None) -> str:
    """The game of that number; the first of several, and a word about it, where nobody said which."""
    if (number or 1) > len(texts):
        raise CommandError("no_such_game", count=len(texts), number=number or 1)
    if number is None and len(texts) > 1:
        print_note(say("review.of_several", count=len(texts)))
    return texts[(number or 1) - 1]


def _read_transcript(ruleset: str, text: str) -> Game:
    game = Game.start(ruleset)
    read_movetext(game.root, text)
    game.current = game.last
    return game


def _read_ggf(text: str, number: int | None) -> Game:
    from turncoat.protocols import ggf  # brings numpy, which other commands need not wait for

    return ggf.read_game(_chosen(ggf.split(text), number), next(name for name, game in games().items() if game.othello))


def autosave_folder() -> Path:
    """Where games in progress are kept."""
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "turncoat"


def database_address(given: str | None) -> str:
    """Where the service keeps its matches, unless it was told another place."""
    return given or str(autosave_folder() / "matches.db")


def new_autosave(game: str) -> Path:
    """A file name for a new game that no other game has."""
    folder = autosave_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem, number = f"{datetime.now().astimezone():%Y%m%d-%H%M%S}-{game}", 1
    while True:
        path = folder / f"{stem}{'' if number == 1 else f'-{number}'}{SUFFIX}"
        try:
            path.touch(exist_ok=False)  # takes the name, also against a second game started in the same second
        except FileExistsError:
            number += 1
        else:
            return path


def autosaves() -> list[Path]:
    """The games kept, the newest first."""
    with suppress(OSError):
        found = [path for path in autosave_folder().glob(f"*{SUFFIX}") if path.stat().st_size]
        return sorted(found, key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
    return []


def prune() -> None:
    """Forget all but the newest games, so that the folder does not grow for ever."""
    for path in autosaves()[MAX_AUTOSAVES:]:
        with suppress(OSError):
            path.unlink()
