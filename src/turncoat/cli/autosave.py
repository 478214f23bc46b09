"""Saves the game in progress after every move, so that a closed terminal cannot lose it."""

from contextlib import suppress
from pathlib import Path

from . import storage
from .console import print_note
from .errors import CommandError, file_error
from .language import say
from .match import Match


class Autosave:
    """The autosave of one match, and the file a person saved it to."""

    def __init__(self) -> None:
        self.kept: Path | None = None
        self.saved: Path | None = None
        self._saved_text = ""
        self._works = True

    def keep(self, match: Match) -> None:
        """Write the match down; a game without a move is not worth a file."""
        if not match.moves or not self._works:
            return
        try:
            if self.kept is None:
                self.kept = _new_file(match)
            storage.write(self.kept, match.record())
        except CommandError as error:
            self._works = False  # said once; the game goes on
            print_note(error.text())

    def save(self, match: Match, path: Path) -> None:
        """Write the match to the person's own file."""
        text = match.record()
        storage.write(path, text)
        self.saved, self._saved_text = path, text

    def opened(self, match: Match, path: Path) -> None:
        """The match comes from the person's own file."""
        self.saved, self._saved_text = path, match.record()

    def is_saved(self, match: Match) -> bool:
        """Whether the person's own file holds the match as it is."""
        return self.saved is not None and self._saved_text == match.record()

    def leave(self, match: Match) -> str:
        """What to tell a person who goes away; a game that lies in its own file needs no second copy."""
        if not match.moves:
            return ""
        if self.is_saved(match):
            if self.kept is not None:
                with suppress(OSError):
                    self.kept.unlink()
            return say("play.saved_there", path=self.saved)
        storage.prune()
        if self.kept is None or not self._works:
            return ""
        return say("play.kept_over" if match.over else "play.kept", path=self.kept)


def _new_file(match: Match) -> Path:
    try:
        return storage.new_autosave(match.position.ruleset.info.name)
    except OSError as error:
        raise file_error(error, storage.autosave_folder(), "cannot_write") from None


def unfinished() -> Path | None:
    """The newest kept game that is not over."""
    for path in storage.autosaves():
        with suppress(CommandError):
            if not Match(storage.read_record(path)).over:
                return path
    return None
