"""Players of ours: the engine within a limit or on a clock, its levels for people, and plain UCT."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Literal

from turncoat.games import Ruleset
from turncoat.games.errors import BadRequest
from turncoat.games.text import Phrase
from turncoat.native import compiled, handle, has_twin
from turncoat.native.search import NativeUct
from turncoat.play import BadPlayer, Budget, Choice, Game, Kind, Player, Spec

from ._plain_uct import PlainUct
from ._weights import Weights, shipped
from ._weights import read as read_weights
from .clock import OVERHEAD, allot, decisions_left, turn_share
from .engine import MEBIBYTE, Engine
from .levels import Level
from .line import Limit, Line

# Chosen on matches of 24 to 40 games at 500 and 4,000 playouts, where the smaller weights did best but overlapped.  At
# 10,000 playouts neither 0.2 nor 0.7 was seen to be better in 20 games each of the four games (bench/elo.jsonl).
EXPLORATION = 0.4
MAX_MEMORY = 1 << 20  # MiB
MAX_THREADS = 1024


def limit_of(game: Game, budget: Budget, threads: int = 1) -> Limit | None:
    """What a budget leaves for a move, the clock of the side to move shared out; None where it sets no limit."""
    clock = budget.clock(game.position.side)
    if clock is None:
        if (budget.time, budget.nodes, budget.depth) == (None, None, None):
            return None
        return Limit(time=budget.time, nodes=budget.nodes, depth=budget.depth, soft_time=budget.time, threads=threads)
    overhead = OVERHEAD if budget.overhead is None else budget.overhead
    times = allot(clock, decisions_left(game.position), overhead)
    hard, soft = times.hard, times.soft
    if budget.time is not None:
        hard, soft = min(hard, budget.time), min(soft, budget.time)
    return Limit(time=hard, soft_time=soft, nodes=budget.nodes, depth=budget.depth, threads=threads)


class EnginePlayer(Player):
    """Our engine within a limit; without one, within the budget."""

    exact = True

    def __init__(self, engine: Engine, limit: Limit | None, threads: int = 1) -> None:
        self._engine, self._limit, self._threads = engine, limit, threads

    def __repr__(self) -> str:
        return f"<EnginePlayer of {self._engine.ruleset}: {self._limit or 'by the clock'}>"

    def begin(self, seed: int) -> None:
        """Its tables are emptied: a game must not depend on those played before it in the same process."""
        self._engine.forget()

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        """The first move of its best line."""
        budget = budget or Budget()
        limit = self._limit or limit_of(game, budget, self._threads)
        if limit is None:
            raise BadPlayer("no_clock")
        lines: list[Line] = []
        for lines in self._engine.analyse(game.position, limit):
            budget.listen(lines)
        if not lines:
            raise BadRequest(problem=Phrase("engine.over", {}, "turncoat.engine"))
        line = lines[0]
        return Choice(line.move, proof_of(line), line.text() if line.proved else "", line)

    def close(self) -> None:
        """Ends what may still run."""
        self._engine.stop()


def proof_of(line: Line) -> Literal[-1, 0, 1] | None:
    """What a line proves about the game, for the side to move."""
    if not line.proved:
        return None
    return 0 if line.value == 0 else 1 if line.value > 0 else -1


class LevelPlayer(Player):
    """Our engine at a level; without a clock `max` has its usual time for every turn."""

    exact = False  # it may let go of what it has proved

    def __init__(
        self,
        level: Level,
        ruleset: Ruleset | str,
        threads: int = 1,
        seed: int | None = None,
        *,
        engine: Engine | None = None,
    ) -> None:
        """`engine` where one that suits is there already."""
        self._level, self._threads, self._random = level, threads, Random(seed)
        self._engine = engine or level.engine(ruleset)

    def __repr__(self) -> str:
        return f"<LevelPlayer {self._level.name} of {self._engine.ruleset}>"

    def begin(self, seed: int) -> None:
        """A stream of its own for every game, and empty tables."""
        self._random = Random(seed)
        self._engine.forget()

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        """The level's move, within its share of the clock."""
        budget = budget or Budget()
        if self._engine.ruleset != game.ruleset:
            self._engine = self._level.engine(game.ruleset)
        made = game.current.begun
        limit = limit_of(game, budget, self._threads)
        if limit is None:
            limit = replace(self._level.within(None, turn_share(game.position, made)), threads=self._threads)
        chosen = self._level.choose(
            game.position, self._engine, self._random, limit=limit, made=made, listen=budget.listen
        )
        return Choice(chosen.move, line=chosen.line)

    def close(self) -> None:
        """Ends what may still run."""
        self._engine.stop()


