"""What each language has not said yet: python -m tests.house.translations prints it.

A message that a language lacks is said in English, so a new language can grow message by message.
"""

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.house.tree import files, read
from turncoat.games.languages import FALLBACK, LANGUAGES

PAGE = "frontend/src/words"


def catalogues(language: str) -> dict[str, Path]:
    """The files with words in a language, by what they would be called in English."""
    found = [*files(f"src/**/words.{language}.toml"), *files(f"{PAGE}/{language}.json")]
    english = {f"words.{language}.toml": "words.en.toml", f"{language}.json": "en.json"}
    return {str(path.with_name(english[path.name])): path for path in found}


def sayings(path: Path) -> dict[str, str]:
    """Every message of a file by its dotted key."""
    text = read(path)
    return dict(_sayings(tomllib.loads(text) if path.suffix == ".toml" else json.loads(text), ""))


def _sayings(value: object, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _sayings(each, f"{key}.{name}".lstrip("."))
    else:
        assert isinstance(value, str), (key, value)
        yield key, value


def missing(language: str) -> dict[str, list[str]]:
    """The keys that English has and the language has not, by file."""
    own = catalogues(language)
    found = {}
    for name, path in catalogues(FALLBACK).items():
        said = sayings(own[name]) if name in own else {}
        if lacking := [key for key in sayings(path) if key not in said]:
            found[name] = lacking
    return found


if __name__ == "__main__":
    for language in LANGUAGES[1:]:
        for name, lacking in missing(language).items():
            sys.stdout.write("\n    ".join([f"{language}  {name}", *lacking, ""]) + "\n")
