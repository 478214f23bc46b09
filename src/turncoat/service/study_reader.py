"""Reading a study's record: in the worker's process, for records are long and may come from anywhere."""

from turncoat.games.errors import BadRequest
from turncoat.games.text import Phrase
from turncoat.play import Game

from . import view_builder
from .errors import PACKAGE
from .study_view import Comment, Study

LONGEST = 64 * 1024  # bytes of a record
MOST_MOVES = 5_000  # of a record, those of variations among them


def tidied(record: str) -> str:
    """The record in its one written form, if it can be read and is not too long."""
    game = Game.read(record)
    count, waiting = 0, [game.root]
    while waiting:
        node = waiting.pop()
        count += len(node.children)
        waiting += node.children
    text = str(game)
    if count > MOST_MOVES or len(text.encode()) > LONGEST:
        raise BadRequest(problem=Phrase("problems.long_study", {"most": MOST_MOVES}, PACKAGE))
    return text


def shown(study_id: str, record: str) -> Study:
    """The study as it is sent."""
    game = Game.read(record)
    nodes = list(game.root.main_line())
    return Study(
        id=study_id,
        record=record,
        ruleset=str(game.ruleset),
        game=game.ruleset.info.name,
        title=game.headers.get("event", ""),
        start=view_builder.start(game.root),
        history=[view_builder.played_move(node) for node in nodes[1:]],
        comments=[Comment(at=node.number, text=node.comment) for node in nodes if node.comment],
        options_text=view_builder.options_list(game.ruleset),
        **view_builder.board(nodes[-1].position),
    )
