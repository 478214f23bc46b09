"""What the page says, by the keys of its catalogue: tests outlive changes of wording and run in every language."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from tests.house.tree import ROOT
from turncoat.games import messages
from turncoat.games.languages import LANGUAGES, own_name

CATALOGUES = ROOT / "frontend" / "src" / "words"


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """Every entry of the page's catalogues, by key and language."""
    found = {language: json.loads((CATALOGUES / f"{language}.json").read_text("utf-8")) for language in LANGUAGES}
    return {key: {language: words[key] for language, words in found.items()} for key in found["en"]}


def label(key: str, language: str, **places: object) -> str:
    """The words of a key, its places filled."""
    return messages.write(catalogue()[key][language], language, places)


def pattern(key: str, language: str, **places: object) -> re.Pattern[str]:
    """The same as a pattern in which the places that are left may be filled with anything."""
    text = catalogue()[key][language]
    if set(places) >= messages.places(text):
        return re.compile(_escaped(label(key, language, **places)))
    return re.compile(_open(messages.read(text), places))


def _open(parts: messages.Message, places: Mapping[str, object]) -> str:
    """A pattern in which every place not given, and every form of a plural, may stand."""
    found = []
    for part in parts:
        match part:
            case str():
                found.append(_escaped(part))
            case messages.Place(name):
                found.append(_escaped(str(places[name])) if name in places else ".*")
            case messages.Number():
                found.append(".*")
            case messages.Plural():
                forms = [_open(each, places) for each in (*part.exact.values(), *part.forms.values())]
                found.append(f"(?:{'|'.join(forms)})")
    return "".join(found)


def _escaped(text: str) -> str:
    """As a pattern that Python and JavaScript read alike."""
    return re.sub(r"[.*+?^${}()|\[\]\\/]", r"\\\g<0>", text)


class Words:
    """The page, or a part of it, searched for what it says in its present language."""

    def __init__(self, part: Any) -> None:
        self.part = part
        self.language: str = getattr(part, "page", part).evaluate("document.documentElement.lang")

    def label(self, key: str, **places: object) -> str:
        """The words of a key in the language of the page."""
        return label(key, self.language, **places)

    def pattern(self, key: str, **places: object) -> re.Pattern[str]:
        """The same as a pattern; places that are not given may be anything."""
        return pattern(key, self.language, **places)

    def role(self, role: str, key: str, **places: object) -> Any:
        """What has this role and exactly these words for its name."""
        return self.part.get_by_role(role, name=self._whole(key, **places))

    def button(self, key: str, **places: object) -> Any:
        """A button."""
        return self.role("button", key, **places)

    def switch(self) -> Any:
        """The button that switches to the next language, which is the button's name."""
        after = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        return self.part.get_by_role("button", name=own_name(after), exact=True)

    def link(self, key: str, **places: object) -> Any:
        """A link."""
        return self.role("link", key, **places)

    def heading(self, key: str, **places: object) -> Any:
        """A heading."""
        return self.role("heading", key, **places)

    def field(self, key: str, **places: object) -> Any:
        """A field by its label."""
        return self.part.get_by_label(self._whole(key, **places))

    def text(self, key: str, **places: object) -> Any:
        """Wherever it says so, perhaps among other words."""
        return self.part.get_by_text(self.pattern(key, **places))

    def _whole(self, key: str, **places: object) -> re.Pattern[str]:
        return re.compile(rf"^\s*{self.pattern(key, **places).pattern}\s*$")
