"""The library, the engine and the command line need few packages; whatever needs more says what to install."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable

import pytest

from tests.house.tree import ROOT, files, read
from turncoat.extras import MissingExtra, need

PROJECT = tomllib.loads(read("pyproject.toml"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
BROUGHT = {"starlette": "fastapi", "greenlet": "sqlalchemy", "shellingham": "typer"}  # packages that come with another


def imported_as(requirements: Iterable[str]) -> set[str]:
    """The names by which required packages are imported."""
    names = [re.split(r"[\[><=]", each)[0].replace("-", "_") for each in requirements]
    return {"markdown_it" if name == "markdown_it_py" else name for name in names} - {"turncoat"}


BASE = imported_as(PROJECT["dependencies"])
WEB = imported_as(EXTRAS["web"])
ALL = set().union(*map(imported_as, EXTRAS.values()))


def without(packages: Iterable[str], code: str) -> subprocess.CompletedProcess[str]:
    """Python where those packages are not installed, running that code."""
    kept = {"pydantic", "typing_extensions"}  # the parser of the command line has them too
    absent = {name: None for name in packages if name not in kept}
    lines = f"import json, sys\nsys.modules.update(json.loads('''{json.dumps(absent)}'''))\n{code}"
    command = [sys.executable, "-c", lines]
    return subprocess.run(command, cwd=ROOT, input="quit\n", capture_output=True, text=True, check=False)


def turncoat(packages: Iterable[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command, where those packages are not installed."""
    return without(packages, f"from turncoat.cli import main; sys.exit(main({list(arguments)!r}))")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["version"], "turncoat "),
        (["games"], "verto"),
        (["rules", "verto"], "Verto"),
        (["perft", "verto:size=3", "2"], "32"),
        (["playouts", "verto:size=3", "--games", "20"], "verto"),
        (["analyse", "verto:size=3", "--nodes", "500"], "nodes"),
        (["play", "verto:size=3"], "Light"),
        (["solve", "verto:size=3"], "Light"),
        (["arena", "random", "random", "--ruleset", "verto:size=3", "--games", "2", "--workers", "1"], "random"),
        (["serve", "--help"], "turncoat serve"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_everything_but_the_web_runs_on_the_base_alone(arguments, said):
    ran = turncoat(ALL, *arguments)
    assert ran.returncode == 0, ran.stderr
    assert said in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], 'Error: this needs sqlalchemy, which is not installed: pip install "turncoat[web]"\n'),
        (
            ["--lang", "ja"],
            'エラー：sqlalchemyがインストールされていません：pip install "turncoat[web]"\n',
        ),
    ],
)
def test_serve_says_what_to_install(arguments, sentence):
    ran = turncoat(ALL, "serve", *arguments)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", sentence)


@pytest.mark.parametrize(
    ("arguments", "package", "extra"),
    [
        (["--database", "postgresql://127.0.0.1:1/nobody"], "asyncpg", "postgres"),
        (["--database", "postgresql://127.0.0.1:1/nobody", "--broker", "redis://127.0.0.1:1"], "redis", "redis"),
    ],
)
def test_serve_says_what_several_processes_need(arguments, package, extra):
    ran = turncoat([package], "serve", "--port", "0", *arguments)
    assert ran.returncode == 2
    assert ran.stderr == f'Error: this needs {package}, which is not installed: pip install "turncoat[{extra}]"\n'


@pytest.mark.parametrize("module", ["turncoat.service", "turncoat.service.match", "turncoat.web", "turncoat.web.app"])
def test_the_library_says_what_to_install(module):
    ran = without(ALL, f"import {module}")
    assert ran.returncode == 1
    assert 'is not installed; pip install "turncoat[web]" brings it' in ran.stderr.splitlines()[-1]


def test_what_is_missing_is_an_import_error_with_the_names_of_both():
    with pytest.raises(ImportError, match=r'no_such is not installed; pip install "turncoat\[web\]"') as caught:
        need("web", "json", "no_such")
    assert isinstance(caught.value, MissingExtra)
    assert (caught.value.name, caught.value.extra) == ("no_such", "web")


def test_every_package_of_an_extra_is_asked_for():
    asked: dict[str, set[str]] = {}
    for path in files("src/*.py"):
        for node in ast.walk(ast.parse(read(path))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "need":
                extra, *packages = [each.value for each in node.args if isinstance(each, ast.Constant)]
                asked.setdefault(str(extra), set()).update(map(str, packages))
    assert {extra: imported_as(EXTRAS[extra]) - asked[extra] for extra in EXTRAS} == {each: set() for each in EXTRAS}


def test_what_a_floor_imports_is_what_its_extra_brings():
    brought = {"service": BASE | ALL, "web": BASE | WEB}
    brought |= {floor: BASE | imported_as(EXTRAS[extra]) for floor, extra in {"draw": "png", "lab": "env"}.items()}
    for path in files("src/turncoat/*.py"):
        nodes = list(ast.walk(ast.parse(read(path))))
        names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
        packages = {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"turncoat"}
        allowed = brought.get(path.parts[2], BASE)
        assert {each for each in packages if BROUGHT.get(each, each) not in allowed} == set(), path


def test_no_extra_is_empty():
    assert all(imported_as(requirements) for requirements in EXTRAS.values())
