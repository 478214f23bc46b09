"""The moves of a game as text, read and written."""

import re
from collections.abc import Iterable, Sequence

from .board import CELL_NAME
from .errors import IllegalMove, TurncoatError
from .moves import PASS, Move, text_of
from .position import Position
from .text import Phrase


class BadTranscript(TurncoatError):
    """A list of moves that cannot be played."""

    code = "bad_transcript"


def read_transcript(position: Position, text: str) -> list[str]:
    """The moves of a transcript that starts at the position, each in its one written form.

    Turns are separated by `;` or by nothing at all; a `;` inside a turn is an error.  Where the text is one word of
    several cells it is an Othello transcript, in which passes are left out.

    >>> from turncoat.games import start
    >>> read_transcript(start("reversi"), "f5d6c3")
    ['f5', 'd6', 'c3']
    """
    word = text.strip().lower()
    # A single move may look like two cells as well: d4d5 where stones move.
    if OTHELLO.fullmatch(word) and len(word) > 3 and position.find(word) is None:
        return _read_othello(position, word)
    moves: list[str] = []
    turns = [turn.replace(",", " ").split() for turn in text.split(";")]
    for number, words in enumerate(turns):
        for word in words:
            position = _play_on(position, word, moves)
        if position.mid_turn and words and number < len(turns) - 1:
            legal = [move.text for move in position.legal_moves]
            raise BadTranscript(number=len(moves) + 1, move=";", problem=Phrase("problems.turn_open", {"legal": legal}))
    return moves


def write_transcript(position: Position, moves: Iterable[Move | str]) -> str:
    """The moves from that position as text, a `;` between turns.

    >>> from turncoat.games import start
    >>> write_transcript(start("vect-reverse"), ["d3", "d4-c5", "e3"])
    'd3 d4-c5; e3'
    """
    positions, played = [position], list[str]()
    for move in moves:
        positions.append(_play_on(positions[-1], text_of(move), played))
    return join_moves(positions, played)


def join_moves(positions: Sequence[Position], moves: Sequence[str]) -> str:
    """The same where the position before every move is known."""
    parts: list[str] = []
    for position, move in zip(positions, moves, strict=False):
        parts += ["" if not parts else " " if position.mid_turn else "; ", position.read_move(move)]
    return "".join(parts)


OTHELLO = re.compile(r"(?:[a-z][1-9][0-9]?)+", re.ASCII)


def _read_othello(position: Position, text: str) -> list[str]:
    moves: list[str] = []
    for word in CELL_NAME.findall(text):
        if position.must_pass:
            position = _play_on(position, PASS, moves)
        position = _play_on(position, word, moves)
    return moves


def _play_on(position: Position, word: str, moves: list[str]) -> Position:
    """The position after the word is played and noted down."""
    try:
        after = position.play(word)
    except IllegalMove as problem:
        raise BadTranscript(number=len(moves) + 1, move=word, problem=Phrase.of(problem)) from None
    moves.append(position.read_move(word))
    return after
