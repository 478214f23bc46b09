"""A strict type checker accepts every example in the documents and docstrings."""

import ast
import builtins
import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.house.tree import ROOT, files, read

PARSER = doctest.DocTestParser()


def examples() -> Iterator[tuple[str, str]]:
    """The code of every document and docstring that has some, under a name that says where it stands."""
    for path in files("*.md"):
        yield str(path), _code(read(path))
        for number, block in enumerate(_blocks(read(path)), 1):
            yield f"{path}, block {number}", block
    for path in files("src/turncoat/*.py"):
        for node in ast.walk(tree := ast.parse(read(path))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                code = _code(ast.get_docstring(node) or "")
                if code:
                    name = "" if isinstance(node, ast.Module) else f" {node.name}"
                    yield f"{path}{name}", "".join(_bound(path, tree, code)) + code


def _code(text: str) -> str:
    return "".join(example.source for example in PARSER.get_examples(text))


def _blocks(text: str) -> list[str]:
    """The fenced blocks of Python that are not typed at a prompt: each stands alone."""
    found: list[str] = re.findall(r"^```py(?:thon)?\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    return [block for block in found if not block.lstrip().startswith(">>>")]


def test_blocks_with_and_without_a_prompt_are_found():
    text = "```python\n>>> x = 1\n```\ntext\n```python\ny: int = 'two'\n```\n```\nno Python\n```\n"
    assert (_code(text), _blocks(text)) == ("x = 1\n", ["y: int = 'two'\n"])


def _bound(path: Path, tree: ast.Module, code: str) -> Iterator[str]:
    """Imports of what the module lends to its examples."""
    nodes = list(ast.walk(ast.parse(code)))
    used = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    used -= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    imports = [name for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for name in node.names]
    used -= {(name.asname or name.name).partition(".")[0] for name in imports}
    module = ".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__")
    package = list(path.parent.parts[1:])
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom):
            above = package[: len(package) - statement.level + 1] if statement.level else []
            source = ".".join([*above, *filter(None, [statement.module])])
            for name in statement.names:
                if (name.asname or name.name) in used:
                    yield f"from {source} import {name.name} as {name.asname or name.name}\n"
        elif isinstance(statement, ast.Import):
            for name in statement.names:
                if (name.asname or name.name) in used:
                    yield f"import {name.name} as {name.asname or name.name}\n"
        else:
            for own in sorted(_defined(statement) & used - set(dir(builtins))):
                yield f"from {module} import {own}\n"


def _defined(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.ClassDef | ast.FunctionDef):
        return {statement.name}
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def test_a_strict_type_checker_accepts_every_example(tmp_path):
    found = dict(examples())
    assert len(found) > 60
    assert "legal_moves" in found["README.md"]
    assert any("with External(" in code for place, code in found.items() if place.startswith("docs/protocols.md"))
    places = {}
    for number, (place, code) in enumerate(found.items()):
        file = tmp_path / f"example_{number}.py"
        file.write_text(code, "utf-8")
        places[file.stem] = place
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--hide-error-context"]
    ran = subprocess.run(
        [*command, "--config-file", str(ROOT / "pyproject.toml"), *map(str, sorted(tmp_path.glob("*.py")))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    told = ran.stdout + ran.stderr
    for stem, place in sorted(places.items(), key=lambda item: -len(item[0])):
        told = told.replace(f"{tmp_path / stem}.py", place)
    assert ran.returncode == 0, told
