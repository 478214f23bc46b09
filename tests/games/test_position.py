"""What every position answers, whatever its game."""

import pickle
from typing import Any

import pytest

from tests.games.pictures import start
from tests.games.walks import RULESETS, walk
from tests.moves import texts
from turncoat.games import Ruleset, parse
from turncoat.games.errors import BadOption, BadRequest, GameOver, IllegalMove, UnknownOption
from turncoat.games.moves import Event
from turncoat.games.perft import perft
from turncoat.games.results import Score, Side


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_position_is_a_value_that_hashes_and_pickles_and_never_changes(ruleset):
    for before, move, after in walk(ruleset, seed=5):
        text = str(before)
        again = pickle.loads(pickle.dumps(after))
        assert again == after
        assert hash(again) == hash(after)
        assert texts(again) == texts(after)
        assert again.events == after.events
        assert str(before) == text
        assert move in texts(before)
        with pytest.raises(AttributeError):
            before.board = ""
        if after.mid_turn:
            break


def test_a_move_after_the_end_names_the_rule_that_ended_the_game():
    over = parse("verto:size=3 xxx/xxx/ooo o")
    with pytest.raises(GameOver) as refused:
        over.play("a1")
    assert isinstance(refused.value, IllegalMove)
    assert refused.value.code == "game_over"
    assert str(refused.value) == "a1 cannot be played: the game is over (R9)"


def test_events_are_told_in_both_languages():
    event = Event("moved", Side.FIRST, "d4", "c5")
    assert (event.text(), event.text("ja")) == ("d4 moves to c5", "d4がc5へ移動")
    assert Event("placed", Side.FIRST, "d4").text(side="Black") == "Black plays d4"


def test_perft_counts_turns_or_moves_and_a_finished_game_adds_nothing():
    position = start("vect-reverse")
    assert (perft(position, 0), perft(position, 0, "move")) == (1, 1)
    assert perft(position, 1) == len(list(position.turns()))
    assert perft(position, 2, "move") == sum(len(position.play(move).legal_moves) for move in texts(position))
    over = parse("verto:size=3 xxx/xxx/ooo o")
    assert [perft(over, depth) for depth in range(3)] == [1, 0, 0]
    last = parse("verto:size=3 xxx/oox/oo. o")
    assert [perft(last, depth) for depth in range(3)] == [1, 1, 0]


def test_perft_from_the_middle_of_a_turn_counts_its_end_as_one_turn():
    position = start("vect-reverse").play("d3")
    assert perft(position, 1) == len(list(position.turns())) == 4


def test_perft_refuses_what_cannot_be_counted():
    with pytest.raises(BadRequest, match="depth must be at least 0; got -1"):
        perft(start("verto"), -1)
    with pytest.raises(BadRequest, match="unit must be one of turn move; got ply"):
        perft(start("verto"), 1, "ply")  # type: ignore[arg-type]


