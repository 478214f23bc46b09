"""Which games this service offers."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from turncoat.games import GameInfo, Ruleset, game, own_games
from turncoat.games.errors import UnknownGame, nearest


class OfferedGames:
    """Our own games, and those of others that whoever runs the service has named.

    >>> list(OfferedGames().all)
    ['vect-reverse', 'verto', 'invector', 'reversi']
    """

    def __init__(self, others: Iterable[str] = ()) -> None:
        """The games of others by name; an error says which cannot be played."""
        self.all: Mapping[str, GameInfo] = MappingProxyType({**own_games(), **{name: game(name) for name in others}})

    def ruleset(self, text: str) -> Ruleset:
        """The ruleset of a text; UnknownGame where its game is not offered, of which nothing is imported."""
        name = text.partition(":")[0].strip().lower()
        if name:  # what names no game at all is told where rulesets are read
            self.game(name)
        return Ruleset.read(text)

    def game(self, name: str) -> GameInfo:
        """The game of that name, if it is offered."""
        if name not in self.all:
            raise UnknownGame(name=name, games=list(self.all), hint=nearest(name, self.all))
        return self.all[name]
