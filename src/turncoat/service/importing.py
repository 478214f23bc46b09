"""Games that people bring, many at once, as a list shows them.  Runs in a worker process (workers.py)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from turncoat.games.errors import TurncoatError
from turncoat.games.results import FIRST, SECOND
from turncoat.play import Game

from . import game_reader, view_builder
from .errors import words
from .imported_view import Ending, Imported, ImportedGame, Names, Unreadable
from .offered_games import OfferedGames

if TYPE_CHECKING:
    from .view import Words

MOST_GAMES = 100
"""That are read of one text."""
LONGEST_NAME = 80


def read(text: str, ruleset: str | None, offered: Sequence[str]) -> Imported:
    """The games of a text.  `ruleset` is that of transcripts; where it is not given, they must fit one game alone."""
    games, texts = OfferedGames(offered), game_reader.split(text.removeprefix("\ufeff").strip())
    found, failed = list[ImportedGame](), list[Unreadable]()
    for number, each in enumerate(texts[:MOST_GAMES], 1):
        try:
            found.append(told(game_reader.read(each, games, ruleset)))
        except TurncoatError as error:
            failed.append(Unreadable(number=number, text=cast("Words", words(error))))
    return Imported(games=found, unreadable=failed, left_out=max(0, len(texts) - MOST_GAMES))


def told(game: Game) -> ImportedGame:
    """A game at the end of its main line."""
    game.current = game.last
    return ImportedGame(
        **view_builder.board(game.position),
        record=str(game),
        ruleset=str(game.ruleset),
        game=game.ruleset.info.name,
        names=Names(first=_name(game, FIRST), second=_name(game, SECOND)),
        date=_short(game.headers.get("date", "")),
        at=game.current.number,
        from_start=game.known_moves is not None,
        result=_ending(game),
    )


def _ending(game: Game) -> Ending | None:
    ended = game.result
    if ended is None:
        return None
    return Ending(winner=ended.winner, decided=ended.decided, how=ended.how[:LONGEST_NAME], rule=ended.rule)


def _name(game: Game, side: str) -> str | None:
    return _short(game.headers.get(side, ""))


def _short(text: str) -> str | None:
    return text[:LONGEST_NAME] or None
