"""Where the command line writes: answers on stdout, the rest on stderr, colours only for terminals that have them."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from .language import say


def output() -> Console:
    """Standard output; made anew each time, so that a resized terminal is measured again."""
    return Console(highlight=False, soft_wrap=False, emoji=False, markup=False)


def display(*parts: RenderableType) -> None:
    """Print on standard output."""
    with tidy() as console:
        for part in parts:
            console.print(part)


@contextmanager
def tidy() -> Iterator[Console]:
    """Standard output without blanks at the ends of lines, where it is no terminal."""
    console = output()
    if console.is_terminal:
        yield console
        return
    with console.capture() as caught:
        yield console
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in caught.get().splitlines()))
    sys.stdout.flush()  # a note on standard error may follow, and belongs after it


def errors() -> Console:
    """Standard error."""
    return Console(stderr=True, highlight=False, emoji=False, markup=False)


def is_interactive() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def print_error(sentence: str) -> None:
    """One clear sentence on standard error."""
    line = Text.assemble((say("errors.word"), "bold red"), sentence)
    errors().print(line, soft_wrap=True)


def print_note(sentence: str) -> None:
    """Something worth knowing that is no part of the answer."""
    errors().print(Text(sentence, style="dim"), soft_wrap=True)


def print_json(data: Any) -> None:
    """The answer for programs: JSON on one line, never coloured."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()  # a program that reads along waits for every line


@contextmanager
def progress(label: str) -> Iterator[Callable[[float], None] | None]:
    """A bar on standard error, where a person can see it; the work is given a way to say which part is done."""
    console = errors()
    if not console.is_terminal or console.is_dumb_terminal:
        yield None
        return
    columns = [TextColumn("{task.description}"), BarColumn(bar_width=30), TaskProgressColumn(), TimeElapsedColumn()]
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(label, total=1.0)
        yield lambda part: bar.update(task, completed=part)
