"""Positions held by compiled code, behind the interface of every position."""

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import cached_property, lru_cache
from typing import Any

from turncoat.games import Position, Ruleset
from turncoat.games.board import Grid
from turncoat.games.errors import BadRequest, WrongType
from turncoat.games.facts import Facts
from turncoat.games.moves import EVENT_KINDS, Details, Event, Move, text_of
from turncoat.games.perft import Unit
from turncoat.games.plain import PlainPosition, read_position
from turncoat.games.results import Result, Score, Side
from turncoat.games.ruleset import split_position
from turncoat.games.text import Phrase

from . import _requests
from ._cpu import compiled, rules
from ._native import State

SIDES = (Side.FIRST, Side.SECOND)
_Change = tuple[int, int, int, int]
Progress = Callable[[float], object]
"""Told now and then how much of a long call is done, from 0 to 1."""


class NativePosition(Position):
    """The native twin of a position: equal to the plain one, thousands of times faster.

    >>> position = start("vect-reverse").play("d3").play("d4-c5")
    >>> position.events[0].text()
    'd4 moves to c5'
    >>> position.facts().stones
    Score(first=4, second=1)
    """

    ruleset: Ruleset
    state: State
    """The position as the compiled code holds it."""
    side: Side
    _before: State | None
    _move: str
    _legal_moves: tuple[Move, ...] | None

    def __init__(self, ruleset: Ruleset, state: State, before: State | None = None, move: str = "") -> None:
        # Into the dictionary, for nothing else may set anything; cached properties would lock at every first look.
        own = self.__dict__
        own["ruleset"], own["state"], own["side"] = ruleset, state, SIDES[state.side]
        own["_before"], own["_move"], own["_legal_moves"] = before, move, None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position never changes: {name} cannot be set")

    @property
    def mid_turn(self) -> bool:
        """Whether the next move belongs to a turn already begun."""
        return self.state.mid_turn

    @cached_property
    def board(self) -> str:
        """The marks of all cells in reading order."""
        return str(self.state).split(" ")[1].replace("/", "")

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move in reading order; none once the game is over."""
        if self._legal_moves is None:
            state, details = self.state, _Details(self.ruleset, self.state).of
            moves = [_ListedMove(text, details, state, number) for number, text in enumerate(state.moves())]
            self.__dict__["_legal_moves"] = tuple(moves)
        return self._legal_moves or ()

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the last move changed; nothing where no move led here."""
        if self._before is None:
            return ()
        ((_, *known),) = self._before.legal(self._move)
        return _details(self.ruleset.grid, *known).events

    def play(self, move: Move | str) -> "NativePosition":
        """The position after the move; IllegalMove if the rules do not allow it."""
        if isinstance(move, _ListedMove) and move.state is self.state:
            return NativePosition(self.ruleset, self.state.play_at(move.number), self.state, move.text)
        read = move.text if isinstance(move, Move) else text_of(move).strip().lower()
        after = self.state.play(read)
        if after is None:
            read = self.read_move(move)
            after = self.state.play(read)
        if after is None:
            raise self._illegal(move)
        return NativePosition(self.ruleset, after, self.state, read)

    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        found = self.state.result()
        if found is None:
            return None
        winner, rule, reason, ended = found
        return Result(SIDES[winner] if winner >= 0 else None, f"R{rule}", reason, f"R{ended}")

    def score(self) -> Score:
        """What each side has in the count that decides the game: points, stones."""
        return Score(*self.state.score())

    def facts(self) -> Facts:
        """What is to be seen besides the cells: stones, score, goals, reserves, zones."""
        return self._facts

    def read_move(self, move: Move | str) -> str:
        """The move in its one written form, whatever way it was typed, legal or not."""
        if self.ruleset.info.Position.read_move is PlainPosition.read_move:
            return text_of(move).strip().lower()
        return self._plain.read_move(move)

    def line_ends(self, cell: str) -> tuple[str, ...]:
        """Where the lines end that a stone on the cell traps others in, or would."""
        return self._plain.line_ends(cell)

    def symmetries(self) -> "list[NativePosition]":
        """This position through every symmetry of its board, itself first."""
        return [NativePosition(self.ruleset, state) for state in self.state.symmetries()]

    def transform(self, symmetry: int) -> "NativePosition":
        """The position seen through the board symmetry of that number."""
        self.ruleset.symmetry(symmetry)  # refuses what is none
        return self.symmetries()[symmetry]

    def canonical(self) -> "NativePosition":
        """The least of the symmetric positions, the same for all of them."""
        return NativePosition(self.ruleset, self.state.canonical())

    def threat(self) -> "NativePosition | None":
        """The same board with the other side to move; None within a turn and where that cannot be."""
        found = self._plain.threat()
        return (
            None if found is None else NativePosition(self.ruleset, _state(self.ruleset, str(found).split(" ", 1)[1]))
        )

    @property
    def key(self) -> int:
        """A number of 64 bits that hardly two positions of a ruleset share, the same on every machine."""
        return self.state.hash

    @cached_property
    def _facts(self) -> Facts:
        return self._plain.facts()

    @cached_property
    def _plain(self) -> PlainPosition:
        return _plain(self.ruleset, self.state)

    def __str__(self) -> str:
        """One line of text that reads back."""
        return str(self.state)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, NativePosition):
            return self.state.same(other.state)
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()

    def __reduce__(self) -> tuple[Callable[..., "NativePosition"], tuple[Any, ...]]:
        return _rebuild, (str(self), None if self._before is None else str(self._before), self._move)


