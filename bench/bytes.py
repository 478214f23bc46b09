"""What watching a match costs on the line: `python -m bench.bytes`.

Two people play a match of each game at random over real sockets, the same match every time, and a third watches without
compression.  Recorded in bench/results/bytes.json, which tests/web/test_bytes.py holds the server to.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.web.site import Server
from tests.web.traffic import Traffic, watch_a_match
from turncoat.games import games
from turncoat.lab.arena.tournament import commit

RESULTS = Path(__file__).parent / "results" / "bytes.json"


def summed_up(traffic: Traffic) -> dict[str, Any]:
    """The figures of one match."""
    return {
        "moves": len(traffic.moves),
        "setup": traffic.setup,
        "updates": sum(traffic.moves),
        "per_move": round(statistics.mean(traffic.moves)),
        "largest": max(traffic.moves),
        "growth": round(traffic.growth, 2),
    }


def main() -> None:
    """Measures and records."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", type=Path, default=RESULTS, help="the file for the results")
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "matches.db") as server:
        for game in games():
            found[game] = summed_up(asyncio.run(watch_a_match(server.url, game)))
            each = found[game]
            print(
                f"{game:14} {each['setup']:6} bytes at once, then {each['per_move']} for each of {each['moves']} moves"
            )
    record = {"when": f"{datetime.now(UTC):%Y-%m-%d}", "commit": commit(), "games": found}
    asked.record.write_text(json.dumps(record, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
