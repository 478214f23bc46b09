"""What a move changed, where its game does not tell."""

import pytest

from tests.games.walks import RULESETS, walk
from turncoat.games.changes import board_after, changes
from turncoat.games.verto.rules import Options, Position


def told(before, after, move="a1"):
    old, new = (Position(Options(size=3), text.replace("/", "")) for text in (before, after))
    found = changes(old, new, move)
    return [f"{event.kind} {event.side} {event.cell}" + (f" {event.to}" if event.to else "") for event in found]


def test_a_new_stone_is_placed_and_others_are_turned():
    assert told(".../.o./...", "x../.x./...") == ["placed first a1", "turned first b2"]


def test_one_stone_gone_and_one_come_is_a_stone_that_moved():
    assert told("x../.../...", ".../.x./...") == ["moved first a1 b2"]


def test_a_stone_that_moved_onto_another_has_captured_it():
    assert told("x../.o./...", ".../.x./...") == ["captured second b2", "moved first a1 b2"]


def test_stones_that_are_gone_are_captured():
    assert told("xo./o../..x", "xx./.../..x") == ["captured second a2", "turned first b1"]
    assert told("xx./.../...", ".../.../...") == ["captured first a1", "captured first b1"]


@pytest.mark.parametrize(("move", "kind"), [("pass", "passed"), ("swap", "swapped")])
def test_moves_without_a_cell_are_told_by_their_names(move, kind):
    assert told("x../.../...", "x../.../...", move) == [f"{kind} first None"]


@pytest.mark.parametrize("ruleset", RULESETS[::7])
def test_events_of_games_and_events_read_off_the_boards_make_the_same_board(ruleset):
    for before, move, after in walk(ruleset):
        assert board_after(before, after.events) == after.board
        assert board_after(before, changes(before, after, move)) == after.board
