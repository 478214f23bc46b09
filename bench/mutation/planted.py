"""Plants the faults of planted.toml, found by hand, one at a time: `python -m bench.mutation.planted [WORD ...]`.

With words, only the faults whose description, module or area hold one of them.  A fault that names tests of its own
must be noticed by each of them; all others by one that reaches it.  Exits 1 where one was not noticed, or cannot be
planted since the source has changed: then its piece of source is to be brought up to date.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.mutation.__main__ import BUILD
from bench.mutation.mutants import Mutant
from bench.mutation.trial import ROOT, Reach, Target, Tree, outcome, reach, run_tests

FAULTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
RECORD = ROOT / "bench/results/planted.json"
DOCUMENT = ROOT / "docs/tests.md"
HEAD = "| found by attack | mends taken back | noticed |"
MENDS = "attack: "
"""How the areas begin whose faults are mends taken back."""
PAGE, NATIVE = "frontend", "native"
NOT_THERE, UNNOTICED = "not there", "survived"
LONGEST = 400.0  # seconds for the tests of one fault


def source_of(fault: dict[str, Any], checkout: Path = ROOT) -> Path:
    """Where in a checkout the fault is planted."""
    module = FAULTS["modules"][fault["module"]]
    if module.startswith((f"{PAGE}/", f"{NATIVE}/")):
        return Path(module)
    place = Path("src", module.replace(".", "/"))
    package = place / "__init__.py"
    return package if (checkout / package).exists() else place.with_suffix(".py")


def tests_of(fault: dict[str, Any]) -> list[str]:
    """The tests that must notice it: its own, else those of its area."""
    area = FAULTS["areas"][fault["area"]]
    return fault.get("tests") or [*area.get("tests", ()), *area.get("also", ())]


def mutant(tree: Tree, fault: dict[str, Any]) -> Mutant | None:
    """The fault at its place; None where its piece of source is not there, or not there alone."""
    source, old = (tree.folder / source_of(fault)).read_bytes(), fault["old"].encode()
    if source.count(old) != 1:
        return None
    start = source.index(old)
    line = source[:start].count(b"\n") + 1
    module = FAULTS["modules"][fault["module"]]
    return Mutant(module, fault["what"], line, line + old.rstrip().count(b"\n"), start, start + len(old), fault["new"])


def in_python(tree: Tree, area: str, faults: Sequence[dict[str, Any]], folder: Path) -> Iterator[str]:
    """What became of each: by the tests that it names, all of which must notice it, else by one of the area's."""
    modules = list(dict.fromkeys(FAULTS["modules"][each["module"]] for each in faults))
    named = list(dict.fromkeys(test for fault in faults for test in fault.get("tests", ())))
    target = Target(area, modules, **{"tests": named, **FAULTS["areas"][area]})
    tests = reach(tree, target, folder)
    with tree.fork(target, folder / "run") as fork:
        for fault in faults:
            made = mutant(tree, fault)
            if made is None:
                yield NOT_THERE
                continue
            found = []
            for name in fault.get("tests", ()):
                own = _only(tests, name)
                found.append((name, outcome(tree, target, made, own, fork) if own.tests else UNNOTICED))
            yield _all(found) if found else outcome(tree, target, made, tests, fork)


def _only(tests: Reach, name: str) -> Reach:
    """One test, with all its parameters; nothing where it fails, or is skipped, without a fault."""
    found = {each: told for each, told in tests.tests.items() if each == name or each.startswith(f"{name}[")}
    return Reach(found, tests.imported)


def _all(found: Sequence[tuple[str, str]]) -> str:
    """What became of a fault that each of these tests had to notice."""
    passed = [name for name, told in found if told == UNNOTICED]
    return f"{UNNOTICED}: not noticed by {', '.join(passed)}" if passed else "; ".join(told for _, told in found)


def in_native_code(tree: Tree, area: str, faults: Sequence[dict[str, Any]], folder: Path) -> Iterator[str]:
    """The same in compiled code: what a fault changes is compiled anew."""
    compiled = folder / "native"
    _compile(tree, compiled, fresh=True)
    sound(tree, area, faults, folder)
    for fault in faults:
        place, made = tree.folder / source_of(fault), mutant(tree, fault)
        if made is None:
            yield NOT_THERE
            continue
        source = place.read_bytes()
        place.write_bytes(made.applied(source))
        _compile(tree, compiled)
        yield noticed(tree, fault, folder)
        place.write_bytes(source)
    _compile(tree, compiled)


def _compile(tree: Tree, folder: Path, *, fresh: bool = False) -> None:
    """Compiles the copy's native code in that folder and has the copy use it."""
    cmake, ninja = (str(Path(sys.executable).with_name(name)) for name in ("cmake", "ninja"))
    if fresh:
        for name in ("native", "CMakeLists.txt", "pyproject.toml"):
            place = ROOT / name
            copied = shutil.copytree if place.is_dir() else shutil.copy2
            copied(place, tree.folder / name)
        options = ["CMAKE_BUILD_TYPE=Release", "TURNCOAT_OWN_CPU=ON", "TURNCOAT_PAGE=OFF"]
        options += [f"Python_EXECUTABLE={sys.executable}", f"CMAKE_MAKE_PROGRAM={ninja}"]
        places = ["-S", str(tree.folder), "-B", str(folder), "-G", "Ninja"]
        subprocess.run([cmake, *places, *(f"-D{each}" for each in options)], check=True, capture_output=True)
    subprocess.run([cmake, "--build", str(folder), "--target", "_native"], check=True, capture_output=True)
    [module] = folder.glob("_native.*.so")
    shutil.copy(module, tree.folder / "src/turncoat/native")


