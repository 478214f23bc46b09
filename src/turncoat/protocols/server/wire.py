"""Standard input and output: lines are read in a separate thread, so that `stop` arrives during a search."""

import os
import threading
from collections.abc import Iterator
from queue import SimpleQueue

MAX_LINE = 1 << 20  # bytes: a line longer than that is no command, and must not fill the memory


class Wire:
    """Lines that come and lines that go."""

    def __init__(self, source: int, sink: int) -> None:
        """`source` and `sink` are file descriptors."""
        self._source, self._sink = source, sink
        self._heard: SimpleQueue[str | None] = SimpleQueue()
        self._speaking = threading.Lock()

    def lines(self) -> Iterator[str]:
        """Every line as it comes, until the other end hangs up."""
        # Read by descriptor: a thread that waits in a buffered stream keeps the interpreter from ending.
        threading.Thread(target=self._listen, name="wire", daemon=True).start()
        while (line := self._heard.get()) is not None:
            yield line

    @property
    def pending(self) -> bool:
        """Whether a line has come that nobody has read yet."""
        return not self._heard.empty()

    def send(self, *lines: str) -> None:
        """Lines to the other end, at once.  Nothing happens when nobody is there any more."""
        waiting = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        try:
            with self._speaking:
                while waiting:
                    waiting = waiting[os.write(self._sink, waiting) :]
        except OSError:
            self._heard.put(None)

    def _listen(self) -> None:
        rest = b""
        while True:
            try:
                got = os.read(self._source, 1 << 16)
            except OSError:
                got = b""
            *whole, rest = (rest + got).split(b"\n")
            for line in whole if got else [rest]:
                self._heard.put(line.decode("utf-8", "replace").strip())
            if not got:
                self._heard.put(None)
                return
            rest = rest[-MAX_LINE:]
