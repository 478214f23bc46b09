"""docs/adding-a-game.md names exactly the files that a game needs, tier by tier, and no code lists the games."""

import ast
import re
from pathlib import Path

import pytest

from tests.house.tree import GAMES, ROOT, code, files, names_game, read
from turncoat.cli.app import COMMANDS
from turncoat.games.plain import PlainPosition

DOCUMENT = read("docs/adding-a-game.md")
SOURCES = {".c", ".cpp", ".css", ".h", ".hpp", ".html", ".js", ".py", ".pyi", ".svelte", ".ts", ".txt"}


def listed(block: str) -> list[str]:
    """The lines of the document's fenced block of that name."""
    [body] = re.findall(rf"^```{block}\n(.*?)^```", DOCUMENT, flags=re.MULTILINE | re.DOTALL)
    lines: list[str] = body.split()
    return lines


TIERS = {tier: listed(tier) for tier in ("sheet", "twin", "art")}
NAMED = [line for lines in TIERS.values() for line in lines]
NEEDED = [line for line in NAMED if "*" not in line]


def homes(game: str) -> set[Path]:
    """Where a game may keep whatever it needs."""
    return {Path("src/turncoat/games", game), Path("native/games", game)}


def own_files(game: str) -> set[Path]:
    return {Path(line.replace("<game>", game)) for line in NEEDED}


def elsewhere(*roots: str) -> list[Path]:
    """The source files that belong to no game."""
    known = set().union(*map(own_files, GAMES))
    at_home = set().union(*map(homes, GAMES))
    return [
        path
        for path in files(*roots)
        if path.suffix in SOURCES and path not in known and not at_home.intersection(path.parents)
    ]


@pytest.mark.parametrize("text", ["vect-reverse", "vect_reverse::Board", "VectReverse", "VECT_REVERSE"])
def test_a_name_is_recognised_however_code_writes_it(text):
    assert names_game(text, "vect_reverse")
    assert not names_game("a convertor reverses vectors", "vect_reverse")
    assert not names_game("a convertor", "verto")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_every_file_the_document_lists(game):
    assert [str(path) for path in sorted(own_files(game)) if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("game", GAMES)
def test_outside_its_folder_a_game_has_no_file_the_document_does_not_list(game):
    named = {path for path in files("src", "native", "tests", "vectors", "frontend") if names_game(str(path), game)}
    spellings = (game, game.replace("_", "-"))
    optional = [line.replace("<game>", name) for line in NAMED if "*" in line for name in spellings]
    strangers = {path for path in named - own_files(game) if not any(path.match(each) for each in optional)}
    assert [str(path) for path in sorted(strangers) if not homes(game).intersection(path.parents)] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_other_code_names_the_game(game):
    assert [str(path) for path in elsewhere("src", "native", "frontend") if names_game(code(path), game)] == []


def lists_all(text: str, names: list[str]) -> bool:
    """Whether one list, tuple, set or dictionary in Python code names all the games."""
    literals = (ast.List, ast.Tuple, ast.Set, ast.Dict)
    found = [ast.unparse(node) for node in ast.walk(ast.parse(text)) if isinstance(node, literals)]
    return any(all(names_game(literal, name) for name in names) for literal in found)


def test_a_list_of_all_games_is_told_from_examples():
    assert lists_all('for game in ["one", ("two-two:size=4", 3)]: ...', ["one", "two_two"])
    assert not lists_all('run(["one"]); run(["two-two"])', ["one", "two_two"])


def test_no_other_test_lists_all_games():
    # Some as examples are fine, all of them are a list that a fifth game would have to join.
    tests = [path for path in elsewhere("tests") if path.suffix == ".py"]
    assert tests
    assert [str(path) for path in tests if lists_all(code(path), GAMES)] == []


def test_the_document_tells_what_a_designer_writes_and_what_has_a_default():
    told = set(re.findall(r"^\| `(\w+)[(`]", DOCUMENT, re.MULTILINE))
    must = {name for name in PlainPosition.__abstractmethods__ if name != "options"}
    assert must <= told
    assert all(hasattr(PlainPosition, name) or name == "events" for name in told)


def test_the_document_names_the_commands_of_a_designer():
    named = set(re.findall(r"^turncoat ([a-z-]+) ", DOCUMENT, re.MULTILINE))
    assert {"new-game", "play", "check", "playouts", "solve", "arena", "analyse"} <= named <= set(COMMANDS)
