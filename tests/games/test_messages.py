"""Messages say the same in Python and on the page, and their plurals follow each language's own rules."""

import json

import pytest

from tests.house.tree import read
from turncoat.games import messages
from turncoat.games.languages import holds, plain, plural_form
from turncoat.games.text import Phrase, keys, knows, say, translations

CASES = json.loads(read("vectors/messages.json"))


@pytest.mark.parametrize("case", [each for each in CASES if not each.get("bad")], ids=lambda case: case["message"])
def test_a_message_is_written_as_the_page_writes_it(case):
    assert messages.write(case["message"], case.get("language", "en"), case.get("places", {})) == case["written"]


@pytest.mark.parametrize("case", [each for each in CASES if each.get("bad")], ids=lambda case: case["message"])
def test_what_is_no_message_is_refused(case):
    with pytest.raises(messages.BadMessage):
        messages.write(case["message"], "en", {})


def test_the_places_of_a_message_are_those_inside_its_plurals_too():
    text = "{a} {n, plural, =0 {{b}} one {{c}} other {#{m, plural, other {{d}}}}}"
    assert messages.places(text) == {"a", "b", "c", "d", "n", "m"}
    assert [plural.name for plural in messages.plurals(text)] == ["n", "m"]


def test_a_plural_needs_a_number_and_every_place_something_to_fill_it():
    with pytest.raises(TypeError, match="n must be a number"):
        messages.write("{n, plural, other {#}}", "en", {"n": "many"})
    with pytest.raises(KeyError):
        messages.write("{side} passes", "en", {})


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("i = 1 and v = 0", [1]),
        ("n = 1", [1]),
        ("n != 1", [0, 2, 5, 11, 21, 101]),
        ("i = 0,1", [0, 1]),
        ("i % 10 = 2..4 and i % 100 != 12..14", [2]),
        ("i % 10 = 1 and i % 100 != 11 or i = 5", [1, 5, 21, 101]),
    ],
)
def test_plural_rules_read_as_cldr_writes_them(rule, numbers):
    assert [number for number in (0, 1, 2, 5, 11, 21, 101) if holds(rule, number)] == numbers


def test_decimal_places_are_seen_by_plural_rules():
    assert plural_form("en", 1) == "one"
    assert plural_form("en", 1.5) == "other"
    assert holds("v = 1", 0.5)
    assert (plain(1.0), plain(1.5), plain(-3)) == ("1", "1.5", "-3")


def test_a_plural_rule_that_is_none_is_refused():
    with pytest.raises(ValueError, match="not a plural rule: f = 1"):
        holds("f = 1", 1)


def test_what_no_language_has_is_a_mistake_of_the_code():
    with pytest.raises(KeyError, match="has no words for no such"):
        say("turncoat.games", "no such")


def test_a_phrase_inside_a_phrase_speaks_the_same_language():
    inner = Phrase("problems.empty")
    outer = Phrase("errors.bad_position", {"problem": inner})
    assert inner.text("ja") in outer.text("ja")
    assert inner.text() in outer.text()


def test_a_game_of_one_file_has_its_words_beside_it(tmp_path, monkeypatch):
    (tmp_path / "onefilegame.py").write_text("")
    (tmp_path / "onefilegame.en.toml").write_text('name = "One"\n[sides]\nfirst = "Red"\nsecond = "Blue"\n')
    (tmp_path / "onefilegame.ja.toml").write_text('[sides]\nfirst = "赤"\n', "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert [say("onefilegame", key, "ja") for key in ("name", "sides.first", "sides.second")] == ["One", "赤", "Blue"]
    assert list(keys("onefilegame", "ja")) == ["sides.first"]
    assert not knows("onefilegame", "name", "ja")
    assert translations(lambda language: say("onefilegame", "sides.first", language)) == {"en": "Red", "ja": "赤"}
    assert translations(lambda language: say("onefilegame", "name", language)) == {"en": "One"}
