"""Everything around the matches that is not in their journals: who is here, alarms, computers, hints."""

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import orjson

from turncoat.engine import Limit
from turncoat.engine.clock import Clock, allot, decisions_left, turn_share
from turncoat.engine.levels import Level
from turncoat.games.errors import TurncoatError
from turncoat.games.results import Side
from turncoat.games.text import Language, Phrase, translations
from turncoat.play import Game

from . import acts, engines
from .errors import PACKAGE, MatchOver, NoSeat, NotPossible, NotStarted, NotYourTurn, Stale
from .match import Match
from .presence import Presence
from .rooms import Room

if TYPE_CHECKING:
    from ._service import Service

LOG = logging.getLogger(__name__)
RENEW = 15.0  # seconds after which other processes are told again who is here
LEEWAY = 5.0  # seconds beyond its own time that a computer in another process is given
LONGEST_WAIT = 86_400.0  # seconds an alarm is set for at once
HINT_SECONDS = 1.0
HINT_NODES = 200_000
LEAST = 0.05  # seconds a computer takes for a move, however little it has left
OVERHEAD = 0.1  # seconds a move may cost beyond its thinking, on a server with others to serve


class People:
    """Presence, alarms and computers of one process."""

    def __init__(self, service: "Service") -> None:
        self.service = service
        self.presence = Presence(service.now())

    def start(self) -> None:
        """Begins what goes on by itself."""
        self.service.spawn(self._renew())

    # Presence

    def arrive(self, room: Room, held: frozenset[int]) -> None:
        """Somebody opened a connection."""
        self.presence.arrive(room.id, held)
        self._moved(room)

    def leave(self, room: Room, held: frozenset[int]) -> None:
        """Somebody closed a connection."""
        self.presence.leave(room.id, held, self.service.now())
        self._moved(room)

    def _moved(self, room: Room) -> None:
        self.tell_presence(room)
        if self.service.shared:
            here = self.presence.here.get(room.id, [0, 0, 0])
            self._publish({room.id: here})
        if room.match.status == "open" and room.match.facts.kind == "lobby":
            self.service.lobby.changed()

    def _publish(self, here: dict[str, list[int]]) -> None:
        self.service.broker.publish(f"p {self.service.origin} {orjson.dumps(here).decode()}")

    def hear(self, origin: str, text: str) -> None:
        """Another process tells who is there."""
        now = self.service.now()
        for match_id, counts in orjson.loads(text).items():
            before = self.presence.counts(match_id, now)
            self.presence.hear(match_id, origin, tuple(counts), now)
            room = self.service.rooms.known(match_id)
            if room is not None and self.presence.counts(match_id, now) != before:
                self.tell_presence(room)

    async def _renew(self) -> None:
        """Tells other processes again and again: a process that was killed cannot say that it is gone."""
        while True:
            await asyncio.sleep(RENEW)
            self.service.lobby.changed()  # whoever left a while ago waits no more
            if not self.service.shared:
                continue
            here = list(self.presence.here.items())
            for start in range(0, len(here), 100):
                self._publish(dict(here[start : start + 100]))

    def tell_presence(self, room: Room) -> None:
        """Tells everyone at a match who else is."""
        if room.listeners:
            room.post("presence", orjson.dumps(self.presence_of(room)).decode())

    def presence_of(self, room: Room) -> dict[str, Any]:
        """Who is here, and from when on an absent opponent counts as gone."""
        now, match = self.service.now(), room.match
        counts = self.presence.counts(room.id, now)
        seats = {side: match.seat_of(side) for side in Side}
        here: dict[str, Any] = {
            side.value: match.seats[seat].kind == "computer" or counts[seat] > 0 for side, seat in seats.items()
        }
        gone = {side.value: self._gone_from(match, seat, now) for side, seat in seats.items()}
        return {"type": "presence", "here": {**here, "watching": counts[2]}, "gone": gone, "as_of": now}

    def _gone_from(self, match: Match, seat: int, now: int) -> int | None:
        patience = self.service.patience.with_absent(match.facts.clock.kind)
        absent = self.presence.absent_since(match.facts.id, seat, now)
        if patience is None or absent is None or match.seats[seat].kind != "person" or match.status != "playing":
            return None
        return absent + patience

    def gone(self, match: Match, seat: int, now: int) -> bool:
        """Whether the seat has been empty for so long that the other may claim the match."""
        since = self._gone_from(match, seat, now)
        return since is not None and now >= since

    # Alarms

    def set_alarm(self, room: Room, now: int) -> None:
        """Rings when the running clock is used up."""
        if room.timer:
            room.timer.cancel()
            room.timer = None
        deadline = room.match.times.deadline() if room.match.status == "playing" else None
        if deadline is not None:
            seconds = min(LONGEST_WAIT, max(0, deadline - now) / 1000 + 0.01)
            room.timer = asyncio.get_running_loop().call_later(seconds, self._ring, room)

    def _ring(self, room: Room) -> None:
        if room.match.times.flagged(self.service.now()):
            self.service.spawn(self._flag(room))
        else:
            self.set_alarm(room, self.service.now())

    async def _flag(self, room: Room) -> None:
        await self.service.act(room.id, frozenset(), lambda match, _, now: acts.flag_fallen(match, now))

    # Computers

    def let_think(self, room: Room, *, patient: bool = False) -> None:
        """Lets the computer think if the decision is its; patiently where another process may be at it already."""
        match = room.match
        if self.service.stopping:
            return
        thinks = match.status == "playing" and match.seats[match.decider].kind == "computer"
        if thinks and room.thinking is not None and room.patient and not patient:
            room.thinking.cancel()  # the decision is ours after all; it is taken up as soon as the waiting has ended
        if thinks and room.thinking is None:
            room.patient = patient
            room.thinking = self.service.spawn(self._think(room, patient=patient))
            room.thinking.add_done_callback(lambda _: self._thought(room))

    def _thought(self, room: Room) -> None:
        room.thinking = None
        if room.match.status == "playing" and self.service.rooms.known(room.id) is room:
            self.let_think(room)

    async def _think(self, room: Room, *, patient: bool) -> None:
        match = room.match
        at, seat = match.at, match.decider
        level = Level(match.seats[seat].level or 1)
        if patient:
            await asyncio.sleep(level.seconds + LEEWAY)
            room.patient = False
        if match.at != at or match.status != "playing":
            return
        started = asyncio.get_running_loop().time()
        side = match.side_of(seat).value
        room.post("thinking", orjson.dumps({"type": "thinking", "side": side}).decode())
        position = match.table.position
        limit = _limit(match, seat, level, self.service.now(), self.service.thinking.crowd)

        def step(match: Match, held: acts.Held, now: int) -> acts.Step:
            # Moves may have been taken back and others made meanwhile: what was thought about must still be there.
            return acts.move(match, held, move, at, now) if match.table.position == position else None

        try:
            move = position.legal_moves[0].text
            if len(position.legal_moves) > 1:
                asked = (match.facts.owner, engines.choose, position, str(level.name), limit)
                move = await self.service.thinking.ask(*asked, must=True)
            await asyncio.sleep(max(0.0, self.service.pace - (asyncio.get_running_loop().time() - started)))
            await self.service.act(room.id, frozenset({seat}), step)
        except (MatchOver, NotStarted):
            pass  # resigned or out of time meanwhile
        except TurncoatError:
            LOG.exception("the computer could not move", extra={"facts": {"match": room.id}})
            await asyncio.sleep(2)

    async def hint(self, match_id: str, given: Iterable[str], at: int, client: str = "") -> dict[str, Any]:
        """What the engine would play, alone or against the computer only."""
        sitting = await self.service.sit(match_id, given)
        match = sitting.room.match
        if not sitting.held:
            raise NoSeat
        if match.facts.kind not in ("local", "computer"):
            raise NotPossible
        if match.status != "playing":
            raise MatchOver
        if at != match.at:
            raise Stale(at=match.at)
        if match.decider not in sitting.held:
            raise NotYourTurn
        position, choices = match.table.position, {choice["move"]: choice for choice in match.table.choices()}
        limit = Limit(time=HINT_SECONDS, nodes=HINT_NODES)
        line = await self.service.thinking.ask(self.service.owner(client), engines.best, position, limit)
        if match.table.position is not position:  # the match has gone on meanwhile
            raise Stale(at=match.at)
        self.service.counts.hints += 1

        def told(language: Language) -> str:
            return Phrase("hints.line", {"move": line.move, "value": line.text(language)}, PACKAGE).text(language)

        return {
            "at": at,
            "move": line.move,
            "line": list(line.moves),
            "path": choices[line.move]["path"],
            "changes": choices[line.move]["changes"],
            "win": round(line.win, 4),
            "proved": line.proved,
            "text": translations(told),
        }


def _limit(match: Match, seat: int, level: Level, now: int, crowd: float) -> Limit:
    """What a level may take for a decision: a share of its turn, on a clock of what is left, less where many wait."""
    share = turn_share(match.table.position, match.table.begun)
    most = soft = max(LEAST, share * (level.limit.time or level.seconds) / max(1.0, crowd))
    if match.facts.clock.kind not in ("none", "days"):
        # An increment comes with a whole turn, which may be several decisions.
        clock = Clock(match.times.left(seat, now) / 1000, match.facts.clock.increment / 2)
        times = allot(clock, decisions_left(match.table.position), OVERHEAD)
        most, soft = min(most, max(LEAST, times.hard)), min(soft, max(LEAST, times.soft))
    return Limit(time=most, soft_time=soft)


def record(match: Match) -> str:
    """The match as a game record."""
    game = Game.start(match.facts.ruleset)
    for side in Side:
        seat = match.seats[match.seat_of(side)]
        name = f"level {seat.level}" if seat.level else seat.name
        if name:
            game.headers[side] = name
    for made in match.table.made:
        game.play(made.move)
    if match.ending:
        loser = match.ending.loser
        game.end(match.ending.reason, None if loser is None else match.side_of(1 - loser))
    return str(game)
