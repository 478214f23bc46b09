"""Playing by a rules file that may change during the game."""

from turncoat.games import parse, reload_changed
from turncoat.games.errors import BadGame, TurncoatError
from turncoat.play import Game

from .console import output, print_error
from .errors import spoken_text
from .language import say
from .wrapping import Wrapped

_told: list[str] = []
"""What was last said of a file that cannot be read, so that it is said once."""


def refresh(game: Game) -> Game | None:
    """The same game under the present rules of its file, after telling so; None where nothing has changed."""
    try:
        changed = [info.name for info in reload_changed()]
    except BadGame as error:
        text = say("rules_file.old", problem=spoken_text(error))
        if text not in _told:
            print_error(text)
        _told[:] = [text]
        return None
    if game.ruleset.info.name not in changed:
        return None
    _told.clear()
    again, text = _again(game)
    output().print(Wrapped(text))
    return again


def _again(game: Game) -> tuple[Game, str]:
    """The main line of the game played anew, as far as the new rules let it."""
    first = parse(str(game.root.position))
    again = Game.from_position(first, dict(game.headers))
    for number, move in enumerate(game.moves, 1):
        try:
            again.play(move)
        except TurncoatError as error:
            return again, say("rules_file.shorter", number=number, problem=spoken_text(error))
    return again, say("rules_file.read")
