"""Sides, scores, and the grid of cells."""

import pytest

from turncoat.games.board import Grid, grid_of
from turncoat.games.results import Score, Side


def test_sides_are_the_words_first_and_second():
    assert [str(side) for side in Side] == ["first", "second"]
    assert {"first": 1}[Side.FIRST] == 1
    assert (Side.FIRST.other, Side.SECOND.other) == (Side.SECOND, Side.FIRST)
    assert (Side.FIRST.mark, Side.SECOND.mark) == ("x", "o")


def test_a_score_knows_its_leader():
    assert Score(3, 2).leader is Side.FIRST
    assert Score(2, 3).leader is Side.SECOND
    assert Score(2, 2).leader is None
    assert (Score(3, 2).of(Side.FIRST), Score(3, 2).of(Side.SECOND)) == (3, 2)


def test_cells_are_named_from_the_top_left_by_column_and_row():
    board = Grid(3, 2)
    assert board.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert board.cell("c2") == 5
    assert board.cell("d1") is board.cell("A1") is board.cell("") is None
    assert grid_of(28, 2).names[23:28] == ("x1", "y1", "z1", "aa1", "ab1")


def test_neighbours_and_rays_stay_on_the_board():
    board = grid_of(8, 7)
    around = [len(board.around[cell]) for cell in board.cells]
    assert (around.count(3), around.count(5), around.count(8)) == (4, 2 * (6 + 5), 6 * 5)
    assert [len(board.beside[board.number(name)]) for name in ("a1", "b1", "b2")] == [2, 3, 4]
    assert [board.name(cell) for cell in board.rays[board.number("f5")][0]] == ["e4", "d3", "c2", "b1"]


@pytest.mark.parametrize(("width", "height", "count"), [(8, 8, 8), (3, 3, 8), (8, 7, 4), (6, 4, 4)])
def test_a_square_board_has_eight_symmetries_and_others_four(width, height, count):
    ways = grid_of(width, height).symmetries
    assert len(set(ways)) == len(ways) == count
    assert ways[0] == tuple(range(width * height))
    for way in ways:
        assert sorted(way) == list(ways[0])


def test_the_order_of_the_symmetries_is_fixed():
    board = grid_of(4, 4)
    corner = [board.name(way[board.number("b1")]) for way in board.symmetries]
    assert corner == ["b1", "c1", "b4", "c4", "a2", "d2", "a3", "d3"]


def test_symmetries_are_closed_under_doing_one_after_another():
    ways = grid_of(4, 4).symmetries
    assert {tuple(one[cell] for cell in other) for one in ways for other in ways} == set(ways)
