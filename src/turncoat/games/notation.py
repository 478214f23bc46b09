"""Texts of positions and of whole games, read and written."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from .kit import CELL_NAME, HOLE, PASS, BadPosition, IllegalMove, Position, Side, TurncoatError
from .text import Phrase


class BadTranscript(TurncoatError):
    """A list of moves that cannot be played."""

    code = "bad_transcript"


def read_position(kind: type[Position], options: Any, board: str, side: str, *fields: str) -> Position:
    """A position of that kind from the texts of its board, side and fields."""
    start = kind.start(options)
    marks = _read_board(start, board)
    if side not in ("x", "o"):
        raise BadPosition("side", got=side)
    texts = _read_fields(kind, fields)
    chain = _read_chain(start, texts)
    values = kind._read_fields(options, marks, texts)
    position = kind(options, marks, Side.FIRST if side == "x" else Side.SECOND, chain, **values)
    problem = position._problem()
    if problem:
        raise problem
    return position


def _read_board(start: Position, text: str) -> str:
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


def _read_fields(kind: type[Position], fields: Iterable[str]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for part in fields:
        name, sign, value = part.partition("=")
        if not (name and sign and value):
            raise BadPosition("field_form", part=part)
        if name not in kind.FIELDS:
            raise BadPosition("unknown_field", name=name, fields=", ".join(kind.FIELDS))
        if name in texts:
            raise BadPosition("field_twice", name=name)
        texts[name] = value
    return texts


def _read_chain(start: Position, texts: dict[str, str]) -> int | None:
    if "chain" not in texts:
        return None
    name = texts.pop("chain")
    cell = start.grid.cell(name)
    if cell is None:
        raise BadPosition(
            "field_value", name="chain", allowed=Phrase("problems.cell_name", {"example": "d3"}), got=name
        )
    return cell


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
    if OTHELLO.fullmatch(word) and len(word) > 3 and position.read_move(word) not in position.moves():
        return _read_othello(position, word)
    moves: list[str] = []
    turns = [turn.replace(",", " ").split() for turn in text.split(";")]
    for number, words in enumerate(turns):
        for word in words:
            position = _play_on(position, word, moves)
        if position.mid_turn and words and number < len(turns) - 1:
            legal = position.moves()
            raise BadTranscript(number=len(moves) + 1, move=";", problem=Phrase("problems.turn_open", {"legal": legal}))
    return moves


def write_transcript(position: Position, moves: Iterable[str]) -> str:
    """The moves from that position as text, a `;` between turns.

    >>> from turncoat.games import start
    >>> write_transcript(start("vect-reverse"), ["d3", "d4-c5", "e3"])
    'd3 d4-c5; e3'
    """
    positions, played = [position], list[str]()
    for move in moves:
        positions.append(_play_on(positions[-1], move, played))
    return join_moves(positions, played)


def join_moves(positions: Sequence[Position], moves: Sequence[str]) -> str:
    """The same where the position before every move is known."""
    parts: list[str] = []
    for position, move in zip(positions, moves, strict=False):
        parts += ["" if not parts else " " if position.mid_turn else "; ", position.read_move(move)]
    return "".join(parts)


def write_othello(moves: Iterable[str]) -> str:
    """The moves as an Othello transcript: cells one after another, passes left out."""
    return "".join(move for move in moves if move != PASS)


OTHELLO = re.compile(r"(?:[a-z][1-9][0-9]?)+", re.ASCII)


def _read_othello(position: Position, text: str) -> list[str]:
    moves: list[str] = []
    for word in CELL_NAME.findall(text):
        if position.moves() == [PASS]:
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
