"""The engine in a browser beside the native one, and what a visitor downloads of it: `python -m bench.wasm`.

One thread and nodes for each second of the processor's time, so that what else the machine does disturbs little; all in
one run, round by round, the best round of each.  Recorded in bench/results/wasm.json and docs/decisions.
"""

import argparse
import gzip
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its idle threads would count as ours

import turncoat
from bench.fast_games import place
from bench.search import middle
from tests.engine.wasm import Job, drive, module, weights_for
from tests.page import engine_page
from tests.page.conftest import CHROMIUM, FLAGS, missing
from turncoat import native
from turncoat.engine import Engine, Limit, browser
from turncoat.games import Ruleset
from turncoat.lab.arena.tournament import commit

DOCUMENT = Path(__file__).parents[1] / "docs" / "decisions" / "0016-the-engine-in-the-browser.md"
MARK = "<!-- the tables are written by bench/wasm.py -->\n"
RESULTS = Path(__file__).parent / "results" / "wasm.json"
RULESETS = ("vect-reverse", "verto", "verto:size=9", "invector:pie=no", "reversi")
NODES, MEMORY = 1_000_000, 32  # the memory is the page's
TICK = os.sysconf("SC_CLK_TCK")
ANALYSE = "(request) => window.engine.analyse(request, null)"


def by_native(ruleset: str, cpu: str, positions: Sequence[turncoat.Position]) -> float:
    """Nodes a second of the compiled engine, with code for that processor."""
    native.use_cpu(cpu)
    engine = Engine(ruleset, MEMORY)
    nodes, begun = 0, process_time()
    for position in positions:
        engine.forget()
        found = engine.best(native.parse(str(position)), Limit(nodes=NODES))
        # A search tells of the depths it finished, but spends its whole budget unless it proves something.
        nodes += found.nodes if found.proved else NODES
    return nodes / (process_time() - begun)


def by_node(folder: Path, ruleset: str, positions: Sequence[turncoat.Position]) -> float:
    """The same of the WebAssembly in Node.js."""
    [job] = drive(folder, [Job(ruleset, positions, {"nodes": NODES}, MEMORY)])
    nodes = sum(each["lines"][0]["nodes"] if each["lines"][0]["proved"] else NODES for each in job["results"])
    return float(nodes / sum(each["processor"] for each in job["results"]))


def request(position: turncoat.Position, **limits: float) -> dict[str, Any]:
    """What the page would ask."""
    ruleset = position.ruleset
    numbers = {"game": ruleset.info.name, "numbers": ruleset.options.numbers()}
    return {"ruleset": numbers, "position": str(position), "lines": 1, **limits}


def by_browser(tab: Any, positions: Sequence[turncoat.Position]) -> float:
    """The same in a worker of Chromium: the time is that of the worker's thread."""
    tab.evaluate(ANALYSE, request(positions[0], nodes=1))  # the worker is there, and its tables
    nodes, begun = 0, worker_seconds()
    for position in positions:
        found = tab.evaluate(ANALYSE, request(position, nodes=NODES))["found"][-1]
        nodes += found["nodes"] if found["lines"][0]["proved"] else NODES
    return nodes / (worker_seconds() - begun)


def worker_seconds() -> float:
    """Processor time of the workers in browsers that this process has started."""
    total = 0
    for process in _descendants(os.getpid()):
        for thread in _tasks(process):
            name, _, rest = thread.partition("(")[2].rpartition(")")
            if name.startswith("DedicatedWorker"):
                total += sum(map(int, rest.split()[11:13]))
    return total / TICK


def _tasks(process: int) -> Iterator[str]:
    for path in Path(f"/proc/{process}/task").glob("*/stat"):
        try:
            yield path.read_text()
        except OSError:  # it has ended meanwhile
            continue


def _descendants(root: int) -> list[int]:
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found, left = [], [root]
    while left:
        left += (children := parents.get(left.pop(), []))
        found += children
    return found


def beginning(chromium: Any, address: str, ruleset: str) -> dict[str, float]:
    """Milliseconds until a visitor who was never here has the engine, and from then to the first line."""
    context = chromium.new_context()
    tab = context.new_page()
    tab.goto(address)
    tab.wait_for_function("window.engine")
    opened = tab.evaluate("window.engine.open()")
    first = tab.evaluate(ANALYSE, request(turncoat.start(ruleset), nodes=1))["milliseconds"]
    again = tab.evaluate(ANALYSE, request(turncoat.start(ruleset), nodes=1))["milliseconds"]
    context.close()
    return {"module": opened, "first line": first, "next position": again}


