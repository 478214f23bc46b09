"""The engine behind `analyse` and `review`: ours, or another program."""

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from .errors import NO, CommandError, spoken_text

if TYPE_CHECKING:  # the engine brings numpy, which a command that only complains need not wait for
    from collections.abc import Iterator

    from turncoat.engine import Engine, Limit, Line
    from turncoat.games import Position
    from turncoat.play import Game
    from turncoat.protocols.client import External

WEEK = 7 * 24 * 3600.0  # how long a program may think that was told to think without end


class ProgramAnalyst:
    """A program as one that thinks about the positions of a game: it is told the moves that led there."""

    def __init__(self, program: "External", game: "Game") -> None:
        self._program, self._first = program, game.root.position
        self._moves = {node.position: node.moves() for node in game.root.walk()}
        """Those that lead to the positions of the game, and to those after the best moves there."""

    def analyse(self, position: "Position", limit: "Limit") -> "Iterator[list[Line]]":
        """What it tells as it thinks, best first; a complaint where it tells nothing."""
        lines: list[Line] = []
        game = self._game_to(position)
        for told in self._program.analyse(game, limit):
            lines = [_playable(position, line) for line in told]
            yield lines
        if not lines:
            raise CommandError("no_line", NO, name=self._program.name, position=position)
        after = game.play(lines[0].move)
        self._moves.setdefault(after.position, game.moves)

    def _game_to(self, position: "Position") -> "Game":
        """A game at that position."""
        from turncoat.play import Game

        game = Game(self._first)
        for move in self._moves[position]:
            game.play(move)
        return game

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
    game: "Game", memory: int, program: str | None, *, endless: bool = False
) -> "Iterator[Engine | ProgramAnalyst]":
    """Our engine or, where one is named, a program, to think about that game.

    What a program does wrong ends the command with a sentence.
    """
    from turncoat.engine import Engine
    from turncoat.protocols.client import EngineFailure, External, Timeouts, is_external

    if program is None:
        with Engine(game.ruleset, memory) as engine:
            yield engine
        return
    if not is_external(program):
        raise CommandError("no_program", got=program)
    try:
        with External(program, Timeouts(move=WEEK) if endless else None) as external:
            yield ProgramAnalyst(external, game)
    except EngineFailure as failure:
        raise CommandError("sentence", NO, sentence=spoken_text(failure)) from None
