"""R6: Reversi at a real table, where people turn the coins themselves and may make mistakes.

The side to move may turn and turn back coins until the opponent has placed one; after that they stay as they lie.
"""

from dataclasses import dataclass, replace
from typing import Self

from ..board import EMPTY, put
from ..errors import IllegalMove
from ..moves import PASS, Event, Move
from ..results import Side
from .rules import Options, Position


@dataclass(frozen=True)
class Table:
    """The coins as they lie, and the turn that may still be mended.  Never changes."""

    position: Position
    """The coins as they lie, with the side to place next."""
    before: Position | None = None
    """The position in which the last coin was placed; None at the start."""
    placed: str | None = None

    @classmethod
    def start(cls, options: Options) -> Self:
        """A fresh table."""
        return cls(Position.start(options))

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Where the side to move may place a coin, judged by the coins as they lie."""
        return self.position.legal_moves

    def place(self, cell: str) -> Self:
        """A coin is placed and nothing turned yet; what the opponent turned before now stands (R6)."""
        cell = self.position.read_move(cell)
        after = self.position.play(cell)  # refuses what is not legal
        if cell == PASS:
            return replace(self, position=after, before=None, placed=None)
        board = put(self.position.board, self.position.side.mark, self.position.grid.number(cell))
        laid = replace(after, board=board, events=tuple(event for event in after.events if event.kind != "turned"))
        return replace(self, position=laid, before=self.position, placed=cell)

    def turn(self, cell: str) -> Self:
        """A coin is turned over, or turned back, by the side that placed last."""
        cell = self.position.read_move(cell)
        where = self.position.grid.cell(cell)
        legal = self.may_turn()
        if self.before is None or where is None or cell not in legal:
            raise IllegalMove(move=cell, legal=legal)
        side = Side.FIRST if self.position.board[where] == Side.SECOND.mark else Side.SECOND
        board = put(self.position.board, side.mark, where)
        return replace(self, position=replace(self.position, board=board, events=(Event("turned", side, cell),)))

    def may_turn(self) -> list[str]:
        """Every coin but the one just placed, while the turn may still be mended."""
        if self.before is None:
            return []
        on = self.position.grid
        return [on.name(c) for c in on.cells if self.position.board[c] != EMPTY and on.name(c) != self.placed]

    def mistakes(self) -> list[str]:
        """Coins that do not lie as the rules would have them after the last placement (R4)."""
        if self.before is None or self.placed is None:
            return []
        right = self.before.play(self.placed).board
        return [self.position.grid.name(c) for c, mark in enumerate(self.position.board) if mark != right[c]]

    def mend(self) -> Self:
        """The table with every mistake of the last turn put right."""
        table = self
        for cell in self.mistakes():
            table = table.turn(cell)
        return table
