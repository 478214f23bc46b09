"""The rules of the games in plain Python: the specification that everything else follows.

>>> position = start("verto:size=9")
>>> position.play("c3").side
<Side.SECOND: 'second'>
"""

import sys
from collections.abc import Mapping
from types import MappingProxyType, ModuleType

from . import invector, reversi, vect_reverse, verto
from .kit import BadPosition, BadRuleset, Game, Position, UnknownGame, nearest
from .notation import read_position
from .options import Options
from .text import Phrase

# The one list of games.
GAMES: Mapping[str, Game] = MappingProxyType(
    {game.name: game for game in (vect_reverse.GAME, verto.GAME, invector.GAME, reversi.GAME)}
)


def games() -> Mapping[str, Game]:
    """Every game by name.

    >>> list(games())
    ['vect-reverse', 'verto', 'invector', 'reversi']
    """
    return GAMES


def game(name: str) -> Game:
    """The game of that name.

    >>> game("reversy")
    Traceback (most recent call last):
    turncoat.games.kit.UnknownGame: there is no game reversy; games: ...; did you mean reversi?
    """
    found = GAMES.get(name.strip().lower())
    if found is None:
        raise UnknownGame(name=name, games=list(GAMES), hint=nearest(name, GAMES))
    return found


def read_ruleset(text: str) -> Options:
    """The options a ruleset text names; `str()` of them is its one canonical form.

    >>> str(read_ruleset("vect-reverse: target=5/3, lock=yes, stuck=forced"))
    'vect-reverse:lock=yes,target=5/3'
    """
    name, _, rest = text.strip().partition(":")
    if not name:
        raise BadRuleset(text=repr(text), problem=Phrase("problems.empty"))
    values: dict[str, str] = {}
    options = game(name).Options
    for part in rest.split(",") if rest.strip() else []:
        key, sign, value = (piece.strip().lower() for piece in part.partition("="))
        if not (key and sign and value):
            raise BadRuleset(text=text, problem=Phrase("problems.option_form", {"part": repr(part)}))
        if key in values:
            raise BadRuleset(text=text, problem=Phrase("problems.option_twice", {"name": key}))
        values[key] = value
    return options.read(values)


def start(ruleset: str | Options) -> Position:
    """The position a game under that ruleset starts from."""
    options = read_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    return GAMES[options.game].Position.start(options)


def parse(text: str) -> Position:
    """The position a line of text describes; BadPosition says why it cannot be one.

    >>> print(parse("verto:size=3 .../.x./... o"))
    verto:size=3 .../.x./... o
    """
    fields = text.split()
    if len(fields) < 3:
        raise BadPosition("fields")
    options = read_ruleset(fields[0])
    return read_position(GAMES[options.game].Position, options, *fields[1:])


class _Callable(ModuleType):
    """Lets `turncoat.games()` answer although `turncoat.games` is this package."""

    def __call__(self) -> Mapping[str, Game]:
        return games()


sys.modules[__name__].__class__ = _Callable
