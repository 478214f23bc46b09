"""The graph of a reviewed game (SVG, PNG): winning chances after every move, with mistakes marked."""

from turncoat.draw import Theme, default_look
from turncoat.draw import graph as drawing
from turncoat.games import Position
from turncoat.games.results import Side
from turncoat.games.text import say
from turncoat.games.words import side_name

from ._arguments import check
from .review import Review

PACKAGE = "turncoat.engine"
SEVERITIES = ("inaccuracy", "mistake", "blunder")


def course(review: Review, position: Position, language: str = "en") -> drawing.Course:
    """What there is to draw of a review; any position of the game names the sides."""
    check("review", review, Review, "review")
    first, second = (side_name(position, side, language) for side in Side)
    inaccuracy, mistake, blunder = (say(PACKAGE, f"verdicts.{verdict}", language) for verdict in SEVERITIES)
    return drawing.Course(
        title=say(PACKAGE, "graph.title", language, game=position.ruleset.info.say("name", language)),
        about=say(PACKAGE, "graph.about", language, first=first, second=second),
        names=(first, second),
        light_first=default_look(position).faces[Side.FIRST] == "light",
        shares=review.wins,
        errors=tuple(
            (turn.worst.number, SEVERITIES.index(turn.verdict)) for turn in review.turns if turn.verdict != "good"
        ),
        severity=(inaccuracy, mistake, blunder),
        moves=say(PACKAGE, "graph.moves", language),
    )


def svg(review: Review, position: Position, *, theme: Theme = "light", language: str = "en") -> str:
    """The graph as one SVG element, the same text for the same review; any position of the game names the sides.

    >>> import turncoat
    >>> svg(Review("verto", (), (0.5,)), turncoat.start("verto")).startswith("<svg")
    True
    """
    return drawing.svg(course(review, position, language), theme=theme, language=language)


def png(
    review: Review, position: Position, *, theme: Theme = "light", language: str = "en", scale: float = 2.0
) -> bytes:
    """The graph as a PNG file, `scale` pixels for each unit of the SVG.

    >>> import turncoat
    >>> png(Review("verto", (), (0.5,)), turncoat.start("verto"))[1:4]
    b'PNG'
    """
    return drawing.png(course(review, position, language), theme=theme, language=language, scale=scale)
