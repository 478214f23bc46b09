"""A game being played at a terminal: where it began, its moves, who resigned, who sits where."""

from collections.abc import Mapping
from datetime import datetime
from typing import Self

from turncoat.games import Position
from turncoat.games.moves import SWAP
from turncoat.games.record import Record
from turncoat.games.results import Side

from .opponents import Opponent, find, is_opponent

RESIGNED, TIME, FAILED, PERSON = "resigned", "time", "failed", "person"
ENDINGS = (RESIGNED, TIME, FAILED)


class Match:
    """Moves from a first position.  A seat keeps the name of the side it began with, whoever swaps colours later."""

    def __init__(self, first: Position, players: Mapping[Side, str], headers: Mapping[str, str] | None = None) -> None:
        self.positions, self.moves = [first], list[str]()
        self.players = dict(players)
        self.loser: Side | None = None
        """Who lost otherwise than by the rules."""
        self.ending = ""
        """And how: `resigned`, `time` or `failed`."""
        self.headers = dict(headers or {"date": f"{datetime.now().astimezone():%Y-%m-%d}"})

    @classmethod
    def of(cls, record: Record) -> Self:
        """The match a record tells of."""
        headers = dict(record.headers)
        players = {side: headers.pop(side, "") for side in Side}
        winner, _, how = headers.pop("result", "").partition(" ")
        match = cls(record.first_position(), players, headers)
        match.positions, match.moves = record.positions(), list(record.moves)
        if how in ENDINGS and winner in tuple(Side):
            match.lose(Side(winner).other, how)
        return match

    @classmethod
    def between_people(cls, first: Position) -> Self:
        """A new match of two people."""
        return cls(first, dict.fromkeys(Side, PERSON))

    @property
    def opponent(self) -> str | None:
        """The opponent at the match, None between people."""
        return next((name for name in self.players.values() if is_opponent(name)), None)

    @property
    def person(self) -> Side | None:
        """The first seat that a person sits on."""
        return next((seat for seat, name in self.players.items() if not is_opponent(name)), None)

    @property
    def position(self) -> Position:
        """The present position."""
        return self.positions[-1]

    @property
    def known_moves(self) -> tuple[str, ...] | None:
        """All moves since the ruleset's start; None where the game began elsewhere."""
        first = self.positions[0]
        return tuple(self.moves) if first == first.ruleset.start() else None

    @property
    def over(self) -> bool:
        """Whether nobody can go on."""
        return self.loser is not None or self.position.result() is not None

    @property
    def winner(self) -> Side | None:
        """The side that won a game that is over; None for a draw."""
        if self.loser is not None:
            return self.loser.other
        result = self.position.result()
        return result.winner if result else None

    def seat_people(self) -> None:
        """A person on every seat; those whose names are known keep them."""
        for seat in Side:
            name = self.players.get(seat)
            self.players[seat] = PERSON if not name or is_opponent(name) else name

    def sit_down(self, name: str | None, person: Side, seed: int | None = None) -> dict[Side, Opponent]:
        """Put the opponent of that name, if any, on the seat that the person does not take; refuse who cannot play."""
        self.seat_people()
        if name is None:
            return {}
        opponent = find(name, seed)
        try:
            opponent.check(self.position, self.known_moves)
        except BaseException:
            opponent.close()
            raise
        self.players[person.other] = opponent.name
        return {person.other: opponent}

    def seat(self, side: Side) -> Side:
        """The seat that plays the side now."""
        return side.other if self.moves.count(SWAP) % 2 else side

    def play(self, move: str) -> Position:
        """Play a move; IllegalMove if it is none."""
        after = self.position.play(move)
        self.moves.append(self.position.read_move(move))
        self.positions.append(after)
        return after

    def undo(self, people: set[Side]) -> int:
        """Take moves back to the last decision that one of those seats had; how many, 0 where there is none.

        One of them who resigned or ran out of time decides again; where the other did, that alone would change nothing.
        """
        if self.loser is not None and self.seat(self.loser) in people:
            self.loser = None
            return 1
        for count in range(1, len(self.moves) + 1):
            swapped = self.moves[: len(self.moves) - count].count(SWAP) % 2
            position = self.positions[-1 - count]
            seat = position.side.other if swapped else position.side
            if seat in people and not position.must_pass:
                del self.positions[-count:], self.moves[-count:]
                self.loser = None
                return count
        return 0

    def lose(self, side: Side, ending: str = RESIGNED) -> None:
        """The side gives up, runs out of time, or fails to move."""
        self.loser, self.ending = side, ending

    def record(self) -> Record:
        """The game on paper."""
        headers = {str(side): name for side, name in self.players.items() if name} | self.headers
        if self.loser is not None:
            headers["result"] = f"{self.loser.other} {self.ending}"
        return Record.of(self.positions, self.moves, headers)
