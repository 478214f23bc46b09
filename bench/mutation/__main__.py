"""Plants small faults one at a time and tells which of them no test noticed.  The working tree is never touched."""

import argparse
import fcntl
import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from queue import Queue
from threading import Lock
from typing import TYPE_CHECKING, Any

from bench.mutation.mutants import Mutant, mutants
from bench.mutation.trial import ROOT, Target, Tree, outcome, reach, targets

if TYPE_CHECKING:
    from bench.mutation.fork import Fork

BUILD = ROOT / "build/mutation"
RECORD = ROOT / "bench/results/mutation.json"
PAGE = ROOT / "docs/tests.md"


def sample(tree: Tree, target: Target, size: int, seed: int) -> tuple[list[Mutant], int]:
    """So many faults of the target's modules, the same for the same seed, and how many there are."""
    found = [each for name in target.modules for each in mutants(name, tree.place(name).read_bytes())]
    chosen = random.Random(seed).sample(range(len(found)), min(size, len(found))) if size else range(len(found))
    return [found[number] for number in sorted(chosen)], len(found)


class Known:
    """What became of faults tried before: a killed one stays so, a survivor is tried again with tests that changed."""

    def __init__(self, path: Path, *, fresh: bool) -> None:
        self._path, self._lock = path, Lock()
        if fresh:
            path.unlink(missing_ok=True)
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self._known = {told["key"]: told for told in map(json.loads, lines)}

    def outcome(self, key: str) -> str | None:
        """What became of it; None where it was never tried."""
        return self._known[key]["outcome"] if key in self._known else None

    def stale(self, key: str, marks: dict[str, str]) -> set[str]:
        """The test files, of these with their marks, that were not tried against it as they are."""
        tried = self._known[key]["tests"] if key in self._known else {}
        return {file for file, mark in marks.items() if tried.get(file) != mark}

    def note(self, key: str, marks: dict[str, str], outcome: str) -> None:
        """Keeps it at once, so that a run broken off goes on where it was."""
        told = {"key": key, "tests": marks if outcome == "survived" else {}, "outcome": outcome}
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            self._known[key] = told
            file.write(json.dumps(told) + "\n")


def run(tree: Tree, target: Target, folder: Path, asked: argparse.Namespace) -> dict[str, Any]:
    """Tries a target's sample and tells of it."""
    began = time.monotonic()
    chosen, total = sample(tree, target, asked.sample, asked.seed)
    known = Known(folder / f"known-{target.name}.jsonl", fresh=asked.fresh)
    sources = {name: tree.place(name).read_bytes() for name in target.modules}
    tests, marks = reach(tree, target, folder), tree.marks(target)
    forks: Queue[Fork] = Queue()

    def tried(number: int, mutant: Mutant) -> str:
        key = mutant.key(sources[mutant.module])
        found, stale = known.outcome(key), known.stale(key, marks)
        if found is None or (found == "survived" and stale):
            fork = forks.get()
            try:
                found = outcome(tree, target.only(stale), mutant, tests, fork)
            finally:
                forks.put(fork)
            known.note(key, marks, found)
            print(f"{target.name} {number + 1}/{len(chosen)} {mutant.module}:{mutant.line} {found}", flush=True)
        return found

    with ExitStack() as stack:
        for number in range(asked.jobs):
            forks.put(stack.enter_context(tree.fork(target, folder / f"run-{target.name}-{number}")))
        pool = stack.enter_context(ThreadPoolExecutor(asked.jobs))
        outcomes = list(pool.map(tried, range(len(chosen)), chosen))
    survivors = [
        {"where": f"{mutant.module}:{mutant.line}", "kind": mutant.kind, "diff": mutant.diff(sources[mutant.module])}
        for mutant, found in zip(chosen, outcomes, strict=True)
        if found == "survived"
    ]
    return {
        "when": f"{datetime.now(UTC):%Y-%m-%d}",
        "modules": target.modules,
        "seed": asked.seed,
        "faults": total,
        "tried": len(chosen),
        "killed": len(chosen) - len(survivors),
        "timeouts": outcomes.count("timeout"),
        "seconds": round(time.monotonic() - began),
        "survivors": survivors,
    }


def show(name: str, told: dict[str, Any]) -> None:
    """A target's score and what nobody noticed."""
    for each in told["survivors"]:
        print(f"\n{each['where']} ({each['kind']})\n{each['diff']}")
    share = 100 * told["killed"] / max(1, told["tried"])
    print(f"\n{name}: {told['killed']} of {told['tried']} noticed, {share:.0f} %; {told['seconds']} s\n", flush=True)


def table(record: dict[str, Any]) -> str:
    """The recorded scores, one line a target and one column a name."""
    columns = sorted(record)
    rows = [f"| target | {' | '.join(columns)} |", f"| --- |{' ---: |' * len(columns)}"]
    for name in targets():
        scores = [record[column].get(name) for column in columns]
        told = (f"{100 * each['killed'] / each['tried']:.0f} % of {each['tried']}" if each else "" for each in scores)
        if any(scores):
            rows.append(f"| {name} | {' | '.join(told)} |")
    return "\n".join(rows) + "\n"


def keep(name: str, target: str, told: dict[str, Any]) -> None:
    """Adds a score to the record and to the page that shows it."""
    record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    record.setdefault(name, {})[target] = told
    RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    head, _, rest = PAGE.read_text("utf-8").partition("| target |")
    PAGE.write_text(head + table(record) + "".join(rest.partition("\n\n")[1:]).removeprefix("\n"), "utf-8")


def main() -> None:
    """Runs what was asked for and records it."""
    parser = argparse.ArgumentParser(prog="bench.mutation", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(targets())}; none: all")
    parser.add_argument("--sample", type=int, default=60, help="faults of each target; 0: every one")
    parser.add_argument("--seed", type=int, default=1, help="which faults")
    parser.add_argument("--jobs", type=int, default=2, help="faults tried at once")
    parser.add_argument("--fresh", action="store_true", help="try again what was tried before")
    parser.add_argument("--record", metavar="NAME", help="keep the scores under that name, such as now")
    parser.add_argument("--of", type=Path, default=ROOT, metavar="FOLDER", help="another checkout to be tried instead")
    parser.add_argument("--list", action="store_true", help="only show the faults")
    asked = parser.parse_args()
    unknown = set(asked.targets) - set(targets())
    if unknown:
        parser.error(f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(targets())}")

    checkout = asked.of.resolve()
    folder = BUILD if checkout == ROOT else BUILD / checkout.name
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            parser.error(f"another run is at work in {folder}")
        go(Tree(folder / "tree", checkout), folder, asked)


def go(tree: Tree, folder: Path, asked: argparse.Namespace) -> None:
    """Target by target."""
    for name in asked.targets or targets():
        target = targets()[name]
        if asked.list:
            for each in sample(tree, target, asked.sample, asked.seed)[0]:
                print(f"{each.module}:{each.line} {each.kind}\n{each.diff(tree.place(each.module).read_bytes())}\n")
            continue
        told = run(tree, target, folder, asked)
        show(name, told)
        if asked.record:
            keep(asked.record, name, told)


if __name__ == "__main__":
    main()
