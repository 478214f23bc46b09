"""A floor imports only from below, and the ground floor from the standard library alone."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.tree import ROOT, files, read

CALLED_LATE = ("position.py", "turncoat.draw")  # how a notebook shows a position: the one exception


def imported(path: Path) -> Iterator[str]:
    """The absolute name of every module that a file under src imports, wherever in the file it does."""
    package = path.relative_to("src").parent.parts
    for node in ast.walk(ast.parse(read(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            stem = ".".join(filter(None, [above, node.module or ""]))
            # `from turncoat import native` imports turncoat.native, which only the alias tells.
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def test_imports_keep_to_the_floors():
    linter = Path(sys.executable).with_name("lint-imports")
    ran = subprocess.run([linter], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    assert "0 broken" in ran.stdout


@pytest.mark.parametrize("path", files("src/turncoat/games/*.py"), ids=str)
def test_the_rules_import_only_the_standard_library_and_each_other(path):
    outside = [
        name
        for name in imported(path)
        if name.split(".")[0] not in sys.stdlib_module_names
        and not name.startswith("turncoat.games.")
        and (path.name, name) != CALLED_LATE
    ]
    assert outside == []
