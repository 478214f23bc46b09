"""Proves again what docs/solved.md publishes: every line of its tables is a command and the result it must have.

python -m bench.solved              # what takes less than a minute
python -m bench.solved --limit 4000 # more, up to so many seconds each
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parents[1] / "docs/solved.md"
LINE = re.compile(
    r"^\| (?P<result>(?:first|second|draw)[^|]*) \| [\d,]+ \| (?P<seconds>[\d,.]+) \| `turncoat (?P<command>[^`]+)` \|$"
)


@dataclass(frozen=True)
class Claim:
    """One line of the document."""

    result: str
    seconds: float
    command: str


def claims(text: str) -> Iterator[Claim]:
    """Every published result."""
    for line in text.splitlines():
        if found := LINE.match(line):
            yield Claim(found["result"], float(found["seconds"].replace(",", "")), found["command"])


def in_words(told: dict[str, object]) -> str:
    """What `turncoat solve --json` found, as the document writes it."""
    if told["outcome"] == "draw":
        return "draw"
    side = "first" if told["outcome"] == "win" else "second"
    lead = told["lead"]
    return f"{side} +{abs(lead)}" if isinstance(lead, int) else f"{side} wins"


def main() -> int:
    """Runs the commands; the exit code says whether all results were the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=60, help="leave out what took longer when it was published")
    limit = parser.parse_args().limit
    wrong = 0
    for claim in claims(DOCUMENT.read_text("utf-8")):
        if claim.seconds > limit:
            continue
        command = [sys.executable, "-m", "turncoat.cli", *shlex.split(claim.command), "--json"]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        same = in_words(told) == claim.result
        wrong += not same
        verdict, cost = "ok   " if same else "WRONG", f"{told['nodes']:,} nodes, {told['seconds']:.1f} s"
        print(f"{verdict} {claim.command}: {in_words(told)}, {cost}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
