"""Who can play: every player is made from a line of text, here and nowhere else.

    random                 any legal move
    uct:10000              plain UCT with so many random games a move; exploration=0.4, memory=256
    nodes:20000            our engine with so many nodes a move
    time:0.1               ... with so many seconds a move
    depth:6                ... to that depth
    clock                  ... with the clock of the game
    level:5                our engine at a level for people
    cmd:COMMAND            another program; cmd-ugi:, cmd-nboard:, cmd-gtp: name what it speaks, cmd,time=0.1: limits it
    python:MODULE:NAME     whatever NAME(ruleset) makes: a player of your own

Our engine also takes weights=FILE or weights=none, memory=64 (MiB) and threads=1, as in `nodes:20000,weights=none`.
"""

import hashlib
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, Protocol

from turncoat.engine import Engine, Limit, Line, Weights, shipped
from turncoat.engine import read as read_weights
from turncoat.engine.clock import Clock, allot, decisions_left
from turncoat.engine.levels import Level
from turncoat.games import Position
from turncoat.games.errors import TurncoatError, nearest
from turncoat.games.text import Phrase
from turncoat.native import compiled
from turncoat.native._native import NativeUct

from .clock import Remaining

TEXTS = "turncoat.lab.arena"
MEBIBYTE = 1 << 20
MEMBERS = ("exact", "begin", "choose", "close")  # what every player has
# Chosen on matches of 24 to 40 games at 500 and 4,000 playouts, where the smaller weights did best but overlapped.  At
# 10,000 playouts neither 0.2 nor 0.7 was seen to be better in 20 games each of the four games (bench/elo.jsonl).
EXPLORATION = 0.4


class BadPlayer(TurncoatError):
    """A text that names no player."""

    code = "bad_request"

    def __init__(self, key: str, **data: object) -> None:
        TurncoatError.__init__(self, problem=Phrase(f"players.{key}", data, TEXTS))

    def __reduce__(self) -> tuple[Callable[..., "TurncoatError"], tuple[Any, ...]]:
        phrase = self.data["problem"]
        return _rebuild, (phrase.key.removeprefix("players."), dict(phrase.data))


def _rebuild(key: str, data: dict[str, object]) -> BadPlayer:
    return BadPlayer(key, **data)


@dataclass(frozen=True)
class Moment:
    """What a player sees when it has to move."""

    start: str
    """The text of the position the game began from."""
    moves: tuple[str, ...]
    position: Position
    clock: Remaining | None = None


@dataclass(frozen=True)
class Choice:
    """A move, and what the player has proved about the game: 1 that it wins, 0 that it draws, -1 that it loses."""

    move: str
    proved: Literal[-1, 0, 1] | None = None
    said: str = ""
    """The proof in words, for the record."""


class Forfeit(Exception):
    """Raised by a player that knows how it loses."""

    def __init__(self, ending: Literal["resign", "crash", "illegal", "time"], said: str) -> None:
        super().__init__(ending, said)
        self.ending, self.said = ending, said


class Player(Protocol):
    """Plays any number of games of one ruleset, one after another."""

    exact: bool
    """Whether a proof of this player ends the game: it is ours, and plays what it proved."""

    def begin(self, seed: int) -> None:
        """A new game: nothing of those before may matter, and all chance comes from the seed."""

    def choose(self, moment: Moment) -> Choice:
        """The move it makes; whatever it raises loses the game."""

    def close(self) -> None:
        """It is needed no more."""


@dataclass(frozen=True)
class Spec:
    """A player's text taken apart."""

    kind: str
    value: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> "Spec":
        """`kind:value,name=option,...`.

        >>> Spec.read("nodes:20000,weights=none").options
        {'weights': 'none'}
        """
        head, _, rest = (part.strip() for part in text.partition(":"))
        kind, *parts = (part.strip() for part in head.split(","))
        if kind in WHOLE:
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


class RandomPlayer:
    """Makes every legal move with the same chance."""

    exact = False

    def __init__(self) -> None:
        self._random = Random(0)

    def begin(self, seed: int) -> None:
        """A stream of its own for every game."""
        self._random = Random(seed)

    def choose(self, moment: Moment) -> Choice:
        """Any legal move."""
        return Choice(self._random.choice(moment.position.legal_moves).text)

    def close(self) -> None:
        """There is nothing to give back."""


class UctPlayer:
    """Plain UCT: so many random games a move, the most visited move is made."""

    exact = False

    def __init__(self, ruleset: str, playouts: int, exploration: float = EXPLORATION, memory: int = 256) -> None:
        self._native = NativeUct(compiled(ruleset), memory * MEBIBYTE)
        self._playouts, self._exploration = playouts, exploration
        self._random = Random(0)

    def begin(self, seed: int) -> None:
        """A stream of its own for every game."""
        self._random = Random(seed)

    def choose(self, moment: Moment) -> Choice:
        """The move most games went through; of several the one that did best."""
        text, seed = str(moment.position).partition(" ")[2], self._random.getrandbits(63)
        found = self._native.search(text, self._playouts, self._exploration, seed)
        move, _, _ = max(found, key=lambda each: each[1:])
        return Choice(move)

    def close(self) -> None:
        """There is nothing to give back."""


