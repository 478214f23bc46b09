"""What a position shows besides its stones: typed data to draw and to tell."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .results import Score, Side


@dataclass(frozen=True, slots=True)
class Zone:
    """Cells the board marks out."""

    kind: str
    """The game's word for zones of this kind."""
    name: str
    """Which of them it is; empty where there is but one."""
    cells: tuple[str, ...]
    holdable: bool = False
    """Whether a side can hold it."""
    holder: Side | None = None
    """Who holds it; None while nobody does."""
    stones: Score | None = None
    """Stones of each side in it, where the game counts them."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is to be seen in a position besides its cells."""

    stones: Score
    """Stones on the board."""
    score: Score
    """What each side has in the count that decides the game: points, stones."""
    goals: Score | None = None
    """The score that wins for each side, where the game is played to one."""
    reserves: Score | None = None
    """Stones each side still holds in its hand, where they are counted."""
    zones: tuple[Zone, ...] = ()
    chain: str | None = None
    """The cell of the stone an unfinished turn goes on from."""
    passes: int = 0
    """Passes that came just before."""
    swap: str | None = None
    """`open` while the sides may still be exchanged, `swapped` once they were; else None."""
    tallies: Mapping[str, Score] = field(default_factory=dict, hash=False)
    """What a result may be decided by besides the score, by its reason."""

    def tally(self, reason: str) -> Score:
        """The numbers that decide a result with that reason."""
        return self.tallies.get(reason, self.score)

    def of_kind(self, kind: str) -> tuple[Zone, ...]:
        """The zones of that kind."""
        return tuple(zone for zone in self.zones if zone.kind == kind)

    def zone(self, kind: str, name: str = "") -> Zone:
        """The one zone of that kind and name."""
        (found,) = (zone for zone in self.of_kind(kind) if zone.name == name)
        return found
