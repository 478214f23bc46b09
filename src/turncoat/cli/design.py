"""The commands for those who design games: `new-game` and `check`."""

import re
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from turncoat.games import GameInfo, game, own_games

from . import arguments, storage
from .console import display, output, print_json
from .errors import FINE, NO, CommandError, file_error
from .language import say, spoken
from .wrapping import Wrapped

TEMPLATES = {"rules.txt": "{stem}.py", "words.txt": "{stem}.en.toml", "test.txt": "test_{stem}.py"}


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    folder: Annotated[Path | None, typer.Option("--folder", metavar="FOLDER")] = None,
) -> None:
    """Write a folder with a small game to begin from: rules, words, tests."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise CommandError("game_name", name=name)
    if name in own_games():
        raise CommandError("game_taken", name=name)
    stem = name.replace("-", "_")
    place = Path(stem) if folder is None else folder
    files = {place / target.format(stem=stem): template for template, target in TEMPLATES.items()}
    for path in files:
        if path.exists():
            raise CommandError("there_already", NO, path=path)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(error, place, "cannot_write") from None
    for path, template in files.items():
        storage.write(path, _filled(template, name, stem))
        output().print(Text(say("show.written", path=path)), soft_wrap=True)
    display(Text(), Wrapped(say("design.next", path=place / f"{stem}.py")))


def _filled(template: str, name: str, stem: str) -> str:
    """The template with the names of the game in their places."""
    text = resources.files(__package__).joinpath("new_game", template).read_text("utf-8")
    title = name.replace("-", " ").capitalize()
    return text.replace("NAME", name).replace("STEM", stem).replace("TITLE", title)


def check(
    name: arguments.Game,
    *,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=100_000, metavar="N")] = 4,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, metavar="S")] = 0,
    json: arguments.Json = False,
) -> int:
    """Play a game at random and tell what it does not keep, and in which line of its rules."""
    from turncoat.games.conformance import check_game

    info: GameInfo = game(name)
    found = check_game(info, games, seed)
    if json:
        print_json({"game": info.name, "findings": [finding.data(spoken()) for finding in found]})
        return NO if found else FINE
    for finding in found:
        output().print(Text(finding.text(spoken())), soft_wrap=True)
    display(Wrapped(say("design.found", count=len(found)) if found else say("design.fine", name=info.name)))
    return NO if found else FINE
