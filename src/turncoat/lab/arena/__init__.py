"""The arena: players meet in games, and statistics say which is stronger.

>>> from turncoat.lab import arena
>>> standing = arena.play(arena.Match(("uct:200", "random"), "reversi:size=4x4", pairs=10))
>>> standing.games, standing.tally.share > 0.5
(20, True)
"""

from .match import Match, Task, Unit
from .openings import random_openings, read_openings
from .ratings import Ratings, bradley_terry
from .referee import Opening, Played, Referee, Terms
from .standing import Standing, Tally
from .statistics import Estimate, Sprt, elo, normalised_elo
from .tournament import Tournament, check_log, log, play

__all__ = [
    "Estimate",
    "Match",
    "Opening",
    "Played",
    "Ratings",
    "Referee",
    "Sprt",
    "Standing",
    "Tally",
    "Task",
    "Terms",
    "Tournament",
    "Unit",
    "bradley_terry",
    "check_log",
    "elo",
    "log",
    "normalised_elo",
    "play",
    "random_openings",
    "read_openings",
]
