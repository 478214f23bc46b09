"""How a fault is tried: on a copy of the tree, with the tests that reach it, the fastest first, until one fails."""

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
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench.mutation.fork import PYTEST, Fork
from bench.mutation.mutants import Mutant

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FOLDERS = ("src", "tests", "bench", "docs", "vectors", "frontend", "deploy")
COPIED = (*FOLDERS, "README.md", "CHANGELOG.md", "pyproject.toml", ".gitignore")
UNKNOWN = 4  # pytest's exit code where there is no test of that name
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "*.so", "pictures")


@dataclass
class Target:
    """Modules, and the tests that should notice a fault in them."""

    name: str
    modules: list[str]
    tests: list[str]
    also: list[str] = field(default_factory=list)
    files: set[str] | None = None
    """The test files to be run of these; None: all."""

    def only(self, files: set[str]) -> "Target":
        """The same with no other test files."""
        return replace(self, files=files)

    def asked(self, tests: Iterable[str]) -> list[str]:
        """Those of the tests that are in the files to be run."""
        return [each for each in tests if self.files is None or each.partition("::")[0] in self.files]


@dataclass
class Reach:
    """Of each test that passes without a fault: how long it takes and which lines of the modules it reaches."""

    tests: dict[str, dict[str, Any]]
    imported: dict[str, set[int]]
    """The lines that are run before any test is."""


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
        place = self.folder / "src" / module.replace(".", "/")
        package = place / "__init__.py"
        return package if package.exists() else place.with_suffix(".py")

    def fingerprint(self, *parts: str) -> str:
        """Of the files' content below these paths."""
        told = hashlib.blake2b(digest_size=8)
        for part in parts:
            place = self.folder / part.partition("::")[0]
            for each in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
                told.update(f"{each.relative_to(self.folder)}\0".encode() + each.read_bytes())
        return told.hexdigest()

    def files(self, tests: Sequence[str]) -> list[str]:
        """The files of these tests, and single tests as they are."""
        found = []
        for test in tests:
            place = self.folder / test
            below = sorted(place.rglob("test_*.py")) if place.is_dir() else []
            found += [str(each.relative_to(self.folder)) for each in below] or [test]
        return found

    def shared(self) -> list[str]:
        """What tests have in common: all that lies beside them."""
        beside = self.folder.glob("tests/**/*.py")
        return sorted(str(each.relative_to(self.folder)) for each in beside if not each.name.startswith("test_"))

    def marks(self, target: Target) -> dict[str, str]:
        """What tells the target's test files from what they were, and will be."""
        shared, names = self.fingerprint(*self.shared()), self.files((*target.tests, *target.also))
        return {file: shared + self.fingerprint(file) for file in (name.partition("::")[0] for name in names)}

    def fork(self, target: Target, place: Path) -> Fork:
        """A process in whose forks the target's tests are run."""
        return Fork(place, self.folder, target.tests, self.environment())

    def environment(self, **more: str) -> dict[str, str]:
        """What a test process is started with."""
        path = os.pathsep.join([str(HERE / "hook"), str(self.folder / "src"), str(self.folder)])
        compiled = str(self.folder.parent / "compiled")
        alone = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # faults are tried beside each other
        return {**os.environ, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": compiled, **alone, **more}


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


def reach(tree: Tree, target: Target, folder: Path) -> Reach:
    """What the target's tests reach, as far as they pass without a fault; only what has changed is run again."""
    kept = folder / f"reach-{target.name}.json"
    known = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    modules = tree.fingerprint(*(str(tree.place(each).relative_to(tree.folder)) for each in target.modules))
    own = tree.marks(target)
    marks = {name: modules + own[name.partition("::")[0]] for name in tree.files(target.tests)}
    known = {name: told for name, told in known.items() if told["mark"] == marks.get(name)}
    stale = [name for name in marks if name not in known]
    if stale:
        told = _watched(tree, target, stale, folder)
        for name in stale:
            found = {test: each for test, each in told["tests"].items() if test.startswith(name)}
            known[name] = {"mark": marks[name], "imported": told["imported"], "tests": found}
        kept.write_text(json.dumps(known), "utf-8")
    tests = {test: each for told in known.values() for test, each in told["tests"].items() if each["passed"]}
    imported: defaultdict[str, set[int]] = defaultdict(set)
    for told in known.values():
        for place, lines in told["imported"].items():
            imported[place].update(lines)
    return Reach(tests, imported)


def _watched(tree: Tree, target: Target, tests: list[str], folder: Path) -> dict[str, Any]:
    """What the plugin `reach` says of these tests."""
    places = os.pathsep.join(f"{module}={tree.place(module)}" for module in target.modules)
    fresh = folder / "reach.json"
    fresh.unlink(missing_ok=True)
    watched = {"REACH_MODULES": places, "REACH_TO": str(fresh)}
    _, output = run_tests(tree, ["-p", "reach", *tests], folder / "reach", 1800, **watched)
    told: dict[str, Any] = json.loads(fresh.read_text("utf-8")) if fresh.exists() else {"tests": {}}
    if not told["tests"]:
        raise SystemExit(f"{target.name}: the tests could not be run without a fault\n{output[-3000:]}")
    failed = [name for name, each in told["tests"].items() if not each["passed"]]
    if failed:
        print(f"{target.name}: left out, for they fail or are skipped without a fault: {', '.join(failed)}", flush=True)
    return told


def reaching(tree: Tree, mutant: Mutant, reached: Reach) -> list[str]:
    """The tests that reach the fault, the fastest first."""
    place = str(tree.place(mutant.module))
    lines = set(range(mutant.line, mutant.last + 1))
    known = {name: set(each["lines"].get(place, ())) for name, each in reached.tests.items()}
    # What is run at import may be noticed by any of them.
    found = [name for name, own in known.items() if own & lines] or list(known)
    return sorted(found, key=lambda name: float(reached.tests[name]["seconds"]))


def outcome(tree: Tree, target: Target, mutant: Mutant, reached: Reach, fork: Fork) -> str:
    """What became of the mutant: survived, or what noticed it."""
    asked = target.asked(reaching(tree, mutant, reached))
    text, place = fork.place / "mutant.py", str(tree.place(mutant.module))
    text.write_bytes(mutant.applied(tree.place(mutant.module).read_bytes()))
    planted = {"MUTANT_MODULE": mutant.module, "MUTANT_TEXT": str(text), "MUTANT_PLACE": place}
    seconds = 60 + 5 * sum(reached.tests[name]["seconds"] for name in asked)
    at_import = reached.imported.get(place, set()) & set(range(mutant.line, mutant.last + 1))
    found = None if at_import or not asked else fork.outcome(planted, asked, seconds)
    if found is None and asked:
        found = _alone(tree, asked, fork.place, seconds, planted)
    also = target.asked(target.also)
    if found in (None, "survived") and also:
        found = _alone(tree, also, fork.place, 300, planted)
    return found or "survived"


def _alone(tree: Tree, tests: list[str], place: Path, seconds: float, planted: dict[str, str]) -> str:
    """What becomes of the mutant in a process of its own."""
    code, told = run_tests(tree, ["-x", *tests], place, seconds, **planted)
    if code == UNKNOWN:  # a fault in what tests are named after
        files = dict.fromkeys(each.partition("::")[0] for each in tests)
        code, told = run_tests(tree, ["-x", *files], place, seconds, **planted)
    if code == 124:
        return "timeout"
    failed = [line.split()[1] for line in told.splitlines() if line.startswith(("FAILED tests", "ERROR tests"))]
    return "survived" if not code else f"killed by {failed[0]}" if failed else "killed"
