"""Words for people, kept beside the code that says them: `words.en.toml`, `words.ja.toml`, one file a language."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, Protocol

from .languages import FALLBACK, LANGUAGES, Language
from .messages import BadMessage, write

__all__ = [
    "FALLBACK",
    "LANGUAGES",
    "Language",
    "Phrase",
    "SpokenError",
    "catalogue",
    "keys",
    "knows",
    "message",
    "say",
    "tables",
    "translations",
    "words_file",
]

OWN = "turncoat."
"""How the names of our own packages begin: what is wrong with their words is a fault of ours."""


@cache
def catalogue(package: str, language: Language = FALLBACK) -> Mapping[str, Any]:
    """The tables of a package's words in a language; empty where it has none in that language."""
    return tables(package, f"words.{language}.toml", f"{language}.toml")


def tables(package: str, name: str, ending: str) -> Mapping[str, Any]:
    """What is in a TOML file of a package, as `words_file` finds it; nothing where there is none."""
    try:
        return tomllib.loads(words_file(package, name, ending) or "")
    except tomllib.TOMLDecodeError as error:
        raise _bad_file(package, name, ending, Phrase("rules_files.not_toml", {"error": error})) from None


def words_file(package: str, name: str, ending: str) -> str | None:
    """A text file of a package by its name; of a module of one file, the file beside it with that ending.

    BadGame where it is there and holds no text.
    """
    file = _file(package, name, ending)
    try:
        return file.read_text("utf-8") if file.is_file() else None
    except UnicodeDecodeError:
        raise _bad_file(package, name, ending, Phrase("rules_files.not_text")) from None


def _file(package: str, name: str, ending: str) -> Path | Traversable:
    spec = find_spec(package)
    if spec is not None and spec.submodule_search_locations is None and spec.origin:
        return Path(spec.origin).with_suffix(f".{ending}")
    return resources.files(package).joinpath(name)


def _bad_file(package: str, name: str, ending: str, problem: "Phrase") -> ValueError:
    """The error about a file of a game of others."""
    from .errors import BadGame  # which needs words itself

    return BadGame(game=_file(package, name, ending).name, problem=problem)


def translations(say: Callable[[Language], str]) -> dict[Language, str]:
    """A text in every language that has its own words for it; always in English."""
    english = say(FALLBACK)
    others = {language: say(language) for language in LANGUAGES if language != FALLBACK}
    return {FALLBACK: english} | {language: text for language, text in others.items() if text != english}


def knows(package: str, key: str, language: Language = FALLBACK) -> bool:
    """Whether there is a message under the dotted key in that very language."""
    return _find(package, key, language) is not None


def keys(package: str, language: Language = FALLBACK) -> Iterator[str]:
    """The dotted keys of all messages in that language."""
    return _keys(catalogue(package, language))


def say(package: str, key: str, language: Language = FALLBACK, **data: object) -> str:
    """The message under a dotted key in that language, its places filled in; in English where the language has none.

    >>> say("turncoat.games", "events.moved", "ja", cell="d4", to="c5")
    'd4がc5へ移動'
    """
    text, language = message(package, key, language)
    try:
        return write(text, language, {name: _inside(value, language) for name, value in data.items()})
    except (BadMessage, KeyError, TypeError) as error:
        if package.startswith(OWN):
            raise
        wrong = {"name": key, "error": error, "place": f"{{{error.args[0]}}}"}
        problem = Phrase(f"conformance.word_{'place' if isinstance(error, KeyError) else 'form'}", wrong)
        raise _bad_file(package, f"words.{language}.toml", f"{language}.toml", problem) from None


def message(package: str, key: str, language: Language = FALLBACK) -> tuple[str, Language]:
    """The message under a dotted key as it stands in the catalogue, and the language it is in."""
    for each in (language, FALLBACK):
        text = _find(package, key, each)
        if text is not None:
            return text, each
    raise KeyError(f"{package} has no words for {key}")


def _find(package: str, key: str, language: Language) -> str | None:
    entry: Any = catalogue(package, language)
    for part in key.split("."):
        entry = entry.get(part) if isinstance(entry, Mapping) else None
    return entry if isinstance(entry, str) else None


def _keys(table: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for name, entry in table.items():
        if isinstance(entry, Mapping):
            yield from _keys(entry, f"{before}{name}.")
        else:
            yield f"{before}{name}"


def _inside(value: object, language: Language) -> object:
    if isinstance(value, Phrase):
        return value.text(language)
    if isinstance(value, (list, tuple)):
        return " ".join(str(_inside(item, language)) for item in value)
    return value


@dataclass(frozen=True)
class Phrase:
    """A message not yet in a language: a key of a catalogue and what goes into its places."""

    key: str
    data: Mapping[str, object] = field(default_factory=dict)
    package: str = "turncoat.games"

    def text(self, language: Language = FALLBACK) -> str:
        """The message in that language."""
        return say(self.package, self.key, language, **self.data)

    @classmethod
    def of(cls, error: "SpokenError") -> "Phrase":
        """What an error says."""
        return cls(f"errors.{error.code}", error.data)


class SpokenError(Protocol):
    """An error that can be said in any language."""

    code: ClassVar[str]
    data: dict[str, Any]
