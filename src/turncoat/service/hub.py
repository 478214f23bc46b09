"""Who listens to a match or to the lobby, and what they have not read yet."""

import asyncio
from collections import deque
from dataclasses import dataclass, field

MOST_UNREAD = 64


@dataclass(eq=False)
class Listener:
    """One open connection.  It reads at its own pace; whoever falls too far behind is dropped."""

    held: frozenset[int] = frozenset()
    lost: bool = False
    """Whether it was too slow."""
    closed: bool = False
    _unread: deque[tuple[str, str]] = field(default_factory=deque)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def post(self, kind: str, text: str) -> None:
        """Hands it a message; a view replaces an older view that is still unread, for it tells all."""
        if kind == "view" and self._unread and self._unread[-1][0] == "view":
            self._unread[-1] = (kind, text)
        elif len(self._unread) >= MOST_UNREAD:
            self.lost = True
        else:
            self._unread.append((kind, text))
        self._news.set()

    def close(self) -> None:
        """Nothing more will come."""
        self.closed = True
        self._news.set()

    @property
    def unread(self) -> bool:
        """Whether something waits to be read."""
        return bool(self._unread)

    async def read(self) -> str | None:
        """The next message, None once there will be no more."""
        while not self._unread:
            if self.lost or self.closed:
                return None
            self._news.clear()
            await self._news.wait()
        return None if self.lost else self._unread.popleft()[1]
