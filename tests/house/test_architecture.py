"""docs/house.md says what is: the files it names are there, and every step of its walks is one that the code takes."""

import ast
import re
from functools import cache

from tests.house.tree import code, files, read

DOCUMENT = read("docs/house.md")
FILE = re.compile(r"[\w/<>.-]+\.(?:py|pyi|toml|md|hpp|cpp|ts|svelte)\b")
CALL = re.compile(r"\b([A-Za-z_]\w*)\.([a-z_]\w*)\b")
OURS = ("src", "native", "frontend", "tests", "bench", "docs", "deploy", "vectors")
A_GAMES = ("<game>", "LANGUAGE", "mygame")
PARTS = re.split(r"^## ", DOCUMENT, flags=re.MULTILINE)


def charts(part: str) -> list[str]:
    """The diagrams of the part of the document with that heading."""
    [text] = [text for text in PARTS if text.startswith(part)]
    found: list[str] = re.findall(r"```mermaid\n(.*?)```", text, re.DOTALL)
    return found


def names_of(node: ast.stmt) -> set[str]:
    """What a statement defines or imports."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    return {each.asname or each.name for each in node.names} if isinstance(node, ast.ImportFrom) else set()


@cache
def definitions() -> dict[str, set[str]]:
    """What every module and class of ours defines, by its name."""
    found: dict[str, set[str]] = {}
    for path in files("src/turncoat/*.py"):
        tree = ast.parse(read(path))
        module = path.parent.name if path.stem == "__init__" else path.stem
        bodies = [(each.name, each.body) for each in tree.body if isinstance(each, ast.ClassDef)]
        for name, body in [(module, tree.body), *bodies]:
            found.setdefault(name, set()).update(*map(names_of, body))
    return found


def test_every_file_that_is_named_is_there():
    there = [str(path) for path in files(*OURS)]
    named = {name for name in FILE.findall(DOCUMENT) if not any(each in name for each in A_GAMES)}
    assert len(named) > 90
    assert [name for name in sorted(named) if not any(f"/{path}".endswith(f"/{name}") for path in there)] == []


def test_a_move_takes_at_most_twelve_steps_and_nine_forms():
    [chart] = charts("How a match is kept")
    steps = re.findall(r'\["(\d+) · ', chart)
    assert steps == [str(number) for number in range(1, len(steps) + 1)]
    assert len(steps) <= 12
    [forms] = re.findall(r"in nine forms: (.*?)\.\s[A-Z]", DOCUMENT, re.DOTALL)
    assert len(re.split(r",\s+(?:and\s+)?", forms)) == 9


def test_every_step_is_a_function_that_is_there():
    known = definitions()
    steps = [*charts("How a match is kept"), *charts("How a position is analysed")]
    calls = {call for chart in steps for call in CALL.findall(re.sub(FILE, "", chart))}
    assert {("Matches", "perform"), ("commands", "decide"), ("Engine", "analyse"), ("native", "handle")} <= calls
    assert [f"{owner}.{name}" for owner, name in sorted(calls) if name not in known.get(owner, set())] == []


def test_every_idea_lives_where_the_document_says():
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\|([^\n]*)\|$", DOCUMENT, re.MULTILINE)
    assert [name for name, _ in rows] == ["Position", "Game", "Player", "Match", "View"]
    for name, places in rows:
        first = re.findall(FILE, places)[0]
        tree = ast.parse(read(f"src/turncoat/{first}"))
        assert name in {each.name for each in tree.body if isinstance(each, ast.ClassDef)}, first


def test_the_service_is_handed_to_none_of_its_parts():
    naming = {str(path) for path in files("src/turncoat/service/*.py") if re.search(r"\bService\b", code(path))}
    assert naming == {"src/turncoat/service/__init__.py", "src/turncoat/service/_service.py"}
    calls = [
        node for node in ast.walk(ast.parse(read("src/turncoat/service/_service.py"))) if isinstance(node, ast.Call)
    ]
    given = [each for call in calls for each in (*call.args, *(named.value for named in call.keywords))]
    assert len(given) > 100
    assert [ast.unparse(each) for each in given if isinstance(each, ast.Name) and each.id == "self"] == []