class UctPlayer(Player):
    """Plain UCT: so many random games a move, the most visited move is made."""

    exact = False

    def __init__(
        self, ruleset: Ruleset | str, playouts: int, exploration: float = EXPLORATION, memory: int = 256
    ) -> None:
        self._ruleset = Ruleset.read(ruleset)
        twin = has_twin(ruleset)
        self._native = NativeUct(compiled(ruleset), memory * MEBIBYTE) if twin else PlainUct()
        self._playouts, self._exploration = playouts, exploration
        self._random = Random()

    def __repr__(self) -> str:
        return f"<UctPlayer of {self._ruleset}: {self._playouts} playouts>"

    def begin(self, seed: int) -> None:
        """A stream of its own for every game."""
        self._random = Random(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        """The move most games went through; of several the one that did best."""
        seed = self._random.getrandbits(63)
        found = self._native.search(handle(game.position), self._playouts, self._exploration, seed)
        move, _, _ = max(found, key=lambda each: each[1:])
        return Choice(move)


def _engine(limit: Callable[[Spec, int], Limit | None]) -> Kind:
    """The kind whose players have that limit."""

    def make(spec: Spec, ruleset: Ruleset) -> Player:
        spec.expect("weights", "memory", "threads", value=spec.kind != "clock")
        memory = spec.option("memory", int, 1, MAX_MEMORY, 64)
        threads = spec.option("threads", int, 1, MAX_THREADS, 1)
        asked = limit(spec, threads)
        return EnginePlayer(Engine(ruleset, memory, _weights(spec)), asked, threads)

    return Kind(make, digest=_weights_digest)


def _weights(spec: Spec) -> Weights | str | None:
    text = spec.options.get("weights", "shipped")
    return {"none": None, "shipped": "shipped"}[text] if text in ("none", "shipped") else read_weights(text)


def _weights_digest(spec: Spec, ruleset: Ruleset) -> str | None:
    """What tells the weights of a player of ours from others; None where it has none."""
    chosen = _weights(spec)
    found = shipped(ruleset) if isinstance(chosen, str) else chosen
    if found is None:
        return None
    # Of what is in the file, not of the file: packing the same weights again makes no other player.
    head = f"{sorted(found.fits.items())} {found.patterns} {found.stages} {found.sets} {found.mid_turn}"
    return hashlib.sha256(head.encode() + found.values.tobytes()).hexdigest()[:16]


def _level(spec: Spec, ruleset: Ruleset) -> Player:
    spec.expect("threads")
    return LevelPlayer(Level(spec.value), ruleset, spec.option("threads", int, 1, MAX_THREADS, 1))


def _level_has_chance(spec: Spec) -> bool:
    strength = Level(spec.value).strength
    return strength is not None and strength.temperature > 0


def _uct(spec: Spec, ruleset: Ruleset) -> Player:
    spec.expect("exploration", "memory")
    exploration = spec.option("exploration", float, 0, 100, EXPLORATION)
    memory = spec.option("memory", int, 1, MAX_MEMORY, 256)
    return UctPlayer(ruleset, spec.number(int, 1), exploration, memory)


NODES = _engine(lambda spec, threads: Limit(nodes=spec.number(int, 1), threads=threads))
TIME = _engine(lambda spec, threads: Limit.for_move(spec.number(float, 0.001, 1e6), threads))
DEPTH = _engine(lambda spec, threads: Limit(depth=spec.number(int, 1, 239), threads=threads))
CLOCK = _engine(lambda _spec, _threads: None)
LEVEL = Kind(_level, chance=_level_has_chance, digest=_weights_digest)
UCT = Kind(_uct, chance=lambda _spec: True)
