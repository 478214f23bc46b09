"""There is one Position: nothing above the native floor asks which twin holds it, or what more it can do."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from tests.house.test_floors import imported
from tests.house.tree import files, read
from turncoat.games import Position, games
from turncoat.native import NativePosition

BELOW = ("src/turncoat/games/", "src/turncoat/native/")
ABOVE = [path for path in files("src/turncoat/*.py") if not str(path).startswith(BELOW)]
TWINS = ("turncoat.games.plain", "NativePosition", "PlainPosition")
KNOWN = {
    name
    for game in games().values()
    for name in (*dir(game.Position), *(field.name for field in fields(game.Options)))
    if not name.startswith("__")
}
"""What some position or some game's options answer to."""


def probes(tree: ast.AST) -> Iterator[str]:
    """Calls that ask whether something has an attribute that only positions have."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("hasattr", "getattr"):
            name = node.args[1] if len(node.args) > 1 else None
            # A record of the log has facts too.
            if isinstance(name, ast.Constant) and name.value in KNOWN and ast.unparse(node.args[0]) != "record":
                yield ast.unparse(node)


def unions(tree: ast.AST) -> Iterator[str]:
    """Annotations that name two kinds of positions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            sides = [ast.unparse(side).strip("'").rpartition(".")[2] for side in (node.left, node.right)]
            if all(side.endswith("Position") for side in sides):
                yield ast.unparse(node)


def test_there_are_floors_above():
    assert len(ABOVE) > 80


@pytest.mark.parametrize("path", ABOVE, ids=str)
def test_no_floor_above_tells_the_twins_apart(path: Path):
    tree = ast.parse(read(path))
    assert [*probes(tree), *unions(tree)] == []
    assert [name for name in imported(path) if any(twin in name for twin in TWINS)] == []


def test_both_twins_are_positions_and_answer_to_the_same_names():
    public = {name for name in dir(Position) if not name.startswith("_")}
    assert {"legal_moves", "play", "facts", "find", "is_over", "turns"} <= public
    assert {name for name in dir(NativePosition) if not name.startswith("_")} - public == {"key"}
    for game in games().values():
        assert issubclass(game.Position, Position)
    for kind in (NativePosition, *(game.Position for game in games().values())):
        assert not hasattr(kind, "plain")
        assert not hasattr(kind, "moves")


def test_probes_and_unions_are_found():
    told = ast.parse("def f(a: 'Position | games.PlainPosition'): return getattr(a, 'coins', hasattr(a, 'lock'))")
    assert len([*probes(told)]) == 2
    (annotated,) = unions(ast.parse("x: Position | games.PlainPosition"))
    assert annotated == "Position | games.PlainPosition"