def sound(tree: Tree, area: str, faults: Sequence[dict[str, Any]], folder: Path) -> None:
    """SystemExit where the tests fail, or are skipped, without a fault: they would notice nothing."""
    tests = list(dict.fromkeys(test for fault in faults for test in tests_of(fault)))
    code, told = run_tests(tree, tests, folder / "run", LONGEST * len(tests))
    if code or " skipped" in told.splitlines()[-1]:
        raise SystemExit(f"{area}: the tests fail, or are skipped, without a fault\n{told[-3000:]}")


def noticed(tree: Tree, fault: dict[str, Any], folder: Path) -> str:
    """What became of a fault that stands in the copy: each of its tests must fail."""
    code, told = run_tests(tree, tests_of(fault), folder / "run", LONGEST)
    if code == 124:
        return "timeout"
    lines = told.splitlines()
    failed = [test for test in tests_of(fault) if any(f"D {test}" in line or f"R {test}" in line for line in lines)]
    return _all([(test, f"killed by {test}" if test in failed else UNNOTICED) for test in tests_of(fault)])


def on_the_page(tree: Tree, area: str, faults: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The same by the tests of the page, with the tools installed in the checkout."""
    page = tree.folder / PAGE
    (page / "node_modules").symlink_to(ROOT / PAGE / "node_modules")
    tests = [test.removeprefix(f"{PAGE}/") for test in FAULTS["areas"][area]["tests"]]
    command = [str(page / "node_modules/.bin/vitest"), "run", *tests]
    if subprocess.run(command, cwd=page, capture_output=True, check=False).returncode:
        raise SystemExit(f"{area}: the tests could not be run without a fault")
    for fault in faults:
        place, made = tree.folder / source_of(fault), mutant(tree, fault)
        if made is None:
            yield NOT_THERE
            continue
        source = place.read_bytes()
        place.write_bytes(made.applied(source))
        ran = subprocess.run(command, cwd=page, capture_output=True, check=False)
        place.write_bytes(source)
        yield f"killed by {', '.join(tests_of(fault))}" if ran.returncode else UNNOTICED
    (page / "node_modules").unlink()


def outcomes(tree: Tree, area: str, faults: Sequence[dict[str, Any]], folder: Path) -> Iterator[str]:
    """What becomes of the faults of an area, all of which are planted and tried in the same way."""
    kind = source_of(faults[0]).parts[0]
    if kind == PAGE:
        return on_the_page(tree, area, faults)
    if kind == NATIVE:
        return in_native_code(tree, area, faults, folder)
    return in_python(tree, area, faults, folder)


def is_noticed(found: str) -> bool:
    """Whether that is what becomes of a fault that is noticed."""
    return not found.startswith((UNNOTICED, NOT_THERE))


def mends() -> list[dict[str, Any]]:
    """The faults that take a mend back."""
    return [fault for fault in FAULTS["fault"] if fault["area"].startswith(MENDS)]


def table(record: dict[str, Any]) -> str:
    """How many of the mends that were taken back were noticed, one line for each area."""
    rows = [HEAD, "| --- | ---: | ---: |"]
    for area in dict.fromkeys(fault["area"] for fault in mends()):
        found = [record["faults"].get(fault["what"], NOT_THERE) for fault in mends() if fault["area"] == area]
        rows.append(f"| {area.removeprefix(MENDS)} | {len(found)} | {sum(map(is_noticed, found))} |")
    return "\n".join(rows) + "\n"


def recorded() -> dict[str, str]:
    """What is recorded of each."""
    found: dict[str, str] = json.loads(RECORD.read_text("utf-8"))["faults"] if RECORD.exists() else {}
    return found


def keep(found: dict[str, str]) -> None:
    """Adds what became of mends that were taken back to the record, and to the page that shows it."""
    known = recorded() | found
    record = {
        "when": f"{datetime.now(UTC):%Y-%m-%d}",
        "faults": {fault["what"]: known[fault["what"]] for fault in mends() if fault["what"] in known},
    }
    RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    head, _, rest = DOCUMENT.read_text("utf-8").partition(HEAD)
    DOCUMENT.write_text(head + table(record) + "".join(rest.partition("\n\n")[1:]).removeprefix("\n"), "utf-8")


def main() -> int:
    """Plants, runs, tells; 0 where every fault was noticed."""
    parser = argparse.ArgumentParser(prog="bench.mutation.planted", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--record", action="store_true", help="keep what became of mends that were taken back")
    parser.add_argument("--missing", action="store_true", help="leave out those of which it is recorded that they are")
    asked = parser.parse_args()
    folder = BUILD / "by-hand"
    tree = Tree(folder / "tree")
    known = {what for what, told in recorded().items() if is_noticed(told)} if asked.missing else set()
    chosen = [
        each
        for each in FAULTS["fault"]
        if not asked.words or any(word in f"{each['what']} {each['module']} {each['area']}" for word in asked.words)
        if each["what"] not in known
    ]
    became: dict[str, str] = {}
    for area in dict.fromkeys(each["area"] for each in chosen):
        own = [each for each in chosen if each["area"] == area]
        for fault, found in zip(own, outcomes(tree, area, own, folder), strict=True):
            became[fault["what"]] = found
            print(f"{area} / {fault['module']}: {fault['what']}: {found}", flush=True)
            if asked.record:  # after each: a run that is broken off has lost nothing
                keep({fault["what"]: found})
    count = sum(map(is_noticed, became.values()))
    print(f"{count} of {len(chosen)} noticed")
    return int(count < len(chosen))


if __name__ == "__main__":
    sys.exit(main())
