"""Timeouts for people."""

from dataclasses import dataclass

SHARES = {"none": 1.0, "fischer": 0.5, "byoyomi": 0.5}
"""How much of it an opponent has on each kind of clock: where a turn may take days nobody counts as gone."""


@dataclass(frozen=True)
class Timeouts:
    """Timeouts an operator may set, in seconds."""

    away: float = 120.0
    """How long an opponent may be away before the win can be claimed."""

    waiting: float = 14 * 86_400.0
    """How long a match waits for somebody to join it; 0: for ever."""

    def absence(self, control: str) -> int | None:
        """Milliseconds an opponent may be away in a match with such a time control; None: as long as it takes."""
        share = SHARES.get(control)
        return None if share is None else round(share * self.away * 1000)


DEFAULT = Timeouts()
