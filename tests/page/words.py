"""What the page says, by the keys of its catalogue: tests outlive changes of wording and run in every language."""

import re
from functools import cache
from typing import Any

from tests.house.tree import ROOT

CATALOGUES = ROOT / "frontend" / "src" / "words"
LANGUAGES = ("en", "ja")
_TEXT = r'"((?:[^"\\]|\\.)*)"'
_ENTRY = re.compile(rf"(\w+): {{\s*en: {_TEXT},\s*ja: {_TEXT},?\s*}}")
_PLACE = re.compile(r"\{(\w+)\}")


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """Every entry of the page's catalogues, by key and language."""
    text = "".join(path.read_text("utf-8") for path in sorted(CATALOGUES.glob("*.ts")))
    found = {key: {"en": english, "ja": japanese} for key, english, japanese in _ENTRY.findall(text)}
    assert len(found) == len(re.findall(r"^  \w+: {", text, re.MULTILINE)), "an entry is written in another way"
    return found


def label(key: str, language: str, **places: object) -> str:
    """The words of a key, with the places that are given filled."""
    return _PLACE.sub(lambda place: str(places.get(place[1], place[0])), catalogue()[key][language])


def pattern(key: str, language: str, **places: object) -> re.Pattern[str]:
    """The same as a pattern in which the places that are left may be filled with anything."""
    parts = _PLACE.split(label(key, language, **places))
    return re.compile("".join(".*" if number % 2 else _escaped(part) for number, part in enumerate(parts)))


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
