"""Pictures made on request: each once for all who ask, the latest kept, and no more of them than fit."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable

from .documents import Document

MOST_BYTES = 32 << 20


class Pictures:
    """The pictures of one application that were asked for lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Document] = OrderedDict()
        self._made: dict[Hashable, asyncio.Task[Document]] = {}
        self.bytes = 0

    async def get(self, key: Hashable, kind: str, make: Callable[[], Awaitable[bytes | str]]) -> Document:
        """The picture of that key; those who wait for one together wait for the same."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = asyncio.create_task(self._make(key, kind, make))
            made.add_done_callback(lambda task: self._ended(key, task))
        return await asyncio.shield(made)

    async def _make(self, key: Hashable, kind: str, make: Callable[[], Awaitable[bytes | str]]) -> Document:
        content = await make()
        # Pixels are packed already.
        found = Document.of(kind, content.encode()) if isinstance(content, str) else Document(kind, content, None)
        self._kept[key] = found
        self.bytes += len(found.content)
        while self.bytes > MOST_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self.bytes -= len(oldest.content)
        return found

    def _ended(self, key: Hashable, task: "asyncio.Task[Document]") -> None:
        del self._made[key]
        if not task.cancelled():
            task.exception()  # told to whoever waits; nobody may wait any more
