"""Work for worker processes, in a module that imports nothing, so that it is there at once."""

import ctypes
import os
import signal
import time
from pathlib import Path


def once(gate: Path, told: Path) -> int:
    """Waits for as long as there is a gate, and tells who waits."""
    told.write_text(str(os.getpid()), "utf-8")
    while gate.exists():
        time.sleep(0.01)
    return os.getpid()


def stubborn() -> None:
    """Does not end by itself."""
    time.sleep(600)


def die() -> None:
    """Takes the whole process with it."""
    os.kill(os.getpid(), signal.SIGKILL)


def unspeakable() -> None:
    """Fails with what cannot be sent."""
    raise OSError(lambda: "what cannot be sent")


def counting(report, step: float, until: int) -> int:
    """Tells numbers until it is asked to end, or has come to the last; and how far it came."""
    for number in range(until):
        report((os.getpid(), number))
        if report.ended():
            return number
        time.sleep(step)
    return until


def kept_of_tables(count: int = 8, size: int = 4 << 20) -> float:
    """MiB that the process holds on to after tables were made and freed, with smaller things that stay made between them."""
    library = ctypes.CDLL(None)
    library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    library.free(library.malloc(size))  # from which the C library learns what is large
    before, tables = resident(), []
    for _ in range(count):
        tables.append(library.malloc(size))
        ctypes.memset(tables[-1], 1, size)
        library.malloc(100_000)  # stays
    for table in tables:
        library.free(table)
    return resident() - before


def resident() -> float:
    """MiB of memory in use."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
