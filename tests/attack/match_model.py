"""A match in plain Python: what every command must come to.  It knows the games and nothing of the service.

A command gives the code it must be refused with, "" where it must be done; what it changes is changed here too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tests.attack.clock_model import ClockModel
from turncoat.games import Position, Ruleset
from turncoat.games.moves import SWAP
from turncoat.games.results import FIRST, SECOND, Side

Held = frozenset[Side]
OFFERS = ("draw", "takeback", "rematch")
DONE = ""


@dataclass(frozen=True)
class SeatModel:
    """A place at the match, and the secret that opens it: of an open seat, the invitation."""

    kind: str
    name: str | None = None
    level: str | None = None
    secret: str | None = None


@dataclass(frozen=True, eq=False)
class ModelMove:
    """A move, from where and to where it led, and what both sides' clocks showed after it."""

    move: str
    before: Position
    position: Position
    seat: Side
    turn: int
    at: int
    clocks: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))


class ModelMessage(NamedTuple):
    """A line of chat."""

    seat: Side
    text: str
    at: int


class MatchModel:
    """A match as it must stand."""

    def __init__(
        self,
        match_id: str,
        kind: str,
        ruleset: str,
        control: Mapping[str, Any],
        seats: Mapping[Side, SeatModel],
        *,
        created: int,
        previous: str | None = None,
    ) -> None:
        self.id, self.kind, self.control, self.created, self.previous = match_id, kind, control, created, previous
        self.ruleset = Ruleset.read(ruleset)
        self.seats = dict(seats)
        self.made: list[ModelMove] = []
        self.version = 0
        self.clock = ClockModel(control)
        self.offers: dict[str, Side | None] = dict.fromkeys(OFFERS)
        self.chat: list[ModelMessage] = []
        self.ended: tuple[str, Side | None] | None = None
        """Why, beyond the rules, and the seat that lost."""
        self.rematch: str | None = None
        self.seen = dict.fromkeys(Side, created)
        """When somebody in that seat last asked for something."""

    def __repr__(self) -> str:
        moves = " ".join(made.move for made in self.made)
        return f"<{self.kind} {self.ruleset} {self.control['kind']} {self.status} after {moves or 'no moves'}>"

    # Where it stands

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self.made[-1].position if self.made else self.ruleset.start()

    @property
    def at(self) -> int:
        """The number of moves made."""
        return len(self.made)

    @property
    def status(self) -> str:
        """open, playing or over."""
        if self.ended or self.position.result():
            return "over"
        return "open" if any(seat.kind == "open" for seat in self.seats.values()) else "playing"

    def side_of(self, seat: Side, at: int | None = None) -> Side:
        """The side a seat plays after so many moves, and the seat that plays a side."""
        swaps = sum(each.move == SWAP for each in self.made[:at])
        return seat.other if swaps % 2 else seat

    @property
    def decider(self) -> Side:
        """The seat that has to move."""
        return self.side_of(self.position.side)

    @property
    def alone(self) -> bool:
        """Whether nobody else need consent."""
        return self.kind in ("local", "computer")

    @property
    def begun(self) -> bool:
        """Whether the first turn is made."""
        return bool(self.made) and (self.made[-1].turn > 1 or not self.position.mid_turn)

    def held_by(self, secrets: Iterable[str]) -> Held:
        """The seats that these secrets open."""
        known = set(secrets)
        return frozenset(side for side, seat in self.seats.items() if seat.kind == "person" and seat.secret in known)

    def turn_start(self, turn: int) -> int:
        """How many moves were made before that turn."""
        return sum(each.turn < turn for each in self.made)

    def takeback_to(self, seat: Side) -> int | None:
        """How many moves are left once the seat's latest turn is taken back."""
        turns = [each.turn for each in self.made if each.seat is seat]
        return self.turn_start(turns[-1]) if turns else None

    def _playable(self, held: Held) -> str:
        if not held:
            return "no_seat"
        return {"over": "match_over", "open": "not_started"}.get(self.status, DONE)

    # Moves

    def play(self, held: Held, move: str, at: int, now: int) -> str:
        """A move when `at` are made."""
        if not held:
            return "no_seat"
        if self._is_repeat(held, move, at):
            return DONE
        if self.status == "over":
            return "match_over"
        if at != self.at:
            return "stale"
        if self.status == "open":
            return "not_started"
        if self.decider not in held:
            return "not_your_turn"
        found = self.position.find(move)
        if found is None:
            return "illegal_move"
        if not self.flag(now):
            self._play(found.text, now)
        return DONE

    def _is_repeat(self, held: Held, move: str, at: int) -> bool:
        if not self.made or at != self.at - 1 or self.made[-1].seat not in held:
            return False
        typed, last, cells_in = move.strip().lower(), self.made[-1].move, self.ruleset.grid.cells_in
        return typed == last or cells_in(typed) == cells_in(last) != []

    def _play(self, move: str, now: int) -> None:
        before, mover = self.position, self.decider
        after = before.play(move)
        turn = self.made[-1].turn + (not before.mid_turn) if self.made else 1
        self.made.append(ModelMove(move, before, after, mover, turn, now))
        if self.offers["draw"] is mover.other:
            self.offers["draw"] = None
        self.offers["takeback"] = None
        self._let_run(now, turn_made=not after.mid_turn)
        first, second = (self.clock.shown(self.side_of(side), now) for side in Side)
        self.made[-1] = replace(self.made[-1], clocks=(first, second))
        self.version += 1

    def _let_run(self, now: int, *, turn_made: bool = False) -> None:
        runs = self.decider if self.status == "playing" and self.begun else None
        self.clock.run(runs, now, turn_made=turn_made)

    def back(self, held: Held, to: int, at: int, now: int) -> str:
        """Back to `to` moves when `at` are made."""
        if held and at > self.at == to:
            return DONE
        if refused := self._playable(held):
            return refused
        if at != self.at:
            return "stale"
        if to >= at:
            return "not_possible"
        if not self.alone:
            if not self.position.mid_turn or to < self.turn_start(self.made[-1].turn):
                return "not_possible"
            if self.decider not in held:
                return "not_your_turn"
        return self._take_back(to, now)

    def _take_back(self, to: int, now: int) -> str:
        del self.made[to:]
        self.offers["draw"] = self.offers["takeback"] = None
        self._let_run(now)
        self.version += 1
        return DONE

    # The end

    def _end(self, reason: str, loser: Side | None, now: int) -> str:
        self.ended = reason, loser
        self.offers = dict.fromkeys(OFFERS)
        self.clock.run(None, now)
        self.version += 1
        return DONE

    def flag(self, now: int) -> bool:
        """Ends the match if the running clock is used up; whether it did."""
        seat = self.clock.flagged(now) if self.status == "playing" else None
        if seat is not None:
            self._end("time", seat, now)
        return seat is not None

    def resign(self, held: Held, now: int) -> str:
        """Gives up, or takes the match back."""
        if not held:
            return "no_seat"
        if self.status == "open":
            return self._end("withdrawn", None, now)
        return self._playable(held) or self._end("resigned", self.decider if len(held) == 2 else min(held), now)

    def claim(self, held: Held, now: int, *, gone: bool) -> str:
        """The win over somebody whose time is up or who is `gone`."""
        if refused := self._playable(held):
            return refused
        if self.flag(now):
            return DONE
        away = self.absentee(held)
        if away is None:
            return "not_possible"
        return self._end("left", away, now) if gone else "too_early"

    def absentee(self, held: Held) -> Side | None:
        """The seat that may be claimed against once it is empty."""
        others = [side for side in Side if side not in held and self.seats[side].kind == "person"]
        return others[0] if others and self.clock.kind != "days" else None

    # People

    def say(self, held: Held, text: str, now: int) -> str:
        """A line of chat, which nothing invisible is a part of."""
        if not held:
            return "no_seat"
        if not text.strip():
            return "bad_text"
        if self.alone:
            return "not_possible"
        self.chat.append(ModelMessage(min(held), " ".join(text.split()), now))
        self.version += 1
        return DONE

    def join(self, held: Held, secret: str, invitation: str | None, name: str | None) -> str:
        """The open seat, which from now on opens to that secret."""
        if held and self.status != "open":
            return DONE
        if self.status == "over":
            return "match_over"
        if held and self.kind == "lobby":
            return "not_possible"
        seat = next((side for side, each in self.seats.items() if each.kind == "open"), None)
        if seat is None:
            return "seat_taken"
        wanted = self.seats[seat].secret
        if secret == wanted or (self.kind == "friend" and (invitation is None or invitation != wanted)):
            return "bad_invitation"
        self.seats[seat] = SeatModel("person", name, secret=secret)
        self.version += 1
        return DONE

    def offer(self, held: Held, kind: str, now: int) -> str:
        """A draw, a takeback or a rematch is offered; one that meets the other side's is agreed."""
        if not held:
            return "no_seat"
        if kind == "rematch" and (self.status != "over" or self.rematch or self.withdrawn):
            return "not_possible"
        if kind != "rematch" and (refused := self._playable(held)):
            return refused
        if self.kind == "local" or (self.kind == "computer" and kind == "rematch"):
            return self._agree(kind, self.decider, now)
        if self.kind == "computer":
            return "not_possible"
        seat, made_by = min(held), self.offers[kind]
        if made_by in held:
            return DONE
        if made_by is not None:
            return self._agree(kind, made_by, now)
        if kind == "takeback" and self.takeback_to(seat) is None:
            return "not_possible"
        self.offers[kind] = seat
        self.version += 1
        return DONE

    @property
    def withdrawn(self) -> bool:
        """Whether it was taken back before anybody had come."""
        return self.ended is not None and self.ended[0] == "withdrawn"

    def answer(self, held: Held, kind: str, answer: str, now: int) -> str:
        """The other side's offer is accepted or declined, one's own withdrawn."""
        if not held:
            return "no_seat"
        made_by = self.offers[kind]
        if made_by is None or (made_by in held) != (answer == "withdraw"):
            return "no_offer"
        if answer == "accept":
            return self._agree(kind, made_by, now)
        self.offers[kind] = None
        self.version += 1
        return DONE

    def _agree(self, kind: str, asked: Side, now: int) -> str:
        if kind == "draw":
            return self._end("agreed", None, now)
        if kind == "takeback":
            to = self.takeback_to(asked)
            return "not_possible" if to is None else self._take_back(to, now)
        self.offers["rematch"] = None
        self.rematch = "?"  # its name is the service's choice
        self.version += 1
        return DONE

    def follower(self, match_id: str, now: int) -> "MatchModel":
        """The rematch: whoever played second now begins."""
        self.rematch = match_id
        first, second = (replace(self.seats[self.side_of(side)]) for side in (SECOND, FIRST))
        seats = {FIRST: first, SECOND: second}
        return MatchModel(match_id, self.kind, str(self.ruleset), self.control, seats, created=now, previous=self.id)

    def hint(self, held: Held, at: int) -> str:
        """What the engine would play."""
        if not held:
            return "no_seat"
        if not self.alone:
            return "not_possible"
        if self.status != "playing":
            return "match_over"
        if at != self.at:
            return "stale"
        return DONE if self.decider in held else "not_your_turn"

    def computer_moves(self, now: int) -> None:
        """The computers of the tests always make the first legal move."""
        while self.status == "playing" and self.seats[self.decider].kind == "computer":
            self._play(self.position.legal_moves[0].text, now)
