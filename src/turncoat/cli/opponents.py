"""Opponents in the terminal: every player that the grammar can name."""

import os
import shlex

from turncoat.games import Ruleset
from turncoat.play import BadPlayer, Player, Spec, make_player
from turncoat.play.grammar import is_program, kinds

from .console import is_interactive
from .errors import NO, CommandError, unknown
from .language import say
from .prompts import ask_yes

LEVEL = "level "
LEVELS = (*map(str, range(1, 11)), "max")
RANDOM = "random"
MAX_THREADS = 8
HARMLESS = ("uct", "nodes", "time", "depth", "level")
NAMES = (RANDOM, *LEVELS)
"""What `--against` takes, beside programs."""


def admitted(name: str | None) -> str | None:
    """The opponent that a file names; None for a program that the person does not want started.

    Whoever wrote the file wrote the command: it may do anything, so that nobody but the person may start it.
    """
    if name is None or _is_harmless(name):
        return name
    shown = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in name)  # no escapes for the terminal
    if not is_interactive():
        raise CommandError("starts_program", NO, command=shlex.quote(shown))
    try:
        return name if ask_yes(say("play.really_start", command=shown)) else None
    except EOFError:
        return None


def is_opponent(name: str) -> bool:
    """Whether a record's player is none of flesh and blood.

    >>> [is_opponent(name) for name in ("level 5", "random", "Ann", "cmd:edax -gtp")]
    [True, True, False, True]
    """
    level = name.startswith(LEVEL) and name.removeprefix(LEVEL) in LEVELS
    return level or name == RANDOM or (":" in name and _kind(name) in kinds())


def _is_harmless(name: str) -> bool:
    """Whether the opponent neither runs anything else nor reads files nor takes what memory it likes."""
    return ":" not in name or (_kind(name) in HARMLESS and "," not in name)


def _kind(name: str) -> str:
    return name.partition(":")[0].partition(",")[0].strip()


def find(name: str, ruleset: Ruleset, seed: int | None = None) -> tuple[str, Player]:
    """The opponent of that name, as records write it or a level's number alone; its name in records comes first."""
    level = name.removeprefix(LEVEL)
    try:
        spec = Spec.read(name)
    except BadPlayer:
        if _kind(name) in kinds():
            raise
        spec = None
    if spec is None or (spec.kind == "level" and spec.value not in LEVELS) or name.strip() == spec.kind != RANDOM:
        raise unknown("no_opponent", name, [*NAMES, "cmd:COMMAND"])
    if level in LEVELS:
        name, text = f"{LEVEL}{level}", f"level:{level},threads={_threads()}"
    else:
        text = name
    player = make_player(text, ruleset)
    if seed is not None and not is_program(name):
        player.begin(seed)
    return name, player


def _threads() -> int:
    return min(MAX_THREADS, len(os.sched_getaffinity(0)))


def label(name: str) -> str:
    """What an opponent is called."""
    level = name.removeprefix(LEVEL)
    if level in LEVELS:
        return say("opponents.level", level=level)
    return say("opponents.random") if name == RANDOM else name
