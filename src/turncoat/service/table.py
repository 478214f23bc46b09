"""The game on the table: positions replayed from moves, native for the rules, plain for what people see of them."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from turncoat import games, native
from turncoat.games.board import Grid
from turncoat.games.moves import SWAP, Event
from turncoat.games.results import Side


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
        self.ruleset = ruleset
        self.position = native.start(ruleset)
        self.made: list[Made] = []
        self.exchanged = False
        """Whether the players have changed sides: seat 0 then plays second."""
        self._turn_began = self.position
        self._legal: tuple[str, ...] | None = None
        self._plain: PlainPosition | None = None
        self._events: list[tuple[Event, ...]] = []  # of the latest turn, move by move

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves, listed once; none when the game is over."""
        if self._legal is None:
            self._legal = tuple(self.position.moves())
        return self._legal

    def read(self, text: str) -> str:
        """The move in its one written form, legal or not."""
        return self.plain.read_move(text)

    def play(self, move: str, at: int) -> None:
        """Makes the move; IllegalMove if the rules do not allow it."""
        before, plain = self.position, self._plain
        after = before.play(move)
        if not before.mid_turn:
            self._turn_began, self._events = before, []
        seat = (before.side is Side.SECOND) ^ self.exchanged
        self.made.append(Made(move, before.side, seat, self.turn, at, not after.mid_turn))
        self.exchanged ^= move == SWAP
        self.position = after
        self._legal = None
        if plain is None:
            self._forget()
            return
        # The native twin found the move legal: the plain rules need not list all moves once more.
        self._plain = _informed(plain._after(move), self.legal)
        self._events.append(self._plain.events)
        self.__dict__.pop("choices", None)

    def back(self, to: int) -> None:
        """Goes back to so many moves."""
        kept, self.made, self.position = self.made[:to], [], native.start(self.ruleset)
        self._turn_began, self.exchanged = self.position, False
        self._forget()
        for made in kept:
            self.play(made.move, made.at)

    def _forget(self) -> None:
        self._legal, self._plain, self._events = None, None, []
        self.__dict__.pop("choices", None)

    @property
    def turn(self) -> int:
        """The number of the turn under way, from 1."""
        if not self.made:
            return 1
        return self.made[-1].turn + self.made[-1].ends

    @property
    def plain(self) -> PlainPosition:
        """The position in the plain rules, with what the last move changed."""
        if self._plain is None:
            self._catch_up()
        assert self._plain is not None
        return self._plain

    def _catch_up(self) -> None:
        """Builds the plain position, from where the latest turn began: earlier turns are not shown."""
        plain = games.parse(str(self._turn_began))
        self._events = []
        for made in self.made[self.turn_start(self.made[-1].turn) :] if self.made else []:
            plain = plain._after(made.move)
            self._events.append(plain.events)
        self._plain = _informed(plain, self.legal)

    def turn_start(self, turn: int) -> int:
        """How many moves were made before that turn."""
        return next((number for number, made in enumerate(self.made) if made.turn >= turn), len(self.made))

    def last_turn(self) -> tuple[list[Made], list[Event]]:
        """The latest turn, finished or under way: its moves and all that they changed."""
        if not self.made:
            return [], []
        self.plain  # noqa: B018 — the events come with it
        begun = self.turn_start(self.made[-1].turn)
        return self.made[begun:], [event for events in self._events for event in events]

    def boards(self) -> list[str]:
        """The cells as they lay before every move, and as they lie now, for looking back."""
        position = native.start(self.ruleset)
        found = [position.board]
        for made in self.made:
            position = position.play(made.move)
            found.append(position.board)
        return found

    @cached_property
    def choices(self) -> list[dict[str, Any]]:
        """Every legal move with the cells to click, what it changes, and whether it ends the turn."""
        plain, found = self.plain, []
        for move in plain.moves():
            after = plain._after(move)
            found.append(
                {
                    "move": move,
                    "path": path(plain.grid, move),
                    "changes": [change(event) for event in after.events],
                    "ends_turn": not after.mid_turn,
                }
            )
        return found


@lru_cache(1 << 16)
def path(grid: Grid, move: str) -> list[str]:
    """The cells to click for a move, in order."""
    return grid.cells_in(move)


def _informed(plain: PlainPosition, legal: tuple[str, ...]) -> PlainPosition:
    """The plain position told its legal moves, which the native twin lists a hundred times faster."""
    plain.__dict__["_legal"] = legal
    return plain


def change(event: Event) -> dict[str, Any]:
    """An event as plain data."""
    data: dict[str, Any] = {"kind": event.kind, "side": event.side.value}
    if event.cell is not None:
        data["cell"] = event.cell
    if event.to is not None:
        data["to"] = event.to
    return data
