"""Rulesets: one text form, values refused with what is allowed, mistyped names answered with the nearest."""

import pickle
from typing import Any

import pytest

from turncoat.games import Ruleset, game, games, start
from turncoat.games.errors import BadOption, BadRuleset, UnknownGame, UnknownOption

VectOptions: Any = games()["vect-reverse"].Options
ReversiOptions: Any = games()["reversi"].Options


@pytest.mark.parametrize("name", games())
def test_a_bare_name_is_the_ruleset_of_all_defaults(name):
    assert str(Ruleset.read(name).options) == name
    assert Ruleset.read(name).options == games()[name].Options()
    assert games()[name] is game(name)


@pytest.mark.parametrize("name", games())
def test_every_combination_of_menu_values_prints_one_form_that_reads_back(name):
    found = list(games()[name].Options.combinations())
    texts = [str(options) for options in found]
    assert len(set(texts)) == len(texts) > 1
    assert [Ruleset.read(text).options for text in texts] == found
    assert name in texts


@pytest.mark.parametrize("name", games())
def test_every_default_is_among_the_values_a_menu_offers(name):
    for choice in games()[name].Options.choices():
        assert choice.default in choice.values


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("vect-reverse:lock=yes,target=5/3", "vect-reverse:lock=yes,target=5/3"),
        ("vect-reverse:target=5/3,lock=yes", "vect-reverse:lock=yes,target=5/3"),
        ("vect-reverse:target=5", "vect-reverse:target=5/5"),
        ("vect-reverse:target=4,stuck=forced,bases=inner,lock=no", "vect-reverse"),
        (" Vect-Reverse : STUCK = Free ", "vect-reverse:stuck=free"),
        ("verto:", "verto"),
        ("verto:size=09", "verto:size=9"),
        ("verto:quiet=no,size=8", "verto:quiet=no"),
        ("reversi:size=8", "reversi"),
        ("reversi:size=6", "reversi:size=6x6"),
        ("reversi:size=6x4", "reversi:size=6x4"),
    ],
)
def test_a_ruleset_has_one_canonical_form(text, canonical):
    assert str(Ruleset.read(text)) == str(Ruleset.read(text).options) == canonical
    assert start(text).ruleset == Ruleset.read(canonical)


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("reversy", UnknownGame, "did you mean reversi?"),
        ("vertto", UnknownGame, "did you mean verto?"),
        ("vectreverse", UnknownGame, "did you mean vect-reverse?"),
        ("chess", UnknownGame, "games: vect-reverse verto"),
        ("verto:sise=9", UnknownOption, "verto has no option sise; options: size quiet; did you mean size?"),
        ("vect-reverse:locks=yes", UnknownOption, "did you mean lock?"),
        ("vect-reverse:zzz=1", UnknownOption, "options: lock target bases stuck"),
        ("verto:size=12", BadOption, "size must be a whole number from 3 to 11; got 12"),
        ("verto:size=-8", BadOption, "got -8"),
        ("verto:size=8.0", BadOption, "got 8.0"),
        ("verto:size=٨", BadOption, "whole number"),
        ("verto:quiet=maybe", BadOption, "quiet must be yes or no; got maybe"),
        ("vect-reverse:target=6", BadOption, "from 1 to 5"),
        ("vect-reverse:target=0/4", BadOption, "from 1 to 5"),
        ("vect-reverse:target=4/4/4", BadOption, "such as 5/3"),
        ("vect-reverse:bases=middle", BadOption, "one of inner outer"),
        ("reversi:size=7", BadOption, "size must be even, from 4 to 10"),
        ("", BadRuleset, "it is empty"),
        (":size=8", BadRuleset, "it is empty"),
        ("verto:size", BadRuleset, "should look like option=value"),
        ("verto:size=", BadRuleset, "should look like option=value"),
        ("verto:=9", BadRuleset, "should look like option=value"),
        ("verto:size=9,", BadRuleset, "should look like option=value"),
        ("verto:size=9,size=9", BadRuleset, "size is given twice"),
    ],
)
def test_what_is_no_ruleset_is_refused_with_what_is_allowed(text, error, says):
    with pytest.raises(error) as refused:
        Ruleset.read(text)
    assert type(refused.value) is error
    assert says in str(refused.value)
    assert refused.value.text("ja") != refused.value.text("en")


def test_the_nearest_name_is_offered_in_both_languages():
    with pytest.raises(UnknownGame) as refused:
        game("vertos")
    assert refused.value.text("en").endswith("did you mean verto?")
    assert refused.value.text("ja").endswith("（vertoのことですか）")
    assert "もしかして" not in UnknownGame(**{**refused.value.data, "hint": ""}).text("ja")


def test_options_made_in_python_are_checked_too():
    with pytest.raises(BadOption):
        VectOptions(target=(6, 1))
    with pytest.raises(BadOption):
        VectOptions(bases="middle")
    with pytest.raises(BadOption):
        ReversiOptions(size=(8, 7))
    with pytest.raises(BadOption):
        VectOptions(lock=None)


def test_options_made_in_python_from_texts_mean_what_the_texts_say():
    assert VectOptions(lock="no") == VectOptions()
    assert VectOptions(lock="no").lock is False
    assert VectOptions(target="5/3").target == (5, 3)
    assert ReversiOptions(size=6).size == ReversiOptions(size="6x6").size == (6, 6)
    assert Ruleset.of(VectOptions(lock="no")) == Ruleset.read("vect-reverse")


@pytest.mark.parametrize("name", games())
def test_options_are_values_that_hash_and_pickle(name):
    for options in games()[name].Options.combinations():
        again = pickle.loads(pickle.dumps(options))
        assert again == options
        assert hash(again) == hash(options)
