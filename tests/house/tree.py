"""The repository as the house tests see it: its files, its games, and code without its comments."""

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES_FOLDER = ROOT / "src/turncoat/games"
GAMES = sorted(file.parent.name for file in GAMES_FOLDER.glob("*/__init__.py"))


@cache
def files(*patterns: str) -> list[Path]:
    """Every file of the repository that git does not ignore, relative to its root, matching one of the patterns."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    # A file that was deleted but is still in the index is no file.
    return sorted(Path(name) for name in names if name and (ROOT / name).is_file())


def read(path: Path | str) -> str:
    """The text of a file of the repository."""
    return (ROOT / path).read_text("utf-8")


def code(path: Path) -> str:
    """A source file without comments and docstrings, where examples may name what code may not."""
    text = read(path)
    if path.suffix in {".py", ".pyi"}:
        return ast.unparse(without_loose_strings(text))
    return re.sub(r"/\*.*?\*/|//[^\n]*|<!--.*?-->", "", text, flags=re.DOTALL)


def without_loose_strings(text: str) -> ast.AST:
    """Python code as a tree, without docstrings."""
    tree: ast.AST = _WithoutLooseStrings().visit(ast.parse(text))
    return tree


class _WithoutLooseStrings(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        loose = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return ast.copy_location(ast.Pass(), node) if loose else node


def names_game(text: str, game: str) -> bool:
    """Whether a text names the game, in any of the ways code writes names: a-b, a_b, AB, A_B."""
    parts = game.split("_")
    lower = "[-_]?".join(parts)
    capital = "[-_ ]?".join(part.capitalize() for part in parts)
    upper = "[-_ ]?".join(part.upper() for part in parts)
    return re.search(rf"(?<![a-zA-Z]){lower}|{capital}|{upper}", text) is not None


def rule_numbers(text: str) -> set[int]:
    """The numbers of the rules that a text cites: R6, and both ends and all between in R4–R6."""
    found = {int(number) for number in re.findall(r"(?<![A-Za-z0-9])R(\d+)(?!\d)", text)}
    for first, last in re.findall(r"(?<![A-Za-z0-9])R(\d+)\s*[-–—〜~]\s*R?(\d+)(?!\d)", text):
        found.update(range(int(first), int(last) + 1))
    return found
