"""What a package keeps for itself (a name with an underscore before it) no other package touches."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tests.house.allowances import allowed, beyond
from tests.house.tree import files, read


def package(path: Path) -> str:
    """The package a file belongs to: a folder under src/turncoat, or bench."""
    parts = path.with_suffix("").parts
    if parts[0] != "src":
        return parts[0]
    return ".".join(("turncoat", parts[2])) if len(parts) > 3 else "turncoat"


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


@cache
def trees() -> dict[Path, ast.Module]:
    """Every module of ours, read."""
    return {path: ast.parse(read(path)) for path in files("src/*.py", "bench/*.py")}


@cache
def own_names() -> dict[str, set[str]]:
    """The private names that each package gives to something, its modules among them."""
    names = defaultdict(set)
    for path in files("src/*.py", "src/*.pyi", "bench/*.py"):
        names[package(path)].add(path.stem)
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                names[package(path)].add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names[package(path)].add(node.id)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names[package(path)].add(node.name)
    return {owner: {name for name in each if is_private(name)} for owner, each in names.items()}


def imported(path: Path, tree: ast.Module) -> list[tuple[str, str]]:
    """The dotted names that a module of ours imports from the house, each with what it calls them."""
    above = ("turncoat", *path.parent.parts[2:])
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, alias.asname or alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            stem = ".".join(above[: len(above) - node.level + 1]) if node.level else ""
            whole = ".".join(filter(None, (stem, node.module or "")))
            found += [(f"{whole}.{alias.name}", alias.asname or alias.name) for alias in node.names]
    return [each for each in found if each[0].split(".")[0] in ("turncoat", "bench")]


def owner_of(name: str) -> str:
    """The package that a dotted name belongs to."""
    return ".".join(name.split(".")[: 2 if name.startswith("turncoat") else 1])


def trespasses(path: Path, tree: ast.Module) -> set[str]:
    """The private names of other packages that a module imports, or takes from an object."""
    home = package(path)
    foreign = {known: name for name, known in imported(path, tree) if owner_of(name) != home}
    found = {name for name in foreign.values() if any(map(is_private, name.split(".")))}
    elsewhere = set().union(*(names for owner, names in own_names().items() if owner != home))
    for node in ast.walk(tree):
        taken = attribute(node)
        if taken and is_private(taken):
            of_a_stranger = isinstance(node, ast.Attribute) and ast.unparse(node.value) in foreign
            if of_a_stranger or taken in elsewhere - own_names().get(home, set()):
                found.add(taken)
    return found


def attribute(node: ast.AST) -> str | None:
    """The name of the attribute that is taken from something other than oneself; None where none is."""
    match node:
        case ast.Attribute(value=ast.Name("self" | "cls")):
            return None
        case ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name("getattr" | "hasattr" | "setattr"), args=[_, ast.Constant(str(name)), *_]):
            return name
    return None


@cache
def found() -> dict[str, set[str]]:
    """What every module takes that is not its package's."""
    return {str(path): trespasses(path, tree) for path, tree in trees().items()}


@pytest.mark.parametrize(
    ("code", "taken"),
    [
        ("from turncoat.native import _native", {"turncoat.native._native"}),
        ("from turncoat.native._position import Position", {"turncoat.native._position.Position"}),
        ("import turncoat.native._batch", {"turncoat.native._batch"}),
        ("from ..native._batch import Batch", {"turncoat.native._batch.Batch"}),
        ("position._illegal", {"_illegal"}),
        ("from turncoat import native\nnative._native.Games", {"_native"}),
        ("from turncoat.native import _batch as batch", {"turncoat.native._batch"}),
        ('getattr(position, "_illegal")', {"_illegal"}),
        ("from turncoat.games._new import New", {"turncoat.games._new.New"}),
        ("from ._weights import load\nself._legal\nos._exit(1)\nfrom turncoat.native import start", set()),
    ],
)
def test_what_belongs_to_another_package_is_told_from_ones_own(code, taken):
    assert trespasses(Path("src/turncoat/engine/new.py"), ast.parse(code)) == taken


def test_no_package_touches_what_another_keeps_for_itself():
    assert beyond(found(), allowed("private")) == {}


def test_every_allowance_for_private_names_is_still_needed():
    assert beyond(allowed("private"), found()) == {}