def test_perft_refuses_what_is_no_number_and_no_position():
    with pytest.raises(TypeError, match=r"depth must be a whole number; got 1\.5 \(float\)"):
        perft(start("verto"), 1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="position must be a position, such as"):
        perft("verto", 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_move_is_a_value_with_its_cells_its_changes_and_its_end_of_turn(ruleset):
    for before, text, after in walk(ruleset, seed=6):
        move = before.find(text)
        assert (str(move), repr(move)) == (text, f"<Move {text}>")
        assert before.play(move) == after
        assert (move.events, move.ends_turn) == (after.events, not after.mid_turn)
        again = pickle.loads(pickle.dumps(move))
        assert (again, hash(again)) == (move, hash(move))
        others = [other for other in before.legal_moves if other != move]
        assert len(others) == len(before.legal_moves) - 1
        if after.mid_turn:
            break


def test_moves_of_one_text_are_equal_only_if_they_do_the_same():
    first = start("reversi").find("d3")
    assert first == start("reversi").legal_moves[0]
    assert first != start("reversi").play("f5").play("f4").find("d3")  # turns a coin more
    assert first != "d3"


def test_the_cells_of_a_move_come_in_the_order_of_clicks():
    assert start("vect-reverse").play("d3").find("d4-c5").cells == ("d4", "c5")
    assert start("verto:size=3").play("b2").find("a1").cells == ("a1",)
    assert start("invector:size=4x3").find("a1xb1").cells == ("a1", "b1")
    assert start("invector:size=4x3").play("a1xb1").find("swap").cells == ()


def test_find_knows_every_way_to_type_a_move():
    position = start("invector:size=4x3")
    assert [str(position.find(typed)) for typed in ("a1xb1", " A1B1 ", "a1-b1")] == ["a1xb1"] * 3
    assert position.find(position.legal_moves[0]) == position.legal_moves[0]
    assert position.find("swap") is position.find("d4") is position.find("") is None


def test_a_position_says_whether_it_is_over_and_whether_only_a_pass_is_left():
    assert not start("verto").is_over
    assert parse("verto:size=3 xxx/xxx/ooo o").is_over
    assert parse("reversi:size=4x4 xxo./xxoo/oxoo/xxxx o coins=1/2").must_pass
    assert not start("verto").must_pass
    assert not parse("verto:size=3 xxx/xxx/ooo o").must_pass


def test_a_notebook_shows_the_board():
    picture = start("verto:size=3").play("b2")._repr_svg_()
    assert picture.startswith("<svg ")
    assert "Verto, Dark to move" in picture
    assert "Light: b2" in picture


def test_representations_name_the_ruleset_and_the_position():
    position = start("verto:size=3")
    assert repr(position) == "<Position verto:size=3 .../.../... x>"
    assert repr(position.ruleset) == "<Ruleset verto:size=3>"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_facts_fit_the_board(ruleset):
    for before, _, after in walk(ruleset, seed=7):
        facts = after.facts()
        assert (facts.score, facts.stones) == (after.score(), after.stones())
        assert (facts.chain is None) != after.mid_turn
        for zone in facts.zones:
            assert facts.zone(zone.kind, zone.name) == zone
            assert set(zone.cells) <= set(after.grid.names)
            assert zone.holdable or zone.holder is None
        if before.mid_turn:
            break


def test_facts_tell_goals_reserves_passes_swaps_and_what_decides():
    vect = start("vect-reverse:target=5/3").facts()
    assert (vect.goals, vect.reserves, vect.passes, vect.swap) == (Score(5, 3), None, 0, None)
    assert (vect.tally("points"), vect.tally("center"), vect.tally("stones")) == (Score(0, 0), Score(2, 2), Score(2, 2))
    assert [(zone.kind, zone.name) for zone in vect.zones][:3] == [("center", ""), ("outer", ""), ("base", "b2")]
    assert start("reversi:size=4x4").play("b1").facts().reserves == Score(6, 7)
    opened = start("invector:size=4x3").play("a1xb1")
    assert [each.facts().swap for each in (opened, opened.play("swap"), opened.play("d1xc1"))] == [
        "open",
        "swapped",
        None,
    ]
    assert start("verto").facts().goals is start("verto").facts().swap is None


def test_a_ruleset_is_read_once_and_equal_by_its_text():
    ruleset = Ruleset.read("verto:quiet=no,size=9")
    assert ruleset == Ruleset.read("verto", size=9, quiet=False) == Ruleset.read(ruleset)
    assert Ruleset.read(ruleset, size=8) == Ruleset.read("verto:quiet=no")
    assert hash(ruleset) == hash(Ruleset.read("verto:size=9,quiet=no"))
    assert ruleset != Ruleset.read("verto")
    assert (str(ruleset), ruleset.info.name, ruleset.options.text("size")) == ("verto:size=9,quiet=no", "verto", "9")
    assert pickle.loads(pickle.dumps(ruleset)) == ruleset
    assert ruleset.start() == start("verto:size=9,quiet=no")
    assert Ruleset.read("verto:size=3").parse(".../.x./... o") == parse("verto:size=3 .../.x./... o")


def test_options_by_keyword_are_checked_like_those_in_a_text():
    assert str(Ruleset.read("vect-reverse", target=(5, 3), bases="outer")) == "vect-reverse:target=5/3,bases=outer"
    assert str(Ruleset.read("verto", quiet="no")) == "verto:quiet=no"
    wrong: tuple[dict[str, Any], ...] = ({"size": 12}, {"size": "nine"}, {"size": None}, {"quiet": []})
    for options in wrong:
        with pytest.raises(BadOption):
            Ruleset.read("verto", **options)
    with pytest.raises(UnknownOption, match="did you mean size"):
        Ruleset.read("verto", sise=9)
