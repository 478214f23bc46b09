"""The game on the table: positions replayed from moves."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turncoat import native
from turncoat.games.moves import SWAP, Event
from turncoat.games.results import Side

if TYPE_CHECKING:
    from turncoat.games import Position


@dataclass(frozen=True)
class Made:
    """A move that was made: by which side and seat, in which turn, when, and whether it ended the turn."""

    move: str
    side: Side
    seat: int
    turn: int
    at: int
    ends: bool


class Table:
    """The moves so far and the position they lead to.

    >>> table = Table("verto:size=5")
    >>> table.play("c3", 0)
    >>> len(table.made), table.position.side, [event.kind for event in table.last_turn()[1]]
    (1, <Side.SECOND: 'second'>, ['placed'])
    """

    def __init__(self, ruleset: str) -> None:
        self._start = native.start(ruleset)
        self.position = self._start
        self.made: list[Made] = []
        self.exchanged = False
        """Whether the players have changed sides: seat 0 then plays second."""
        self._turn: list[Position] = []  # after each move of the latest turn

    def play(self, move: str, at: int) -> None:
        """Makes the move; IllegalMove if the rules do not allow it."""
        before = self.position
        after = before.play(move)
        seat = (before.side is Side.SECOND) ^ self.exchanged
        self.made.append(Made(move, before.side, seat, self.turn, at, not after.mid_turn))
        self._turn = [*(self._turn if before.mid_turn else []), after]
        self.exchanged ^= move == SWAP
        self.position = after

    def back(self, to: int) -> None:
        """Goes back to so many moves."""
        kept, self.made, self.position = self.made[:to], [], self._start
        self.exchanged, self._turn = False, []
        for made in kept:
            self.play(made.move, made.at)

    @property
    def turn(self) -> int:
        """The number of the turn under way, from 1."""
        if not self.made:
            return 1
        return self.made[-1].turn + self.made[-1].ends

    @property
    def begun(self) -> int:
        """How many decisions of the turn under way were made."""
        return len(self.made) - self.turn_start(self.turn)

    def turn_start(self, turn: int) -> int:
        """How many moves were made before that turn."""
        return next((number for number, made in enumerate(self.made) if made.turn >= turn), len(self.made))

    def last_turn(self) -> tuple[list[Made], list[Event]]:
        """The latest turn, finished or under way: its moves and all that they changed."""
        if not self.made:
            return [], []
        begun = self.turn_start(self.made[-1].turn)
        return self.made[begun:], [event for position in self._turn for event in position.events]

    def boards(self) -> list[str]:
        """The cells as they lay before every move, and as they lie now, for looking back."""
        position = self._start
        found = [position.board]
        for made in self.made:
            position = position.play(made.move)
            found.append(position.board)
        return found

    def choices(self) -> list[dict[str, Any]]:
        """Every legal move with the cells to click, what it changes, and whether it ends the turn."""
        return [
            {
                "move": move.text,
                "path": list(move.cells),
                "changes": [change(event) for event in move.events],
                "ends_turn": move.ends_turn,
            }
            for move in self.position.legal_moves
        ]


def change(event: Event) -> dict[str, Any]:
    """An event as plain data."""
    data: dict[str, Any] = {"kind": event.kind, "side": event.side.value}
    if event.cell is not None:
        data["cell"] = event.cell
    if event.to is not None:
        data["to"] = event.to
    return data
