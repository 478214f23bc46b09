"""What a game is, and which games there are."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from .errors import UnknownGame, nearest
from .options import Options
from .text import Language, say

if TYPE_CHECKING:
    from .plain import PlainPosition


@dataclass(frozen=True)
class GameInfo:
    """A game: its name, its options, its positions, and the package its texts lie in."""

    name: str
    Options: type[Options]
    Position: "type[PlainPosition]"
    package: str
    version: int = 1
    """Raised when a change of the rules would make old games read differently."""
    othello: bool = False
    """Whether programs for Othello can play it: Black first, cells and passes, the option `size` in columns x rows."""
    length: float = 1.0
    """How long games of good players are beside random ones: thinking on a clock reckons with it."""

    def say(self, key: str, language: Language = "en", **data: object) -> str:
        """A text of the game in that language."""
        return say(self.package, key, language, **data)

    def __reduce__(self) -> tuple[object, ...]:
        return game, (self.name,)


@cache
def games() -> Mapping[str, GameInfo]:
    """Every game by name.

    >>> list(games())
    ['vect-reverse', 'verto', 'invector', 'reversi']
    """
    from . import invector, reversi, vect_reverse, verto  # games stand above this module

    return MappingProxyType({game.name: game for game in (vect_reverse.GAME, verto.GAME, invector.GAME, reversi.GAME)})


def game(name: str) -> GameInfo:
    """The game of that name.

    >>> game("reversy")
    Traceback (most recent call last):
    turncoat.games.errors.UnknownGame: there is no game reversy; games: ...; did you mean reversi?
    """
    found = games().get(name.strip().lower())
    if found is None:
        raise UnknownGame(name=name, games=list(games()), hint=nearest(name, games()))
    return found
