"""Positions: what is on the board, whose decision it is, what is legal, and how it ended."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Self

from .board import EMPTY, Grid
from .errors import GameOver, IllegalMove
from .facts import Facts
from .moves import PASS, Event, Move, text_of
from .results import FIRST, SECOND, Result, Score, Side

if TYPE_CHECKING:
    from .ruleset import Ruleset


class Position(ABC):
    """A board and whose decision it is.  Never changes; `play` gives a new one.

    Positions are equal when ruleset and text are, whichever twin made them and whatever path led there.

    >>> from turncoat.games import start
    >>> position = start("vect-reverse")
    >>> print(*position.legal_moves)
    d3 c4 f5 e6
    >>> [move.cells for move in position.play("d3").legal_moves]
    [('d4', 'c3'), ('d4', 'e3'), ('d4', 'c4'), ('d4', 'c5')]
    """

    # Cached properties, which a twin may as well store when it is made: a property would stand in its way.

    @cached_property
    @abstractmethod
    def ruleset(self) -> "Ruleset":
        """The game and its options."""

    @cached_property
    @abstractmethod
    def side(self) -> Side:
        """Who decides next."""

    @cached_property
    @abstractmethod
    def mid_turn(self) -> bool:
        """Whether the next move belongs to a turn already begun."""

    @cached_property
    @abstractmethod
    def board(self) -> str:
        """The marks of all cells in reading order: x and o the stones, . empty, # no cell."""

    @cached_property
    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move in reading order; none once the game is over."""

    @cached_property
    @abstractmethod
    def events(self) -> tuple[Event, ...]:
        """What the last move changed; nothing where no move led here."""

    @abstractmethod
    def play(self, move: Move | str) -> Self:
        """The position after the move; IllegalMove if the rules do not allow it."""

    @abstractmethod
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""

    @abstractmethod
    def score(self) -> Score:
        """What each side has in the count that decides the game: points, stones."""

    @abstractmethod
    def facts(self) -> Facts:
        """What is to be seen besides the cells: stones, score, goals, reserves, zones."""

    @abstractmethod
    def threat(self) -> Self | None:
        """The same board with the other side to move: what it would do; None within a turn and where that cannot be."""

    @abstractmethod
    def read_move(self, move: Move | str) -> str:
        """The move in its one written form, whatever way it was typed, legal or not."""

    @abstractmethod
    def symmetries(self) -> list[Self]:
        """This position through every symmetry of its board, itself first."""

    @abstractmethod
    def transform(self, symmetry: int) -> Self:
        """The position seen through the board symmetry of that number."""

    @abstractmethod
    def canonical(self) -> Self:
        """The least of the symmetric positions, the same for all of them."""

    @abstractmethod
    def __str__(self) -> str:
        """One line of text that reads back."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result() is not None

    @property
    def must_pass(self) -> bool:
        """Whether the only legal move is a pass."""
        return len(self.legal_moves) == 1 and self.legal_moves[0].text == PASS

    @property
    def grid(self) -> Grid:
        """The cells."""
        return self.ruleset.grid

    def find(self, move: Move | str) -> Move | None:
        """The legal move that is meant, whatever way it was typed; None where there is none.

        >>> from turncoat.games import start
        >>> start("reversi").find(" D3 ")
        <Move d3>
        """
        text, legal = text_of(move), {each.text: each for each in self.legal_moves}
        return legal.get(text) or legal.get(self.read_move(text))

    def turns(self) -> Iterator[tuple[Move, ...]]:
        """Every way to play the present turn to its end, one at a time: there may be billions."""
        for move in self.legal_moves:
            if move.ends_turn:
                yield (move,)
            else:
                yield from ((move, *rest) for rest in self.play(move).turns())

    def line_ends(self, cell: str) -> tuple[str, ...]:
        """Where the lines end in which a stone on the cell traps others, or would; nothing in most games."""
        return ()

    def lines(self) -> dict[str, tuple[str, ...]]:
        """The lines that matter now: from the stone a turn goes on from, or from each cell one can be placed on.

        >>> from turncoat.games import start
        >>> start("vect-reverse").play("d3").lines()
        {'d3': ('d5',)}
        """
        if self.mid_turn:
            chain = self.facts().chain
            starts = [chain] if chain else []
        else:
            starts = [move.cells[0] for move in self.legal_moves if move.cells and self._is_empty(move.cells[0])]
        found = {cell: self.line_ends(cell) for cell in dict.fromkeys(starts)}
        return {cell: ends for cell, ends in found.items() if ends}

    def _is_empty(self, cell: str) -> bool:
        return self.board[self.grid.number(cell)] == EMPTY

    def stones(self) -> Score:
        """Stones of each side on the board."""
        return Score(self.board.count(FIRST.mark), self.board.count(SECOND.mark))

    def transform_move(self, move: Move | str, symmetry: int) -> str:
        """The text of the move seen through the same symmetry as the position."""
        way, on = self.ruleset.symmetry(symmetry), self.grid
        return on.replace_cells(text_of(move), lambda name: on.name(way[on.number(name)]))

    def _illegal(self, move: Move | str) -> IllegalMove:
        """Why the move cannot be played."""
        result = self.result()
        if result:
            return GameOver(move=text_of(move), rule=result.ended, legal=[])
        return IllegalMove(move=text_of(move), legal=[each.text for each in self.legal_moves])

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"<Position {self}>"

    def _repr_svg_(self) -> str:
        """The board as a picture, for notebooks."""
        from turncoat import draw  # the one floor above that the rules know of

        return draw.svg(self)
