"""Which games there are: found in our own folders, in packages of others, and in files.  There is no list of them.

- every folder beside this module that holds a `rules.py`; the game is named after it
- every package that names a game under the entry point `turncoat.games`
- every file or folder that `load` was given, or that the variable TURNCOAT_GAMES names; processes that are started
  from here find them too
"""

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module, resources
from types import MappingProxyType
from typing import TYPE_CHECKING

from .errors import BadGame, UnknownGame, WrongType, nearest
from .info import GameInfo
from .ruleset import forget_rulesets
from .text import Phrase

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .files import GameFile

GROUP = "turncoat.games"
VARIABLE = "TURNCOAT_GAMES"

_files: dict[str, "GameFile"] = {}  # by the name of the game


@cache
def _folders() -> Mapping[str, str]:
    """Our own games: the package of each by its name."""
    found = resources.files(__package__).iterdir()
    names = [each.name for each in found if each.is_dir() and each.joinpath("rules.py").is_file()]
    return {name.replace("_", "-"): f"{__package__}.{name}" for name in sorted(names)}


@cache
def _entries() -> Mapping[str, "EntryPoint"]:
    """The games that other packages bring, none of them imported yet."""
    from importlib.metadata import entry_points  # takes longer than all the rest of a quick command

    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda each: each.name)}


@cache
def _own(name: str) -> GameInfo:
    info: GameInfo = import_module(_folders()[name]).GAME
    return info


@cache
def _foreign(name: str) -> GameInfo | BadGame:
    """The game that a package brings under that name, or what is wrong with it."""
    entry = _entries()[name]
    try:
        found = entry.load()
    except Exception as error:  # noqa: BLE001 — it is not our code, and may raise anything
        return BadGame(game=name, problem=Phrase("rules_files.broken", {"error": f"{type(error).__name__}: {error}"}))
    info = found if isinstance(found, GameInfo) else getattr(found, "GAME", None)
    from .definition import definition_problem

    if problem := definition_problem(info):
        return BadGame(game=name, problem=problem[0])
    assert isinstance(info, GameInfo)
    if info.name != name:
        return BadGame(game=name, problem=Phrase("rules_files.other_name", {"name": info.name}))
    return info


def own_games() -> Mapping[str, GameInfo]:
    """The games that come with Turncoat, by name.

    >>> list(own_games())
    ['vect-reverse', 'verto', 'invector', 'reversi']
    """
    return MappingProxyType(_sorted(map(_own, _folders())))


def games() -> Mapping[str, GameInfo]:
    """Every game by name: our own first, then those of packages, then those of files.

    >>> list(games())[:2]
    ['vect-reverse', 'verto']
    """
    _read_variable()
    packages = [info for info in map(_foreign, _others()) if isinstance(info, GameInfo)]
    files = [file.info for file in _files.values()]
    return MappingProxyType({**own_games(), **_sorted(packages), **_sorted(files)})


def broken_games() -> tuple[BadGame, ...]:
    """What is wrong with games that packages and TURNCOAT_GAMES name and that cannot be played: an error for each."""
    packages = [found for found in map(_foreign, _others()) if isinstance(found, BadGame)]
    taken = [BadGame(game=name, problem=Phrase("rules_files.name_taken")) for name in _entries() if name in _folders()]
    return (*packages, *taken, *_read_variable())


def _others() -> list[str]:
    return [name for name in _entries() if name not in _folders() and name not in _files]


def _sorted(found: "map[GameInfo] | list[GameInfo]") -> dict[str, GameInfo]:
    return {info.name: info for info in sorted(found, key=lambda info: (info.order, info.name))}


def game(name: str) -> GameInfo:
    """The game of that name.

    >>> game("reversy")
    Traceback (most recent call last):
    turncoat.games.errors.UnknownGame: there is no game reversy; games: ...; did you mean reversi?
    """
    if not isinstance(name, str):
        raise WrongType.of("name", "game", name)
    name = name.strip().lower()
    if name in _folders():
        return _own(name)
    _read_variable()
    if name in _files:
        return _files[name].info
    if name not in _entries():
        known = [
            *own_games(),
            *_others(),
            *_files,
        ]  # by their names alone: no package is imported for a slip of the pen
        raise UnknownGame(name=name, games=known, hint=nearest(name, known))
    found = _foreign(name)
    if isinstance(found, BadGame):
        raise found
    return found


def load(path: str | os.PathLike[str]) -> GameInfo:
    """The game whose rules are in that file or folder; from now on it is found by its name.

    BadGame says what is wrong with the file, and where.  Loading it again reads it again, if it has changed.
    """
    from .files import GameFile

    file = GameFile(path)
    info = file.info
    if info.name in _folders():
        raise BadGame(game=os.fspath(path), problem=Phrase("rules_files.name_taken"))
    known = _files.get(info.name)
    if known is not None and known.path == file.path and not known.changed():
        return known.info
    _files[info.name] = file
    forget_rulesets()
    if str(file.path) not in _named():
        os.environ[VARIABLE] = os.pathsep.join([*_named(), str(file.path)])
    return info


def unload(name: str) -> None:
    """The game of a file that was loaded is found no more."""
    file = _files.pop(name)
    forget_rulesets()
    os.environ[VARIABLE] = os.pathsep.join(path for path in _named() if path != str(file.path))


def reload_changed() -> tuple[GameInfo, ...]:
    """Reads files of rules again that have changed since; which games they hold."""
    changed = [file for file in _files.values() if file.changed()]
    return tuple(load(file.path) for file in changed)


def _named() -> list[str]:
    """The paths in the variable."""
    return [path for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]


def _read_variable() -> tuple[BadGame, ...]:
    """Loads what TURNCOAT_GAMES names; what is wrong with those that cannot be played."""
    return _read_paths(os.environ.get(VARIABLE, ""))


@cache
def _read_paths(paths: str) -> tuple[BadGame, ...]:
    known = {str(file.path) for file in _files.values()}
    broken = []
    for path in filter(None, paths.split(os.pathsep)):
        if path not in known:
            try:
                load(path)
            except BadGame as error:
                broken.append(error)
    return tuple(broken)
