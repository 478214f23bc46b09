"""Positions in plain Python: what the rules of every game share, and their texts read."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .board import EMPTY, HOLE, Grid
from .errors import BadPosition
from .facts import Facts, Zone
from .moves import Details, Event, Move, text_of
from .position import Position
from .results import FIRST, SECOND, Side
from .text import Phrase

if TYPE_CHECKING:
    from .ruleset import Ruleset


@dataclass(frozen=True, eq=False, repr=False)
class PlainPosition(Position):
    """A position of the plain rules.  A game says how it starts, what is legal, what a move does, and how it ends."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    """Names of the key=value fields in the game's position texts."""

    options: Any
    board: str = field()
    side: Side = FIRST
    chain: int | None = None
    """The stone an unfinished turn goes on from."""
    events: tuple[Event, ...] = field(default=(), kw_only=True)

    @property
    @abstractmethod
    def grid(self) -> Grid:
        """The cells."""

    @abstractmethod
    def _moves(self) -> list[str]:
        """Texts of the legal moves of a game that is not over."""

    @abstractmethod
    def _after(self, move: str) -> Self:
        """The position after a move known to be legal."""

    @classmethod
    @abstractmethod
    def start(cls, options: Any) -> Self:
        """The position a game starts from."""

    @abstractmethod
    def _problem(self) -> BadPosition | None:
        """Why no game could come to this position, as far as one can see; None where nothing speaks against it."""

    @classmethod
    def _read_fields(cls, options: Any, board: str, fields: dict[str, str]) -> dict[str, Any]:
        """Values of the game's own fields, taken out of the key=value texts."""
        return {}

    def _fields(self) -> dict[str, str]:
        """The game's own fields that are not at their default, as texts."""
        return {}

    @classmethod
    def holes(cls, options: Any) -> frozenset[int]:
        """Cells of the grid that do not exist under these options."""
        return frozenset()

    def zones(self) -> tuple[Zone, ...]:
        """Cells the board marks out."""
        return ()

    def facts(self) -> Facts:
        """Stones, score and zones; a game with goals, reserves and the like adds them."""
        chain = None if self.chain is None else self.grid.name(self.chain)
        return Facts(self.stones(), self.score(), zones=self.zones(), chain=chain)

    @cached_property
    def ruleset(self) -> "Ruleset":
        """The game and its options."""
        from .ruleset import Ruleset  # rulesets start positions

        return Ruleset.of(self.options)

    @cached_property
    def mid_turn(self) -> bool:
        """Whether the next move belongs to a turn already begun."""
        return self.chain is not None

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        """Texts of the legal moves, without what they change."""
        return () if self.result() else tuple(self._moves())

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move in reading order; none once the game is over."""
        return tuple(Move(text, self.details) for text in self._texts)

    def details(self, move: str) -> Details:
        """What there is to know of the legal move of that text."""
        after = self._after(move)
        return Details(tuple(self.grid.cells_in(move)), after.events, not after.mid_turn)

    def read_move(self, move: Move | str) -> str:
        """The move in its one written form, whatever way it was typed, legal or not."""
        return text_of(move).strip().lower()

    def play(self, move: Move | str) -> Self:
        """The position after the move; IllegalMove if the rules do not allow it."""
        read = self.read_move(move)
        if read not in self._texts:
            raise self._illegal(move)
        return self._after(read)

    def count(self, side: Side) -> int:
        """Stones of that side on the board."""
        return self.board.count(side.mark)

    def transform(self, symmetry: int) -> Self:
        """The position seen through the board symmetry of that number."""
        way = self.grid.symmetries[symmetry]
        marks = [EMPTY] * len(self.board)
        for cell, mark in enumerate(self.board):
            marks[way[cell]] = mark
        chain = None if self.chain is None else way[self.chain]
        return replace(self, board="".join(marks), chain=chain, events=())

    def symmetries(self) -> list[Self]:
        """This position through every symmetry of its board, itself first."""
        return [self.transform(number) for number in range(len(self.grid.symmetries))]

    def canonical(self) -> Self:
        """The least of the symmetric positions, the same for all of them."""
        return min(self.symmetries(), key=lambda position: (position.board, position.chain or 0))

    def __str__(self) -> str:
        """One line of text that reads back."""
        texts = [f"chain={self.grid.name(self.chain)}"] if self.chain is not None else []
        texts += [f"{name}={value}" for name, value in self._fields().items()]
        return " ".join([str(self.ruleset), "/".join(self.grid.rows(self.board)), self.side.mark, *texts])

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: what was worked out from them can be again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def _is_start(self) -> bool:
        """Whether this is where a game starts, or a mirror image of it."""
        return self in self.start(self.options).symmetries()

    def _chain_problem(self) -> BadPosition | None:
        """What is wrong with the stone a turn is said to go on from."""
        if self.chain is None:
            return None
        name = self.grid.name(self.chain)
        if self.board[self.chain] != self.side.mark:
            return BadPosition("chain_stone", cell=name)
        return None if self._moves() else BadPosition("chain_over", cell=name)


def read_position(
    kind: type[PlainPosition], options: Any, board: str, side: str, *texts: str, check: bool = True
) -> PlainPosition:
    """A position of that kind from the texts of its board, side and fields; unchecked, it is taken to be possible."""
    start = kind.start(options)
    marks = _read_board(start, board)
    if side not in ("x", "o"):
        raise BadPosition("side", got=side)
    named = _read_fields(kind, texts)
    chain = _read_chain(start, named)
    values = kind._read_fields(options, marks, named)
    position = kind(options, marks, FIRST if side == "x" else SECOND, chain, **values)
    problem = position._problem() if check else None
    if problem:
        raise problem
    return position


def _read_board(start: PlainPosition, text: str) -> str:
    on, rows = start.grid, text.split("/")
    if len(rows) != on.height:
        raise BadPosition("rows", rows=on.height, columns=on.width, got=len(rows))
    for number, row in enumerate(rows, 1):
        if len(row) != on.width:
            raise BadPosition("row_length", row=number, got=len(row), columns=on.width)
    board = "".join(rows)
    holes = start.holes(start.options)
    for cell, mark in enumerate(board):
        if mark not in "xo.#":
            raise BadPosition("mark", mark=mark, cell=on.name(cell))
        if (mark == HOLE) != (cell in holes):
            raise BadPosition("hole" if cell in holes else "no_hole", cell=on.name(cell))
    return board


def _read_fields(kind: type[PlainPosition], texts: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in texts:
        name, sign, value = part.partition("=")
        if not (name and sign and value):
            raise BadPosition("field_form", part=part)
        if name not in kind.FIELDS:
            raise BadPosition("unknown_field", name=name, fields=", ".join(kind.FIELDS))
        if name in found:
            raise BadPosition("field_twice", name=name)
        found[name] = value
    return found


def _read_chain(start: PlainPosition, texts: dict[str, str]) -> int | None:
    if "chain" not in texts:
        return None
    name = texts.pop("chain")
    cell = start.grid.cell(name)
    if cell is None:
        raise BadPosition(
            "field_value", name="chain", allowed=Phrase("problems.cell_name", {"example": "d3"}), got=name
        )
    return cell
