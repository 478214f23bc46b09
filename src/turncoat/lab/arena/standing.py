"""How a match stands: points, Elo, ratings, the sequential test, and what went wrong."""

import hashlib
import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from turncoat import native
from turncoat.games.results import Side

from .match import Match, Pairing, Unit
from .ratings import Ratings, bradley_terry
from .referee import FORFEITS, SIDES, Played
from .statistics import SHARES, Estimate, Verdict, elo, normalised_elo, superiority

STALE = 50  # pairs on end that repeat others before a test gives up hope of new ones


@dataclass
class Tally:
    """The pairs of one pairing, seen by the first of the two."""

    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """How many pairs brought 0, ½, 1, 1½ and 2 points, without those that repeat others."""
    repeated: int = 0
    """Pairs that repeat others: the same games again say nothing new."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    first: int = 0
    """Games that the first side won, whoever played it at the end."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points, in the pairs that count."""
        return float(SHARES @ self.pairs) / sum(self.pairs) if any(self.pairs) else 0.5

    @property
    def elo(self) -> Estimate:
        """The Elo difference."""
        return elo(self.pairs)

    def add(self, games: tuple[Played, Played], *, repeated: bool = False) -> None:
        """Counts a pair; one that repeats another counts as played, and for nothing else."""
        points = 0
        # The first of the pairing has the first side in the first game.
        for game, side in zip(games, SIDES, strict=True):
            self.wins += game.winner is side
            self.losses += game.winner is side.other
            self.draws += game.winner is None
            self.first += game.winner is (Side.SECOND if game.exchanged else Side.FIRST)
            points += 1 if game.winner is None else 2 if game.winner is side else 0
        if repeated:
            self.repeated += 1
        else:
            self.pairs[points] += 1

    def data(self) -> dict[str, Any]:
        """For programs."""
        found = {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "pairs": self.pairs,
            "repeated_pairs": self.repeated,
        }
        normal = normalised_elo(self.pairs) if sum(map(bool, self.pairs)) > 1 else None
        return found | {
            "first_side_wins": self.first,
            "share": self.share,
            "elo": interval(self.elo),
            "normalised_elo": interval(normal) if normal else None,
            "superiority": superiority(self.pairs),
        }


class Standing:
    """Kept up to date while a match is played; always after a whole number of pairs, in their order."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.tallies: dict[Pairing, Tally] = {pairing: Tally() for pairing in match.met}
        self.forfeits: Counter[tuple[int, str]] = Counter()
        """How often a player lost by `crash`, `illegal` move or `time`."""
        self.endings: Counter[str] = Counter()
        self.ratio = 0.0
        self.verdict: Verdict | None = None
        self.resumed = 0
        """Games that were taken from the file."""
        self.resumed_version: str | None = None
        """The version that began the file, where it is not this one."""
        self.commit: str | None = None
        """The commit at which the match began."""
        self.idle = 0
        """How many pairs on end have repeated others."""
        self._seen: set[bytes] = set()

    @property
    def games(self) -> int:
        """Games played."""
        return sum(tally.games for tally in self.tallies.values())

    @property
    def planned(self) -> int:
        """Games there will be at the most."""
        return 2 * self.match.pairs * len(self.match.met)

    @property
    def tally(self) -> Tally:
        """The tally of the first pairing: all there is between two players."""
        return self.tallies[self.match.met[0]]

    @property
    def exhausted(self) -> bool:
        """Whether a test ends without a verdict, since nothing new comes any more."""
        return self.match.sprt is not None and not self.verdict and self.idle >= max(STALE, len(self.match.openings))

    def add(self, unit: Unit, games: tuple[Played, Played]) -> None:
        """Counts a pair of games."""
        tally = self.tallies[unit.pairing]
        repeated = self._repeats(unit, games)
        self.idle = self.idle + 1 if repeated else 0
        tally.add(games, repeated=repeated)
        for task, game in zip(unit.tasks, games, strict=True):
            self.endings[game.ending] += 1
            if game.ending in FORFEITS and game.loser is not None:
                self.forfeits[task.seats[SIDES.index(game.loser)], game.ending] += 1
        if self.match.sprt:
            self.ratio = self.match.sprt.ratio(tally.pairs)
            self.verdict = self.match.sprt.verdict(self.ratio)

    def _repeats(self, unit: Unit, games: tuple[Played, Played]) -> bool:
        """Whether both games were played before by the same players, neither of whom leaves anything to chance.

        Games left to chance may come out alike, and are evidence all the same: to drop them would favour rare ones.
        """
        if any(self.match.chance[player] for player in unit.pairing):
            return False
        opening = unit.tasks[0].opening
        position = native.parse(opening.start)
        for move in opening.moves:
            position = position.play(move)
        # From the position on: other moves to the same one make no other game.
        played = [(" ".join(game.moves[len(opening.moves) :]), game.winner) for game in games]
        key = hashlib.blake2b(f"{unit.pairing} {position} {played}".encode(), digest_size=16).digest()
        known = key in self._seen
        self._seen.add(key)
        return known

    def ratings(self) -> Ratings:
        """Ratings of all players from all games."""
        return bradley_terry(len(self.match.players), {key: tally.pairs for key, tally in self.tallies.items()})

    def data(self) -> dict[str, Any]:
        """The whole of it for programs."""
        match, names = self.match, self.match.names
        found: dict[str, Any] = {**match.identity, "games": self.games}
        found["pairings"] = [
            {"players": [names[one], names[other]], **tally.data()} for (one, other), tally in self.tallies.items()
        ]
        found["endings"] = dict(self.endings)
        if self.resumed and self.resumed_version:
            found["resumed_version"] = self.resumed_version
        found["forfeits"] = [
            {"player": names[player], "kind": kind, "games": count} for (player, kind), count in self.forfeits.items()
        ]
        if len(names) > 2:
            ratings = self.ratings()
            found["ratings"] = [{"player": name, **interval(ratings.of(each))} for each, name in enumerate(names)]
        if match.sprt:
            test = match.sprt
            found["sprt"] = {"elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta}
            found["sprt"] |= {"ratio": self.ratio, "bounds": list(test.bounds), "verdict": self.verdict}
            found["sprt"]["exhausted"] = self.exhausted
        return found


def interval(estimate: Estimate) -> dict[str, float | None]:
    """An estimate for programs; what is infinite is null."""
    values = {"low": estimate.low, "value": estimate.value, "high": estimate.high}
    return {name: round(value, 2) if math.isfinite(value) else None for name, value in values.items()}
