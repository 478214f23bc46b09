"""What processes have used: memory and time of the processor."""

import os
import re
from pathlib import Path


def memory(pid: int) -> int:
    """KiB that the process holds."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) if found else 0


def processor(pid: int | None) -> float:
    """Seconds of the processor that the process and its children have used; none by no process."""
    if pid is None:
        return 0.0
    times = [_stat(each) for each in _family(pid)]
    # Fields 14 and 15 of proc(5): user and system time; field 2, the name, is cut off before they are counted.
    return sum(int(fields[11]) + int(fields[12]) for fields in times) / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


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
