"""The game that `turncoat new-game` writes, for tests that change it."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from turncoat.games import GameInfo, load, unload

NAME = "tuppence"
TEMPLATES = resources.files("turncoat.cli").joinpath("new_game")


def _filled(name: str) -> str:
    text = TEMPLATES.joinpath(name).read_text("utf-8")
    return text.replace("NAME", NAME).replace("STEM", NAME).replace("TITLE", NAME.capitalize())


RULES, WORDS = _filled("rules.txt"), _filled("words.txt")


def write(folder: Path, rules: str = RULES, words: str | None = WORDS) -> Path:
    """The file of rules, with one of words beside it."""
    path = folder / f"{NAME}.py"
    path.write_text(rules, "utf-8")
    if words is not None:
        (folder / f"{NAME}.en.toml").write_text(words, "utf-8")
    return path


@contextmanager
def loaded(path: Path) -> Iterator[GameInfo]:
    """The game in the file, for as long as it is wanted."""
    info = load(path)
    try:
        yield info
    finally:
        unload(info.name)


def changed(text: str, old: str, new: str, times: int = 1) -> str:
    """The text with a mistake planted."""
    assert text.count(old) == times, old
    return text.replace(old, new)
