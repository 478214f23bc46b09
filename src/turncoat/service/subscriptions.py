"""Who follows a match or the lobby, and what they have not read yet."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from turncoat.games.results import Side

MAX_UNREAD = 32


class _Unread(NamedTuple):
    """A message that waits, or a setup, which is made when it is read."""

    text: str | None
    update: bool = False


SETUP = _Unread(None)


class Subscription:
    """One open connection.  It reads at its own pace; whoever falls too far behind starts afresh with a setup."""

    def __init__(
        self, setup: Callable[["Subscription"], str], held: frozenset[Side] = frozenset(), link: str | None = None
    ) -> None:
        """`setup` tells all there is to know; it comes first."""
        self.held, self.link = held, link
        """The seats it may act for, and the public link by which it came, which hides names and chat."""
        self.you: list[Side] = []
        """The sides that the connection was last told it plays."""
        self.lost = False
        """Whether it was given up for reading too slowly."""
        self.closed = False
        self._setup = setup
        self._unread: deque[_Unread] = deque([SETUP])
        self._setup_pending = True
        """Whether a setup waits to be read."""
        self._posted = asyncio.Event()
        self._error: Exception | None = None

    def update(self, text: str) -> None:
        """Hands it a change of what the setup told."""
        if self._setup_pending:
            return  # the setup will know of it
        if len(self._unread) >= MAX_UNREAD:
            self.restart()
        else:
            self._add(_Unread(text, update=True))

    def post(self, text: str) -> None:
        """Hands it any other message."""
        if len(self._unread) >= MAX_UNREAD:
            self.restart()
        self._add(_Unread(text))

    def restart(self) -> None:
        """What comes next is a setup, in place of all updates that are unread."""
        others = [unread for unread in self._unread if unread.text is not None and not unread.update]
        self._unread.clear()
        self._setup_pending = False
        self.add_setup()
        self._unread.extend(others[: MAX_UNREAD // 2])

    def add_setup(self) -> None:
        """After what is unread comes a setup."""
        if not self._setup_pending:
            self._setup_pending = True
            self._add(SETUP)

    def _add(self, unread: "_Unread") -> None:
        self._unread.append(unread)
        self._posted.set()

    def close(self, error: Exception | None = None) -> None:
        """Nothing more will come; where something went wrong, whoever reads on is told that."""
        self.closed, self._error = True, error
        self._posted.set()

    @property
    def unread(self) -> bool:
        """Whether something waits to be read."""
        return bool(self._unread)

    async def read(self) -> str | None:
        """The next message, None once there will be no more."""
        while not self._unread:
            if self._error:
                raise self._error
            if self.closed:
                return None
            self._posted.clear()
            await self._posted.wait()
        text = self._unread.popleft().text
        if text is not None:
            return text
        self._setup_pending = False
        return self._setup(self)
