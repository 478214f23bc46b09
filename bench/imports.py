"""What starting costs: milliseconds and modules of imports and of commands that should be instant.

`python -m bench.imports` records it in bench/results/imports.json.  Every round starts each of them once, beside a
Python that does nothing; a ratio is to that, in the same round, so that records of different machines can be compared.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import turncoat

RESULTS = Path(__file__).parent / "results" / "imports.json"

NOTHING = "nothing"
STARTS: Mapping[str, str] = {
    NOTHING: "pass",
    "import turncoat.games": "import turncoat.games",
    "import turncoat": "import turncoat",
    "turncoat.start": "import turncoat; turncoat.start('reversi')",
    "turncoat version": "from turncoat.cli import main; main(['version'])",
    "turncoat --help": "from turncoat.cli import main; main(['--help'])",
    "turncoat games": "from turncoat.cli import main; main(['games'])",
    "turncoat serve --help": "from turncoat.cli import main; main(['serve', '--help'])",
}


def loaded(code: str) -> set[str]:
    """The modules that a new Python has after that code, and did not have before."""
    lines = f"import sys\nbefore = set(sys.modules)\n{code}\nprint(*(set(sys.modules) - before), file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    return set(ran.stderr.split())


def foreign(modules: set[str]) -> set[str]:
    """The packages among them that are neither ours nor Python's own."""
    packages = {name.partition(".")[0] for name in modules}
    return {name for name in packages - sys.stdlib_module_names - {"turncoat"} if not name.startswith("_")}


def milliseconds(code: str) -> float:
    """How long a new Python takes for it, from start to end."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begin) * 1000


def measure(rounds: int) -> dict[str, Any]:
    """Everything, in rounds, so that what disturbs the machine disturbs all alike."""
    times: dict[str, list[float]] = {name: [] for name in STARTS}
    for _ in range(rounds):
        for name, code in STARTS.items():
            times[name].append(milliseconds(code))
    ratios = {
        name: [each / idle for each, idle in zip(taken, times[NOTHING], strict=True)] for name, taken in times.items()
    }
    found = {name: loaded(code) for name, code in STARTS.items()}
    return {
        name: {
            "ms": round(statistics.median(times[name]), 1),
            "least_ms": round(min(times[name]), 1),
            "ratio": round(statistics.median(ratios[name]), 1),
            "modules": len(found[name]),
            "packages": sorted(foreign(found[name])),
        }
        for name in STARTS
    }


def main() -> None:
    """Measures and records."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    given = parser.parse_args()
    results = measure(given.rounds)
    record = {
        "date": datetime.now(UTC).isoformat(timespec="minutes"),
        "version": turncoat.__version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "rounds": given.rounds,
        "results": results,
    }
    RESULTS.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    for name, each in results.items():
        print(f"{name:24}{each['ms']:8.1f} ms{each['ratio']:7.1f}×{each['modules']:6}  {' '.join(each['packages'])}")


if __name__ == "__main__":
    main()
