"""Positions in plain Python: what the rules of every game share, and their texts read."""

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .board import EMPTY, HOLE, SYMMETRY_NAMES, Grid
from .errors import BadPosition
from .facts import Facts, Zone
from .moves import Details, Event, Move, text_of
from .options import NotAllowed, read_yes_no, write_yes_no
from .position import Position
from .results import FIRST, SECOND, Score, Side
from .text import Phrase

if TYPE_CHECKING:
    from .ruleset import Ruleset


@dataclass(frozen=True, eq=False, repr=False)
class PlainPosition(Position):
    """A position of the plain rules.  A game says how it starts, what is legal, what a move does, and how it ends.

    That is `grid`, `start`, `list_moves`, `after` and `result`.  Everything else has a default that suits most games.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()
    """Names of the key=value fields in the game's position texts: `chain`, and fields of the game's own."""
    SYMMETRIES: ClassVar[Collection[str]] = ()
    """Which symmetries of the board leave the rules as they are, by their `SYMMETRY_NAMES`."""

    REFUSALS: ClassVar[Mapping[str, str]] = {}
    """Why a cell cannot be chosen: the rule, by the situation.  The words are `refusals` in the game's catalogue.

    A situation is what is asked (`turn`, `chain` within a turn, `to` once the first cell of a move is chosen) and what
    lies there (`empty`, `own`, `other`; `trapped` in a line of `line_ends`; `stone` any), as in `chain_own`.
    """

    FIELD_VALUES: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The values that a form offers for a field, by its name, the one it has where it is left out first."""

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

    @classmethod
    @abstractmethod
    def start(cls, options: Any) -> Self:
        """The position a game starts from."""

    @abstractmethod
    def list_moves(self) -> Iterable[str]:
        """Texts of the legal moves of a game that is not over, in reading order, `pass` and `swap` last."""

    @abstractmethod
    def after(self, move: str) -> Self:
        """The position after a move known to be legal.  Events that it does not tell are read off the boards."""

    def score(self) -> Score:
        """What each side has in the count that decides the game: points, stones."""
        return self.stones()

    def zones(self) -> tuple[Zone, ...]:
        """Cells the board marks out."""
        return ()

    @classmethod
    def holes(cls, options: Any) -> frozenset[int]:
        """Cells of the grid that do not exist under these options."""
        return frozenset()

    def problem(self) -> BadPosition | None:
        """Why no game could come to this position, as far as one can see; None where nothing speaks against it."""
        return self.chain_problem()

    @classmethod
    def read_fields(cls, options: Any, board: str, texts: dict[str, str]) -> dict[str, Any]:
        """Values of the game's own fields, taken out of the key=value texts."""
        own = {each.name: each.default for each in fields(cls)}
        return {name: _read_value(name, own[name], texts[name]) for name in cls.FIELDS if name in texts}

    def write_fields(self) -> dict[str, str]:
        """The game's own fields that are not at their default, as texts."""
        own = {each.name: (each.default, getattr(self, each.name)) for each in fields(self)}
        told = {name: own[name] for name in self.FIELDS if name != "chain"}
        changed = {name: value for name, (usual, value) in told.items() if value != usual}
        return {name: write_yes_no(each) if isinstance(each, bool) else str(each) for name, each in changed.items()}

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
        return () if self.result() else tuple(self.list_moves())

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move in reading order; none once the game is over."""
        return tuple(Move(text, self.details) for text in self._texts)

    def _played(self, move: str) -> Self:
        """The position after a legal move, with the events that led there."""
        after = self.after(move)
        if after.events is not self.events:
            return after
        from .changes import changes  # only games that tell no events need it, and none of ours is one

        return replace(after, events=changes(self, after, move))

    def threat(self) -> Self | None:
        """The same board with the other side to move; None within a turn and where that cannot be."""
        if self.mid_turn or self.result() is not None:
            return None
        turned = self.turned()
        return None if turned.problem() or turned.result() is not None else turned

    def turned(self) -> Self:
        """The same with the other side to move; a game whose own fields tell of the side changes them too."""
        return replace(self, side=self.side.other, events=())

    @classmethod
    def field_values(cls, name: str) -> tuple[str, ...]:
        """The values that a form offers for a field; none where it is to be typed."""
        usual = {each.name: each.default for each in fields(cls)}.get(name)
        yes_no = (write_yes_no(usual), write_yes_no(not usual)) if isinstance(usual, bool) else ()
        return cls.FIELD_VALUES.get(name, yes_no)

    def details(self, move: str) -> Details:
        """What there is to know of the legal move of that text."""
        after = self._played(move)
        return Details(tuple(self.grid.cells_in(move)), after.events, not after.mid_turn)

    def read_move(self, move: Move | str) -> str:
        """The move in its one written form, whatever way it was typed, legal or not."""
        return text_of(move).strip().lower()

    def play(self, move: Move | str) -> Self:
        """The position after the move; IllegalMove if the rules do not allow it."""
        read = self.read_move(move)
        if read not in self._texts:
            raise self._illegal(move)
        return self._played(read)

    def count(self, side: Side) -> int:
        """Stones of that side on the board."""
        return self.board.count(side.mark)

    def transform(self, symmetry: int) -> Self:
        """The position seen through the board symmetry of that number."""
        way = self.ruleset.symmetry(symmetry)
        marks = [EMPTY] * len(self.board)
        for cell, mark in enumerate(self.board):
            marks[way[cell]] = mark
        chain = None if self.chain is None else way[self.chain]
        return replace(self, board="".join(marks), chain=chain, events=())

    def symmetries(self) -> list[Self]:
        """This position through every symmetry of its board, itself first."""
        return [self.transform(number) for number in range(len(self.ruleset.symmetries))]

    def canonical(self) -> Self:
        """The least of the symmetric positions, the same for all of them."""
        return min(self.symmetries(), key=lambda position: (position.board, position.chain or 0))

    def __str__(self) -> str:
        """One line of text that reads back."""
        texts = [f"chain={self.grid.name(self.chain)}"] if self.chain is not None else []
        texts += [f"{name}={value}" for name, value in self.write_fields().items()]
        return " ".join([str(self.ruleset), "/".join(self.grid.rows(self.board)), self.side.mark, *texts])

    @classmethod
    def ways(cls, grid: Grid) -> tuple[tuple[int, ...], ...]:
        """Where each cell goes, by symmetry: first none at all, then those the game has and the board allows."""
        named = zip(SYMMETRY_NAMES, grid.symmetries, strict=False)  # boards that are no squares have the first few
        return tuple(way for name, way in named if name == SYMMETRY_NAMES[0] or name in cls.SYMMETRIES)

    def __reduce__(self) -> tuple[Callable[..., "PlainPosition"], tuple[object, ...]]:
        # By the name of its game, for the rules may have come from a file that is no module elsewhere.  The fields
        # alone: what was worked out from them can be again.
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "options"}
        return _restore, (self.ruleset, values)

    def is_start(self) -> bool:
        """Whether this is where a game starts, or a mirror image of it."""
        return self in self.start(self.options).symmetries()

    def chain_problem(self) -> BadPosition | None:
        """What is wrong with the stone a turn is said to go on from."""
        if self.chain is None:
            return None
        name = self.grid.name(self.chain)
        if self.board[self.chain] != self.side.mark:
            return BadPosition("chain_stone", cell=name)
        return None if any(True for _ in self.list_moves()) else BadPosition("chain_over", cell=name)


def _restore(ruleset: "Ruleset", values: dict[str, Any]) -> PlainPosition:
    return ruleset.info.Position(ruleset.options, **values)


def _read_value(name: str, usual: object, text: str) -> object:
    """A value of the kind its default has: yes or no, a whole number, or any word."""
    if isinstance(usual, bool):
        try:
            return read_yes_no(text)
        except NotAllowed as problem:
            raise BadPosition("field_value", name=name, allowed=problem.allowed, got=text) from None
    if isinstance(usual, int):
        if not re.fullmatch("-?[0-9]{1,9}", text, re.ASCII):
            raise BadPosition("field_value", name=name, allowed=Phrase("allowed.whole_number"), got=text)
        return int(text)
    return text


def read_position(
    kind: type[PlainPosition], options: Any, board: str, side: str, *texts: str, check: bool = True
) -> PlainPosition:
    """A position of that kind from the texts of its board, side and fields; unchecked, it is taken to be possible."""
    start = kind.start(options)
    marks = _read_board(start, board) if check else board.replace("/", "")
    if side not in ("x", "o"):
        raise BadPosition("side", got=side)
    named = _read_fields(kind, texts)
    chain = _read_chain(start, named)
    values = kind.read_fields(options, marks, named)
    position = kind(options, marks, FIRST if side == "x" else SECOND, chain, **values)
    problem = position.problem() if check else None
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
