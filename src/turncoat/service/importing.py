"""Games read from text that people bring: records, transcripts, GGF.  Runs in a worker process (workers.py)."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from turncoat.games import GameInfo, Ruleset
from turncoat.games.errors import TurncoatError
from turncoat.games.results import FIRST, SECOND
from turncoat.games.text import Phrase
from turncoat.play import Game, split_records
from turncoat.play.movetext import read_movetext
from turncoat.protocols import ggf

from . import view_builder
from .errors import PACKAGE, words
from .imported_view import Ending, Imported, ImportedGame, Names, Unreadable
from .offered_games import OfferedGames

if TYPE_CHECKING:
    from .view import Words

MOST_GAMES = 100
"""That are read of one text."""
LONGEST_NAME = 80
RULESET = re.compile(r"^\s*ruleset\s*:\s*(.*)$", re.IGNORECASE | re.MULTILINE)


class Unclear(TurncoatError):
    """A text that is no game, or could be one of several games."""

    code = "bad_request"

    def __init__(self, problem: str) -> None:
        TurncoatError.__init__(self, problem=Phrase(f"importing.{problem}", {}, PACKAGE))


def read(text: str, ruleset: str | None, offered: Sequence[str], whole: bool) -> Imported:
    """The games of a text.  `ruleset` is that of transcripts; where it is not given, they must fit one game alone.

    `whole` has its moves told too, and reads one game alone: they take room.
    """
    most = 1 if whole else MOST_GAMES
    games = OfferedGames(offered)
    texts, read_one = _split(text.removeprefix("\ufeff").strip(), games, ruleset)
    found, failed = list[ImportedGame](), list[Unreadable]()
    for number, each in enumerate(texts[:most], 1):
        try:
            found.append(told(read_one(each), whole=whole))
        except TurncoatError as error:
            failed.append(Unreadable(number=number, text=cast("Words", words(error))))
    return Imported(games=found, unreadable=failed, left_out=max(0, len(texts) - most))


def _split(text: str, games: OfferedGames, ruleset: str | None) -> tuple[list[str], Callable[[str], Game]]:
    """The texts of the games, and how to read one."""
    if ggf.BEGIN in text:
        return ggf.split(text), lambda each: ggf.read_game(each, _othello(games.all))
    if RULESET.search(text):
        return split_records(text), lambda each: _read_record(each, games)
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return lines, lambda each: _read_transcript(each, games, ruleset)


def _othello(games: Mapping[str, GameInfo]) -> str:
    """The game that is written in GGF."""
    return next(name for name, info in games.items() if info.othello)


def _read_record(text: str, games: OfferedGames) -> Game:
    named = RULESET.search(text)
    if named:  # of a game that is not offered nothing is imported
        games.ruleset(named[1])
    return Game.read(text)


def _read_transcript(text: str, games: OfferedGames, ruleset: str | None) -> Game:
    if ruleset is not None:
        return _played(games.ruleset(ruleset), text)
    fitting = list[Game]()
    for name in games.all:
        try:
            fitting.append(_played(games.ruleset(name), text))
        except TurncoatError:
            continue
    if len(fitting) != 1:
        raise Unclear("of_several" if fitting else "of_none")
    return fitting[0]


def _played(ruleset: Ruleset, text: str) -> Game:
    game = Game.start(ruleset)
    read_movetext(game.root, text)
    game.current = game.last
    return game


def told(game: Game, *, whole: bool) -> ImportedGame:
    """A game at the end of its main line."""
    game.current = game.last
    found = ImportedGame(
        **view_builder.board(game.position),  # type: ignore[typeddict-item] # the moves may follow
        record=str(game),
        ruleset=str(game.ruleset),
        game=game.ruleset.info.name,
        names=Names(first=_name(game, FIRST), second=_name(game, SECOND)),
        date=_short(game.headers.get("date", "")),
        at=game.current.number,
        from_start=game.known_moves is not None,
        result=_ending(game),
    )
    if whole:
        found["start"] = view_builder.start(game.root)
        found["history"] = [view_builder.played_move(node) for node in game.current.path()[1:]]
    return found


def _ending(game: Game) -> Ending | None:
    ended = game.result
    if ended is None:
        return None
    return Ending(winner=ended.winner, decided=ended.decided, how=ended.how[:LONGEST_NAME], rule=ended.rule)


def _name(game: Game, side: str) -> str | None:
    return _short(game.headers.get(side, ""))


def _short(text: str) -> str | None:
    return text[:LONGEST_NAME] or None
