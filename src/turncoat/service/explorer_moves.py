"""By what the explorer knows a move: worked out in the worker's process, which needs nothing else of the service."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from turncoat import native
from turncoat.games import Position
from turncoat.games.results import Side
from turncoat.play import Game

DEPTH = 80  # moves of a game that are counted: later positions are met once


class Child(NamedTuple):
    """A legal move, by what it is known."""

    move: str
    key: str
    position: str
    """What it leads to, in the least of its symmetric forms."""


class Asked(NamedTuple):
    """A position, read."""

    position: str
    side: Side
    children: list[Child]


def read(position: str) -> Asked:
    """The position and its legal moves."""
    found = native.parse(position)
    here = str(found.canonical())
    children = [_child(found, here, move.text) for move in found.legal_moves]
    return Asked(str(found), found.side, children)


def _child(position: Position, here: str, move: str) -> Child:
    there = str(position.play(move).canonical())
    return Child(move, key_of(position, here, there), there)


def key_of(position: Position, here: str, there: str) -> str:
    """By what a move is known; games played by other rules of the same name are others."""
    text = f"{position.ruleset.info.version}\0{here}\0{there}"
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def keys(start: str, moves: Sequence[str]) -> list[str]:
    """By what each of the first moves of a game is known."""
    game, found = Game.from_position(start), []
    here = str(game.position.canonical())
    for move in moves[:DEPTH]:
        before = game.position
        there = str(game.play(move).position.canonical())
        found.append(key_of(before, here, there))
        here = there
    return found
