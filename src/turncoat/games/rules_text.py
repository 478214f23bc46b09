"""The rules for people: a game's rules text in a language, and its diagrams: positions that tests replay.

A line `![…](diagram:name)` in `rules.en.md` and `rules.ja.md` stands for the diagram of that name in `diagrams.toml`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from .found import game as find_game
from .info import GameInfo
from .notation import read_transcript, write_transcript
from .position import Position
from .ruleset import parse, start
from .text import FALLBACK, Language, catalogue, tables, words_file

DIAGRAM_LINE = re.compile(r"^!\[([^\]]*)\]\(diagram:([\w-]+)\)$", re.MULTILINE)


@dataclass(frozen=True)
class Diagram:
    """A named position, the moves then played, and what to point at."""

    name: str
    before: Position
    moves: tuple[str, ...]
    facts: Mapping[str, Any]
    """The diagram's table in `diagrams.toml`."""

    @property
    def positions(self) -> list[Position]:
        """From the position before the moves to the one after them."""
        found = [self.before]
        for move in self.moves:
            found.append(found[-1].play(move))
        return found

    @property
    def after(self) -> Position:
        """The position after the moves, which is the one drawn."""
        return self.positions[-1]

    @property
    def transcript(self) -> str:
        """The moves as they are written down."""
        return write_transcript(self.before, self.moves)

    def caption(self, language: Language = "en") -> str:
        """What the diagram shows, in a sentence or two."""
        return self.before.ruleset.info.say(f"captions.{self.name}", language)


@dataclass(frozen=True)
class RulesText:
    """The rules of a game in one language."""

    game: str
    language: Language
    source: str
    """The text as written, in Markdown."""

    @property
    def title(self) -> str:
        """The first heading."""
        return self.source.partition("\n")[0].removeprefix("# ")

    def blocks(self) -> Iterator[str | Diagram]:
        """Pieces of Markdown and diagrams by turns, in the order of the text."""
        at = 0
        for found in DIAGRAM_LINE.finditer(self.source):
            yield self.source[at : found.start()]
            yield diagrams(self.game)[found[2]]
            at = found.end()
        yield self.source[at:]

    def markdown(self, picture: Callable[[Diagram], str]) -> str:
        """The text with each diagram's line replaced by what `picture` makes of it."""
        return "".join(block if isinstance(block, str) else picture(block) for block in self.blocks())


def rules(game: str, language: Language = "en") -> RulesText:
    """The rules text of a game; in English where there is none in that language.

    >>> rules("verto").title
    'Verto'
    """
    for spoken in (language, FALLBACK):
        source = _read(game, f"rules.{spoken}.md") or _from_words(find_game(game), spoken)
        if source:
            return RulesText(game, spoken, source)
    return RulesText(game, FALLBACK, f"# {find_game(game).title(language)}\n")


def _from_words(game: GameInfo, language: Language) -> str | None:
    """The rules as the table `rules` of the game's words has them, by number; None where there is no such table."""
    numbered = catalogue(game.package, language).get("rules")
    if not numbered:
        return None
    parts = [f"# {game.say('name', language)}", game.say("summary", language)]
    parts += [f"**{number}** {text}" for number, text in numbered.items()]
    return "\n\n".join(filter(None, [*parts, game.say("credit", language)])) + "\n"


@cache
def diagrams(game: str) -> Mapping[str, Diagram]:
    """Every diagram of a game by name."""
    found: dict[str, Diagram] = {}
    for name, facts in tables(find_game(game).package, "diagrams.toml", "diagrams.toml").items():
        if "from" in facts:
            before = found[facts["from"]].after
        else:
            before = parse(facts["position"]) if "position" in facts else start(facts["ruleset"])
        found[name] = Diagram(name, before, tuple(read_transcript(before, facts.get("moves", ""))), facts)
    return MappingProxyType(found)


def _read(game: str, file: str) -> str | None:
    return words_file(find_game(game).package, file, file)
