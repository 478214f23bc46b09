"""How heavy the page is and how soon it can be played with: `python -m bench.page`.

A real server, and Chromium with an empty cache for every round.  The first page is clicked on as soon as a game can be
begun, until the board of the new match is there; the page of a match as soon as a cell can be chosen, until the choice
is seen.  Recorded in bench/results/page.json and docs/running.md; the exit code says whether weight and median time
kept to the targets.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.fast_games import place
from tests.page.conftest import FLAGS, SIZES, missing
from tests.page.page_load import MAX_KILOBYTES, PageLoad, load_a_match, load_the_first_page
from tests.page.server import Server
from turncoat.games import games
from turncoat.lab.arena.tournament import commit

DOCUMENT = Path(__file__).parents[1] / "docs" / "running.md"
MARK = "<!-- the table is written by bench/page.py -->\n"
RESULTS = Path(__file__).parent / "results" / "page.json"
MAX_MS = 1000


def visit(browser: Any, address: str, size: str, look: Callable[[Any], PageLoad]) -> PageLoad:
    """One round: somebody whose browser has never been here."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, is_mobile=size == "phone", locale="en-US"
    )
    try:
        return look(context.new_page())
    finally:
        context.close()


def summed_up(rounds: list[PageLoad]) -> dict[str, Any]:
    """What the rounds have shown."""
    heaviest = max(rounds, key=lambda each: each.kilobytes)
    return {
        "rounds": len(rounds),
        "kilobytes": round(heaviest.kilobytes, 1),
        "shown_ms": _spread([each.shown for each in rounds]),
        "answered_ms": _spread([each.answered for each in rounds]),
        "files": dict(sorted(heaviest.files.items())),
        "headers": heaviest.headers,
        "live": heaviest.live,
    }


def _spread(times: list[float]) -> dict[str, float]:
    return {"median": round(statistics.median(times)), "longest": round(max(times))}


def kept(found: dict[str, Any]) -> bool:
    """Whether it was light in every round and quick in most."""
    return bool(found["kilobytes"] < MAX_KILOBYTES and found["answered_ms"]["median"] < MAX_MS)


def measure(server: Server, browser: Any, rounds: int, say: Callable[[str], None] = print) -> dict[str, Any]:
    """The first page and a match of every game, on a desktop and on a phone."""
    looks: dict[str, Callable[[Any], PageLoad]] = {"first page": load_the_first_page}
    for game in games():
        looks[f"match of {game}"] = lambda page, game=game: load_a_match(page, game)  # type: ignore[misc]
    results: dict[str, Any] = {}
    for size in SIZES:
        for name, look in looks.items():
            found = summed_up([visit(browser, server.address, size, look) for _ in range(rounds)])
            results[f"{name}, {size}"] = found
            times = found["answered_ms"]
            say(f"{name:22} {size:8} {found['kilobytes']:6.1f} kB  {times['median']} ms, at most {times['longest']} ms")
    return results


def table(record: dict[str, Any]) -> str:
    """The record as docs/running.md shows it: the heaviest round, and the median and longest times."""
    results, machine = record["results"], record["machine"]
    rows = ["| page | fetched | desktop | phone |", "| --- | ---: | ---: | ---: |"]
    for name in dict.fromkeys(each.rpartition(", ")[0] for each in results):
        found = [results[f"{name}, {size}"] for size in SIZES]
        times = [f"{each['answered_ms']['median']} ms (at most {each['answered_ms']['longest']})" for each in found]
        rows.append(f"| {name} | {max(each['kilobytes'] for each in found)} kB | {' | '.join(times)} |")
    where = f"{machine['cpu']}, {machine['processors']} processors, Chromium {machine['chromium']}"
    load = " and ".join(map(str, machine["load"]))
    rounds = next(iter(results.values()))["rounds"]
    return (
        f"{MARK}{chr(10).join(rows)}\n\n"
        f"{record['when']}, {rounds} rounds each: {where}, load average {load} before and after.\n"
    )


def show(record: dict[str, Any]) -> None:
    """Writes the table into docs/running.md, where it stands last."""
    text = DOCUMENT.read_text("utf-8")
    DOCUMENT.write_text(text[: text.index(MARK)] + table(record), "utf-8")


def main() -> int:
    """Measures and records; the exit code is 1 if a target was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="for each page and size")
    parser.add_argument("--record", type=Path, default=RESULTS, help="the file for the results")
    asked = parser.parse_args()
    if reason := missing():
        sys.exit(reason)
    from playwright.sync_api import sync_playwright

    from tests.page.conftest import CHROMIUM

    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            visit(browser, server.address, "desktop", load_the_first_page)  # the browser itself must wake up
            results = measure(server, browser, asked.rounds)
            version = browser.version
        finally:
            browser.close()
            server.stop()
    late = [name for name, found in results.items() if not kept(found)]
    record = {
        "when": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": commit(),
        "machine": {**place(), "chromium": version, "load": [round(load, 1), round(os.getloadavg()[0], 1)]},
        "targets": {"kilobytes": MAX_KILOBYTES, "answered_ms": MAX_MS},
        "missed": late,
        "results": results,
    }
    asked.record.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    if asked.record == RESULTS:
        show(record)
    print("missed:", late or "none")
    return int(bool(late))


if __name__ == "__main__":
    sys.exit(main())
