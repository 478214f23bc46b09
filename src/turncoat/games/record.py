"""A whole game on paper: its ruleset, who played, the moves, and how it ended.  One text form, read by every room.

    ruleset: verto:size=9
    first: Ann
    second: level 4
    result: second R9 majority
    moves: e5; d4; f6xe5 ...

Lines may come in any order; `moves` may go on over several lines; a `#` line is a comment; other names are kept.
A file of several games has an empty line after each.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from .errors import TurncoatError
from .notation import join_moves, read_transcript
from .position import Position
from .results import Result
from .ruleset import Ruleset, parse, start
from .text import Phrase

KNOWN = ("ruleset", "start", "moves")


class BadRecord(TurncoatError):
    """A text that is no record of a game."""

    code = "bad_record"

    def __init__(self, problem: str | Phrase, **data: object) -> None:
        if isinstance(problem, str):
            problem = Phrase(f"problems.{problem}", data)
        TurncoatError.__init__(self, problem=problem)


@dataclass(frozen=True)
class Record:
    """A game's ruleset, moves, and what else is said about it (players, date, event).

    >>> record = Record("reversi:size=4x4", ("b1", "a1"), headers={"first": "Ann"})
    >>> Record.read(str(record)) == record
    True
    """

    ruleset: str
    moves: tuple[str, ...] = ()
    start: str | None = None
    """The position text the game began from, where that is not the ruleset's own start."""
    headers: dict[str, str] = field(default_factory=dict)
    """What else is said, one line each; also the `result` of a game broken off, which its moves do not tell."""

    def __post_init__(self) -> None:
        """Refuses headers that would read back as something else."""
        headers = {name.strip().lower(): " ".join(value.split()) for name, value in self.headers.items()}
        for line, name in enumerate(headers, 3 if self.start else 2):
            if name in KNOWN:
                raise BadRecord("record_twice", line=line, name=name)
            if not name.isalpha():
                raise BadRecord("record_line", line=line)
        object.__setattr__(self, "headers", headers)

    @classmethod
    def of(cls, positions: Sequence[Position], moves: Sequence[str], headers: Mapping[str, str] | None = None) -> Self:
        """The record of a game whose positions, from the first to the last, are known: it need not be replayed."""
        first = positions[0]
        own = first == first.ruleset.start()
        record = cls(str(first.ruleset), tuple(moves), None if own else str(first), dict(headers or {}))
        record.__dict__["_positions"] = tuple(positions)
        return record

    def first_position(self) -> Position:
        """The position the game began from."""
        return parse(self.start) if self.start else start(self.ruleset)

    @cached_property
    def _positions(self) -> tuple[Position, ...]:
        found = [self.first_position()]
        for move in self.moves:
            found.append(found[-1].play(move))
        return tuple(found)

    def positions(self) -> list[Position]:
        """Every position from the first to the last."""
        return list(self._positions)

    def __str__(self) -> str:
        """The record as text that reads back."""
        lines = {"ruleset": self.ruleset, **({"start": self.start} if self.start else {}), **self.headers}
        result = self._positions[-1].result()
        if result:
            lines["result"] = write_result(result)
        lines["moves"] = join_moves(self._positions, self.moves)
        return "".join(f"{name}: {value}".rstrip() + "\n" for name, value in lines.items())

    @classmethod
    def read(cls, text: str) -> Self:
        """The record a text holds; BadRecord, BadTranscript or BadPosition says what is wrong with it."""
        lines = _read_lines(text)
        if "ruleset" not in lines:
            raise BadRecord("record_missing", name="ruleset")
        ruleset = Ruleset.read(lines["ruleset"])
        begin = str(parse(lines["start"])) if lines.get("start") else None
        first = parse(begin) if begin else start(ruleset)
        if first.ruleset != ruleset:
            raise BadRecord("record_start", ruleset=str(ruleset), start=str(first.ruleset))
        moves = tuple(read_transcript(first, lines.get("moves", "")))
        record = cls(str(ruleset), moves, begin, {name: value for name, value in lines.items() if name not in KNOWN})
        record._check_result()
        return record

    def _check_result(self) -> None:
        """A record that contradicts its own moves is refused; a game broken off may name any winner."""
        result = self.positions()[-1].result()
        if result:
            said = self.headers.pop("result", "")  # the moves tell it
            if said and said.split()[0] != write_result(result).split()[0]:
                raise BadRecord("record_result", said=said, found=write_result(result))


def write_result(result: Result) -> str:
    """Such as `first R9 target`."""
    return f"{result.winner or 'draw'} {result.rule} {result.reason}"


def split_records(text: str, *, keep_comments: bool = False) -> list[str]:
    """The texts of the records in a file of several, unread; comments between them are left out unless kept."""
    blocks: list[list[str]] = [[]]
    for line in text.removeprefix("\ufeff").splitlines():
        if not line.strip():
            blocks.append([])
        elif keep_comments or not line.startswith("#"):
            blocks[-1].append(line)
    return ["".join(f"{line}\n" for line in block) for block in blocks if block]


def read_records(text: str) -> Iterator[Record]:
    """Every record of a file of several, one at a time.

    >>> text = "ruleset: reversi\\nmoves: f5d6c3\\n\\nruleset: verto\\nmoves: d4\\n"
    >>> [record.ruleset for record in read_records(text)]
    ['reversi', 'verto']
    """
    return (Record.read(block) for block in split_records(text))


def _read_lines(text: str) -> dict[str, str]:
    lines: dict[str, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not line.strip() or line.startswith("#"):
            continue
        if "moves" in lines and (not colon or not name.isalpha()):
            lines["moves"] += f" {line.strip()}"
        elif not colon or not name.isalpha():
            raise BadRecord("record_line", line=number)
        elif name.lower() in lines:
            raise BadRecord("record_twice", line=number, name=name.lower())
        else:
            lines[name.lower()] = value
    return lines
