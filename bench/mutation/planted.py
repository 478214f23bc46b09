"""Plants the faults of planted.toml, found by hand, one at a time: `python -m bench.mutation.planted [WORD ...]`.

With words, only the faults whose description, module or area hold one of them.  Exits 1 where one was not noticed, or
cannot be planted since the source has changed: then its piece of source is to be brought up to date.
"""

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from bench.mutation.__main__ import BUILD
from bench.mutation.mutants import Mutant
from bench.mutation.trial import ROOT, Target, Tree, outcome, reach

FAULTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
PAGE = "frontend"
NOT_THERE = "not there"


def source_of(fault: dict[str, str]) -> Path:
    """Where in a checkout the fault is planted."""
    module = FAULTS["modules"][fault["module"]]
    return Path(module) if module.startswith(PAGE) else Path("src", module.replace(".", "/")).with_suffix(".py")


def mutant(tree: Tree, fault: dict[str, str]) -> Mutant | None:
    """The fault at its place; None where its piece of source is not there, or not there alone."""
    source, old = (tree.folder / source_of(fault)).read_bytes(), fault["old"].encode()
    if source.count(old) != 1:
        return None
    start = source.index(old)
    line = source[:start].count(b"\n") + 1
    module = FAULTS["modules"][fault["module"]]
    return Mutant(module, fault["what"], line, line + old.rstrip().count(b"\n"), start, start + len(old), fault["new"])


def in_python(tree: Tree, area: str, faults: list[dict[str, str]], folder: Path) -> Iterator[str]:
    """What became of each."""
    modules = list(dict.fromkeys(FAULTS["modules"][each["module"]] for each in faults))
    target = Target(area, modules, **FAULTS["areas"][area])
    tests = reach(tree, target, folder)
    with tree.fork(target, folder / "run") as fork:
        for fault in faults:
            made = mutant(tree, fault)
            yield outcome(tree, target, made, tests, fork) if made else NOT_THERE


def on_the_page(tree: Tree, area: str, faults: list[dict[str, str]]) -> Iterator[str]:
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
        yield "killed" if ran.returncode else "survived"


def main(words: list[str]) -> int:
    """Plants, runs, tells; 0 where every fault was noticed."""
    folder = BUILD / "planted"
    tree = Tree(folder / "tree")
    chosen = [
        each
        for each in FAULTS["fault"]
        if not words or any(word in f"{each['what']} {each['module']} {each['area']}" for word in words)
    ]
    noticed = 0
    for area in dict.fromkeys(each["area"] for each in chosen):
        own = [each for each in chosen if each["area"] == area]
        of_page = source_of(own[0]).parts[0] == PAGE
        outcomes = on_the_page(tree, area, own) if of_page else in_python(tree, area, own, folder)
        for fault, found in zip(own, outcomes, strict=True):
            noticed += found not in ("survived", NOT_THERE)
            print(f"{area} / {fault['module']}: {fault['what']}: {found}", flush=True)
    print(f"{noticed} of {len(chosen)} noticed")
    return int(noticed < len(chosen))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
