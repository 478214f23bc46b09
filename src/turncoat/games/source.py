"""Which line of a game's rules did something, and which rule of its sheet stands near it."""

import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from .info import GameInfo

RULE = re.compile(r"(?<![A-Za-z0-9])R\d+(?!\d)")


@dataclass(frozen=True)
class Place:
    """A line of a file, and the rule that is cited there or next above it in the same function."""

    path: Path
    line: int
    rule: str = ""

    def __str__(self) -> str:
        """Such as `mygame.py:42 (R3)`."""
        return f"{self.path.name}:{self.line}{f' ({self.rule})' if self.rule else ''}"


class Source:
    """The files that a game's rules are written in."""

    def __init__(self, info: GameInfo) -> None:
        self.kind = info.Position
        main = Path(inspect.getfile(self.kind))
        inside = hasattr(sys.modules[info.package], "__path__")
        self.files = {str(path) for path in (main.parent.glob("*.py") if inside else [main])}

    def hook(self, name: str) -> Place:
        """Where the game defines that method or attribute of its positions; where it does not, its class begins."""
        found: Any = inspect.getattr_static(self.kind, name, None)
        function = inspect.unwrap(getattr(found, "fget", None) or getattr(found, "__func__", None) or found)
        code = getattr(function, "__code__", None)
        if code is not None and code.co_filename in self.files:
            line = code.co_firstlineno
            return self.at(code.co_filename, line + (inspect.getsource(code).lstrip().startswith("@")))
        return attribute_of(self.kind, name)

    def at(self, file: str, line: int) -> Place:
        """The place of that line."""
        return _place(file, line)

    def of_error(self, error: BaseException) -> Place | None:
        """The last line of the rules that an error went through."""
        trace, found = error.__traceback__, None
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in self.files:
                found = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
            trace = trace.tb_next
        return self.at(*found) if found else None

    def returning(self, call: Callable[[], object], wanted: Callable[[Any], bool]) -> Place | None:
        """The line that first returned, or yielded, what is wanted, while the call ran."""
        found: list[tuple[str, int]] = []

        def watch(frame: FrameType, event: str, value: object) -> Any:
            if frame.f_code.co_filename not in self.files:
                return None
            if event == "return" and not found and value is not None and wanted(value):
                found.append((frame.f_code.co_filename, frame.f_lineno))
            return watch

        before = sys.gettrace()
        sys.settrace(watch)
        try:
            call()
        except Exception:  # noqa: BLE001 — rules that raise here are told by whoever called them first
            return None
        finally:
            sys.settrace(before)
        return self.at(*found[0]) if found else None


def attribute_of(kind: type, name: str) -> Place:
    """Where a class assigns or declares that attribute; where it does not, the class begins."""
    lines, first = inspect.getsourcelines(kind)
    said = re.compile(rf"\s+{re.escape(name)}\s*[:=]")
    return _place(inspect.getfile(kind), next((n for n, each in enumerate(lines, first) if said.match(each)), first))


def _place(file: str, line: int) -> Place:
    lines = Path(file).read_text("utf-8").splitlines()
    return Place(Path(file), line, _rule_near(lines, line))


def _rule_near(lines: list[str], line: int) -> str:
    """The rule cited on the line, or next above it in its function; or in the first lines of a function itself."""
    if lines[line - 1].lstrip().startswith(("def ", "class ", "@")):
        after = [each for each in lines[line - 1 : line + 2] if RULE.search(each)]
        return RULE.findall(after[0])[0] if after else ""
    for each in reversed(lines[:line]):
        cited = RULE.findall(each)
        if cited:
            return str(cited[-1])
        if each.lstrip().startswith(("def ", "class ")):
            break
    return ""
