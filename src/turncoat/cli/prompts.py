"""Questions to the person at the terminal, answered by lines of standard input."""

import contextlib
import signal
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

from rich.padding import Padding
from rich.text import Text

from turncoat.games.text import LANGUAGES
from turncoat.games.text import say as say_in

from .console import is_interactive, output
from .language import PACKAGE, say
from .wrapping import Wrapped

Words = Callable[[], Sequence[str]]


class TimeUp(Exception):
    """Nobody answered in time."""


def ask(prompt: str, words: Words = tuple, seconds: float | None = None) -> str:
    """A line, in the plain form of its letters: an input method may send ｄ３ for d3.  EOFError where there is none."""
    _complete_from(words)
    sys.stdout.flush()
    with _alarm(seconds):
        line = input(prompt)
    if not sys.stdin.isatty():
        output().print(Text(line))  # a script's answers belong to what it shows
    return unicodedata.normalize("NFKC", line).strip()


@contextlib.contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """TimeUp after so many seconds, where the system can interrupt who waits for a line."""
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ask_yes(question: str, seconds: float | None = None) -> bool:
    """Whether the answer is yes."""
    output().print(Wrapped(question, "bold"))
    while True:
        answer = ask(say("ask.yes_no"), seconds=seconds).lower()
        if answer in answers("ask.yes"):
            return True
        if not answer or answer in answers("ask.no"):
            return False


def ask_choice(question: str, choices: Sequence[str]) -> int:
    """The place of the choice taken; the first where the answer is empty."""
    console = output()
    console.print(Text(question, style="bold"))
    for number, choice in enumerate(choices, 1):
        console.print(Padding(Wrapped(Text.assemble((f"{number}", "cyan"), f"  {choice}")), (0, 0, 0, 2)))
    while True:
        answer = ask(say("ask.number", most=len(choices)))
        if not answer:
            return 0
        if answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return int(answer) - 1
        console.print(Text(say("ask.again", most=len(choices)), style="red"))


def answers(key: str) -> set[str]:
    """The words for something in every language: people type what comes to them first."""
    return {word for language in LANGUAGES for word in say_in(PACKAGE, key, language).split()}


def _complete_from(words: Words) -> None:
    """Let the Tab key complete those words, where the terminal can."""
    if not is_interactive():
        return
    with contextlib.suppress(ImportError):
        import readline

        def complete(begun: str, number: int) -> str | None:
            found = [word for word in words() if word.startswith(begun.lower())]
            return found[number] if number < len(found) else None

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")
