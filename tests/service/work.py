"""Work for worker processes, in a module that imports nothing, so that it is there at once."""

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
