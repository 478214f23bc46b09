"""The engine behind `analyse` and `review`: ours, or another program."""

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from .errors import NO, CommandError, spoken_text

if TYPE_CHECKING:  # the engine brings numpy, which a command that only complains need not wait for
    from collections.abc import Iterator

    from turncoat.engine import Engine, Limit, Line
    from turncoat.games import Position, Ruleset
    from turncoat.protocols.client import External

WEEK = 7 * 24 * 3600.0  # how long a program may think that was told to think without end


class ProgramAnalyst:
    """A program as one that thinks about positions."""

    def __init__(self, program: "External") -> None:
        self._program = program

    def analyse(self, position: "Position", limit: "Limit") -> "Iterator[list[Line]]":
        """What it tells as it thinks, best first; a complaint where it tells nothing."""
        silent = True
        for lines in self._program.analyse(position, limit):
            silent = False
            yield [_playable(position, line) for line in lines]
        if silent:
            raise CommandError("no_line", NO, name=self._program.name, position=position)

    def best(self, position: "Position", limit: "Limit") -> "Line":
        """The best line that it told last."""
        *_, last = self.analyse(position, limit)
        return last[0]


def _playable(position: "Position", line: "Line") -> "Line":
    """The line up to the first move that cannot be played; its first one can."""
    at, moves = position, list[str]()
    for told in line.moves:
        move = at.find(told)
        if move is None:
            break
        moves.append(move.text)
        at = at.play(move)
    return replace(line, moves=tuple(moves))


@contextmanager
def thinking(
    ruleset: "Ruleset | str", memory: int, program: str | None, *, endless: bool = False
) -> "Iterator[Engine | ProgramAnalyst]":
    """Our engine or, where one is named, a program; what that does wrong ends the command with a sentence."""
    from turncoat.engine import Engine
    from turncoat.protocols.client import EngineFailure, External, Timeouts, is_external

    if program is None:
        with Engine(ruleset, memory) as engine:
            yield engine
        return
    if not is_external(program):
        raise CommandError("no_program", got=program)
    try:
        with External(program, Timeouts(move=WEEK) if endless else None) as external:
            yield ProgramAnalyst(external)
    except EngineFailure as failure:
        raise CommandError("sentence", NO, sentence=spoken_text(failure)) from None
