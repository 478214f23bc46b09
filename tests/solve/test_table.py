"""Tables of small boards: complete, true, and never silently damaged."""

import json
import zlib
from hashlib import sha256

import numpy as np
import pytest

from tests.solve.plain import key, worths
from turncoat import native
from turncoat.games import parse, start
from turncoat.games.errors import BadRequest
from turncoat.solve import BadTable, NotInTable, Solver, Table, build_table
from turncoat.solve._table import HEAD, number_of


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


def spoilt(table, head=None, index=None, block=None, packed=None):
    """The table's file with another head, index or first block (or what it is packed as), under a right checksum."""
    content = table._content[:-32]
    begin = content.index(b"\n", len(HEAD)) + 1
    about = json.loads(content[len(HEAD) : begin])
    last = len(content) - 8 * (2 * about["blocks"] + 1)
    blocks = content[begin:last] if block is None else zlib.compress(block)
    blocks = packed(blocks) if packed else blocks
    first = HEAD + (head(about) if head else json.dumps(about).encode()) + b"\n"
    ends = np.array([len(first), len(first) + len(blocks)], "<u8")
    numbers = index(table._firsts, ends) if index else (table._firsts, ends)
    content = first + blocks + b"".join(each.tobytes() for each in numbers)
    return content + sha256(content).digest()


def other(**changes):
    return lambda about: json.dumps(about | changes).encode()


@pytest.mark.parametrize(
    "head",
    [
        lambda about: b"{}",
        lambda about: b"[]",
        lambda about: b"{",
        lambda about: b"[" * 100_000,
        lambda about: b"\xff",
        lambda about: json.dumps({name: value for name, value in about.items() if name != "ruleset"}).encode(),
        other(more=1),
        other(ruleset="chess"),
        other(ruleset=5),
        other(ruleset="reversi"),
        other(ruleset="verto: size=3"),
        other(blocks=0),
        other(blocks=-1),
        other(blocks=10**30),
        other(blocks=2),
        other(positions=0),
        other(positions="1"),
        other(positions=True),
        other(counts="both"),
    ],
)
def test_a_table_whose_head_is_wrong_under_a_right_checksum_is_called_damaged(table, tmp_path, head):
    (tmp_path / "table").write_bytes(spoilt(table, head))
    with pytest.raises(BadTable, match="is damaged"):
        Table(tmp_path / "table")


@pytest.mark.parametrize("move", [-1, 1, 2**63])
def test_a_table_whose_index_leads_elsewhere_is_called_damaged(table, tmp_path, move):
    (tmp_path / "table").write_bytes(spoilt(table, index=lambda firsts, ends: (firsts, ends + np.uint64(move % 2**64))))
    with pytest.raises(BadTable, match="is damaged"):
        Table(tmp_path / "table")


@pytest.mark.parametrize(
    "block",
    [
        b"",
        b"\0",
        b"\x09" * 100,
        lambda whole: whole[:-1],
        lambda whole: whole + b"\0",
        lambda whole: b"\x08" + whole[1:],
        lambda whole: whole[:-1] + b"\x7f",
        lambda whole: whole[:1] + bytes(len(whole) - 1),
        lambda whole: bytes(1 << 20),
    ],
)
def test_a_table_whose_block_is_wrong_under_a_right_checksum_is_called_damaged_when_it_is_asked(table, tmp_path, block):
    whole = zlib.decompress(table._content[int(table._ends[0]) : int(table._ends[1])])
    (tmp_path / "table").write_bytes(spoilt(table, block=block(whole) if callable(block) else block))
    found = Table(tmp_path / "table")
    with pytest.raises(BadTable, match="is damaged"):
        found.moves(start("verto:size=3"))


@pytest.mark.parametrize(
    "packed",
    [
        lambda whole: b"\0",
        lambda whole: bytes(len(whole)),
        lambda whole: whole[:-1],
        lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
    ],
)
def test_a_table_whose_block_cannot_be_unpacked_is_called_damaged_when_it_is_asked(table, tmp_path, packed):
    (tmp_path / "table").write_bytes(spoilt(table, packed=packed))
    found = Table(tmp_path / "table")
    with pytest.raises(BadTable, match="is damaged"):
        found.moves(start("verto:size=3"))


def test_a_table_written_anew_from_its_parts_is_the_table(table, tmp_path):
    whole = zlib.decompress(table._content[int(table._ends[0]) : int(table._ends[1])])
    (tmp_path / "table").write_bytes(spoilt(table, block=whole))
    assert Table(tmp_path / "table").moves(start("verto:size=3")) == table.moves(start("verto:size=3"))


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
