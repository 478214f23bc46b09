"""Moves and random games a second: our plain rules, our native twin, and our peers, in one run.

`python -m bench.rules` writes a record into bench/results and the page bench/README.md.
"""

import argparse
import json
import os
import platform
import re
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bench import report
from bench.contenders import contenders
from bench.stopwatch import rate

HERE = Path(__file__).parent
PACKAGES = ("turncoat", "numpy", "open-spiel", "pgx", "jax")


def machine() -> dict[str, Any]:
    """What the figures depend on beside the code."""
    cpu = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    versions = {"Python": platform.python_version(), "compiler": compiler}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "missing"
    return {
        "cpu": cpu[1] if cpu else platform.processor(),
        "cores": os.cpu_count(),
        "memory": f"{memory:.0f} GiB",
        "system": f"{platform.system()} {platform.machine()}",
        "load": round(os.getloadavg()[0], 1),
        "versions": versions,
    }


def main() -> None:
    """Measures everyone in turn and records it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="the least time of one repeat")
    parser.add_argument("--repeats", type=int, default=3, help="repeats, of which the best counts")
    parser.add_argument("--only", default="", help="only lines with this text; prints without recording")
    parser.add_argument("--note", default="", help="what a reader of the figures must know; printed above them")
    asked = parser.parse_args()

    # Looked at first: the load average must tell of what else was running, not of us.
    place, results = machine(), []
    for contender in contenders():
        line = f"{contender.ruleset:14}{contender.measure:36}{contender.who:26}"
        if asked.only not in line:
            continue
        print(line, end="", flush=True)
        rates = {str(threads): rate(contender, threads, asked.seconds, asked.repeats) for threads in (1, 2)}
        print("".join(f"{report.number(each):>10}/s" for each in rates.values()), flush=True)
        names = {"who": contender.who, "measure": contender.measure, "ruleset": contender.ruleset}
        results.append({**names, "rates": rates})
    if asked.only:
        return

    now = datetime.now(UTC)
    record = {
        "when": f"{now:%Y-%m-%d}",
        "seconds": asked.seconds,
        "repeats": asked.repeats,
        "note": asked.note,
        "machine": place,
        "results": results,
    }
    (HERE / "results").mkdir(exist_ok=True)
    (HERE / f"results/rules-{now:%Y%m%d-%H%M}.json").write_text(
        json.dumps(record, indent=2, ensure_ascii=False) + "\n", "utf-8"
    )
    print("wrote", report.write(HERE))


if __name__ == "__main__":
    main()
