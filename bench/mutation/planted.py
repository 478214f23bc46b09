"""Plants the faults of planted.toml, found by hand, one at a time: `python -m bench.mutation.planted [WORD ...]`.

With words, only the faults whose description, module or area hold one of them.  Exits 1 where one was not noticed, or
cannot be planted since the source has changed: then its piece of source is to be brought up to date.
"""

import sys
import tomllib
from pathlib import Path

from bench.mutation.__main__ import BUILD
from bench.mutation.mutants import Mutant
from bench.mutation.trial import Target, Tree, outcome, reach

TOLD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def mutant(tree: Tree, fault: dict[str, str]) -> Mutant | None:
    """The fault at its place; None where its piece of source is not there, or not there alone."""
    module = TOLD["modules"][fault["module"]]
    source, old = tree.place(module).read_bytes(), fault["old"].encode()
    if source.count(old) != 1:
        return None
    start = source.index(old)
    line = source[:start].count(b"\n") + 1
    return Mutant(module, fault["what"], line, line + old.rstrip().count(b"\n"), start, start + len(old), fault["new"])


def main(words: list[str]) -> int:
    """Plants, runs, tells; 0 where every fault was noticed."""
    folder = BUILD / "planted"
    tree = Tree(folder / "tree")
    chosen = [
        each
        for each in TOLD["fault"]
        if not words or any(word in f"{each['what']} {each['module']} {each['area']}" for word in words)
    ]
    noticed = 0
    for area in dict.fromkeys(each["area"] for each in chosen):
        own = [each for each in chosen if each["area"] == area]
        target = Target(
            area, list(dict.fromkeys(TOLD["modules"][each["module"]] for each in own)), **TOLD["areas"][area]
        )
        tests = reach(tree, target, folder)
        with tree.fork(target, folder / "run") as fork:
            for fault in own:
                made = mutant(tree, fault)
                found = outcome(tree, target, made, tests, fork) if made else "not there"
                noticed += found not in ("survived", "not there")
                print(f"{area} / {fault['module']}: {fault['what']}: {found}", flush=True)
    print(f"{noticed} of {len(chosen)} noticed")
    return int(noticed < len(chosen))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
