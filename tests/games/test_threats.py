"""The same board with the other side to move: between turns only, and only where a game could come to that."""

from random import Random

import pytest

from turncoat import native
from turncoat.games import games, parse, start


def threat(text):
    found = parse(text).threat()
    return None if found is None else str(found)


def test_a_threat_is_the_same_board_with_the_other_side_to_move():
    before = "verto:size=3 x../.o./... x"
    assert threat(before) == "verto:size=3 x../.o./... o"


def test_within_a_turn_there_is_none():
    position = start("vect-reverse").play("d3")
    assert position.mid_turn
    assert position.threat() is None


def test_where_no_game_could_come_to_it_there_is_none():
    assert start("vect-reverse").threat() is None
    assert start("invector").threat() is None


def test_after_the_end_there_is_none():
    assert threat("verto:size=3 xxx/xxx/oox o") is None


def test_who_has_just_passed_is_asked_as_if_nobody_had():
    random, found = Random(3), []
    for _ in range(60):
        position = native.start("vect-reverse:target=5/5")
        while not position.is_over:
            position = position.play(random.choice(position.legal_moves))
            if position.facts().passes == 1 and not position.is_over:
                found.append(str(position.threat()))
    assert found
    assert not any("passes" in text for text in found)


def test_a_choice_of_colours_that_is_open_is_the_second_sides_alone():
    position = start("invector").play("d4xe4")
    assert "pie=open" in str(position)
    assert "pie" not in str(position.threat()).partition(" ")[2]


@pytest.mark.parametrize("name", games())
def test_both_twins_say_the_same(name):
    random, position = Random(5), native.start(name)
    seen = set()
    while not position.is_over:
        plain, fast = parse(str(position)).threat(), position.threat()
        assert fast == plain
        seen.add(plain is None)
        position = position.play(random.choice(position.legal_moves))
    assert seen == {True, False} or name in ("verto", "reversi")
    assert position.threat() is None


@pytest.mark.parametrize("name", games())
def test_the_values_of_a_form_are_read_and_the_first_of_them_is_usual(name):
    info = games()[name]
    for field in info.Position.FIELDS:
        for number, value in enumerate(info.Position.field_values(field)):
            texts = {field: value}
            read = info.Position.read_fields(info.Options(), start(name).board, texts)
            left_out = info.Position.read_fields(info.Options(), start(name).board, {})
            assert (read == left_out) == (number == 0)


def test_a_field_that_is_typed_offers_nothing():
    assert games()["verto"].Position.field_values("chain") == ()
