"""How a fault is tried: on a copy of the tree, with the tests that reach it, in processes of their own."""

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.mutation.mutants import Mutant

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
COPIED = ("src", "tests", "bench", "docs", "vectors", "frontend", "README.md", "CHANGELOG.md", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "*.so", "pictures")
PYTEST = ("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "--no-header", "--tb=line")


@dataclass
class Target:
    """Modules, and the tests that should notice a fault in them."""

    name: str
    modules: list[str]
    tests: list[str]
    also: list[str] = field(default_factory=list)


def targets() -> dict[str, Target]:
    """Every target by its name."""
    told = tomllib.loads((HERE / "targets.toml").read_text("utf-8"))
    return {name: Target(name, **each) for name, each in told.items()}


class Tree:
    """A copy of a checkout, with the native code of the installed package."""

    def __init__(self, folder: Path, checkout: Path = ROOT) -> None:
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        for name in COPIED:
            place = checkout / name
            if place.is_dir():
                shutil.copytree(place, folder / name, ignore=LEFT_OUT)
            elif place.exists():
                shutil.copy(place, folder / name)
        for place, name in _native():
            shutil.copy(place, folder / "src" / name)

    def place(self, module: str) -> Path:
        """Where the module's text stands."""
        return self.folder / "src" / (module.replace(".", "/") + ".py")

    def fingerprint(self, *parts: str) -> str:
        """Of the files' content below these paths."""
        told = hashlib.blake2b(digest_size=8)
        for part in parts:
            place = self.folder / part
            for each in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
                told.update(f"{each.relative_to(self.folder)}\0".encode() + each.read_bytes())
        return told.hexdigest()

    def environment(self, **more: str) -> dict[str, str]:
        """What a test process is started with."""
        path = os.pathsep.join([str(HERE / "hook"), str(self.folder / "src"), str(self.folder)])
        return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **more}


def _native() -> list[tuple[Path, str]]:
    """The compiled modules of the installed package: where they are, and where they belong."""
    spec = importlib.util.find_spec("turncoat")
    assert spec is not None
    folders = [Path(each) for each in spec.submodule_search_locations or []]
    folders += [Path(each) / "turncoat" for each in sys.path]
    found: dict[str, Path] = {}
    for folder in folders:
        for place in folder.rglob("*.so"):
            found.setdefault(f"turncoat/{place.relative_to(folder)}", place)
    return [(place, name) for name, place in found.items()]


def run_tests(tree: Tree, tests: Sequence[str], place: Path, seconds: float, **environment: str) -> tuple[int, str]:
    """pytest's exit code and the last lines it wrote; 124 where it took too long."""
    place.mkdir(parents=True, exist_ok=True)
    base = place / "tmp"
    command = [sys.executable, *PYTEST, f"--basetemp={base}", *tests]
    with (place / "output").open("w+") as output:
        process = subprocess.Popen(
            command,
            cwd=tree.folder,
            env=tree.environment(**environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = 124
        finally:
            with contextlib.suppress(ProcessLookupError):  # servers that a test did not end, and a run broken off
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        output.seek(0)
        told = output.read()
    shutil.rmtree(base, ignore_errors=True)
    return code, told


def reach(tree: Tree, target: Target, folder: Path) -> dict[str, dict[str, Any]]:
    """Of each test that passes without a fault: how long it takes and which lines of the modules it reaches."""
    kept = folder / f"reach-{target.name}.json"
    modules = [str(tree.place(module).relative_to(tree.folder)) for module in target.modules]
    mark = tree.fingerprint("tests", *modules)
    if kept.exists():
        told = json.loads(kept.read_text("utf-8"))
        if told["mark"] == mark:
            return dict(told["tests"])
    places = os.pathsep.join(str(tree.place(module)) for module in target.modules)
    fresh = folder / "reach.json"
    fresh.unlink(missing_ok=True)
    asked = ["-p", "reach", *target.tests]
    _, told = run_tests(tree, asked, folder / "reach", 1800, REACH_PLACES=places, REACH_TO=str(fresh))
    tests = json.loads(fresh.read_text("utf-8")) if fresh.exists() else {}
    if not tests:
        raise SystemExit(f"{target.name}: the tests could not be run without a fault\n{told[-3000:]}")
    failed = [name for name, each in tests.items() if not each["passed"]]
    if failed:
        print(f"{target.name}: left out, for they fail or are skipped without a fault: {', '.join(failed)}", flush=True)
    kept.write_text(json.dumps({"mark": mark, "tests": {n: e for n, e in tests.items() if e["passed"]}}), "utf-8")
    return {name: each for name, each in tests.items() if each["passed"]}


def reaching(tree: Tree, mutant: Mutant, tests: dict[str, dict[str, Any]]) -> list[str]:
    """The tests that reach the fault, file by file, the fastest first."""
    place = str(tree.place(mutant.module))
    lines = set(range(mutant.line, mutant.last + 1))
    known = {name: set(each["lines"].get(place, ())) for name, each in tests.items()}
    found = [name for name, reached in known.items() if reached & lines]
    if not found and not any(reached & lines for reached in known.values()):
        # Run at import: whoever uses the module at all may notice.
        found = [name for name, reached in known.items() if reached]
    of_file: dict[str, list[str]] = {}
    for name in sorted(found, key=lambda name: float(tests[name]["seconds"])):
        of_file.setdefault(name.partition("::")[0], []).append(name)
    order = sorted(of_file.values(), key=lambda names: sum(tests[name]["seconds"] for name in names) / len(names))
    return [name for names in order for name in names]


def outcome(tree: Tree, target: Target, mutant: Mutant, tests: dict[str, dict[str, Any]], place: Path) -> str:
    """What became of the mutant: survived, or what noticed it."""
    asked = reaching(tree, mutant, tests)
    usual = sum(tests[name]["seconds"] for name in asked)
    place.mkdir(parents=True, exist_ok=True)
    text = place / "mutant.py"
    text.write_bytes(mutant.applied(tree.place(mutant.module).read_bytes()))
    planted = {
        "MUTANT_MODULE": mutant.module,
        "MUTANT_TEXT": str(text),
        "MUTANT_PLACE": str(tree.place(mutant.module)),
    }
    for names, seconds in ((asked, 30 + 4 * usual), (target.also, 300)):
        if not names:
            continue
        code, told = run_tests(tree, ["-x", *names], place, seconds, **planted)
        if code == 124:
            return "timeout"
        if code:
            failed = [line.split()[1] for line in told.splitlines() if line.startswith(("FAILED tests", "ERROR tests"))]
            return f"killed by {failed[0]}" if failed else "killed"
    return "survived"
