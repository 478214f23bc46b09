"""A TCP link that can be made bad: slow, deaf, torn, or closed in one direction only."""

import asyncio
import contextlib
from typing import Literal

State = Literal["good", "slow", "deaf", "torn", "half"]
SLOW = 0.4  # seconds that every packet takes where the link is slow
CHUNK = 65536


class Link:
    """Passes connections on to an address.

    `slow` delays, `deaf` takes bytes and delivers none, `torn` cuts what is open and refuses what is new, `half` ends
    the direction from the server alone, as a firewall that forgot a connection does.
    """

    def __init__(self, port: int) -> None:
        self._target, self.port = port, 0
        self.state: State = "good"
        self._open: set[asyncio.StreamWriter] = set()
        self._good = asyncio.Event()
        self._good.set()

    async def start(self) -> None:
        """Listens."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Cuts everything."""
        self._server.close()
        self._cut()

    def set(self, state: State) -> None:
        """Makes the link so, for connections that are open too."""
        self.state = state
        if state == "torn":
            self._cut()
        if state == "good":
            self._good.set()
        else:
            self._good.clear()

    def _cut(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            if self.state == "torn":
                return
            with contextlib.suppress(OSError):
                there, back = await asyncio.open_connection("127.0.0.1", self._target)
                self._open.add(back)
                try:
                    await asyncio.gather(self._pass(reader, back, out=True), self._pass(there, writer, out=False))
                finally:
                    self._open.discard(back)
                    back.close()
        finally:
            self._open.discard(writer)
            writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, out: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.state == "slow":
                    await asyncio.sleep(SLOW)
                while self.state == "deaf" or (self.state == "half" and not out):
                    await self._good.wait()  # held back, as TCP would: a link that comes back delivers
                writer.write(data)
                await writer.drain()
            writer.write_eof()
