"""What a cache keeps is handed to everyone who asks, so nobody can be let change it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.tree import files, read

CACHES = ("cache", "lru_cache", "functools.cache", "functools.lru_cache")
CHANGEABLE = {"bytearray", "Counter", "defaultdict", "deque", "dict", "list", "NDArray", "OrderedDict", "set"}


def cached(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The name of every function whose answers are kept, and the kind of what it returns."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
            if any(ast.unparse(each) in CACHES for each in decorators):
                told = ast.unparse(node.returns) if node.returns else "list"  # who does not say may return one
                yield node.name, told.strip("'").partition("[")[0].rpartition(".")[2]


def changeable(tree: ast.AST) -> list[str]:
    """The functions whose kept answers whoever has one could change for all."""
    return [name for name, kind in cached(tree) if kind in CHANGEABLE]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("@cache\ndef f() -> list[int]: ...", ["f"]),
        ("@lru_cache(9)\ndef f() -> 'dict[str, int]': ...", ["f"]),
        ("@functools.cache\ndef f() -> typing.NDArray[int]: ...", ["f"]),
        ("@cache\ndef f(): ...", ["f"]),
        ("@cache\ndef f() -> tuple[list[int], ...]: ...", []),
        ("@other\ndef f() -> list[int]: ...", []),
    ],
)
def test_answers_that_could_be_changed_are_found(code, found):
    assert changeable(ast.parse(code)) == found


def test_there_are_caches():
    assert sum(len([*cached(ast.parse(read(path)))]) for path in files("src/turncoat/*.py")) > 20


@pytest.mark.parametrize("path", files("src/turncoat/*.py", "bench/*.py"), ids=str)
def test_no_cache_hands_out_what_can_be_changed(path: Path):
    assert changeable(ast.parse(read(path))) == []
