"""Read by every Python process of a mutation run: turncoat comes from the copy, one module with a fault in it.

To find out what tests reach, modules note the lines of the statements they run instead; that costs next to nothing.
"""

import ast
import builtins
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

NOTED = dict(each.split("=", 1) for each in os.environ.get("REACH_MODULES", "").split(os.pathsep) if each)
"""The modules that note their lines, and where they stand."""


class _Planted(importlib.machinery.SourceFileLoader):
    """Loads another text under the module's own name and place."""

    def get_code(self, fullname):  # type: ignore[no-untyped-def]
        return compile(Path(os.environ["MUTANT_TEXT"]).read_bytes(), self.path, "exec", dont_inherit=True)


class _Noting(importlib.machinery.SourceFileLoader):
    """Loads the module with a note before every statement."""

    def get_code(self, fullname):  # type: ignore[no-untyped-def]
        tree = ast.parse(Path(self.path).read_bytes())
        note = f"__reached_{sorted(NOTED).index(fullname)}__"
        for node in list(ast.walk(tree)):
            for part in ("body", "orelse", "finalbody"):
                if isinstance(statements := getattr(node, part, None), list):
                    setattr(node, part, _noted(note, node, statements))
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)


def _noted(note: str, node: ast.AST, statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements, each behind a call that notes its line; in a function, its own line first."""
    found: list[ast.stmt] = []
    document = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    for number, each in enumerate(statements):
        text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
        if not (document and number == 0 and text):
            lines = [each.lineno]
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines.append(node.lineno)
            found += [
                ast.copy_location(ast.Expr(ast.Call(ast.Name(note, ast.Load()), [ast.Constant(line)], [])), each)
                for line in lines
            ]
        found.append(each)
    return found


class _Finder(importlib.abc.MetaPathFinder):
    """Finds these modules; all others are found as ever."""

    def find_spec(self, fullname, path, target=None):  # type: ignore[no-untyped-def]
        if fullname in NOTED:
            place = NOTED[fullname]
            return importlib.util.spec_from_file_location(fullname, place, loader=_Noting(fullname, place))
        if fullname != os.environ.get("MUTANT_MODULE"):
            return None
        place = os.environ["MUTANT_PLACE"]
        return importlib.util.spec_from_file_location(fullname, place, loader=_Planted(fullname, place))


for number in range(len(NOTED)):
    reached: set[int] = set()
    setattr(builtins, f"__reached_{number}__", reached.add)
    setattr(builtins, f"__lines_{number}__", reached)
# An editable install has a finder of its own that would lead back to the working tree.
sys.meta_path[:] = [_Finder(), *(each for each in sys.meta_path if not type(each).__name__.startswith("ScikitBuild"))]
