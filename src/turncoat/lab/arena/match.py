"""What is to be played: who, under which rules, from which openings, and every single game of it."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, cycle, islice
from typing import Any, Literal

from turncoat import games
from turncoat.games.errors import BadRequest
from turncoat.games.results import Side
from turncoat.games.text import Phrase
from turncoat.play import TimeControl
from turncoat.play.grammar import digest_of, has_chance

from .openings import random_openings
from .referee import SIDES, Opening, Terms
from .statistics import MAX_ELO, Sprt

Pairing = tuple[int, int]
Pairings = Literal["all", "first", "next"]
TEXTS = "turncoat.lab.arena"


@dataclass(frozen=True)
class Task:
    """One game to play.  Half 0 of a pair has the first of the pairing on the first side, half 1 the other."""

    pairing: Pairing
    pair: int
    half: int
    opening: Opening
    seeds: tuple[int, int]
    """For the player on the first side and the one on the second."""

    @property
    def seats(self) -> Pairing:
        """The players on the first and on the second side."""
        return self.pairing if self.half == 0 else (self.pairing[1], self.pairing[0])


@dataclass(frozen=True)
class Unit:
    """Two games from one opening with colours exchanged."""

    pairing: Pairing
    pair: int
    tasks: tuple[Task, Task]


@dataclass(frozen=True)
class Match:
    """A match of two players, or a round robin of several.

    >>> Match(("nodes:1000", "random"), "reversi", pairs=1).identity["seed"]
    0
    """

    players: tuple[str, ...]
    ruleset: str
    pairs: int = 100
    """Pairs of games for every pairing, at the most."""
    seed: int = 0
    opening_moves: int = 6
    """Random moves before the players begin, where no openings are given."""
    openings: tuple[Opening, ...] = ()
    """One after another; after the last the first again."""
    clock: TimeControl | None = None
    adjudicate: bool = True
    sprt: Sprt | None = None
    """End as soon as this test, between two players, knows."""
    pairings: Pairings = "all"
    """Who meets: all, the first and each of the others, or each and the next."""
    grace: float = 0.05
    names: tuple[str, ...] = field(init=False, default=())
    """The players as records name them: a text given twice is told apart by a number."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "ruleset", str(games.Ruleset.read(self.ruleset)))
        object.__setattr__(self, "players", tuple(text.strip() for text in self.players))
        object.__setattr__(self, "names", _names(self.players))
        if len(self.players) < 2:
            raise _problem("players", got=len(self.players))
        if self.sprt and len(self.players) != 2:
            raise _problem("sprt_players", got=len(self.players))
        if self.sprt and not all(abs(each) <= MAX_ELO for each in (self.sprt.elo0, self.sprt.elo1)):  # nor NaN
            raise _problem("sprt_far", most=f"{MAX_ELO:g}", low=self.sprt.elo0, high=self.sprt.elo1)
        if self.sprt and self.sprt.elo0 >= self.sprt.elo1:
            raise _problem("sprt_order", low=self.sprt.elo0, high=self.sprt.elo1)
        for name, got, low in (("pairs", self.pairs, 1), ("opening_moves", self.opening_moves, 0)):
            if got < low:
                raise BadRequest(problem=Phrase("problems.at_least", {"name": name, "low": low, "got": got}))

    @property
    def terms(self) -> Terms:
        """What every game is played under."""
        return Terms(self.ruleset, self.clock, self.adjudicate, self.grace)

    @cached_property
    def met(self) -> tuple[Pairing, ...]:
        """The pairings, by the numbers of the players."""
        count = len(self.players)
        if self.pairings == "first":
            return tuple((0, other) for other in range(1, count))
        if self.pairings == "next":
            return tuple((each, each + 1) for each in range(count - 1))
        return tuple(combinations(range(count), 2))

    @property
    def identity(self) -> dict[str, Any]:
        """What two matches must share for the games of one to be games of the other."""
        lines = "\n".join(f"{each.start} {' '.join(each.moves)}" for each in self.openings)
        given = hashlib.sha256(lines.encode()).hexdigest()[:16] if self.openings else None
        return {
            "players": list(self.players),
            "ruleset": self.ruleset,
            "seed": self.seed,
            "openings": given or f"random {self.opening_moves}",
            "clock": self.clock.text("s") if self.clock else None,
            "adjudicate": self.adjudicate,
            "weights": list(self.weights),
        }

    @cached_property
    def weights(self) -> tuple[str | None, ...]:
        """What tells each player's weights from others: the same text may name another file tomorrow."""
        return tuple(digest_of(text, self.ruleset) for text in self.players)

    @cached_property
    def chance(self) -> tuple[bool, ...]:
        """Whether each player leaves something to chance."""
        return tuple(map(has_chance, self.players))

    def units(self) -> Iterator[Unit]:
        """Every pair of games, in the order in which they count; all pairings share their openings."""
        source = cycle(self.openings) if self.openings else random_openings(self.ruleset, self.opening_moves, self.seed)
        for pair, opening in enumerate(islice(source, self.pairs)):
            for pairing in self.met:
                first, second = (
                    Task(
                        pairing,
                        pair,
                        half,
                        opening,
                        (self._seed(pairing, pair, half, 0), self._seed(pairing, pair, half, 1)),
                    )
                    for half in (0, 1)
                )
                yield Unit(pairing, pair, (first, second))

    def _seed(self, pairing: Pairing, pair: int, half: int, side: int) -> int:
        """A number that depends on the game alone, not on who plays it where and when."""
        text = f"{self.seed} {self.names[pairing[0]]} {self.names[pairing[1]]} {pair} {half} {side}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1

    def named(self, task: Task) -> dict[Side, str]:
        """The players of a game by side."""
        return {side: self.names[seat] for side, seat in zip(SIDES, task.seats, strict=True)}


def _names(players: tuple[str, ...]) -> tuple[str, ...]:
    """The players as records name them.

    >>> _names(("random", "random", "random #2"))
    ('random', 'random #2', 'random #2 #2')
    """
    texts = [" ".join(player.split()) for player in players]  # as a record writes it
    names: list[str] = []
    for number, text in enumerate(texts):
        twins = texts[:number].count(text)
        name = f"{text} #{twins + 1}" if twins else text
        while name in names:
            twins += 1
            name = f"{text} #{twins + 1}"
        names.append(name)
    return tuple(names)


def _problem(key: str, **data: object) -> BadRequest:
    return BadRequest(problem=Phrase(f"problems.{key}", data, TEXTS))
