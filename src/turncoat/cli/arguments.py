"""What commands are given: shared parameters, how they are read, and how a shell completes them."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from turncoat.games import Position, games, load, parse, ruleset, start
from turncoat.games.errors import TurncoatError
from turncoat.games.notation import read_transcript
from turncoat.games.text import LANGUAGES

from .console import print_note
from .errors import CommandError
from .language import spoken

if TYPE_CHECKING:
    from turncoat.play import Game as PlayedGame

    OneOfLanguages = str
else:
    OneOfLanguages = Literal[LANGUAGES]  # the parser and the shell read what may be given from the type

WHERE_WORD = "RULESET|POSITION"


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """Names of games."""
    return [(name, "") for name in games() if name.startswith(incomplete)]


def complete_ruleset(incomplete: str) -> list[tuple[str, str]]:
    """Names of games, and after the colon their options with the usual values.

    >>> [text for text, _ in complete_ruleset("verto:size=9,q")]
    ['verto:size=9,quiet=yes', 'verto:size=9,quiet=no']
    """
    name, colon, rest = incomplete.partition(":")
    if not colon:
        return complete_game(incomplete)
    if name not in games():
        return []
    done, comma, begun = rest.rpartition(",")
    given = {part.partition("=")[0] for part in done.split(",")}
    choices = [choice for choice in games()[name].Options.choices() if choice.name not in given]
    parts = [f"{choice.name}={value}" for choice in choices for value in choice.values]
    return [(f"{name}:{done}{comma}{part}", "") for part in parts if part.startswith(begun)]


def named(text: str) -> str:
    """The same with a game's name where the file of its rules stood: `./mygame.py:size=5`, `./mygame.py .../... x`."""
    if not text.strip():
        return text
    first = text.split(maxsplit=1)[0]
    path, colon, rest = first.partition(":")
    if not (path.endswith(".py") or "/" in path or os.sep in path):
        return text
    return load(Path(path).expanduser()).name + colon + rest + text.strip()[len(first) :]


def _named(given: str | None) -> str | None:
    if given is None:
        return None
    text = named(given)
    with suppress(TurncoatError):  # said where the text is read for good
        for warning in ruleset.Ruleset.read(text.split(maxsplit=1)[0]).warnings(spoken()):
            print_note(warning)
    return text


Game = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game, callback=_named)]
Start = Annotated[str, typer.Argument(metavar=WHERE_WORD, autocompletion=complete_ruleset, callback=_named)]
Where = Annotated[str | None, typer.Argument(metavar=WHERE_WORD, autocompletion=complete_ruleset, callback=_named)]
RulesetArgument = Annotated[
    str | None, typer.Argument(metavar="RULESET", autocompletion=complete_ruleset, callback=_named)
]
Ruleset = Annotated[
    str, typer.Option("--ruleset", "-r", metavar="RULESET", autocompletion=complete_ruleset, callback=_named)
]
RulesetOfFile = Annotated[
    str | None, typer.Option("--ruleset", "-r", metavar="RULESET", autocompletion=complete_ruleset, callback=_named)
]
Moves = Annotated[str, typer.Option("--moves", "-m", metavar="MOVES", show_default=False)]
PositionText = Annotated[str | None, typer.Option("--position", "-p", metavar="POSITION", callback=_named)]
Json = Annotated[bool, typer.Option("--json")]
Ascii = Annotated[bool, typer.Option("--ascii")]
Threads = Annotated[int, typer.Option("--threads", "-t", min=1, max=1024, metavar="N")]
Memory = Annotated[int, typer.Option("--memory", min=1, max=1 << 20, metavar="MIB")]
Program = Annotated[str | None, typer.Option("--engine", "-e", metavar="cmd:COMMAND")]
Time = Annotated[float | None, typer.Option("--time", metavar="SECONDS")]
Nodes = Annotated[int | None, typer.Option("--nodes", metavar="N", min=1)]
Depth = Annotated[int | None, typer.Option("--depth", metavar="N", min=1, max=239)]
Unit = Annotated[Literal["turn", "move"], typer.Option("--unit", "-u")]
Lang = Annotated[OneOfLanguages | None, typer.Option("--lang", expose_value=False)]


def read_start(where: str | None, position: str | None = None) -> Position:
    """The position that a ruleset begins from, or that a position's text describes."""
    if where is None and position is None:
        raise CommandError("missing", name=WHERE_WORD)
    if position is None:
        assert where is not None
        return parse(where) if len(where.split()) > 1 else start(where)
    found = parse(position)
    if where is not None and start(where).ruleset != found.ruleset:
        raise CommandError("two_rulesets", ruleset=where, position=found.ruleset)
    return found


def read_position(where: str | None, moves: str = "", position: str | None = None) -> Position:
    """The position after those moves."""
    found = read_start(where, position)
    for move in read_transcript(found, moves):
        found = found.play(move)
    return found


def read_game(where: str | None, moves: str = "", position: str | None = None) -> "PlayedGame":
    """The same as a game, which knows the moves."""
    from turncoat.play import Game

    game = Game(read_start(where, position))
    for move in read_transcript(game.position, moves):
        game.play(move)
    return game
