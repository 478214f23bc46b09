"""Words for people, in English and Japanese, kept in `text.toml` files beside the code that says them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, ClassVar, Literal, Protocol, get_args

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@cache
def catalogue(package: str) -> Mapping[str, Any]:
    """The tables of a package's `text.toml`."""
    try:
        return tomllib.loads(resources.files(package).joinpath("text.toml").read_text("utf-8"))
    except (FileNotFoundError, TypeError):
        return {}


def knows(package: str, key: str, language: str = "en") -> bool:
    """Whether there is a message under the dotted key in that very language."""
    entry: Any = catalogue(package)
    for part in (*key.split("."), language):
        entry = entry.get(part) if isinstance(entry, Mapping) else None
    return isinstance(entry, str)


def say(package: str, key: str, language: str = "en", **data: object) -> str:
    """The sentence under a dotted key in that language, its {places} filled in.

    >>> say("turncoat.games", "events.moved", "ja", cell="d4", to="c5")
    'd4がc5へ移動'
    """
    entry: Any = catalogue(package)
    for part in key.split("."):
        entry = entry[part]
    template: str = entry[language]
    return template.format(**{name: _inside(value, language) for name, value in data.items()})


def _inside(value: object, language: str) -> object:
    if isinstance(value, Phrase):
        return value.text(language)
    if isinstance(value, (list, tuple)):
        return " ".join(str(_inside(item, language)) for item in value)
    return value


@dataclass(frozen=True)
class Phrase:
    """A sentence not yet in a language: a key of a catalogue and what goes into its places."""

    key: str
    data: Mapping[str, object] = field(default_factory=dict)
    package: str = "turncoat.games"

    def text(self, language: str = "en") -> str:
        """The sentence in that language."""
        return say(self.package, self.key, language, **self.data)

    @classmethod
    def of(cls, error: "SpokenError") -> "Phrase":
        """What an error says."""
        return cls(f"errors.{error.code}", error.data)


class SpokenError(Protocol):
    """An error that can be said in any language."""

    code: ClassVar[str]
    data: dict[str, Any]
