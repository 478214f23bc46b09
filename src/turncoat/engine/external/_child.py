"""A program at the other end of three pipes, which may do anything at any time."""

import os
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import IO

from ._failure import EngineFailure, said

LONGEST = 1 << 16  # bytes of a line; the rest counts as another line
WAITING = 4096  # lines not yet read: a program that talks without end must wait, not fill the memory


class Child:
    """A running program: lines to it and from it, its last words, and its certain end."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        try:
            # A session of its own: Ctrl-C at our terminal is not meant for it, and its helpers can be ended with it.
            self._process = subprocess.Popen(  # noqa: S603 — running what the user names is the purpose
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineFailure("cannot_start", name=name, reason=reason) from None
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._lines: Queue[str | None] = Queue(WAITING)
        self._last: deque[str] = deque(maxlen=20)
        self._closing = threading.Event()
        self._readers = [
            threading.Thread(target=self._read_lines, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        # Should nobody close us, the program must still not outlive us.
        self._end = weakref.finalize(self, _kill, self._process)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    @property
    def last_words(self) -> str:
        """The end of what it wrote to standard error."""
        return " / ".join(list(self._last)[-3:])[-300:]

    def send(self, *lines: str) -> None:
        """Lines to the program; a failure if it is gone."""
        assert self._process.stdin
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._crash() from None

    def receive(self, deadline: float) -> str | None:
        """The next line; None when none came before the deadline; a failure if the program has ended."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except Empty:
            return None
        if line is None:
            self._lines.put(None)  # for whoever asks next
            raise self._crash()
        return line

    def close(self, farewell: str = "quit", patience: float = 1.0) -> None:
        """End it: by asking, then by force.  Nothing of it is left afterwards."""
        self._closing.set()
        if self.alive:
            with suppress(OSError, ValueError):
                assert self._process.stdin
                self._process.stdin.write(f"{farewell}\n".encode())
                self._process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
        self._end()
        for reader in self._readers:
            reader.join(1.0)

    def _crash(self) -> EngineFailure:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        self._readers[1].join(1.0)  # its last words may still be on their way
        code = self._process.poll()
        return EngineFailure("crashed", name=self.name, code="-" if code is None else code, said=said(self.last_words))

    def _read_lines(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while got := stream.readline(LONGEST):
                self._put(got.decode("utf-8", "replace").strip())
        self._put(None)

    def _put(self, line: str | None) -> None:
        while not self._closing.is_set():
            with suppress(Full):
                self._lines.put(line, timeout=0.05)
                return

    def _read_errors(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while got := stream.readline(LONGEST):
                if text := got.decode("utf-8", "replace").strip():
                    self._last.append(text[:200])


def _kill(process: subprocess.Popen[bytes]) -> None:
    """The end of a program and of what it started, and of its pipes."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(5.0)
    for stream in (process.stdin, process.stdout, process.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.close()
