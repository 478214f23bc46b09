"""A third language needs files and no code: the library, the command line and the page take it up."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT
from turncoat import native

LANGUAGES = '\n[eo]\nname = "Esperanto"\nplural = { one = "i = 1" }\n'
WORDS = {
    "games": '[events]\nmoved = "{cell} iras al {to}"\n[board]\nto_move = "{game}, {side} movas"\n',
    "games/verto": 'name = "Verto"\n[sides]\nfirst = "Hela"\nsecond = "Malhela"\n',
    "cli": '[facts]\nstones = "{count, plural, one {# sxtono} other {# sxtonoj}}"\n[help.words]\nusage = "Uzado:"\n',
}
RUN = """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if "ScikitBuild" not in type(finder).__name__]
sys.path.insert(0, sys.argv.pop(1))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the package with one more language in it, which says only a little."""
    folder = tmp_path_factory.mktemp("house")
    package = folder / "turncoat"
    shutil.copytree(ROOT / "src/turncoat", package, ignore=shutil.ignore_patterns("page", "weights", "__pycache__"))
    for compiled in Path(native.__file__).parent.glob("*.so"):
        shutil.copy(compiled, package / "native")
    for compiled in Path(native._native.__file__).parent.glob("*.so"):
        shutil.copy(compiled, package / "native")
    with (package / "games/languages.toml").open("a", encoding="utf-8") as languages:
        languages.write(LANGUAGES)
    for place, words in WORDS.items():
        (package / place / "words.eo.toml").write_text(words, "utf-8")
    return folder


def python(house: Path, code: str, *arguments: str) -> str:
    """What a Python with that copy of the package prints."""
    ran = subprocess.run(
        [sys.executable, "-c", RUN + code, house, *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"COLUMNS": "100"},
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_library_speaks_it_and_falls_back_to_english(house):
    said = python(
        house,
        """
from turncoat.games import rules_text, start
from turncoat.games.text import LANGUAGES, say
from turncoat.games.words import prompt
print(LANGUAGES)
print(say("turncoat.games", "events.moved", "eo", cell="d4", to="c5"))
print(prompt(start("verto"), "eo") == prompt(start("verto")).replace("Light", "Hela"))
print(rules_text.rules("verto", "eo").language)
""",
    )
    assert said.splitlines() == ["('en', 'ja', 'eo')", "d4 iras al c5", "True", "en"]


def test_the_command_line_speaks_it_with_its_plurals(house):
    code = "from turncoat.cli import main\nsys.argv[0] = 'turncoat'\nsys.exit(main())"
    shown = python(house, code, "show", "verto:size=3", "--moves", "b2", "--lang", "eo")
    assert "Hela  1 sxtono" in shown
    assert "Malhela  0 sxtonoj" in shown
    assert "Uzado:" in python(house, code, "show", "--help", "--lang", "eo")


def test_the_page_is_built_with_it(tmp_path):
    tools = ROOT / "frontend/node_modules"
    if not tools.is_dir():
        pytest.skip("the page's tools are not installed: make page")
    command = [sys.executable, str(ROOT / "frontend/page.py"), "--node"]
    programs = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    folder, built = tmp_path / "frontend", tmp_path / "built"
    shutil.copytree(ROOT / "frontend", folder, ignore=shutil.ignore_patterns("node_modules", "tests"))
    (folder / "node_modules").symlink_to(tools)
    words = {"language_name": "Esperanto", "nav_rules": "Reguloj de la ludo"}
    (folder / "src/words/eo.json").write_text(json.dumps(words), "utf-8")
    environment = os.environ | {"TURNCOAT_PAGE": str(built), "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(
        [Path(programs, "node"), tools / "vite/bin/vite.js", "build"],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
    )
    code = "".join(path.read_text("utf-8") for path in built.rglob("*.js"))
    assert "Reguloj de la ludo" in code
    assert 'data-languages="en eo ja"' in (built / "index.html").read_text("utf-8")
