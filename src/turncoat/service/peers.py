"""Peer updates: what processes on one store tell and ask each other.

A note that is lost costs a delay, never a move.  Notes carry numbers and durations, never a time of day.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from itertools import count
from typing import Any

from turncoat.games.results import Side

from .rooms import Room
from .tasks import BackgroundTasks

LOG = logging.getLogger(__name__)
ANSWER_TIMEOUT = 2.0  # seconds in which other processes must answer
NEVER = "-"


class NoAnswer(Exception):
    """A process that is alive did not answer."""


class PeerUpdates:
    """What one process hears from the others, and what it tells them."""

    def __init__(
        self,
        origin: str,
        tasks: BackgroundTasks,
        publish: Callable[[str], None],
        *,
        room: Callable[[str], Room | None],
        refresh: Callable[[Room], Coroutine[Any, Any, None]],
        went_on: Callable[[str], None],
        missed: Callable[[], None],
        presence: Callable[[str, str], None],
        lobby: Callable[[], None],
        withdrawn: Callable[[str], None],
        absent_for: Callable[[str, Side], int | None],
        alive: Callable[[], Awaitable[Iterable[str]]],
    ) -> None:
        """`went_on` is told of matches that are not in memory here; `absent_for` says how long this process has not
        seen a seat; `alive` names the other processes that live."""
        self.origin, self._tasks, self._publish = origin, tasks, publish
        self._room, self._refresh, self._went_on, self._missed = room, refresh, went_on, missed
        self._presence, self._lobby, self._withdrawn = presence, lobby, withdrawn
        self._absent_for, self._alive = absent_for, alive
        self._numbers = count(1)
        self._asked: dict[int, dict[str, int | None]] = {}
        self._answered = asyncio.Event()

    # Telling

    def publish_match(self, match_id: str, seq: int) -> None:
        """A match has gone on to that entry."""
        self._publish(f"m {self.origin} {match_id} {seq}")

    def publish_presence(self, text: str) -> None:
        """Who is here."""
        self._publish(f"p {self.origin} {text}")

    def publish_lobby(self) -> None:
        """The lobby's list has changed."""
        self._publish(f"l {self.origin}")

    def publish_withdrawal(self, link: str) -> None:
        """A public link is withdrawn."""
        self._publish(f"w {self.origin} {link}")

    # Hearing

    def receive(self, note: str) -> None:
        """A note from another process."""
        kind, _, rest = note.partition(" ")
        origin, _, rest = rest.partition(" ")
        if origin == self.origin:
            return
        if kind == "m":
            self._match_went_on(*rest.split(" "))
        elif kind == "p":
            self._presence(origin, rest)
        elif kind == "l":
            self._lobby()
        elif kind == "w":
            self._withdrawn(rest)
        elif kind == "q":
            self._answer(origin, *rest.split(" "))
        elif kind == "a":
            self._take_answer(origin, *rest.split(" "))

    def missed(self) -> None:
        """The connection was lost for a while, and notes with it."""
        self._missed()

    def _match_went_on(self, match_id: str, seq: str) -> None:
        room = self._room(match_id)
        if room is None:
            self._went_on(match_id)
        elif room.match.seq < int(seq):
            self._tasks.start(self._refresh(room))

    # Asking who has seen somebody: a win is given away only when every process that lives has answered

    async def absence(self, match_id: str, seat: Side) -> int | None:
        """How long no other process has seen the seat, in milliseconds; None where none ever has.

        NoAnswer if a process that is alive does not answer: it may be the one at which the person sits.
        """
        expected = frozenset(await self._alive())
        if not expected:
            return None
        number = next(self._numbers)
        answers = self._asked[number] = {}
        self._publish(f"q {self.origin} {number} {match_id} {seat.value}")
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    while not expected <= answers.keys():
                        self._answered.clear()
                        await self._answered.wait()
        finally:
            del self._asked[number]
        silent = expected - answers.keys()
        if silent:
            LOG.warning("another process does not answer", extra={"facts": {"processes": sorted(silent)}})
            raise NoAnswer
        return min((absence for absence in answers.values() if absence is not None), default=None)

    def _answer(self, origin: str, number: str, match_id: str, seat: str) -> None:
        absence = self._absent_for(match_id, Side(seat))
        self._publish(f"a {self.origin} {origin} {number} {NEVER if absence is None else absence}")

    def _take_answer(self, origin: str, asker: str, number: str, absence: str) -> None:
        if asker == self.origin and int(number) in self._asked:
            self._asked[int(number)][origin] = None if absence == NEVER else int(absence)
            self._answered.set()
