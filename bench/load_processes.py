"""What processes have used: memory and time of the processor, descriptors, threads."""

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Usage:
    """What one process holds."""

    rss: int
    """KiB in memory."""
    pss: int
    """The same, but of what several processes share only its part."""
    descriptors: int
    threads: int
    seconds: float
    """Of the processor, since it began."""


def memory(pid: int) -> int:
    """KiB that the process holds."""
    return _number("VmRSS", Path(f"/proc/{pid}/status").read_text())


def usage(pid: int) -> Usage:
    """What the process holds; OSError where it is gone."""
    status, sizes = Path(f"/proc/{pid}/status").read_text(), Path(f"/proc/{pid}/smaps_rollup").read_text()
    descriptors = sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    return Usage(_number("Rss", sizes), _number("Pss", sizes), descriptors, _number("Threads", status), _seconds(pid))


def _number(name: str, text: str) -> int:
    found = re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else 0


def processor(pid: int | None) -> float:
    """Seconds of the processor that the process and its children have used; none by no process."""
    if pid is None:
        return 0.0
    return sum(map(_seconds, family(pid)))


def family(pid: int) -> list[int]:
    """The process and its children, whichever of its threads began them."""
    return [pid, *_children(pid)]


def _children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # a thread that has ended meanwhile
            yield from map(int, (task / "children").read_text().split())


def _seconds(pid: int) -> float:
    # Fields 14 and 15 of proc(5): user and system time; field 2, the name, is cut off before they are counted.
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


async def postmaster(url: str) -> int:
    """The process of the PostgreSQL server that answers there."""
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        return int(_stat(await connection.fetchval("SELECT pg_backend_pid()"))[1])
    finally:
        await connection.close()
