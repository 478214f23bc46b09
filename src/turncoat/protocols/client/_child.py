"""A child process behind three pipes, which may do anything at any time."""

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

from ._failure import EngineFailure, last_output, printable

MAX_LINE = 1 << 16  # bytes of a line; the rest counts as another line
Received = tuple[float, str | None]  # when it came, and the line; None for the end
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
        self._lines: Queue[Received] = Queue(WAITING)
        self._last: deque[str] = deque(maxlen=20)
        closing = threading.Event()
        # The threads know the pipes but not us, so that they do not keep us alive.
        self._readers = (
            threading.Thread(target=_read_lines, args=(self._process.stdout, self._lines, closing), daemon=True),
            threading.Thread(target=_read_errors, args=(self._process.stderr, self._last), daemon=True),
        )
        for reader in self._readers:
            reader.start()
        # Should nobody close us, the program must still not outlive us.
        self._end = weakref.finalize(self, _end, self._process, self._readers, closing)

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
        wait = min(max(0.0, deadline - time.monotonic()), threading.TIMEOUT_MAX)
        try:
            came, line = self._lines.get(timeout=wait)
        except Empty:
            return None
        if line is None:
            self._lines.put((came, None))  # for whoever asks next
            raise self._crash()
        # When it came counts, not when it is read: a program that never ends is late, one we read slowly is not.
        return line if came <= deadline else None

    def close(self, quit_command: str = "quit", seconds: float = 1.0) -> None:
        """End it: by asking, then by force.  Nothing of it is left afterwards."""
        if self.alive:
            with suppress(OSError, ValueError):
                assert self._process.stdin
                self._process.stdin.write(f"{quit_command}\n".encode())
                self._process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        self._end()

    def _crash(self) -> EngineFailure:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        self._readers[1].join(1.0)  # its last words may still be on their way
        code = self._process.poll()
        return EngineFailure(
            "crashed", name=self.name, code="-" if code is None else code, said=last_output(self.last_words)
        )


def _read_lines(stream: IO[bytes], lines: Queue[Received], closing: threading.Event) -> None:
    with suppress(OSError, ValueError):
        while got := stream.readline(MAX_LINE):
            _put(lines, printable(got.decode("utf-8", "replace")).strip(), closing)
    _put(lines, None, closing)


def _put(lines: Queue[Received], line: str | None, closing: threading.Event) -> None:
    stamped = time.monotonic(), line
    while not closing.is_set():
        with suppress(Full):
            lines.put(stamped, timeout=0.05)
            return


def _read_errors(stream: IO[bytes], last: deque[str]) -> None:
    with suppress(OSError, ValueError):
        while got := stream.readline(MAX_LINE):
            if text := printable(got.decode("utf-8", "replace")).strip():
                last.append(text[:200])


def _end(process: subprocess.Popen[bytes], readers: tuple[threading.Thread, ...], closing: threading.Event) -> None:
    """The end of a program, of what it started, and of its pipes."""
    closing.set()
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(5.0)
    for stream, reader in zip((process.stdout, process.stderr), readers, strict=True):
        reader.join(1.0)
        # A pipe that some runaway still holds open cannot be closed under its reader.
        if stream is not None and not reader.is_alive():
            stream.close()
    with suppress(OSError, ValueError):
        if process.stdin is not None:
            process.stdin.close()
