"""English and Japanese are equals: what is said in one is said in the other."""

import re
import tomllib
from collections.abc import Iterator

import pytest

from tests.house.tree import GAMES, GAMES_FOLDER, files, read

LANGUAGES = ("en", "ja")
CATALOGUES = [str(path) for path in files("src/**/*.toml", "frontend/**/*.toml")]


def sayings(value: object, key: str = "") -> Iterator[tuple[str, dict[str, object]]]:
    """Every entry of a catalogue that speaks at least one of the languages, with its dotted key."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from sayings(item, f"{key}[{number}]")
    elif isinstance(value, dict) and set(value) & set(LANGUAGES):
        yield key, {language: value.get(language) for language in LANGUAGES}
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from sayings(item, f"{key}.{name}".lstrip("."))


def places(text: object) -> set[str]:
    """The {places} of a sentence."""
    return set(re.findall(r"{(\w+)", str(text)))


def faults(saying: dict[str, object]) -> list[str]:
    """What keeps the languages of one entry from being equals."""
    english, japanese = saying["en"], saying["ja"]
    if not (isinstance(english, str) and isinstance(japanese, str)):
        return ["a language is missing"]
    found = []
    if bool(english.strip()) != bool(japanese.strip()):
        found.append("a language is silent")
    if places(english) != places(japanese):
        found.append("the places differ")
    return found


@pytest.mark.parametrize(
    ("catalogue", "fault"),
    [
        ('a.b = {en = "x"}', "a language is missing"),
        ('a = [{en = "x", ja = ""}]', "a language is silent"),
        ('a = {en = "{n} stones", ja = "石"}', "the places differ"),
    ],
)
def test_a_faulty_entry_is_found(catalogue, fault):
    [(_, saying)] = sayings(tomllib.loads(catalogue))
    assert faults(saying) == [fault]


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_entry_of_a_catalogue_speaks_both_languages(catalogue):
    assert {key: found for key, saying in sayings(tomllib.loads(read(catalogue))) if (found := faults(saying))} == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_words_of_its_own(game):
    assert list(sayings(tomllib.loads(read(GAMES_FOLDER / game / "text.toml"))))


@pytest.mark.parametrize("game", GAMES)
def test_rules_texts_have_the_same_headings_and_diagrams(game):
    def shape(language: str) -> list[str]:
        """The levels of the headings and the targets of the pictures and links, in order."""
        text = read(GAMES_FOLDER / game / f"rules.{language}.md")
        return re.findall(r"^#+(?= )|!\[[^\]]*\](\([^)]*\))", text, flags=re.MULTILINE)

    assert shape("en")
    assert shape("en") == shape("ja")
