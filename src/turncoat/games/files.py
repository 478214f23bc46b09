"""Rules files: `mygame.py`, or `rules.py` in a folder of its own, loaded without being installed.

A folder may be a package with an `__init__.py` that has the GAME; without one `rules.py` has it.
"""

import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import FrameType, ModuleType, TracebackType

from .definition import definition_problem
from .errors import BadGame
from .info import GameInfo
from .plain import PlainPosition
from .ruleset import Ruleset
from .text import Phrase

RULES = "rules.py"
_numbers = count(1)


class GameFile:
    """A file of rules, read as it is now; BadGame says what is wrong with it, and where."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        given = Path(path)
        self.path = (given / RULES if given.is_dir() else given).absolute()
        if self.path.suffix != ".py" or not self.path.is_file():
            raise BadGame(game=os.fspath(path), problem=Phrase("rules_files.missing"))
        self._stamp = self._stamps()
        self.info = _game_of(_read(self.path), self.path)

    def changed(self) -> bool:
        """Whether the file, or another of the game's, is no longer what was read."""
        return self._stamps() != self._stamp

    def _stamps(self) -> tuple[tuple[str, int, int], ...]:
        """What tells the present files of the game from earlier ones: those beside it that may belong to it."""
        stem = self.path.stem
        beside = sorted(self.path.parent.glob("*" if self.path.name == RULES else f"{stem}.*"))
        there = [(each, each.stat()) for each in beside if each.is_file()]
        return tuple((each.name, stat.st_mtime_ns, stat.st_size) for each, stat in there)


def where(error: BaseException, path: Path | None = None) -> tuple[Path, int] | None:
    """The line of a file of rules that the error comes from; None where it comes from elsewhere."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return Path(error.filename), error.lineno
    lines = [(Path(frame.filename), frame.lineno or 1) for frame in traceback.extract_tb(error.__traceback__)]
    sources = _sources([path] if path else _read_files)
    there = (
        line for line in reversed(lines) if line[0].is_file()
    )  # code made from text, such as of dataclasses, has none
    return next((line for line in there if any(map(line[0].samefile, sources))), None)


def _file_at_fault(error: BaseException) -> Path | None:
    """The file of rules whose positions were at work when our own code failed: a rule gave back what it must not."""
    if not isinstance(error, (TypeError, AttributeError, LookupError, ValueError)):
        return None
    modules = {kind.__module__ for frame in _frames(error.__traceback__) for kind in _kinds_at_work(frame)}
    files = {Path(sys.modules[name].__file__ or "") for name in modules if name in sys.modules}
    return next((file for file in files & set(_sources(_read_files))), None)


def _frames(trace: TracebackType | None) -> Iterator[FrameType]:
    while trace is not None:
        yield trace.tb_frame
        trace = trace.tb_next


def _kinds_at_work(frame: FrameType) -> Iterator[type[PlainPosition]]:
    """The classes of the positions that a function had in hand."""
    for value in frame.f_locals.values():
        if isinstance(value, PlainPosition):
            yield type(value)
        elif isinstance(value, Ruleset):
            yield value.info.Position


def _sources(known: Iterable[Path]) -> list[Path]:
    """The files that belong to those games."""
    return [file for path in known for file in (path.parent.glob("*.py") if path.name == RULES else [path])]


_read_files: set[Path] = set()


def _read(path: Path) -> ModuleType:
    """The module in a file, under a name of its own each time: the words of an earlier one may still be remembered."""
    spec = _spec(path)
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for their module there
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # what was changed twice in a second must be seen
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # noqa: BLE001 — it is not our code, and may raise anything
        del sys.modules[spec.name]
        raise _bad_game(error, where(error, path), path) from None
    finally:
        sys.dont_write_bytecode = before
    _read_files.add(path)
    return module


def _spec(path: Path) -> ModuleSpec:
    folder, package = path.name == RULES, path.with_name("__init__.py")
    name = f"turncoat_rules_{next(_numbers)}_{path.parent.name if folder else path.stem}"
    inside = [str(path.parent)] if folder else None
    file = package if folder and package.is_file() else path
    found = spec_from_file_location(name, file, submodule_search_locations=inside)
    assert found is not None
    return found


def rules_error(error: BaseException) -> BadGame | None:
    """What to say of an error that rules in a file raised or led to; None where it comes from elsewhere."""
    line = where(error)
    if line is not None:
        return _bad_game(error, line)
    file = _file_at_fault(error)
    return None if file is None else _bad_game(error, None, file, "rules_files.led_to")


def _bad_game(
    error: BaseException, line: tuple[Path, int] | None, path: Path | None = None, key: str = "rules_files.broken"
) -> BadGame:
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    known = Phrase(key, {"error": f"{type(error).__name__}: {said}"})
    return BadGame(game=f"{line[0].name}:{line[1]}" if line else path.name if path else "", problem=known)


def _game_of(module: ModuleType, path: Path) -> GameInfo:
    info = getattr(module, "GAME", None)
    if problem := definition_problem(info):
        raise BadGame(game=str(problem[1] or path.name), problem=problem[0])
    assert isinstance(info, GameInfo)
    return info
