"""`python -m tests.attack.planted FAULT serve …`: the service with a fault that the checker must notice."""

import sys
from itertools import count
from typing import Any

from turncoat.cli import main
from turncoat.service.journal import JournalEntry, Moved
from turncoat.service.matches import Matches
from turncoat.service.store import Store
from turncoat.service.timekeeper import Timekeeper, _wall

EVERY = 20  # moves


def dropped_append() -> None:
    """Some moves are acknowledged and not kept."""
    append, number = Store.append, count(1)

    async def forgetful(self: Store, match_id: str, line: JournalEntry, *more: Any) -> bool:
        if isinstance(line.entry, Moved) and next(number) % EVERY == 0:
            return True
        return await append(self, match_id, line, *more)

    Store.append = forgetful  # type: ignore[method-assign, assignment]


def doubled_move() -> None:
    """After some moves the service makes one more, which nobody asked for."""
    keep, number = Matches._append, count(1)

    async def eager(self: Matches, room: Any, line: JournalEntry) -> bool:
        kept = await keep(self, room, line)
        if kept and isinstance(line.entry, Moved) and next(number) % EVERY == 0 and room.match.position.legal_moves:
            move = str(room.match.position.legal_moves[0])
            await keep(self, room, JournalEntry(room.match.seq + 1, line.at, Moved(move)))
        return kept

    Matches._append = eager  # type: ignore[method-assign]


def robbing_clock() -> None:
    """Time runs three times as fast for those who play."""
    now = Timekeeper.now

    def hurried(self: Timekeeper) -> int:
        return self._set_to + 3 * (now(self) - self._set_to)

    Timekeeper.now = hurried  # type: ignore[method-assign]


def wall_clock() -> None:
    """Time is what the machine's clock says, whoever sets it."""
    Timekeeper.now = lambda self: _wall()  # type: ignore[method-assign]


def easy_claims() -> None:
    """Whoever asks for the win over an absent opponent gets it."""
    from turncoat.service.presence import Presence

    Presence.gone = lambda self, match, seat: True  # type: ignore[method-assign]


FAULTS = {each.__name__: each for each in (dropped_append, doubled_move, robbing_clock, wall_clock, easy_claims)}

if __name__ == "__main__":
    FAULTS[sys.argv[1]]()
    sys.argv[0] = "turncoat"
    sys.exit(main(sys.argv[2:]))
