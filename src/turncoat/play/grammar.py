"""Players as text: every player is made from a line of text, here and nowhere else.

    random                 any legal move
    uct:10000              plain UCT with so many random games a move; exploration=0.4, memory=256
    nodes:20000            our engine with so many nodes a move
    time:0.1               ... with so many seconds a move
    depth:6                ... to that depth
    clock                  ... with the clock of the game
    level:5, max           our engine at a level for people; `level 5` and `5` in records and at the terminal
    cmd:COMMAND            another program; cmd-ugi:, cmd-nboard:, cmd-gtp: name what it speaks, cmd,time=0.1: limits it
    python:MODULE:NAME     whatever NAME(ruleset) makes: a player of your own

Our engine also takes weights=FILE or weights=none, memory=64 (MiB) and threads=1, as in `nodes:20000,weights=none`.
Packages bring more kinds by the entry point `turncoat.players`: a name, and the `Kind` or the function that makes them.
"""

import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from turncoat.games import Ruleset
from turncoat.games.errors import TurncoatError, check_text, nearest
from turncoat.games.text import Phrase

from .player import Player, RandomPlayer

GROUP = "turncoat.players"
MEMBERS = ("exact", "begin", "check", "choose", "close")  # what every player has
LEVEL = re.compile(r"(?:level )?\s*([0-9]+|max)")
PROGRAM = "cmd"  # how the names of kinds begin that start programs


class BadPlayer(TurncoatError):
    """A text that names no player."""

    code = "bad_request"

    def __init__(self, key: str, **data: object) -> None:
        TurncoatError.__init__(self, problem=Phrase(f"players.{key}", data, "turncoat.play"))

    def __reduce__(self) -> tuple[Callable[..., "TurncoatError"], tuple[Any, ...]]:
        phrase = self.data["problem"]
        return _rebuild, (phrase.key.removeprefix("players."), dict(phrase.data))


def _rebuild(key: str, data: dict[str, object]) -> BadPlayer:
    return BadPlayer(key, **data)


@dataclass(frozen=True)
class Spec:
    """A player's text taken apart."""

    kind: str
    value: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> "Spec":
        """`kind:value,name=option,...`; options of a program stand before the colon.

        >>> Spec.read("nodes:20000,weights=none").options
        {'weights': 'none'}
        >>> Spec.read("level 5") == Spec.read("5") == Spec.read("level:5")
        True
        """
        check_text("player", text)
        level = LEVEL.fullmatch(text.strip())
        if level:
            return cls("level", level[1])
        head, _, rest = (part.strip() for part in text.partition(":"))
        kind, *parts = (part.strip() for part in head.split(","))
        if _find(kind).whole:
            return cls(kind, rest, _options(text, parts))
        more = [part.strip() for part in rest.split(",")] if rest else []
        value = more.pop(0) if more and "=" not in more[0] else ""
        return cls(kind, value, _options(text, [*parts, *more]))

    def number(self, kind: type[int] | type[float], low: float, high: float = 1e15, name: str | None = None) -> Any:
        """The value, or the named option, as a number within bounds."""
        text = self.value if name is None else self.options[name]
        try:
            got = kind(text)
        except ValueError:
            raise BadPlayer("number", name=name or self.kind, got=text or "?") from None
        if not low <= got <= high:
            raise BadPlayer("range", name=name or self.kind, low=f"{low:g}", high=f"{high:g}", got=text)
        return got

    def option(self, name: str, kind: type[int] | type[float], low: float, high: float, usual: Any = None) -> Any:
        """The named option as a number within bounds, or what is usual where it is not given."""
        return self.number(kind, low, high, name) if name in self.options else usual

    def expect(self, *names: str, value: bool = True) -> None:
        """Refuses options that are not among the names, and a value where none belongs."""
        for name in self.options:
            if name not in names:
                raise BadPlayer("option", kind=self.kind, name=name, names=list(names))
        if self.value and not value:
            raise BadPlayer("no_value", kind=self.kind)


def _options(text: str, parts: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in parts:
        name, sign, option = (piece.strip() for piece in part.partition("="))
        if not (name and sign and option) or name in options:
            raise BadPlayer("option_form", text=text, part=part)
        options[name] = option
    return options


@dataclass(frozen=True)
class Kind:
    """One kind of players: what an entry point of `turncoat.players` names."""

    make: Callable[[Spec, Ruleset], Player]
    whole: bool = False
    """Whether the value may hold commas and colons of its own, so that options stand before the colon."""
    chance: Callable[[Spec], bool] = lambda _spec: False
    """Whether it draws from the seed of each game, so that two games that come out alike are still two."""
    digest: Callable[[Spec, Ruleset], str | None] = lambda _spec, _ruleset: None
    """What tells the player from another of the same text, such as the weights in a file; None where nothing does."""


@cache
def kinds() -> Mapping[str, EntryPoint]:
    """Every kind of players by name, not imported yet.

    >>> "random" in kinds()
    True
    """
    return MappingProxyType({entry.name: entry for entry in entry_points(group=GROUP)})


def _find(name: str) -> Kind:
    """The kind of that name, imported; BadPlayer says which there are."""
    if name not in kinds():
        raise BadPlayer("kind", kind=name, kinds=list(kinds()), hint=nearest(name, kinds()))
    try:
        found = kinds()[name].load()
    except ImportError:
        raise BadPlayer("not_yet", kind=name) from None
    return found if isinstance(found, Kind) else Kind(found)


def make_player(text: str, ruleset: Ruleset | str) -> Player:
    """The player that a text names.

    >>> make_player("random", "reversi").exact
    False
    """
    spec = Spec.read(text)
    return _find(spec.kind).make(spec, Ruleset.read(ruleset))


def has_chance(text: str) -> bool:
    """Whether the player draws from the seed of each game, so that identical games are independent evidence."""
    spec = Spec.read(text)
    return _find(spec.kind).chance(spec)


def digest_of(text: str, ruleset: Ruleset | str) -> str | None:
    """What distinguishes the player from others of the same text, such as its weights; None if nothing does."""
    spec = Spec.read(text)
    return _find(spec.kind).digest(spec, Ruleset.read(ruleset))


def is_program(text: str) -> bool:
    """Whether the text starts another program, which could do anything.

    >>> [is_program(text) for text in ("cmd-gtp:edax -gtp", "cmd,time=1:edax", "random", "Ann")]
    [True, True, False, False]
    """
    head, colon, _ = text.strip().partition(":")
    return bool(colon) and re.fullmatch(rf"{PROGRAM}(-[a-z]+)?", head.split(",")[0].strip()) is not None


def _random(spec: Spec, _ruleset: Ruleset) -> Player:
    spec.expect(value=False)
    return RandomPlayer()


def _python(spec: Spec, ruleset: Ruleset) -> Player:
    module, _, name = spec.value.partition(":")
    spec.expect()
    try:
        made: Player = getattr(importlib.import_module(module), name)(str(ruleset))
    except Exception as error:  # noqa: BLE001 — it is not our code, and may raise anything
        raise BadPlayer("python", text=spec.value, reason=f"{type(error).__name__}: {error}") from None
    missing = [name for name in MEMBERS if not hasattr(made, name)]
    if missing:
        raise BadPlayer("python_members", text=spec.value, names=missing)
    return made


RANDOM = Kind(_random, chance=lambda _spec: True)
PYTHON = Kind(_python, whole=True)
