"""A moment of a game: the position, the move that led to it, what was played next, and what is noted about it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from turncoat.games import Position
from turncoat.games.moves import SWAP
from turncoat.games.results import FIRST, SECOND, Side

GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
"""What is thought of a move; PGN numbers them from $1 to $6, and others beyond."""
NUMBERED = re.compile(r"\$([0-9]{1,9})")


@dataclass(frozen=True)
class Evaluation:
    """What a position is worth to the first side, whoever is to move.

    >>> Evaluation(0.63127, depth=12)
    Evaluation(win=0.6313, proved=False, depth=12)
    """

    win: float
    """The probability that the first side wins, a draw counted half; 0, ½ or 1 where it is proved."""
    proved: bool = False
    depth: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "win", round(self.win, 4))  # as far as it is written

    @property
    def proved_winner(self) -> Side | None:
        """Who wins with best play where that is proved; None too for a proved draw."""
        return {1.0: FIRST, 0.0: SECOND}.get(self.win) if self.proved else None


class Node:
    """A position of a game and how it came about.  The root has no parent and no move.

    The first child goes on with the main line, the others are variations.
    """

    __slots__ = (
        "_symbols",
        "children",
        "clock",
        "comment",
        "evaluation",
        "move",
        "number",
        "parent",
        "position",
        "swapped",
        "turn",
    )

    def __init__(self, position: Position, move: str = "", parent: "Node | None" = None) -> None:
        self.parent = parent
        self.move = move
        """The move that led here, in its one written form; empty at the root."""
        self.position = position
        self.children: list[Node] = []
        self.comment = ""
        self._symbols: tuple[str, ...] = ()
        self.evaluation: Evaluation | None = None
        self.clock: int | None = None
        """Milliseconds that who made the move had left after it."""
        self.number: int = parent.number + 1 if parent else 0
        """How many moves lead here."""
        goes_on = parent is not None and parent.parent is not None and parent.position.mid_turn
        self.turn: int = parent.turn + (not goes_on) if parent else 0
        """Which turn the move belongs to, from 1."""
        self.swapped: bool = parent is not None and parent.swapped ^ (move == SWAP)
        """Whether the players sit on each other's sides."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """What is thought of the move: `!`, `?`, `!!`, `??`, `!?`, `?!`, or a number of PGN such as `$14`."""
        return self._symbols

    @symbols.setter
    def symbols(self, symbols: Iterable[str]) -> None:
        self._symbols = tuple(map(read_symbol, symbols))

    @property
    def decider(self) -> Side:
        """The seat whose decision is next; a seat goes by the side it began with."""
        return self.seat_of(self.position.side)

    @property
    def player(self) -> Side | None:
        """The seat that made the move; None at the root."""
        return self.parent.decider if self.parent else None

    def seat_of(self, side: Side) -> Side:
        """The seat that plays the side now; the other way round too: the side that the seat plays."""
        return side.other if self.swapped else side

    @property
    def begun(self) -> int:
        """How many decisions of the turn under way are made; of a turn that was under way at the root at least one."""
        found, node = 0, self
        while node.position.mid_turn:
            found += 1
            if node.parent is None:
                break
            node = node.parent
        return found

    def find(self, move: str) -> "Node | None":
        """The child that the move leads to, if it is there."""
        for text in (move, self.position.read_move(move)) if self.children else ():
            for child in self.children:
                if child.move == text:
                    return child
        return None

    def add(self, move: str) -> "Node":
        """The child that the move leads to, made where it is not there; IllegalMove if the rules do not allow it."""
        known = self.find(move)
        if known is None:
            known = Node(self.position.play(move), self.position.read_move(move), self)
            self.children.append(known)
        return known

    def path(self) -> list["Node"]:
        """From the root to this node."""
        found, node = [self], self.parent
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def moves(self) -> tuple[str, ...]:
        """The moves that led here."""
        return tuple(node.move for node in self.path()[1:])

    def main_line(self) -> Iterator["Node"]:
        """This node, and what follows it on the main line."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def walk(self) -> Iterator["Node"]:
        """This node and all below it, what was played first before its variations."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def is_below(self, other: "Node") -> bool:
        """Whether the other node is this one or lies on the way to it."""
        node: Node | None = self
        while node is not None and node.number > other.number:
            node = node.parent
        return node is other

    @property
    def annotation(self) -> tuple[str, tuple[str, ...], Evaluation | None, int | None]:
        """All that is noted beside the move."""
        return self.comment, self.symbols, self.evaluation, self.clock

    def same(self, other: "Node") -> bool:
        """Whether both trees hold the same moves, variations and notes in the same order."""
        pairs = [(self, other)]
        while pairs:
            ours, theirs = pairs.pop()
            if (ours.move, ours.annotation) != (theirs.move, theirs.annotation):
                return False
            if len(ours.children) != len(theirs.children):
                return False
            pairs += zip(ours.children, theirs.children, strict=True)
        return self.position == other.position

    def __repr__(self) -> str:
        return f"<Node {self.number} {self.move or 'root'}>"


def read_symbol(text: str) -> str:
    """The symbol in its one form; ValueError for anything else.

    >>> read_symbol("$5"), read_symbol("$014")
    ('!?', '$14')
    """
    if text in GLYPHS:
        return text
    found = NUMBERED.fullmatch(text)
    if found is None:
        raise ValueError(f"a symbol is one of {' '.join(GLYPHS)} or $ and a number; got {text!r}")
    number = int(found[1])
    return GLYPHS[number - 1] if 1 <= number <= len(GLYPHS) else f"${number}"