class EnginePlayer:
    """Our engine within a limit; without one, within the clock of the game."""

    exact = True

    def __init__(self, engine: Engine, limit: Limit | None, threads: int = 1) -> None:
        self._engine, self._limit, self._threads = engine, limit, threads

    def begin(self, seed: int) -> None:
        """Its tables are emptied: a game must not depend on those played before it in the same process."""
        self._engine.forget()

    def choose(self, moment: Moment) -> Choice:
        """The first move of its best line."""
        line = self._engine.best(moment.position, self._limit or self._by_clock(moment))
        return Choice(line.move, _proof(line), line.text() if line.proved else "")

    def _by_clock(self, moment: Moment) -> Limit:
        limit = by_clock(moment)
        if limit is None:
            raise BadPlayer("no_clock")
        return replace(limit, threads=self._threads)

    def close(self) -> None:
        """Ends what may still run."""
        self._engine.stop()


def by_clock(moment: Moment) -> Limit | None:
    """What the clock of the game leaves for this move; None where there is no clock."""
    if moment.clock is None:
        return None
    times = allot(Clock(moment.clock.own, moment.clock.increment), decisions_left(moment.position))
    return Limit(time=times.hard, soft_time=times.soft)


def _proof(line: Line) -> Literal[-1, 0, 1] | None:
    if not line.proved:
        return None
    return 0 if line.value == 0 else 1 if line.value > 0 else -1


def _random(spec: Spec, _ruleset: str) -> Player:
    spec.expect(value=False)
    return RandomPlayer()


def _uct(spec: Spec, ruleset: str) -> Player:
    spec.expect("exploration", "memory")
    exploration = spec.number(float, 0, 100, "exploration") if "exploration" in spec.options else EXPLORATION
    memory = spec.number(int, 1, 1 << 20, "memory") if "memory" in spec.options else 256
    return UctPlayer(ruleset, spec.number(int, 1), exploration, memory)


def _engine(spec: Spec, ruleset: str) -> Player:
    spec.expect("weights", "memory", "threads", value=spec.kind != "clock")
    memory = spec.number(int, 1, 1 << 20, "memory") if "memory" in spec.options else 64
    threads = spec.number(int, 1, 1024, "threads") if "threads" in spec.options else 1
    limits: dict[str, Callable[[], Limit | None]] = {
        "nodes": lambda: Limit(nodes=spec.number(int, 1), threads=threads),
        "time": lambda: Limit.for_move(spec.number(float, 0.001, 1e6), threads),
        "depth": lambda: Limit(depth=spec.number(int, 1, 239), threads=threads),
        "clock": lambda: None,
    }
    limit = limits[spec.kind]()
    return EnginePlayer(Engine(ruleset, memory, _weights(spec.options.get("weights", "shipped"))), limit, threads)


def _weights(text: str) -> Weights | str | None:
    return {"none": None, "shipped": "shipped"}[text] if text in ("none", "shipped") else read_weights(text)


def _python(spec: Spec, ruleset: str) -> Player:
    module, _, name = spec.value.partition(":")
    try:
        made: Player = getattr(importlib.import_module(module), name)(ruleset)
    except Exception as error:  # noqa: BLE001 — it is not our code, and may raise anything
        raise BadPlayer("python", text=spec.value, reason=f"{type(error).__name__}: {error}") from None
    missing = [name for name in MEMBERS if not hasattr(made, name)]
    if missing:
        raise BadPlayer("python_members", text=spec.value, names=missing)
    return made


def _from(module: str) -> Callable[[Spec, str], Player]:
    """Players made by `make(spec, ruleset)` of a module that is imported when one is asked for."""

    def make(spec: Spec, ruleset: str) -> Player:
        try:
            maker = importlib.import_module(f"{TEXTS}.{module}").make
        except ImportError:
            raise BadPlayer("not_yet", kind=spec.kind) from None
        made: Player = maker(spec, ruleset)
        return made

    return make


KINDS: dict[str, Callable[[Spec, str], Player]] = {
    "random": _random,
    "uct": _uct,
    "nodes": _engine,
    "time": _engine,
    "depth": _engine,
    "clock": _engine,
    "level": _from("levels"),
    **dict.fromkeys(("cmd", "cmd-ugi", "cmd-nboard", "cmd-gtp"), _from("external")),
    "python": _python,
}
"""How each kind of player is made.  A worker process makes its own, so what is added here must be added on import."""
WHOLE = ("cmd", "cmd-ugi", "cmd-nboard", "cmd-gtp", "python")  # kinds whose value may hold commas and colons of its own


def make_player(text: str, ruleset: str) -> Player:
    """The player that a text names.

    >>> make_player("uct:fast", "reversi")
    Traceback (most recent call last):
    turncoat.lab.arena.players.BadPlayer: uct needs a number; got fast
    """
    spec = Spec.read(text)
    if spec.kind not in KINDS:
        raise BadPlayer("kind", kind=spec.kind, kinds=list(KINDS), hint=nearest(spec.kind, KINDS))
    return KINDS[spec.kind](spec, ruleset)


def has_chance(text: str) -> bool:
    """Whether the player draws from the seed of each game, so that two games that come out alike are still two."""
    spec = Spec.read(text)
    if spec.kind == "level":
        strength = Level(spec.value).strength
        return strength is not None and strength.temperature > 0
    return spec.kind in ("random", "uct")


def weights_digest(text: str, ruleset: str) -> str | None:
    """What tells the weights of a player of ours from others; None where it has none."""
    spec = Spec.read(text)
    if spec.kind not in ("nodes", "time", "depth", "clock", "level"):
        return None
    chosen = _weights(spec.options.get("weights", "shipped"))
    found = shipped(ruleset) if isinstance(chosen, str) else chosen
    if found is None:
        return None
    # Of what is in the file, not of the file: packing the same weights again makes no other player.
    head = f"{sorted(found.fits.items())} {found.patterns} {found.stages} {found.sets} {found.mid_turn}"
    return hashlib.sha256(head.encode() + found.values.tobytes()).hexdigest()[:16]
