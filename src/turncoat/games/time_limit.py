"""A limit on the time that code which is not ours may take."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooSlow(Exception):
    """Raised in the midst of what took too long."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """TooSlow where the body takes longer; only in the main thread, for only there can it be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TooSlow