def sizes() -> dict[str, Any]:
    """Bytes of the module and of every evaluation, as they are and compressed."""
    path = module()
    packed = {kind: path.with_name(path.name + f".{kind}").stat().st_size for kind in ("br", "gz")}
    weights = {each.name: len(gzip.compress(browser.pack(each.name), 6, mtime=0)) for each in browser.offered()}
    return {"module": {"raw": path.stat().st_size, **packed}, "weights": weights}


def measure(rounds: int) -> tuple[dict[str, Any], str]:
    """Speeds and beginnings of every ruleset, and the browser's version."""
    from playwright.sync_api import sync_playwright

    rows: dict[str, Any] = {each: {"speed": {}, "beginning": {}} for each in RULESETS}
    with tempfile.TemporaryDirectory() as place_, sync_playwright() as playwright:
        folder = Path(place_)
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with engine_page.serve(engine_page.build(folder)) as address:
            for _ in range(rounds):
                for ruleset in RULESETS:
                    _add_round(rows[ruleset], folder, chromium, address, ruleset)
        version = str(chromium.version)
        chromium.close()
    return rows, version


def _add_round(row: dict[str, Any], folder: Path, chromium: Any, address: str, ruleset: str) -> None:
    positions = middle(ruleset)
    found = {f"native, {cpu}": by_native(ruleset, cpu, positions) for cpu in native.cpus()}
    found["Node.js"] = by_node(folder, ruleset, positions)
    tab = chromium.new_page()
    tab.goto(address)
    tab.wait_for_function("window.engine")
    tab.evaluate("window.engine.open()")
    found["Chromium"] = by_browser(tab, positions)
    tab.close()
    for name, rate in found.items():
        row["speed"][name] = max(round(rate), row["speed"].get(name, 0))
    for name, ms in beginning(chromium, address, ruleset).items():
        row["beginning"][name] = min(round(ms), row["beginning"].get(name, round(ms)))
    print(f"{ruleset:16}", ", ".join(f"{name} {rate / 1e6:.2f}" for name, rate in found.items()), "M nodes/s")


def tables(record: dict[str, Any]) -> str:
    """The record as the decision shows it."""
    results, machine, size = record["results"], record["machine"], record["sizes"]
    kinds = list(next(iter(results.values()))["speed"])
    rows = [f"| M nodes/s | {' | '.join(kinds)} | Chromium: native |", f"| --- |{' ---: |' * (len(kinds) + 1)}"]
    for ruleset, each in results.items():
        speed = each["speed"]
        shares = ", ".join(f"{speed['Chromium'] / speed[kind]:.0%} of {kind.partition(', ')[2]}" for kind in kinds[:-2])
        rows.append(f"| `{ruleset}` | {' | '.join(f'{speed[kind] / 1e6:.2f}' for kind in kinds)} | {shares} |")
    rows += ["", "| | to download, compressed | first line | next position |", "| --- | ---: | ---: | ---: |"]
    rows.append(f"| the engine | {_kilobytes(size['module']['br'])} | | |")
    for ruleset, each in results.items():
        name = weights_for(Ruleset.read(ruleset))
        begins = each["beginning"]
        weight = _kilobytes(size["weights"][name]) if name else "–"
        rows.append(
            f"| `{ruleset}` | {weight} | {begins['module'] + begins['first line']} ms | {begins['next position']} ms |"
        )
    where = f"{machine['cpu']}, Chromium {machine['chromium']}"
    load = " and ".join(map(str, machine["load"]))
    return (
        f"{MARK}{chr(10).join(rows)}\n\n"
        f"{record['when']}, {record['rounds']} rounds: {where}, {machine['processors']} processors, "
        f"load average {load} before and after.\n"
    )


def _kilobytes(size: int) -> str:
    return f"{size / 1000:.0f} kB"


def main() -> None:
    """Measures and records."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--record", type=Path, default=RESULTS, help="the file for the results")
    asked = parser.parse_args()
    if reason := missing():
        sys.exit(reason)
    load, machine = os.getloadavg()[0], place()
    machine.pop("code")  # there are several
    results, version = measure(asked.rounds)
    record = {
        "when": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": commit(),
        "machine": {**machine, "chromium": version, "load": [round(load, 1), round(os.getloadavg()[0], 1)]},
        "rounds": asked.rounds,
        "sizes": sizes(),
        "results": results,
    }
    asked.record.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    if asked.record == RESULTS:
        text = DOCUMENT.read_text("utf-8")
        DOCUMENT.write_text(text[: text.index(MARK)] + tables(record), "utf-8")


if __name__ == "__main__":
    main()