def _plain(ruleset: Ruleset, state: State) -> PlainPosition:
    """The same position in the plain rules, for what is not asked a million times a second."""
    _, *texts = str(state).split(" ")
    return read_position(ruleset.info.Position, ruleset.options, *texts, check=False)


class _ListedMove(Move):
    """A legal move that knows its number among those of its state: it is played without being looked for."""

    __slots__ = ("number", "state")

    def __init__(self, text: str, details: Callable[[str], Details], state: State, number: int) -> None:
        super().__init__(text, details)
        self.state, self.number = state, number


class _Details:
    """What there is to know of the moves of a state: the one place that knows how it is found out."""

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self._ruleset, self._state = ruleset, state

    @cached_property
    def _listed(self) -> dict[str, tuple[tuple[int, ...], tuple[_Change, ...], bool]]:
        return {move: known for move, *known in self._state.legal()}  # type: ignore[misc]

    def of(self, move: str) -> Details:
        """The details of the legal move of that text."""
        return _details(self._ruleset.grid, *self._listed[move])


@lru_cache(10_000)
def _details(grid: Grid, cells: tuple[int, ...], events: tuple[_Change, ...], ends_turn: bool) -> Details:
    """The details that the compiled code tells so; most are met again in the next position."""
    place = (*grid.names, None)  # the last for -1, which is no cell
    told = [Event(EVENT_KINDS[kind], SIDES[side], place[cell], place[to]) for kind, side, cell, to in events]
    return Details(tuple([grid.names[cell] for cell in cells]), tuple(told), ends_turn)


def _rebuild(text: str, before: str | None, move: str) -> NativePosition:
    ruleset, rest = split_position(text)
    state = _state(ruleset, rest)
    return NativePosition(ruleset, state, None if before is None else _state(ruleset, before.split(" ", 1)[1]), move)


def _state(ruleset: Ruleset, text: str) -> State:
    """The compiled state of a text that is known to be right, without its ruleset."""
    return compiled(ruleset).parse(text)


def start(ruleset: Ruleset | str, **options: object) -> Position:
    """The position a game under that ruleset starts from; options may be given by keyword.

    >>> print(*start("verto", size=3).legal_moves)
    b1 a2 b2 c2 b3
    """
    read = Ruleset.read(ruleset, **options)
    found = rules(read)
    return read.start() if found is None else NativePosition(read, found.start())


def parse(text: str) -> Position:
    """The position a line of text describes; BadPosition says why it cannot be one.

    >>> parse("verto:size=3 .../.x./... o").side
    <Side.SECOND: 'second'>
    """
    ruleset, rest = split_position(text)
    return twin(ruleset.parse(rest))


def twin(position: Position) -> Position:
    """The native twin of a position, or the position itself where there is none."""
    if not isinstance(position, Position):
        raise WrongType.of("position", "position", position)
    found = None if isinstance(position, NativePosition) else rules(position.ruleset)
    if found is None:
        return position
    return NativePosition(position.ruleset, found.parse(str(position).split(" ", 1)[1]))


def position_of(where: Position | Ruleset | str) -> Position:
    """The position, or the start of a ruleset: the native twin, where there is one."""
    if isinstance(where, Position):
        return twin(where)
    if not isinstance(where, Ruleset | str):
        raise WrongType.of("position", "position_or_ruleset", where)
    return start(where)


def native_of(where: Position | Ruleset | str) -> NativePosition:
    """The native twin of a position, or of the start of a ruleset; BadRequest where there is none."""
    found = position_of(where)
    if isinstance(found, NativePosition):
        return found
    raise BadRequest(problem=Phrase("problems.no_twin", {"ruleset": str(found.ruleset)}, "turncoat.native"))


def handle(position: Position) -> Any:
    """The position as compiled code takes it; where it has no native twin, the position itself, for what stands in."""
    found = position_of(position)
    return found.state if isinstance(found, NativePosition) else found


def legal_json(position: Position) -> bytes:
    """The legal moves as JSON: of each `move`, `cells`, `events` and `ends_turn`.

    >>> legal_json(parse("verto:size=3 xo./.../... x"))[:87].decode()
    '[{"move":"c1","cells":["c1"],"events":[{"kind":"placed","side":"first","cell":"c1"}],"e'
    """
    if isinstance(position, NativePosition):
        return position.state.legal_json()
    told = [
        {
            "move": move.text,
            "cells": move.cells,
            "events": [{name: value for name, value in asdict(event).items() if value} for event in move.events],
            "ends_turn": move.ends_turn,
        }
        for move in position.legal_moves
    ]
    return json.dumps(told, separators=(",", ":")).encode()


def perft(
    position: Position | Ruleset | str,
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
    begin = position_of(position)
    if not isinstance(begin, NativePosition):
        from . import _plain  # stands above the positions

        return _plain.perft(begin, depth, unit == "turn", bulk, progress)
    try:
        return begin.state.perft(depth, unit == "turn", bulk, threads, progress)
    except OverflowError:
        raise BadRequest(problem=Phrase("problems.too_many", package="turncoat.native")) from None
