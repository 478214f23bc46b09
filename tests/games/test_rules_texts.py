"""The rules texts say what the rules do: every diagram and every example is replayed, in both languages."""

import re

import pytest

from tests.moves import texts
from turncoat.draw.diagrams import with_pictures, with_text_boards
from turncoat.games import Ruleset, games, parse, start
from turncoat.games.messages import places
from turncoat.games.notation import read_transcript
from turncoat.games.results import Side
from turncoat.games.rules_text import Diagram, diagrams, rules
from turncoat.games.text import LANGUAGES, catalogue
from turncoat.games.words import describe_result, prompt, situation, zone_name
from turncoat.play import Outcome

DIAGRAMS = [(game, name) for game in games() for name in diagrams(game)]
TEXTS = [(game, language) for game in games() for language in LANGUAGES]

diagram = pytest.mark.parametrize(("game", "name"), DIAGRAMS)
text = pytest.mark.parametrize(("game", "language"), TEXTS)


@diagram
def test_a_diagram_comes_out_as_it_says(game, name):
    shown = diagrams(game)[name]
    assert str(shown.after) == shown.facts["after"]
    assert parse(str(shown.after)) == shown.after
    assert shown.before.ruleset.info.name == game


@diagram
def test_moves_a_diagram_calls_legal_are_legal_and_the_others_not(game, name):
    shown = diagrams(game)[name]
    legal = set(texts(shown.after))
    assert set(shown.facts.get("legal", "").split()) <= legal
    assert not set(shown.facts.get("illegal", "").split()) & legal


@diagram
def test_a_diagram_shows_the_end_of_a_game_only_where_it_says_so(game, name):
    shown = diagrams(game)[name]
    result = shown.after.result()
    assert (str(Outcome.of(result)) if result else None) == shown.facts.get("result")


@diagram
def test_a_diagram_has_no_fact_that_nobody_reads(game, name):
    read = {"ruleset", "position", "from", "moves", "after", "choices", "legal", "illegal", "result"}
    drawn = {"marks", "arrows", "labels", "rings"}
    assert set(diagrams(game)[name].facts) <= read | drawn


@text
def test_every_caption_belongs_to_a_diagram(game, language):
    assert set(catalogue(games()[game].package, language)["captions"]) == set(diagrams(game))


def shown(rules_text):
    """The names of the diagrams in the order of the text."""
    return [block.name for block in rules_text.blocks() if isinstance(block, Diagram)]


@text
def test_every_diagram_is_used_once_and_every_one_used_exists(game, language):
    assert sorted(shown(rules(game, language))) == sorted(diagrams(game))


@pytest.mark.parametrize("game", games())
def test_both_languages_show_the_same_diagrams_and_examples_in_the_same_order(game):
    english, japanese = (rules(game, language) for language in LANGUAGES)
    assert shown(english) == shown(japanese)
    assert examples(english.source) == examples(japanese.source)


@pytest.mark.parametrize("game", games())
def test_both_languages_state_the_same_rules_in_the_same_order(game):
    stated = [re.findall(r"^\*\*R(\d+)\*\*", rules(game, language).source, re.MULTILINE) for language in LANGUAGES]
    assert stated[0] == stated[1] == [str(number) for number in range(1, len(stated[0]) + 1)]


def examples(source: str) -> list[tuple[str, str, str]]:
    """First diagram, last diagram and moves of every example turn."""
    found = re.findall(r"^```moves (\S+)(?: (\S+))?\n(.*?)\n```$", source, re.MULTILINE | re.DOTALL)
    return [(first, last or first, moves) for first, last, moves in found]


@text
def test_every_example_turn_leads_from_its_first_diagram_to_its_last(game, language):
    found = examples(rules(game, language).source)
    assert found
    for first, last, moves in found:
        position = diagrams(game)[first].before
        for move in read_transcript(position, moves):
            position = position.play(move)
        assert position == diagrams(game)[last].after
        assert not position.mid_turn


@text
def test_every_transcript_in_a_sentence_can_be_played_from_the_start(game, language):
    for moves in re.findall(r"`([^`:\n]*;[^`\n]*|(?:[a-h][1-8]){3,})`", rules(game, language).source):
        assert read_transcript(start(game), moves)


@text
def test_every_ruleset_in_a_text_is_one_and_in_its_canonical_form(game, language):
    found = re.findall(rf"`({game}:[^`]*)`", rules(game, language).source)
    assert found
    assert [str(Ruleset.read(each).options) for each in found] == found


@text
def test_a_text_names_every_option_and_gives_credit(game, language):
    source = rules(game, language).source
    words = source.replace("\n", " ")
    assert [choice.name for choice in games()[game].Options.choices() if f"{choice.name}=" not in source] == []
    assert games()[game].say("credit", language) in words


@text
def test_a_text_starts_with_the_name_of_the_game(game, language):
    assert rules(game, language).title == games()[game].say("name", language)


@text
def test_diagrams_become_pictures_for_a_page_and_boards_for_a_terminal(game, language):
    source = rules(game, language)
    page, terminal = with_pictures(source, "dark"), with_text_boards(source)
    assert page.count("<figure>") == terminal.count("```text") == len(diagrams(game))
    assert "diagram:" not in page + terminal
    for each in diagrams(game).values():
        assert each.caption(language) in terminal


@text
def test_a_catalogue_names_sides_options_and_their_values(game, language):
    say = games()[game].say
    assert all(say(key, language) for key in ("name", "summary", "credit", "sides.first", "sides.second"))
    table = catalogue(games()[game].package)["options"]
    assert list(table) == [choice.name for choice in games()[game].Options.choices()]
    for choice in games()[game].Options.choices():
        assert say(f"options.{choice.name}.label", language)
        assert say(f"options.{choice.name}.explain", language)
        named = {value for value in choice.values if value.isalpha()}
        assert set(table[choice.name].get("values", {})) == named


@diagram
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_position_of_a_diagram_says_what_to_do_next(game, name, language):
    for position in diagrams(game)[name].positions:
        said = prompt(position, language)
        assert said
        assert "{" not in said
        assert (situation(position) == "over") == bool(describe_result(position, language))


@diagram
def test_every_zone_has_a_name(game, name):
    position = diagrams(game)[name].after
    assert all(zone_name(position, zone, language) for zone in position.facts().zones for language in LANGUAGES)


@pytest.mark.parametrize("game", games())
def test_sentences_ask_only_for_what_they_are_given(game):
    given = {
        "prompts": {"side", "other", "stone"},
        "reasons": {"winner", "loser", "high", "low"},
        "ended": {"ended", "decided"},
        "zones": {"which"},
    }
    asked = {
        (table, place)
        for language in LANGUAGES
        for table, allowed in given.items()
        for sentence in catalogue(games()[game].package, language).get(table, {}).values()
        for place in places(sentence) - allowed
    }
    assert asked == set()


def test_a_result_is_told_with_the_numbers_that_decided_it():
    full = diagrams("vect-reverse")["full"].after
    assert describe_result(full) == (
        "The Center Area is full. Points are level. Black wins with 20 stones to 16 in the Center Area."
    )
    assert describe_result(full, "ja") == (
        "中央エリアがすべて埋まりました。得点は同点。中央エリアの石が20対16で黒の勝ち。"
    )


def test_a_prompt_tells_the_first_step_of_a_turn_from_a_chain():
    first, second = (diagrams("vect-reverse")[name].after for name in ("chain-1", "chain-2"))
    assert (situation(first), situation(second)) == ("step", "chain")
    assert "c5" in prompt(second)
    assert second.side is Side.SECOND
