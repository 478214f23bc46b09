"""Playing by a file of rules that may change meanwhile."""

from turncoat.games import parse, reload_changed
from turncoat.games.errors import BadGame, TurncoatError
from turncoat.play import Game

from .errors import spoken_text
from .language import say

_told: list[str] = []
"""What was last said of a file that cannot be read, so that it is said once."""


def refresh(game: Game) -> tuple[Game | None, str]:
    """The same game under the present rules of its file, and what to say of it; None where nothing has changed."""
    name = game.ruleset.info.name
    try:
        changed = [info.name for info in reload_changed()]
    except BadGame as error:
        text = spoken_text(error)
        news = [] if _told == [text] else [text]
        _told[:] = [text]
        return None, say("rules_file.old", problem=text) if news else ""
    if name not in changed:
        return None, ""
    _told.clear()
    return _again(game)


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
