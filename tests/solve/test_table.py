"""Tables of small boards: complete, true, and never silently damaged."""

import pytest

from tests.solve.plain import key, worths
from turncoat import native
from turncoat.games import parse, start
from turncoat.games.errors import BadRequest
from turncoat.solve import BadTable, NotInTable, Solver, Table, build_table
from turncoat.solve._table import number_of


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return build_table("verto:size=3", tmp_path_factory.mktemp("tables") / "verto.table")


@pytest.mark.parametrize(
    "ruleset", ["verto:size=3", "verto:size=3,quiet=no", "invector:size=2x3", "invector:size=3x2,pie=no"]
)
def test_a_table_knows_every_position_as_plain_negamax_does(ruleset, tmp_path):
    found = build_table(ruleset, tmp_path / "table")
    expected = worths(start(ruleset), found.counts_lead)
    assert len(found) == len(expected)
    assert {text: found.worth(parse(text)) for text in expected} == expected


def test_every_symmetric_position_is_found(table):
    position = start(table.ruleset).play("b1").play("a1")
    assert {table.worth(each) for each in position.symmetries()} == {table.worth(position)}


def test_solver_and_table_agree_on_a_random_walk(tmp_path):
    found = build_table("reversi:size=4x4", tmp_path / "table")
    solver = Solver(found.ruleset)
    for number in range(20):
        at = native.start(found.ruleset)
        assert found.worth(at) == max(value for _, value in found.moves(at))
        for move in native.playout_moves(at, seed=3, game=number):
            at = at.play(move)
            assert found.worth(at) == solver.worth(at)


def test_moves_are_told_as_the_side_that_makes_them_sees_them(table):
    position = start(table.ruleset)
    assert dict(table.moves(position))["b2"] == -table.worth(position.play("b2"))


def test_numbers_are_the_positions_own():
    names = worths(start("invector:size=2x3"), counts_lead=False)
    assert len({number_of(parse(name)) for name in names}) == len(names)
    assert all(key(parse(name)) == name for name in names)


def test_a_table_that_cannot_be_written_is_refused_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.solve._table.NativeEnumeration", lambda *_: pytest.fail("the work was begun"))
    for path in (tmp_path / "nowhere" / "table", tmp_path):
        with pytest.raises((FileNotFoundError, IsADirectoryError)):
            build_table("verto:size=3", path)
    assert list(tmp_path.iterdir()) == []


def test_a_position_that_no_game_comes_to_is_refused(table):
    with pytest.raises(NotInTable, match="no game can reach"):
        table.worth(parse("verto:size=3 x../.../... o"))
    with pytest.raises(NotInTable, match="the table is for verto:size=3, but the position is not") as caught:
        table.worth(start("verto:size=4"))
    assert "別のルール" in caught.value.text("ja")


@pytest.mark.parametrize("place", [3, 20, 60, 200, -40, -1])
def test_a_damaged_file_is_refused(table, tmp_path, place):
    content = bytearray(table._content)
    content[place] ^= 1
    (tmp_path / "table").write_bytes(content)
    with pytest.raises(BadTable, match=r"is damaged|is not a table"):
        Table(tmp_path / "table")


@pytest.mark.parametrize("size", [0, 10, 17, 18, 100, 1000])
def test_a_torn_file_is_refused(table, tmp_path, size):
    (tmp_path / "table").write_bytes(table._content[:size])
    with pytest.raises(BadTable) as caught:
        Table(tmp_path / "table")
    assert str(tmp_path) in caught.value.text("ja")


@pytest.mark.parametrize(
    ("ruleset", "memory", "said"), [("reversi", 64, "too large"), ("invector:size=4x3", 1, "1 MiB cannot hold")]
)
def test_what_cannot_be_built_is_said(tmp_path, ruleset, memory, said):
    with pytest.raises(BadRequest, match=said):
        build_table(ruleset, tmp_path / "table", memory=memory)
    assert not (tmp_path / "table").exists()


def test_an_interruption_leaves_no_file(tmp_path):
    def watch(count):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table("verto:size=4", tmp_path / "table", watch=watch)
    assert list(tmp_path.iterdir()) == []
