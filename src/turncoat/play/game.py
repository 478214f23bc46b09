"""Games: a tree of moves and positions with comments.  Its text is the record."""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from turncoat import native
from turncoat.games import Position, Ruleset
from turncoat.games.moves import Move, text_of
from turncoat.games.results import FIRST, Side

from . import record
from .headers import Headers
from .node import Node
from .outcome import Outcome

RESULT = "result"


class Turn(NamedTuple):
    """All moves one side makes before the other decides."""

    number: int
    seat: Side
    nodes: tuple[Node, ...]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made."""
        return tuple(node.move for node in self.nodes)


class Game:
    """A game: a tree of moves and variations, each with the position after it.

    >>> game = Game.start("verto", headers={"first": "Ann"})
    >>> for move in ("c3", "d4", "c5"):
    ...     _ = game.play(move)
    >>> game.undo(2)
    2
    >>> game.play("e4").comment = "bolder"
    >>> print(game, end="")
    ruleset: verto
    first: Ann
    moves: c3; d4 (e4 {bolder}); c5
    """

    __hash__ = None  # type: ignore[assignment] # it changes

    def __init__(self, first: Position, headers: Mapping[str, str] | None = None) -> None:
        self.root = Node(native.twin(first))
        self.current = self.root
        """The node that `play`, `undo` and `redo` start from."""
        self.headers = Headers(headers)
        """Names of the players under `first` and `second`, date, event and whatever else is said."""

    @classmethod
    def start(cls, ruleset: Ruleset | str, *, headers: Mapping[str, str] | None = None, **options: object) -> "Game":
        """A game from the start of the ruleset; options may be given by keyword."""
        return cls(native.start(ruleset, **options), headers)

    @classmethod
    def from_position(cls, position: Position | str, headers: Mapping[str, str] | None = None) -> "Game":
        """A game that begins with that position, or with the one that the text describes."""
        return cls(native.parse(position) if isinstance(position, str) else position, headers)

    @classmethod
    def read(cls, text: str) -> "Game":
        """The game of a record, at the end of its main line; an error says what is wrong with the text."""
        return record.read(cls, text)

    # Where it stands

    @property
    def ruleset(self) -> Ruleset:
        """The game and its options."""
        return self.root.position.ruleset

    @property
    def position(self) -> Position:
        """The current position."""
        return self.current.position

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that led to the current position."""
        return self.current.moves()

    @property
    def known_moves(self) -> tuple[str, ...] | None:
        """The same from the ruleset's start; None if the game began elsewhere."""
        return self.moves if self.root.position == native.start(self.ruleset) else None

    @property
    def positions(self) -> list[Position]:
        """From the first to the current position."""
        return [node.position for node in self.current.path()]

    @property
    def last(self) -> Node:
        """The end of the main line."""
        node = self.root
        while node.children:
            node = node.children[0]
        return node

    def turns(self, end: Node | None = None) -> list[Turn]:
        """The moves that led to a node (by default the current one), grouped by turns.

        >>> game = Game.read("ruleset: vect-reverse\\nmoves: d3 d4-c5; e3")
        >>> [turn.moves for turn in game.turns()]
        [('d3', 'd4-c5'), ('e3',)]
        """
        path = (end or self.current).path()[1:]
        found = [(number, tuple(nodes)) for number, nodes in groupby(path, lambda node: node.turn)]
        return [Turn(number, nodes[0].player or FIRST, nodes) for number, nodes in found]

    # Seats: a seat keeps the name of the side it began with, whoever exchanges sides later

    @property
    def decider(self) -> Side:
        """The seat to decide next."""
        return self.current.decider

    def seat_of(self, side: Side) -> Side:
        """The seat that plays the side now."""
        return self.current.seat_of(side)

    def side_of(self, seat: Side) -> Side:
        """The side that the seat plays now."""
        return self.current.seat_of(seat)

    # Moves

    def play(self, move: Move | str, *, main: bool = False) -> Node:
        """Plays a move from the current node and goes there; IllegalMove if it is not legal.

        Where other moves were played before, this one becomes a variation or, with `main`, they do.
        """
        node = self.current.add(text_of(move))
        if main:
            siblings = self.current.children
            siblings.insert(0, siblings.pop(siblings.index(node)))
        self.current = node
        return node

    def add_variation(self, moves: Iterable[Move | str], at: Node | None = None) -> Node:
        """Adds moves from a node (by default the current one) without going there; returns the last node."""
        node = at or self.current
        for move in moves:
            node = node.add(text_of(move))
        return node

    def undo(self, moves: int = 1) -> int:
        """Goes back that many moves, which stay in the tree; returns how many there were."""
        begin = self.current.number
        while moves > 0 and self.current.parent is not None:
            self.current = self.current.parent
            moves -= 1
        return begin - self.current.number

    def redo(self, moves: int = 1) -> int:
        """Goes forward that many moves along the main line; returns how many there were."""
        begin = self.current.number
        while moves > 0 and self.current.children:
            self.current = self.current.children[0]
            moves -= 1
        return self.current.number - begin

    def go_to(self, node: Node) -> Position:
        """Goes to that node of the tree."""
        self._check(node)
        self.current = node
        return node.position

    def cut(self) -> None:
        """Removes everything after the current node."""
        self.current.children.clear()

    def promote(self, node: Node) -> None:
        """The line through the node becomes the main line."""
        self._check(node)
        for child in node.path()[1:]:
            assert child.parent
            siblings = child.parent.children
            siblings.insert(0, siblings.pop(siblings.index(child)))

    def delete(self, node: Node) -> None:
        """Removes the node and everything after it; if the current node is among them, its parent becomes current."""
        self._check(node)
        if node.parent is None:
            self.current = node
            self.cut()
            return
        if self.current.is_below(node):
            self.current = node.parent
        node.parent.children.remove(node)

    def _check(self, node: Node) -> None:
        if not node.is_below(self.root):
            raise ValueError(f"{node!r} belongs to another game")

    # How it ended

    @property
    def result(self) -> Outcome | None:
        """How the game ended, by the rules at the end of the main line or otherwise; None while it goes on."""
        result = self.last.position.result()
        return Outcome.of(result) if result else Outcome.read(self.headers.get(RESULT, ""))

    @property
    def ending(self) -> Outcome | None:
        """How it ended other than by the rules, if it did."""
        return None if self.last.position.is_over else self.result

    def end(self, how: str, winner: Side | None = None, *, decided: bool = True) -> None:
        """Ends the game other than by the rules: won by that side or drawn; broken off unless `decided`.

        >>> game = Game.start("reversi")
        >>> game.end("resigned", winner=Side.SECOND)
        >>> str(game.result)
        'second resigned'
        """
        self.headers[RESULT] = str(Outcome(winner, how, decided=decided))

    def reopen(self) -> None:
        """Continues a game that was ended other than by the rules."""
        self.headers.pop(RESULT, None)

    # As text

    def __str__(self) -> str:
        """The record of the game, which `read` reads back."""
        return record.write(self)

    def __repr__(self) -> str:
        return f"<Game {self.ruleset}: {' '.join(self.moves) or 'no moves'}>"

    def __eq__(self, other: object) -> bool:
        """Equal trees have the same moves and notes, whatever the current node."""
        if not isinstance(other, Game):
            return NotImplemented
        return dict(self.headers) == dict(other.headers) and self.root.same(other.root)

    def __reduce__(self) -> tuple[Callable[..., "Game"], tuple[Any, ...]]:
        where = [node.parent.children.index(node) for node in self.current.path() if node.parent]
        return _restore, (str(self), where)


def _restore(text: str, where: Iterable[int]) -> Game:
    """The game of a record, at the node that those children lead to."""
    game = Game.read(text)
    game.current = game.root
    for number in where:
        game.current = game.current.children[number]
    return game
