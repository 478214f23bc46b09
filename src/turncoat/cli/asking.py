"""Questions to the person at the terminal, answered by lines of standard input."""

import contextlib
import sys
import unicodedata
from collections.abc import Callable, Sequence

from rich.padding import Padding
from rich.text import Text

from turncoat.games.text import LANGUAGES
from turncoat.games.text import say as say_in

from .console import is_interactive, output
from .folding import Folded
from .language import PACKAGE, say

Words = Callable[[], Sequence[str]]


def ask(prompt: str, words: Words = tuple) -> str:
    """A line, in the plain form of its letters: an input method may send ｄ３ for d3.  EOFError where there is none."""
    _complete_from(words)
    sys.stdout.flush()
    line = input(prompt)
    if not sys.stdin.isatty():
        output().print(Text(line))  # a script's answers belong to what it shows
    return unicodedata.normalize("NFKC", line).strip()


def ask_yes(question: str) -> bool:
    """Whether the answer is yes."""
    output().print(Folded(question, "bold"))
    while True:
        answer = ask(say("ask.yes_no")).lower()
        if answer in answers("ask.yes"):
            return True
        if not answer or answer in answers("ask.no"):
            return False


def ask_choice(question: str, choices: Sequence[str]) -> int:
    """The place of the choice taken; the first where the answer is empty."""
    console = output()
    console.print(Text(question, style="bold"))
    for number, choice in enumerate(choices, 1):
        console.print(Padding(Folded(Text.assemble((f"{number}", "cyan"), f"  {choice}")), (0, 0, 0, 2)))
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
