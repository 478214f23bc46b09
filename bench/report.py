"""The recorded results as tables for people."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.contenders import BULK, EVERY_LEAF, NATIVE, RANDOM_GAMES, STEPS

UNITS = {EVERY_LEAF: "moves/s", BULK: "moves/s", RANDOM_GAMES: "games/s", STEPS: "moves/s"}

HEAD = """\
# Benchmarks

Written by `make bench` from its newest record in `results/`; do not edit.

Every figure is the best of {repeats} repeats of at least {seconds} s each, all from one run. Each contender has a
process of its own, bound to one or two processors; one without threads of its own uses two processes for “two
threads”. Ratios compare with our native rules on one thread. Perft counts single moves from the start of the game;
its figure is leaves per second. On a machine that is busy with other work the figures are too low, most of all with
two threads.

Only the same work is compared. *Random games played out* end with a result and show nothing on the way: our
`playouts`, and OpenSpiel's rollouts in C++ or a loop over its Python interface. *Games stepped and observed* show
every position, as machine learning needs: each step plays a uniformly random legal move in each of 1024 games,
restarts finished games, and fills arrays with the stones of the side to move and of the other side, the mask of
legal actions, the rewards, and which games are over. Ours is called from Python for every step
(`Batch.sample_actions` and `step_actions`), Pgx runs hundreds of steps in one compiled call on the CPU, and
OpenSpiel steps one game after another through its Python interface.
"""

OTHERS = """
## Other benchmarks

| command | what it measures |
| --- | --- |
| `python -m bench.search`, `bench.endgame` | nodes per second, exact endgames ([more](../docs/experiments/README.md)) |
| `python -m bench.limits` | how soon a search stops, and its memory ([stopping](../docs/experiments/stopping.md)) |
| `python -m bench.levels`, `bench.level_times` | strength and times of the levels ([levels](../docs/levels.md)) |
| `python -m bench.clocks` | how much of a clock is left unused ([clocks](../docs/experiments/clocks.md)) |
| `python -m bench.mutation` | how many small faults the tests notice ([tests](../docs/tests.md)) |
| `python -m bench.fast_games` | what goes wrong in thousands of fast games |
| `python -m bench.solved` | proves the published results again ([solved](../docs/solved.md)) |
| `python -m bench.bytes` | bytes sent to a spectator ([bytes.json](results/bytes.json)) |
| `python -m bench.imports` | start-up time: imports, `turncoat version` ([imports.json](results/imports.json)) |
| `python -m bench.load` | many live matches on one server ([running](../docs/running.md#capacity)) |
| `python -m bench.costs` | event-loop time of each request ([limits](../docs/api.md#limits-on-one-client)) |
| `python -m bench.page` | size and speed of the page ([running](../docs/running.md#page-weight)) |
| `python -m bench.wasm` | the engine in a browser beside the native one ([engine](../docs/engine.md#in-the-browser)) |
"""


def number(value: float) -> str:
    """A rate with three figures that count."""
    size, letter = next(
        ((size, letter) for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")) if value >= 0.9995 * size), (1, "")
    )
    shown = value / size
    return f"{shown:.{3 - len(str(round(shown)))}f}{letter}"


def times(ratio: float) -> str:
    """A ratio as people say it."""
    return f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.1f}×"


def table(rows: Iterable[list[str]]) -> str:
    """A Markdown table; the first row is its head, figures stand right."""
    head, *body = rows
    line = ["---"] * 2 + ["---:"] * (len(head) - 2)
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, line, *body]) + "\n"


def section(measure: str, rates: list[dict[str, Any]]) -> str:
    """One measure: every game, everyone who plays it, and how we compare."""
    rows = [["ruleset", "who", "one thread", "two threads", "native is faster by"]]
    for each in rates:
        ours = next(other for other in rates if other["who"] == NATIVE and other["ruleset"] == each["ruleset"])
        ratio = "" if each is ours else times(ours["rates"]["1"] / each["rates"]["1"])
        one, two = (number(each["rates"][threads]) for threads in ("1", "2"))
        rows.append([f"`{each['ruleset']}`", each["who"], one, two, ratio])
    return f"\n## {measure[0].upper()}{measure[1:]} ({UNITS[measure]})\n\n{table(rows)}"


def report(record: dict[str, Any]) -> str:
    """The whole page."""
    machine = record["machine"]
    page = HEAD.format(repeats=record["repeats"], seconds=record["seconds"])
    if record["note"]:
        page += f"\n**{record['note']}**\n"
    for measure in UNITS:
        rates = [each for each in record["results"] if each["measure"] == measure]
        # Games in the order of their list, in each game ours first.
        order = list(dict.fromkeys(each["ruleset"] for each in record["results"]))
        rates.sort(key=lambda each: order.index(each["ruleset"]))
        if rates:
            page += section(measure, rates)
    versions = ", ".join(f"{name} {version}" for name, version in machine["versions"].items())
    place = ", ".join([machine["cpu"], f"{machine['cores']} processors", machine["memory"], machine["system"]])
    load = f"load average {machine['load']} before the run"
    return f"{page}\n## Where\n\n{record['when']}: {place}, {load}; {versions}.\n{OTHERS}"


def write(folder: Path) -> Path:
    """bench/README.md, from the newest record."""
    newest = max(folder.glob("results/rules-*.json"))
    page = folder / "README.md"
    page.write_text(report(json.loads(newest.read_text("utf-8"))), "utf-8")
    return page
