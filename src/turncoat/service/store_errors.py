"""Why a database cannot be used, without quoting any of its content."""

import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from turncoat.games.errors import TurncoatError
from turncoat.games.text import Phrase

from .errors import PACKAGE

OUR_CODE = Path(__file__).parents[1]

SQLITE = {
    "SQLITE_NOTADB": "not_a_database",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_CANTOPEN": "permission",
    "SQLITE_PERM": "permission",
    "SQLITE_AUTH": "permission",
    "SQLITE_READONLY": "permission",
    "SQLITE_FULL": "full",
    "SQLITE_IOERR": "disk",
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
}
POSTGRES = {
    "28": "login",
    "3D": "no_database",
    "42501": "permission",
    "53100": "full",
    "53": "overloaded",
    "57": "starting",
}
"""By the code, or the class that it begins with."""
SYSTEM: tuple[tuple[type[OSError], str], ...] = (
    (PermissionError, "permission"),
    (IsADirectoryError, "folder"),
    (NotADirectoryError, "no_folder"),
    (FileExistsError, "no_folder"),
    (ConnectionError, "unreachable"),
    (TimeoutError, "unreachable"),
)
NO_SUCH_KEY = ("SQLITE_CONSTRAINT_FOREIGNKEY", "23503")
FULL = (28, 122)  # ENOSPC, EDQUOT


class StoreUnusable(TurncoatError):
    """A database that cannot be used, and why."""

    code = "store_unusable"

    def __init__(self, why: str, **data: object) -> None:
        self.why = why
        self.reason = Phrase(f"store.{why}", data, PACKAGE)
        TurncoatError.__init__(self, reason=self.reason)

    def text(self, language: str = "en") -> str:
        """The reason in that language."""
        return self.reason.text(language)


def unusable(error: BaseException) -> StoreUnusable:
    """Why a database could not be opened."""
    for each in chain(error):
        if isinstance(each, StoreUnusable):
            return each
        why = _why(each)
        if why:
            return StoreUnusable(why)
    return StoreUnusable("other", kind=kind(error))


def _why(error: BaseException) -> str | None:
    name = getattr(error, "sqlite_errorname", None)
    if name:
        known = [why for start, why in SQLITE.items() if name.startswith(start)]
        return known[0] if known else None
    state = getattr(error, "sqlstate", None)
    if state:
        return next((why for start, why in POSTGRES.items() if state.startswith(start)), None)
    if isinstance(error, OSError):
        if error.errno in FULL:
            return "full"
        return next(
            (why for known, why in SYSTEM if isinstance(error, known)), "unreachable" if not error.filename else None
        )
    return None


def lacks_its_match(error: BaseException) -> bool:
    """Whether something was to be kept of a match that is no more."""
    return any(_code(each) in NO_SUCH_KEY for each in chain(error))


def kind(error: BaseException) -> str:
    """What kind of error it is, with the database's own code; its text is left out, for that may quote people."""
    return next((_kind(each) for each in chain(error) if _code(each)), _kind(error))


def _kind(error: BaseException) -> str:
    code = _code(error)
    return f"{type(error).__name__} {code}" if code else type(error).__name__


def _code(error: BaseException) -> str | None:
    named = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return str(named) if named else (error.strerror if isinstance(error, OSError) else None)


def facts(error: BaseException) -> dict[str, Any]:
    """What is logged of a failure: its kind, and the line of our code where it happened."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(OUR_CODE)]
    where = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else "?"
    return {"kind": kind(error), "where": where}


def describe(error: BaseException) -> str:
    """The error and its causes, each with its kind and traceback."""
    return "\n\n".join("".join([*traceback.format_tb(each.__traceback__), _kind(each)]) for each in chain(error))


def chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from, the first cause first."""
    found: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in found:
        found.append(following)
        context = None if following.__suppress_context__ else following.__context__
        following = getattr(following, "orig", None) or following.__cause__ or context
    return reversed(found)
