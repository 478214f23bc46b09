"""Fuzzes everything that reads what others wrote, guided by coverage: `make fuzz` (docs/tests.md).

What was found is kept in build/fuzz, so that a run goes on where the one before it was.
"""

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from bench.fuzz import corpus

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/fuzz"
RECORD = ROOT / "bench/results/fuzz.json"
NATIVE = ("ruleset", "position", "game", "batch", "weights", "proofs")
"""As in native/fuzz/target.hpp."""
SLICE_SECONDS = 120
"""Seconds after which what was done is noted down."""
MAX_INPUT_BYTES = 1200
"""Bytes of an input: enough for every seed."""


@dataclass
class Totals:
    """What was done with a target so far."""

    inputs: int = 0
    seconds: int = 0
    crashes: int = 0
    coverage: int = 0
    """Edges of native code, or of Python's, that libFuzzer counted."""


@dataclass(frozen=True)
class Target:
    """A target and how libFuzzer is started on it."""

    name: str
    command: tuple[str, ...]
    seeds: Callable[[], list[bytes]]
    skipped: str = ""
    """Why it cannot be run here; empty where it can."""

    @property
    def inputs(self) -> Path:
        """The folder of the inputs that led somewhere new."""
        return BUILD / "inputs" / self.name

    @property
    def findings(self) -> Path:
        """The folder of the inputs that did harm."""
        return BUILD / "findings" / self.name


def _native(name: str) -> Target:
    fuzzer, plain = BUILD / "native_libfuzzer", BUILD / "native_fuzz"

    def seeds() -> list[bytes]:
        told = subprocess.run([plain, name, "seeds"], check=True, capture_output=True, text=True).stdout
        return list(map(corpus.read, told.splitlines()))

    skipped = "" if fuzzer.is_file() else "no clang with libFuzzer"
    return Target(f"native-{name}", (str(fuzzer),), seeds, skipped)


def _python(name: str, seeds: tuple[bytes, ...]) -> Target:
    skipped = "" if importlib.util.find_spec("atheris") else "no Atheris"
    return Target(name, (sys.executable, "-m", "bench.fuzz.under_atheris", name), lambda: list(seeds), skipped)


def targets() -> dict[str, Target]:
    """Every target by name."""
    from bench.fuzz.readers import READERS

    found = [*map(_native, NATIVE), *(_python(each.name, each.seeds) for each in READERS.values())]
    return {target.name: target for target in found}


class Progress:
    """What was done so far, in a file that is written after every slice."""

    def __init__(self) -> None:
        self._path = BUILD / "progress.json"
        told = json.loads(self._path.read_text("utf-8")) if self._path.exists() else {}
        self.totals = {name: Totals(**each) for name, each in told.items()}

    def of(self, target: Target) -> Totals:
        """What was done with the target."""
        return self.totals.setdefault(target.name, Totals())

    def write(self) -> None:
        """Keeps it."""
        BUILD.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps({name: asdict(each) for name, each in self.totals.items()}, indent=1), "utf-8")
        fresh.replace(self._path)


def run_slice(target: Target, totals: Totals, inputs: int, seconds: int) -> bool:
    """Runs so many inputs or so long; whether nothing was found."""
    for folder in (target.inputs, target.findings):
        folder.mkdir(parents=True, exist_ok=True)
    options = {
        "runs": inputs,
        "max_total_time": seconds,
        "max_len": MAX_INPUT_BYTES,
        "timeout": 60,
        "rss_limit_mb": 4096,
        "detect_leaks": 0,
        "print_final_stats": 1,
        "artifact_prefix": f"{target.findings}/",
    }
    environment = os.environ | {
        "TURNCOAT_FUZZ": target.name.removeprefix("native-"),
        "ASAN_OPTIONS": "quarantine_size_mb=16",
    }
    words = [*target.command, *(f"-{name}={value}" for name, value in options.items()), str(target.inputs)]
    began = time.monotonic()
    done = subprocess.run(
        words, check=False, cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace"
    )
    (BUILD / f"{target.name}.log").write_text(f"{done.stdout[-100_000:]}\n{done.stderr[-100_000:]}", "utf-8")
    ran = re.findall(r"stat::number_of_executed_units: (\d+)", done.stderr)
    totals.inputs += int(ran[-1]) if ran else 0
    totals.seconds += round(time.monotonic() - began)
    totals.coverage = max([totals.coverage, *map(int, re.findall(r" cov: (\d+)", done.stderr))])
    totals.crashes += done.returncode != 0
    return done.returncode == 0


def write_seeds(target: Target) -> None:
    """Puts good inputs where libFuzzer begins from."""
    target.inputs.mkdir(parents=True, exist_ok=True)
    for content in (*target.seeds(), *corpus.load(target.name)):
        (target.inputs / sha256(content).hexdigest()[:40]).write_bytes(content)


def fuzz(target: Target, progress: Progress, inputs: int, seconds: int) -> bool:
    """Runs a target until it has had so many inputs in all, or for so long now; whether nothing was found."""
    totals, until = progress.of(target), time.monotonic() + seconds
    write_seeds(target)
    while totals.inputs < inputs and (left := until - time.monotonic()) >= 1:
        before = totals.inputs
        fine = run_slice(target, totals, inputs - totals.inputs, min(SLICE_SECONDS, round(left)))
        progress.write()
        print(f"{target.name}: {totals.inputs:,} inputs in {totals.seconds} s, {totals.coverage} edges", flush=True)
        if not fine:
            print(f"{target.name}: FOUND SOMETHING: {target.findings} and {BUILD / target.name}.log", flush=True)
            return False
        if totals.inputs == before:
            break
    return True


def keep(target: Target) -> None:
    """Puts some of what led somewhere new into the repository."""
    count = corpus.keep(target.name, (file.read_bytes() for file in target.inputs.iterdir()))
    print(f"{target.name}: {count} inputs kept")


def record(progress: Progress) -> None:
    """Notes what was run, for everybody to read."""
    done = {name: asdict(each) for name, each in sorted(progress.totals.items()) if each.inputs}
    found = {"when": f"{datetime.now(UTC):%Y-%m-%d}", "targets": done}
    RECORD.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def main() -> int:
    """The exit code: 1 where something was found, 2 where something could not be run."""
    known = targets()
    words = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    words.add_argument("target", nargs="*", help=f"of {', '.join(known)}; all where none is named, `native` for those")
    words.add_argument("--inputs", type=float, default=100_000, help="of each target in all, those of runs before too")
    words.add_argument("--seconds", type=int, default=86_400, help="at the most for each target")
    words.add_argument("--keep", action="store_true", help="renew bench/fuzz/corpora from what was found")
    words.add_argument("--record", action="store_true", help="write bench/results/fuzz.json")
    asked = words.parse_args()
    names = [each for name in asked.target or known for each in (known if name == "all" else _named(name))]
    if strange := set(names) - set(known):
        words.error(f"no target {', '.join(sorted(strange))}")
    chosen, progress = [known[name] for name in dict.fromkeys(names)], Progress()
    fine = [fuzz(each, progress, int(asked.inputs), asked.seconds) for each in chosen if not each.skipped]
    for target in chosen:
        if target.skipped:
            print(f"{target.name}: SKIPPED: {target.skipped}")
        elif asked.keep:
            keep(target)
    if asked.record:
        record(progress)
    return 1 if not all(fine) else 2 if any(each.skipped for each in chosen) else 0


def _named(name: str) -> list[str]:
    return [f"native-{each}" for each in NATIVE] if name == "native" else [name]


if __name__ == "__main__":
    sys.exit(main())
