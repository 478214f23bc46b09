"""English and Japanese are equals: what is said in one is said in the other."""

import json
import re

import pytest

from tests.house.translations import PAGE, catalogues, missing, sayings
from tests.house.tree import GAMES, GAMES_FOLDER, files, read
from turncoat.games import messages
from turncoat.games.languages import FALLBACK, LANGUAGES, OTHER, plural_form

FILES = [(language, name) for language in LANGUAGES for name in catalogues(language)]


def faults(key: str, english: str, text: str, language: str) -> list[str]:
    """What is wrong with a message, beside the English one."""
    found = []
    if bool(english.strip()) != bool(text.strip()):
        found.append(f"{key}: a language is silent")
    if messages.places(english) != messages.places(text):
        found.append(f"{key}: the places differ")
    forms = {OTHER, *(plural_form(language, number) for number in range(200))}
    found += [
        f"{key}: {plural.name} has the forms {sorted(plural.forms)}, not {sorted(forms)}"
        for plural in messages.plurals(text)
        if set(plural.forms) != forms
    ]
    return found


@pytest.mark.parametrize(
    ("english", "text", "fault"),
    [
        ("x", "", "a: a language is silent"),
        ("{n} stones", "石", "a: the places differ"),
        ("{n}", "{n, plural, one {#} other {#}}", "a: n has the forms ['one', 'other'], not ['other']"),
    ],
)
def test_a_faulty_message_is_found(english, text, fault):
    assert faults("a", english, text, "ja") == [fault]


@pytest.mark.parametrize(("language", "name"), FILES)
def test_every_message_can_be_read_and_has_the_places_of_the_english_one(language, name):
    english, own = sayings(catalogues(FALLBACK)[name]), sayings(catalogues(language)[name])
    assert [key for key in own if key not in english] == []
    assert [fault for key, text in own.items() for fault in faults(key, english[key], text, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_to_say(language):
    assert missing(language) == {}


def test_what_a_language_lacks_is_reported(monkeypatch):
    files = {"en": {"words.en.toml": "full", "other.en.toml": "full"}, "ja": {"words.en.toml": "half"}}
    texts = {"full": {"a": "", "b": ""}, "half": {"b": ""}}
    monkeypatch.setattr("tests.house.translations.catalogues", files.__getitem__)
    monkeypatch.setattr("tests.house.translations.sayings", texts.__getitem__)
    assert missing("ja") == {"words.en.toml": ["a"], "other.en.toml": ["a", "b"]}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_words_of_its_own(game):
    assert sayings(GAMES_FOLDER / game / "words.en.toml")


def test_no_key_of_the_page_is_given_twice():
    for language in LANGUAGES:
        names = re.findall(r'^  "(\w+)": ', read(f"{PAGE}/{language}.json"), re.MULTILINE)
        assert len(names) == len(set(names)) == len(json.loads(read(f"{PAGE}/{language}.json")))


def test_every_message_of_the_page_is_said_somewhere():
    sources = files("frontend/src/**/*.ts", "frontend/src/**/*.svelte")
    code = "".join(read(path) for path in sources if path.stem != "messages")
    said = set(re.findall(r"\bt\.(\w+)|wordsOf\(\"(\w+)\"", code))
    used = {name for pair in said for name in pair if name} | {"language_name"}
    assert [key for key in json.loads(read(f"{PAGE}/en.json")) if key not in used] == []


@pytest.mark.parametrize("game", GAMES)
def test_rules_texts_have_the_same_headings_and_diagrams(game):
    def shape(language: str) -> list[str]:
        """The levels of the headings and the targets of the pictures and links, in order."""
        text = read(GAMES_FOLDER / game / f"rules.{language}.md")
        return re.findall(r"^#+(?= )|!\[[^\]]*\](\([^)]*\))", text, flags=re.MULTILINE)

    assert shape("en")
    assert shape("en") == shape("ja")
