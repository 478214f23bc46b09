"""Pictures of games, as work for a process of its own: boards, previews of links, films.

What a picture shows travels as text: the first position and the moves that lead on from it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from turncoat import draw
from turncoat.draw import Theme, filming
from turncoat.games import Position
from turncoat.games.text import FALLBACK, Language
from turncoat.play import Game

PNG_SCALE = 2.0
SAMPLES = {"ja": "あ漢"}
SECONDS = {"board": 2.0, "card": 2.0, "film": 20.0}
"""What a picture is reckoned with, as far as sharing the worker fairly goes."""


@dataclass(frozen=True)
class Shown:
    """A game as far as a picture shows it."""

    start: str
    moves: tuple[str, ...]

    @cached_property
    def positions(self) -> Sequence[Position]:
        """From the first to the last."""
        game = Game.from_position(self.start)
        for move in self.moves:
            game.play(move)
        return game.positions


def board(shown: Shown, theme: Theme, language: Language) -> str:
    """The last position as SVG, the last move marked."""
    position = shown.positions[-1]
    marks, arrows = draw.latest(position), draw.trail(position)
    return draw.svg(position, marks=marks, arrows=arrows, theme=theme, language=language)


def board_png(shown: Shown, theme: Theme, language: Language) -> bytes:
    """The same as PNG."""
    return draw.rasterise(board(shown, theme, language), scale=PNG_SCALE)


def card_png(shown: Shown, said: Mapping[Language, Sequence[str]], language: Language) -> bytes:
    """The picture for the preview of a link, in English where the machine has no letters for another language."""
    if not draw.has_letters(SAMPLES.get(language, "a")):
        language = FALLBACK
    title, *lines = said[language]
    return draw.rasterise(draw.card(board(shown, "light", language), title, lines), scale=1)


def film(shown: Shown, theme: Theme, language: Language) -> bytes:
    """The whole game as an animated GIF."""
    return filming.film(shown.positions, theme=theme, language=language)
