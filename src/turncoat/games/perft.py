"""Counting sequences of moves or turns: the measure by which two implementations are compared."""

from typing import Literal, get_args

from .errors import BadRequest, WrongType
from .plain import PlainPosition
from .text import Phrase

Unit = Literal["turn", "move"]


def perft(position: PlainPosition, depth: int, unit: Unit = "turn") -> int:
    """The number of sequences of exactly that many turns or moves; a game that ended earlier adds nothing.

    >>> from turncoat.games import start
    >>> [perft(start("reversi"), depth) for depth in (1, 2, 3)]
    [4, 12, 56]
    """
    if not isinstance(position, PlainPosition):
        raise WrongType.of("position", "position", position)
    if not isinstance(depth, int):
        raise WrongType.of("depth", "whole_number", depth)
    if depth < 0:
        raise BadRequest(problem=Phrase("problems.at_least", {"name": "depth", "low": 0, "got": depth}))
    if unit not in get_args(Unit):
        allowed = Phrase("allowed.one_of", {"values": get_args(Unit)})
        raise BadRequest(problem=Phrase("problems.must_be", {"name": "unit", "allowed": allowed, "got": unit}))
    return _count(position, depth, unit)


def _count(position: PlainPosition, depth: int, unit: Unit) -> int:
    if depth == 0:
        return 1
    moves = position._texts
    if depth == 1 and unit == "move":
        return len(moves)
    total = 0
    for move in moves:
        after = position.after(move)
        total += _count(after, depth - (unit == "move" or not after.mid_turn), unit)
    return total
