"""Documents that are the same for everyone: generated once, off the event loop, and sent with an ETag."""

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property

from starlette.datastructures import Headers
from starlette.responses import Response

MAX_DOCUMENTS = 256
WORTH_PACKING = 1024  # bytes


@dataclass(frozen=True)
class Document:
    """A text, as it is and compressed."""

    kind: str
    content: bytes
    packed: bytes | None

    @cached_property
    def tag(self) -> str:
        """Changes with the text."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:20]}"'

    @classmethod
    def of(cls, kind: str, content: bytes) -> "Document":
        """The text, compressed where that is worth it."""
        return cls(kind, content, gzip.compress(content, 6, mtime=0) if len(content) >= WORTH_PACKING else None)

    def response(self, asked: Headers, headers: Mapping[str, str]) -> Response:
        """The answer to somebody who may have it already."""
        common = {**headers, "etag": self.tag, "vary": "accept-encoding"}
        if self.tag in (tag.strip().removeprefix("W/") for tag in asked.get("if-none-match", "").split(",")):
            return Response(status_code=304, headers=common)
        if self.packed is not None and "gzip" in asked.get("accept-encoding", ""):
            return Response(self.packed, headers={**common, "content-encoding": "gzip"}, media_type=self.kind)
        return Response(self.content, headers=common, media_type=self.kind)


class Documents:
    """The documents of one application that were asked for lately."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, asyncio.Task[Document]] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def get(self, key: Hashable, kind: str, make: Callable[[], bytes]) -> Document:
        """The document of that key, made where it is not there; those who wait for one together wait for the same."""
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = asyncio.create_task(self._make(kind, make))
            made.add_done_callback(lambda task: self._note(key, task))
            while len(self._made) > MAX_DOCUMENTS:
                self._made.popitem(last=False)
        else:
            self._made.move_to_end(key)
        return await asyncio.shield(made)

    async def _make(self, kind: str, make: Callable[[], bytes]) -> Document:
        async with self._one_at_a_time:  # threads that compute hold the event loop up, each a little
            return await asyncio.to_thread(lambda: Document.of(kind, make()))

    def _note(self, key: Hashable, task: "asyncio.Task[Document]") -> None:
        if task.cancelled() or task.exception():
            self.forget(key)

    def forget(self, key: Hashable) -> None:
        """Has it made again when it is next asked for."""
        self._made.pop(key, None)
