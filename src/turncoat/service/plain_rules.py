"""What a worker for plain rules runs: it plays moves and returns positions with everything already computed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from turncoat import games
from turncoat.games import Position, Ruleset
from turncoat.games.facts import Facts
from turncoat.games.moves import Event, Move, text_of
from turncoat.games.results import Result, Score, Side


@dataclass(frozen=True, eq=False, repr=False)
class KnownPosition(Position):
    """A position of which everything is known and nothing more is asked: its rules are in another process."""

    text: str
    ruleset: Ruleset = field()
    side: Side = field()
    mid_turn: bool = field()
    board: str = field()
    legal_moves: tuple[Move, ...] = field()
    events: tuple[Event, ...] = field()
    outcome: Result | None
    known_facts: Facts
    known_lines: "Lines"

    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return self.outcome

    def score(self) -> Score:
        """What each side has in the count that decides the game: points, stones."""
        return self.known_facts.score

    def facts(self) -> Facts:
        """What is to be seen besides the cells."""
        return self.known_facts

    def lines(self) -> dict[str, tuple[str, ...]]:
        """The lines that matter now."""
        return self.known_lines

    def read_move(self, move: Move | str) -> str:
        """The move in its one written form."""
        return text_of(move).strip().lower()

    def play(self, move: Move | str) -> NoReturn:
        """Refused: `Rules.follow` plays moves."""
        raise RuntimeError("plain rules are not played in this process")

    def threat(self) -> NoReturn:
        """Refused: whoever wants it asks a process that has the rules."""
        raise RuntimeError("plain rules are not asked in this process")

    def symmetries(self) -> NoReturn:
        """Refused, like all that needs the rules."""
        raise RuntimeError("plain rules are not asked in this process")

    def transform(self, symmetry: int) -> NoReturn:
        """Refused."""
        self.symmetries()

    def canonical(self) -> NoReturn:
        """Refused."""
        self.symmetries()

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        # To an engine in a process of its own goes the position that has rules.
        return games.parse, (self.text,)


Lines = dict[str, tuple[str, ...]]
Parts = tuple[str, Ruleset, Side, bool, str, tuple[Move, ...], tuple[Event, ...], Result | None, Facts, Lines]
"""What travels of a position between processes."""


def known(parts: Parts) -> KnownPosition:
    """The position that was told so."""
    return KnownPosition(*parts)


def start(ruleset: str) -> Parts:
    """The position that a game starts from."""
    return _parts(Ruleset.read(ruleset).start())


def play(position: str, move: str) -> Parts:
    """The position after a legal move."""
    return _parts(games.parse(position).play(move))


def replay(ruleset: str, steps: Sequence[str | int]) -> list[Parts]:
    """The first position, and the one after every move; a number among the moves goes back to so many of them."""
    line: list[Position] = [Ruleset.read(ruleset).start()]
    found = [_parts(line[0])]
    known: dict[tuple[str, str], tuple[Position, Parts]] = {}  # taken back and made again, it is listed once
    for step in steps:
        if isinstance(step, int):
            del line[step + 1 :]
            continue
        key = str(line[-1]), step
        if key not in known:
            position = line[-1].play(step)
            known[key] = position, _parts(position)
        line.append(known[key][0])
        found.append(known[key][1])
    return found


def _parts(position: Position) -> Parts:
    legal = position.legal_moves
    for move in legal:
        move.details  # noqa: B018 — found out here, where time is limited
    about = (str(position), position.ruleset, position.side, position.mid_turn, position.board)
    return (*about, legal, position.events, position.result(), position.facts(), position.lines())
