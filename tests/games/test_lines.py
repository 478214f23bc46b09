"""Lines in which stones are trapped, and why a cell cannot be chosen."""

import random

import pytest

from tests.native.walks import RULESETS, somewhere
from turncoat.games import Ruleset, games, parse
from turncoat.games.text import catalogue


def between(grid, start, end):
    """The cells of a line."""
    ray = next(ray for ray in grid.rays[grid.number(start)] if grid.number(end) in ray)
    return ray[: ray.index(grid.number(end))]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_line_runs_over_enemy_stones_alone_and_both_twins_tell_the_same(ruleset):
    for spec, fast in somewhere(ruleset, 12, "lines"):
        assert fast.lines() == spec.lines()
        for start, ends in spec.lines().items():
            for end in ends:
                cells = between(spec.grid, start, end)
                assert {spec.board[cell] for cell in cells} == {spec.side.other.mark}


def test_what_lies_on_the_lines_is_what_outflanking_turns():
    for spec, _ in somewhere("reversi", 30, "turned"):
        for move in spec.legal_moves:
            turned = {event.cell for event in move.events if event.kind == "turned"}
            ends = spec.lines().get(move.text, ())
            assert turned == {spec.grid.name(cell) for end in ends for cell in between(spec.grid, move.text, end)}


def test_r6_in_a_chain_of_captures_the_lines_lead_to_the_cells_behind():
    position = parse("verto:size=5 ...../..o../.xx../...../..... x chain=c3")
    assert position.lines() == {"c3": ("c1",)}


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_refusal_has_its_words_and_a_rule_of_the_rules_text(game, language):
    info = games()[game]
    assert set(catalogue(info.package, language)["refusals"]) == set(info.Position.REFUSALS)
    for rule in info.Position.REFUSALS.values():
        assert rule in rules_text_of(game, language)


def rules_text_of(game, language):
    """The rules for people."""
    from turncoat.games.rules_text import rules

    return "\n".join(str(block) for block in rules(game, language).blocks())


def test_r13_a_lock_that_takes_the_bases_away_is_warned_of():
    assert Ruleset.read("vect-reverse").warnings() == []
    assert Ruleset.read("vect-reverse:lock=yes").warnings() == []
    assert Ruleset.read("vect-reverse:lock=yes,bases=outer,target=1/1").warnings() == []
    assert "(R12)" in Ruleset.read("vect-reverse:lock=yes,bases=outer").warnings()[0]
    assert Ruleset.read("vect-reverse:lock=yes,bases=outer,target=1/4").warnings() == [
        "Corner Lock takes these Corner Bases away: White can't win at once."
    ]
    assert "即時勝利" in Ruleset.read("vect-reverse:lock=yes,bases=outer").warnings("ja")[0]


def test_a_ruleset_without_a_warning_can_be_won_at_once_in_random_games():
    for ruleset in ("vect-reverse", "vect-reverse:lock=yes"):
        reached = set()
        for seed in range(30):
            chance, position = random.Random(seed), Ruleset.read(ruleset).start()
            while moves := position.legal_moves:
                position = position.play(chance.choice(moves))
            result = position.result()
            assert result
            reached.add(result.reason)
        assert "target" in reached
