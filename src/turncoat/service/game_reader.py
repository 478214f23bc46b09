"""Games read from text that people bring: records, transcripts, GGF.  Runs in a worker process (workers.py).

Whoever takes games from people reads them here: what a text is, and that nothing of a game that is not offered is
imported, is decided once.
"""

from collections.abc import Iterator, Mapping

from turncoat.games import GameInfo, Ruleset
from turncoat.games.errors import BadRequest, TurncoatError
from turncoat.games.text import Phrase
from turncoat.play import Game, split_records
from turncoat.play.movetext import read_movetext
from turncoat.protocols import ggf

from .errors import PACKAGE
from .offered_games import OfferedGames


def games_named(text: str) -> Iterator[str]:
    """The games that reading a record would import; an empty name where a line of it names none.

    >>> list(games_named("event: x\\n Start : verto:size=5 ..x\\nruleset: reversi"))
    ['verto', 'reversi']
    """
    # Read as a record reads its lines: what that finds and this does not would be a game that nobody offered.
    for line in text.removeprefix("\ufeff").splitlines():
        name, colon, value = line.partition(":")
        if colon and name.strip().lower() in ("ruleset", "start"):
            yield (value.split() or [""])[0].partition(":")[0].lower()


def split(text: str) -> list[str]:
    """The texts of the games in one of several: GGF, records with an empty line after each, a transcript a line."""
    if _is_record(text):
        return split_records(text)
    if ggf.BEGIN in text:
        return ggf.split(text)
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def read(text: str, offered: OfferedGames, ruleset: str | None = None) -> Game:
    """The one game of a text.  `ruleset` is that of a transcript; where it is not given, it must fit one game alone."""
    if _is_record(text):
        return _read_record(text, offered)
    if ggf.BEGIN in text:
        games = ggf.split(text)
        if len(games) > 1:
            raise _unclear("several")
        return ggf.read_game(games[0], _othello(offered.all))
    return _read_transcript("\n".join(split(text)), offered, ruleset)


def check_offered(text: str, offered: OfferedGames) -> None:
    """UnknownGame where reading a record would import a game that is not offered."""
    for name in games_named(text):
        if name:  # what names no game at all is told where records are read
            offered.game(name)


def _is_record(text: str) -> bool:
    return next(games_named(text), None) is not None


def _othello(games: Mapping[str, GameInfo]) -> str:
    """The game that is written in GGF."""
    return next(name for name, info in games.items() if info.othello)


def _read_record(text: str, offered: OfferedGames) -> Game:
    check_offered(text, offered)
    if sum(next(games_named(each), None) is not None for each in split_records(text)) > 1:
        raise _unclear("several")
    return Game.read(text)


def _read_transcript(text: str, offered: OfferedGames, ruleset: str | None) -> Game:
    if ruleset is not None:
        return _played(offered.ruleset(ruleset), text)
    fitting = list[Game]()
    for name in offered.all:
        try:
            fitting.append(_played(offered.ruleset(name), text))
        except TurncoatError:
            continue
    if len(fitting) != 1:
        raise _unclear("of_several" if fitting else "of_none")
    return fitting[0]


def _played(ruleset: Ruleset, text: str) -> Game:
    game = Game.start(ruleset)
    read_movetext(game.root, text)
    game.current = game.last
    return game


def _unclear(problem: str) -> BadRequest:
    """What is said of a text that is no game, or could be one of several."""
    return BadRequest(problem=Phrase(f"importing.{problem}", {}, PACKAGE))
