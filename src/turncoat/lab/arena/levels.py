"""Levels for people as players."""

from random import Random

from turncoat.engine.levels import Level

from .players import Choice, Moment, Player, Spec, by_clock


class LevelPlayer:
    """Our engine at a level; without a clock `max` has its usual time for every turn."""

    exact = False  # it may let go of what it has proved

    def __init__(self, level: Level, ruleset: str) -> None:
        self._level, self._engine = level, level.engine(ruleset)
        self._random, self._made = Random(0), 0

    def begin(self, seed: int) -> None:
        """A stream of its own for every game, and empty tables."""
        self._random, self._made = Random(seed), 0
        self._engine.forget()

    def choose(self, moment: Moment) -> Choice:
        """The level's move, within its share of the clock."""
        self._made = self._made + 1 if moment.position.mid_turn else 0
        limit = by_clock(moment)
        chosen = self._level.choose(moment.position, self._engine, self._random, limit=limit, made=self._made)
        return Choice(chosen.move)

    def close(self) -> None:
        """Ends what may still run."""
        self._engine.stop()


def make(spec: Spec, ruleset: str) -> Player:
    """The player of `level:5` or `level:max`."""
    spec.expect()
    return LevelPlayer(Level(spec.value), ruleset)
