"""What is written down every few seconds: processes, latencies, the server's own figures, the database, errors."""

import json
import os
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.load_processes import Usage, family, usage

Sample = dict[str, Any]
MIB = 1024
LINE = re.compile(r"^turncoat_(\w+)(?:\{([^}]*)\})? (\S+)$", re.MULTILINE)
LAG = "loop_lag_seconds"


def figures(text: str) -> dict[str, float]:
    """The server's own figures, by name and label, of the text it gives Prometheus."""
    found = {}
    for name, labels, value in LINE.findall(text):
        if name.startswith(LAG) or not labels:
            found[f"{name} {labels}".strip()] = float(value)
    return found


def lag(before: dict[str, float], after: dict[str, float]) -> tuple[float, float] | None:
    """How late the event loop was between two readings, in ms: on average, and in 99 of 100 cases at the most."""
    looks = after.get(f"{LAG}_count", 0) - before.get(f"{LAG}_count", 0)
    if looks <= 0:
        return None
    average = (after[f"{LAG}_sum"] - before.get(f"{LAG}_sum", 0)) / looks
    for name, value in after.items():
        bucket = re.fullmatch(rf'{LAG}_bucket le="([\d.]+)"', name)
        if bucket and value - before.get(name, 0) >= 0.99 * looks:
            return 1000 * average, 1000 * float(bucket[1])
    return 1000 * average, float("inf")


def processes(servers: Iterable[int]) -> dict[str, Usage]:
    """What every process holds, by what it is: `server 1`, `server 1 worker 1`, `server 1 tracker`."""
    found = {}
    for number, server in enumerate(servers, 1):
        workers = 0
        for pid in family(server):
            name = f"server {number}"
            if pid != server and "resource_tracker" in _command(pid):
                name += " tracker"
            elif pid != server:
                workers += 1
                name += f" worker {workers}"
            try:
                found[name] = usage(pid)
            except OSError:
                continue  # it has ended meanwhile
    return found


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def of_processes(found: dict[str, Usage]) -> Sample:
    """The part of a sample that tells of processes, memory in MiB."""
    told = {name: asdict(each) for name, each in found.items()}
    for each in told.values():
        each["rss"], each["pss"] = round(each["rss"] / MIB, 2), round(each["pss"] / MIB, 2)
    return {"processes": told, "load_average": round(os.getloadavg()[0], 2)}


def of_latencies(latencies: list[float]) -> Sample:
    """The part of a sample that tells how long moves took, in ms."""
    ordered = sorted(latencies)
    if not ordered:
        return {"told": 0}
    marks = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    last = len(ordered) - 1
    return {"told": len(ordered)} | {name: round(1000 * ordered[round(mark * last)], 2) for name, mark in marks.items()}


def troubles(log: Path) -> Counter[str]:
    """What a server wrote in its log after its start that is no mere information, and how often."""
    found, begun = Counter[str](), False
    with log.open() as lines:
        for line in lines:
            try:
                told = json.loads(line)
            except ValueError:
                told = {"level": "unread", "what": line.strip()[:80]}
            begun = begun or told["what"] == "request"
            if begun and told["level"] != "info":
                found[f"log: {told['what']}"] += 1
    return found


class SampleFile:
    """The samples of one store, line by line: first what was wanted, then parts of the run, each with its samples."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def log(self, part: int, server: int) -> Path:
        """Where a server writes its log."""
        return self._path.with_name(f"{self._path.stem}-{part}-server-{server}.log")

    def begin(self, wanted: Sample) -> int:
        """Keeps what belongs to such a run and begins the rest anew; the number of the next part."""
        if self._wanted() != wanted:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps({"wanted": wanted}) + "\n")
        whole, _, _ = self._path.read_text().rpartition("\n")  # without a last line that was not finished
        self._path.write_text(f"{whole}\n")
        return 1 + max((sample["part"] for sample in self.samples()), default=0)

    def _wanted(self) -> Sample | None:
        lines = self._path.read_text().splitlines()[:1] if self._path.exists() else []
        return json.loads(lines[0]).get("wanted") if lines else None

    def add(self, sample: Sample) -> None:
        """Keeps a sample at once."""
        with self._path.open("a") as file:
            file.write(json.dumps(sample) + "\n")

    def samples(self) -> list[Sample]:
        """All that are kept; a last line that was not finished is left out."""
        whole, _, _ = self._path.read_text().rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()[1:]]

    def played(self) -> float:
        """Minutes that were played, in all parts together."""
        latest = {sample["part"]: sample["seconds"] for sample in self.samples()}
        return float(sum(latest.values())) / 60

    def forget(self) -> None:
        """Begins anew."""
        self._path.unlink(missing_ok=True)

    def archive(self) -> None:
        """The run is recorded: the next one begins anew."""
        self._path.replace(self._path.with_suffix(".last.jsonl"))
