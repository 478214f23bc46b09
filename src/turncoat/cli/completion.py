"""Shell completion where bash needs help: it ends words at `:` and `=`, so that `verto:si` reaches us in pieces."""

import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout

from .errors import NO, CommandError

VARIABLE, BASH = "_TURNCOAT_COMPLETE", "complete_bash"
SIGNS = (":", "=")
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def answering(run: Callable[[], int]) -> int:
    """Run, and where bash asked for completions, give them from where bash thinks the word begins."""
    if os.environ.get(VARIABLE) != BASH:
        return run()
    words, place = join(os.environ.get("COMP_WORDS", "").split("\n"), int(os.environ.get("COMP_CWORD", "0")))
    os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = "\n".join(words), str(place)
    answer = io.StringIO()
    try:
        with redirect_stdout(answer):
            return run()
    finally:
        begun = words[place] if place < len(words) else ""
        cut = max(begun.rfind(sign) for sign in SIGNS) + 1
        sys.stdout.write("".join(f"{line[cut:]}\n" for line in answer.getvalue().splitlines()))


def check(given: Sequence[str]) -> None:
    """Complains where a script is asked for and nobody can tell for which shell."""
    if not {"--show-completion", "--install-completion"} & set(given):
        return
    from shellingham import ShellDetectionFailure, detect_shell  # typer asks it, and says nothing sensible itself

    try:
        name, _ = detect_shell()
    except ShellDetectionFailure:
        name = ""
    if name not in SHELLS:
        raise CommandError("no_shell", NO)


def join(words: list[str], place: int) -> tuple[list[str], int]:
    """The words with those at the signs put together again, and where the word being typed is then.

    >>> join(["turncoat", "show", "verto", ":", "si"], 4)
    (['turncoat', 'show', 'verto:si'], 2)
    """
    joined: list[str] = []
    for number, word in enumerate(words):
        before = words[number - 1] if number else ""
        if joined and len(joined) > 1 and (word in SIGNS or before in SIGNS):
            joined[-1] += word
        else:
            joined.append(word)
        if number == place:
            found = len(joined) - 1
    return joined, found if place < len(words) else len(joined)
