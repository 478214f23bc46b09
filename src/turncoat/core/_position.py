"""A position of any game, native, behind the interface of the plain rules."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from turncoat import games
from turncoat.games.kit import BadRequest, Event, Grid, Result, Score, Side
from turncoat.games.kit import Position as PlainPosition
from turncoat.games.options import Options
from turncoat.games.perft import Unit
from turncoat.games.text import Phrase

from . import _requests
from ._cpu import rules
from ._native import State

SIDES = (Side.FIRST, Side.SECOND)
Progress = Callable[[float], object]
"""Told now and then how much of a long call is done, from 0 to 1."""


class Position:
    """A board and whose decision it is.  Never changes; `play` gives a new one.

    >>> position = start("vect-reverse").play("d3").play("d4-c5")
    >>> position.events[0].text()
    'd4 moves to c5'
    >>> position.plain.stones()
    Score(first=4, second=1)
    """

    def __init__(self, state: State, before: State | None = None, move: str = "") -> None:
        self._state, self._before, self._move = state, before, move

    @property
    def ruleset(self) -> str:
        """The ruleset in its canonical text."""
        return self._state.rules.text

    @property
    def side(self) -> Side:
        """Who decides next."""
        return SIDES[self._state.side]

    @property
    def mid_turn(self) -> bool:
        """Whether the next move belongs to a turn already begun."""
        return self._state.mid_turn

    def moves(self) -> list[str]:
        """Every legal move in reading order; empty once the game is over."""
        return self._state.moves()

    def play(self, move: str) -> "Position":
        """The position after the move; IllegalMove if the rules do not allow it."""
        read = move.strip().lower()
        after = self._state.play(read)
        if after is None:
            read = self.plain.read_move(move)
            after = self._state.play(read)
        if after is None:
            self.plain.play(move)  # says why not
            raise AssertionError(f"{move} is legal by the plain rules alone: {self}")
        return Position(after, self._state, read)

    def turns(self) -> Iterator[tuple[str, ...]]:
        """Every way to play the present turn to its end, one at a time: there may be billions."""
        return _turns(self._state)

    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        found = self._state.result()
        if found is None:
            return None
        winner, rule, reason, ended = found
        return Result(SIDES[winner] if winner >= 0 else None, f"R{rule}", reason, f"R{ended}")

    def score(self) -> Score:
        """The number each side is ahead or behind by in the eyes of the players."""
        return Score(*self._state.score())

    def symmetries(self) -> list["Position"]:
        """This position through every symmetry of its board, itself first."""
        return [Position(state) for state in self._state.symmetries()]

    def transform(self, symmetry: int) -> "Position":
        """The position seen through the board symmetry of that number."""
        return self.symmetries()[symmetry]

    def canonical(self) -> "Position":
        """The least of the symmetric positions, the same for all of them."""
        return Position(self._state.canonical())

    @property
    def hash(self) -> int:
        """A number of 64 bits that hardly two positions of a ruleset share, the same on every machine."""
        return self._state.hash

    @cached_property
    def plain(self) -> PlainPosition:
        """The same position in the plain rules, for all that is not asked a million times a second."""
        if self._before is None:
            return games.parse(str(self))
        # Replayed, so that it knows what the last move changed.
        return games.parse(str(self._before)).play(self._move)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move changed."""
        return self.plain.events if self._before is not None else ()

    @property
    def options(self) -> Options:
        """The options of the ruleset."""
        options: Options = self.plain.options
        return options

    @property
    def board(self) -> str:
        """The marks of all cells in reading order."""
        return str(self._state).split(" ")[1].replace("/", "")

    @property
    def chain(self) -> int | None:
        """The stone an unfinished turn goes on from."""
        return self.plain.chain if self.mid_turn else None

    @property
    def grid(self) -> Grid:
        """The cells."""
        return self.plain.grid

    def __str__(self) -> str:
        """One line of text that reads back."""
        return str(self._state)

    def __repr__(self) -> str:
        return f"<Position {self}>"

    def __eq__(self, other: object) -> bool:
        return self._state.same(other._state) if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._state.hash)

    def __reduce__(self) -> tuple[Callable[..., "Position"], tuple[Any, ...]]:
        return _rebuild, (str(self), None if self._before is None else str(self._before), self._move)


def _native(text: str) -> State:
    ruleset, _, rest = text.partition(" ")
    return rules(ruleset).parse(rest)


def _rebuild(text: str, before: str | None, move: str) -> Position:
    return Position(_native(text), None if before is None else _native(before), move)


def _turns(state: State) -> Iterator[tuple[str, ...]]:
    for move in state.moves():
        after = state.play(move)
        assert after is not None
        if after.mid_turn:
            yield from ((move, *rest) for rest in _turns(after))
        else:
            yield (move,)


def start(ruleset: str | Options) -> Position:
    """The position a game under that ruleset starts from.

    >>> start("verto:size=3").moves()
    ['b1', 'a2', 'b2', 'c2', 'b3']
    """
    options = games.read_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    return Position(rules(str(options)).start())


def parse(text: str) -> Position:
    """The position a line of text describes; BadPosition says why it cannot be one.

    >>> parse("verto:size=3 .../.x./... o").side
    <Side.SECOND: 'second'>
    """
    return Position(_native(str(games.parse(text))))


def state_of(where: Position | PlainPosition | str | Options) -> State:
    """The native state of a position, or of the start of a ruleset."""
    if isinstance(where, Position):
        return where._state
    return _native(str(where)) if isinstance(where, PlainPosition) else start(where)._state


def perft(
    position: Position | PlainPosition | str,
    depth: int,
    unit: Unit = "turn",
    *,
    threads: int = 1,
    bulk: bool = True,
    progress: Progress | None = None,
) -> int:
    """The number of sequences of exactly that many turns or moves; a game that ended earlier adds nothing.

    `bulk=False` makes every last move as well instead of counting them, which is slower and gives the same number.

    >>> [perft("invector", depth) for depth in (1, 2, 3)]
    [97, 9032, 783436]
    """
    _requests.at_least(0, depth=depth)
    _requests.at_least(1, threads=threads)
    _requests.one_of(("turn", "move"), unit=unit)
    try:
        return state_of(position).perft(depth, unit == "turn", bulk, threads, progress)
    except OverflowError:
        raise BadRequest(problem=Phrase("problems.too_many", package="turncoat.core")) from None
