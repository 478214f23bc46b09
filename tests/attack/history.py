"""What clients saw while the service was attacked, and whether that can be true: the checker.

All of them live in one process, so that their times are of one watch (seconds of `time.monotonic`).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from turncoat.games import start
from turncoat.games.errors import TurncoatError

CLOCK_SLACK = 0.3  # seconds by which a clock may differ from what the players lived
GIVEN_BACK = 60.0  # seconds after an outage in which its time may be given back


@dataclass
class Sent:
    """A move that somebody sent, again and again until it was answered."""

    match: str
    at: int
    move: str
    first_sent: float
    last_sent: float = 0.0
    answered: float | None = None
    """When it was acknowledged; None where nobody can know."""
    clocks: tuple[int, int] | None = None
    """Both sides' clocks after the move, in milliseconds, as the answer told them."""
    running: bool = True
    """Whether one of them ran then: they stand until the first turn is made."""


@dataclass(frozen=True)
class Seen:
    """What one process told of a match."""

    match: str
    process: str
    asked: float
    answered: float
    at: int
    status: str
    result: str


@dataclass(frozen=True)
class Claimed:
    """A win that was given for an opponent's absence, and when that opponent was last answered."""

    match: str
    moment: float
    last_answered: float
    allowed: float


@dataclass(frozen=True)
class Kept:
    """A match as a process has it in the end."""

    match: str
    process: str
    ruleset: str
    moves: tuple[str, ...]
    position: str
    status: str
    result: str


@dataclass
class History:
    """Everything that was noted."""

    sent: list[Sent] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    claimed: list[Claimed] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    outages: list[tuple[float, float]] = field(default_factory=list)
    """In which the service was down, hung or cut off: time that it may give back."""
    computers: set[str] = field(default_factory=set)
    """Matches in which a computer moves too."""


def violations(history: History) -> list[str]:
    """Everything that must not be, in words; empty where all is well."""
    return [*_moves(history), *_results(history), *_going_back(history), *_claims(history), *_clocks(history)]


def _moves(history: History) -> Iterator[str]:
    """No move lost, none that nobody made, none twice; every process has the same game, which follows the rules."""
    sent = defaultdict[str, list[Sent]](list)
    for each in history.sent:
        sent[each.match].append(each)
    kept = defaultdict[str, list[Kept]](list)
    for match in history.kept:
        kept[match.match].append(match)
    for match_id, found in kept.items():
        one, *others = found
        if any(other.moves != one.moves or other.result != one.result for other in others):
            yield f"{match_id}: processes disagree: {[(each.process, each.moves, each.result) for each in found]}"
        made = {(each.at, each.move) for each in sent[match_id]}
        for each in sent[match_id]:
            if each.answered is not None and one.moves[each.at : each.at + 1] != (each.move,):
                yield f"{match_id}: acknowledged move {each.at} {each.move} is lost: {one.moves[each.at :][:2]}"
        if match_id not in history.computers:
            for at, move in enumerate(one.moves):
                if (at, move) not in made:
                    yield f"{match_id}: nobody made move {at} {move}"
        yield from _replayed(one)
    for match_id in sent.keys() - kept.keys():
        if any(each.answered is not None for each in sent[match_id]):
            yield f"{match_id}: the match is lost"


def _replayed(kept: Kept) -> Iterator[str]:
    position = start(kept.ruleset)
    try:
        for move in kept.moves:
            position = position.play(move)
    except TurncoatError as error:
        yield f"{kept.match}: not a game: {error}"
        return
    if str(position) != kept.position:
        yield f"{kept.match}: its moves lead to {position}, but it stands at {kept.position}"


def _results(history: History) -> Iterator[str]:
    """A match ends once, in one way."""
    told = defaultdict[str, set[str]](set)
    for seen in history.seen:
        if seen.result:
            told[seen.match].add(seen.result)
    for kept in history.kept:
        if kept.result or told[kept.match]:
            told[kept.match].add(kept.result)
    for match_id, results in told.items():
        if len(results) > 1:
            yield f"{match_id}: several results were told: {sorted(results)}"


def _going_back(history: History) -> Iterator[str]:
    """What a process has told it does not take back: here nobody undoes moves."""
    told = defaultdict[tuple[str, str], list[Seen]](list)
    for seen in history.seen:
        told[seen.match, seen.process].append(seen)
    for (match_id, process), line in told.items():
        line.sort(key=lambda seen: seen.answered)
        newest = line[0]
        for seen in line[1:]:
            if seen.asked >= newest.answered and (seen.at < newest.at or (newest.result and not seen.result)):
                yield f"{match_id}: {process} told {newest.at} {newest.result!r}, later {seen.at} {seen.result!r}"
            if seen.at >= newest.at:
                newest = seen


def _claims(history: History) -> Iterator[str]:
    for claim in history.claimed:
        absent = claim.moment - claim.last_answered
        if absent < claim.allowed - CLOCK_SLACK:
            yield f"{claim.match}: won over an opponent who was answered {absent:.1f} s before"


def _clocks(history: History) -> Iterator[str]:
    """Nobody is charged more than they lived, nor less, but for what an outage gives back."""
    moves = defaultdict[str, dict[int, Sent]](dict)
    for each in history.sent:
        if each.answered is not None and each.match not in history.computers:
            moves[each.match][each.at] = each
    for match_id, line in moves.items():
        for at, each in line.items():
            before = line.get(at - 1)
            if before is None or before.clocks is None or each.clocks is None:
                continue
            assert before.answered is not None
            assert each.answered is not None
            charges = [(old - new) / 1000 for old, new in zip(before.clocks, each.clocks, strict=True)]
            lately = any(
                ended > before.first_sent - GIVEN_BACK and began < each.answered for began, ended in history.outages
            )
            if min(charges) < -CLOCK_SLACK and not lately:
                yield f"{match_id}: at move {at} a clock went back by {-min(charges):.2f} s"
            charge = sum(charges)
            most, least = each.answered - before.first_sent, each.first_sent - before.answered
            # An outage is given back when it is over, which may be a move later.
            forgiven = sum(
                ended - began
                for began, ended in history.outages
                if ended > before.first_sent - GIVEN_BACK and began < each.answered
            )
            if charge > most + CLOCK_SLACK:
                yield f"{match_id}: move {at} was charged {charge:.2f} s, lived were {most:.2f} s"
            if before.running and charge < least - forgiven - CLOCK_SLACK:
                yield f"{match_id}: move {at} was charged {charge:.2f} s only, lived were {least:.2f} s"


def summary(history: History) -> dict[str, Any]:
    """How much was seen."""
    return {
        "matches": len({each.match for each in history.sent}),
        "moves_acknowledged": sum(each.answered is not None for each in history.sent),
        "moves_unanswered": sum(each.answered is None for each in history.sent),
        "answers_seen": len(history.seen),
        "results": len({seen.match for seen in history.seen if seen.result}),
    }
