"""What a soak says of the server: every figure by the minute, its trend in the second half, whether that is flat."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from .judgement import Series, trend
from .samples import Sample

SETTLING = 1 / 6  # of the whole run, before anything of a part of it is judged
Value = Callable[[Sample], float | None]


class Measure(NamedTuple):
    """A figure, and by how much it may grow an hour: at least so much, or that share of its level."""

    name: str
    unit: str
    of: Value
    least: float
    share: float = 0.0


def memory(role: str) -> Value:
    """MiB of the processes of that name, or of whose name it ends; what they share is counted once."""

    def value(sample: Sample) -> float | None:
        found = [each["pss"] for name, each in sample["processes"].items() if name == role or f" {role} " in name]
        return sum(found) if found else None

    return value


def _sum(of: str) -> Value:
    return lambda sample: sum(each[of] for each in sample["processes"].values())


def _worst_lag(sample: Sample) -> float | None:
    return max((each[0] for each in sample["lag"] if each), default=None)


def _other_descriptors(sample: Sample) -> float:
    return float(sum(each["descriptors"] for each in sample["processes"].values()) - sample["open_connections"])


MEASURES = (
    Measure("memory of server 1", "MiB", memory("server 1"), least=4),
    Measure("memory of server 2", "MiB", memory("server 2"), least=4),
    Measure("memory of engine workers", "MiB", memory("worker"), least=4),
    Measure("descriptors", "", _sum("descriptors"), least=0, share=0.02),
    Measure("descriptors other than connections", "", _other_descriptors, least=4),
    Measure("threads", "", _sum("threads"), least=1),
    Measure("matches in memory", "", lambda sample: sample["rooms"], least=0, share=0.05),
    Measure("median latency", "ms", lambda sample: sample.get("p50"), least=2, share=0.2),
    Measure("99 of 100 latencies", "ms", lambda sample: sample.get("p99"), least=10, share=0.5),
    Measure("processor time of a move", "ms", lambda sample: sample.get("ms_per_move"), least=0, share=0.1),
    Measure("lateness of the event loop", "ms", _worst_lag, least=1, share=0.2),
)


def with_costs(samples: Sequence[Sample]) -> list[Sample]:
    """The samples, each told what a move has cost the servers' own processes since the one before, in ms."""
    found = [*samples[:1]]
    for before, after in pairwise(samples):
        moves = after["moves_total"] - before["moves_total"]
        used = [
            each["seconds"] - before["processes"].get(name, each)["seconds"]
            for name, each in after["processes"].items()
            if name.count(" ") == 1  # not its workers
        ]
        same = after["part"] == before["part"] and moves > 0
        found.append(after | ({"ms_per_move": 1000 * sum(used) / moves} if same else {}))
    return found


def by_minute(samples: Iterable[Sample], of: Value) -> dict[tuple[int, int], float]:
    """The middle value of every minute of every part."""
    found = defaultdict[tuple[int, int], list[float]](list)
    for sample in samples:
        value = of(sample)
        if value is not None:
            found[sample["part"], int(sample["seconds"] // 60)].append(value)
    return {minute: median(values) for minute, values in found.items()}


def minutes_before(samples: Iterable[Sample]) -> dict[int, float]:
    """Of each part, how many minutes were played before it."""
    lasted: dict[int, float] = {}
    for sample in samples:
        lasted[sample["part"]] = sample["seconds"] / 60
    before, found = 0.0, {}
    for part, minutes in lasted.items():
        found[part] = before
        before += minutes
    return found


def judged(samples: Sequence[Sample], of: Value, minutes: float) -> list[Series]:
    """What counts of a figure: the second half of the run, of each part what came after it had settled."""
    before = minutes_before(samples)
    parts = defaultdict[int, list[tuple[float, float]]](list)
    for (part, minute), value in by_minute(samples, of).items():
        if before[part] + minute >= minutes / 2 and minute >= minutes * SETTLING:
            parts[part].append((minute / 60, value))
    return list(parts.values())


def figures(samples: Sequence[Sample], minutes: float) -> dict[str, Any]:
    """Every measure with its trend and verdict."""
    found: dict[str, dict[str, Any]] = {}
    for measure in MEASURES:
        parts = judged(samples, measure.of, minutes)
        if not any(parts):
            continue  # there is no second server
        told = trend(parts)
        if told is None:
            found[measure.name] = {"verdict": "unclear", "why": "too few minutes"}
            continue
        bound = max(measure.least, measure.share * told.level)
        found[measure.name] = {
            "unit": measure.unit,
            "level": _short(told.level),
            "per_hour": _short(told.per_hour),
            "from": _short(told.low),
            "to": _short(told.high),
            "allowed": _short(bound),
            "minutes": told.points,
            "verdict": told.verdict(bound),
        }
    return found


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def record(samples: Sequence[Sample], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """All that is kept of a run on one store."""
    samples = with_costs(samples)
    last: dict[int, Sample] = {sample["part"]: sample for sample in samples}
    half = [sample for sample in samples if "p50" in sample][len(samples) // 2 :]
    loads = [sample["load_average"] for sample in samples]
    return {
        **wanted,
        "played_minutes": round(sum(sample["seconds"] for sample in last.values()) / 60, 1),
        "parts": len(last),
        "samples": len(samples),
        "done": _added(sample["counts"] for sample in last.values()),
        "errors": _added(sample["errors"] for sample in last.values()),
        "slowest_move_ms": max((sample["max"] for sample in half), default=None),
        "database_mib": samples[-1]["database"],
        "database_kib_per_match": round(1024 * samples[-1]["database"] / max(1, samples[-1]["counts"]["matches"]), 1),
        "load_average": [min(loads), median(loads), max(loads)],
        "players_late_ms": median(sample["own_lag"] for sample in samples),
        "figures": figures(samples, wanted["minutes"]),
    }


def _added(tallies: Iterable[Mapping[str, int]]) -> dict[str, int]:
    found = defaultdict[str, int](int)
    for tally in tallies:
        for name, count in tally.items():
            found[name] += count
    return dict(found)


def table(records: Mapping[str, Any]) -> str:
    """The verdicts as lines for people."""
    lines = []
    for store, told in records.items():
        lines.append(f"{store}: {told['played_minutes']} minutes, {told['done'].get('moves', 0)} moves")
        for name, each in told["figures"].items():
            if "level" not in each:
                lines.append(f"  {name}: {each['verdict']}, {each['why']}")
                continue
            between = f"{each['from']:+g} to {each['to']:+g}"
            trends = f"{each['per_hour']:+g} {each['unit']} an hour ({between}; {each['allowed']:g} allowed)"
            lines.append(f"  {name}: {each['level']:g} {each['unit']}, {trends}: {each['verdict']}")
        lines.append(f"  errors: {told['errors'] or 'none'}")
    return "\n".join(lines)
