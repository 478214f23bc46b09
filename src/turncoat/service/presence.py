"""Who is here: connections to a match, seat by seat, in this process and, as far as they tell, in others."""

from collections import defaultdict
from dataclasses import dataclass, field

KEPT = 45_000  # milliseconds another process's word is believed without being renewed
Counts = tuple[int, int, int]
"""Connections of seat 0, of seat 1, and of people who only watch."""


@dataclass
class Presence:
    """The connections to matches, and when a seat was last seen."""

    started: int
    here: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))
    elsewhere: defaultdict[str, dict[str, tuple[int, Counts]]] = field(default_factory=lambda: defaultdict(dict))
    seen: dict[tuple[str, int], int] = field(default_factory=dict)

    def arrive(self, match: str, held: frozenset[int]) -> None:
        """A connection is opened."""
        for place in held or {2}:
            self.here[match][place] += 1

    def leave(self, match: str, held: frozenset[int], now: int) -> None:
        """A connection is closed."""
        counts = self.here[match]
        for place in held or {2}:
            counts[place] -= 1
            self.note_seen(match, held, now)
        if not any(counts):
            del self.here[match]

    def note_seen(self, match: str, held: frozenset[int], now: int) -> None:
        """Somebody in these seats has asked for something."""
        for seat in held:
            self.seen[match, seat] = now

    def hear(self, match: str, origin: str, counts: Counts, now: int) -> None:
        """What another process says about its connections."""
        told = self.elsewhere[match]
        for seat in (0, 1):
            if counts[seat] or told.get(origin, (0, (0, 0, 0)))[1][seat]:
                self.seen[match, seat] = now
        if any(counts):
            told[origin] = (now + KEPT, counts)
        else:
            told.pop(origin, None)
        if not told:
            del self.elsewhere[match]

    def counts(self, match: str, now: int) -> Counts:
        """All connections, wherever."""
        lists: list[Counts] = []
        if match in self.here:
            first, second, watching = self.here[match]
            lists.append((first, second, watching))
        if match in self.elsewhere:
            lists += [counts for until, counts in self.elsewhere[match].values() if until > now]
        return sum(each[0] for each in lists), sum(each[1] for each in lists), sum(each[2] for each in lists)

    def absent_since(self, match: str, seat: int, now: int) -> int | None:
        """When the seat was last seen; None while it is here."""
        if self.counts(match, now)[seat]:
            return None
        return max(self.seen.get((match, seat), 0), self.started)

    def seen_after(self, match: str, seat: int, moment: int, now: int) -> bool:
        """Whether the seat is here, or was seen after that moment as far as this process knows."""
        return self.counts(match, now)[seat] > 0 or self.seen.get((match, seat), 0) > moment

    def forget(self, match: str) -> None:
        """A match nobody needs any more."""
        for seat in (0, 1):
            self.seen.pop((match, seat), None)
