"""NBoard, version 2: what the Othello board NBoard and its like speak with engines."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from turncoat.engine.levels import Level
from turncoat.engine.line import Limit, Line
from turncoat.games.board import EMPTY
from turncoat.games.errors import TurncoatError
from turncoat.play import TimeLeft

from .. import ggf
from .session import NAME, BadCommand, Server, othello_ruleset, whole
from .wire import Wire

if TYPE_CHECKING:
    from turncoat.games.results import Side

Commands = Mapping[str, Callable[[str], None]]
MAX_NUMBER = 100  # of a depth, and of lines
MAX_SOLVED = 18  # empty cells up to which a game is played out exactly, if the depth asked for is half of them


class Nboard(Server):
    """Answers a board that speaks NBoard."""

    def __init__(self, wire: Wire, ruleset: str | None, version: str, level: Level | None = None) -> None:
        super().__init__(wire, ruleset, version, level)
        self._game = othello_ruleset()
        if self.session.ruleset.info.name != self._game:
            raise BadCommand("not_othello", protocol="NBoard", ruleset=self._game)
        self._depth: int | None = None
        self._clocks: dict[Side, TimeLeft] = {}
        self._commands: Commands = {
            "nboard": self._greet,
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "ping": self._ping,
            "learn": lambda _: self.wire.send("learned"),
            "analyze": self._analyse,
            "analyse": self._analyse,
            "quit": self._quit,
        }

    @staticmethod
    def default_ruleset() -> str:
        """What is played until another board is set."""
        return othello_ruleset()

    def execute(self, line: str) -> None:
        """Do what a line says."""
        word, _, rest = line.strip().partition(" ")
        command = self._commands.get(word.lower())
        if command is not None:
            command(rest.strip())
        elif self.session.position.find(ggf.read_move(word)) is not None:
            self._move(word)  # as the first version of the protocol has it
        elif word:
            raise BadCommand("unknown_command", name=word[:40], commands=list(self._commands))

    def report_error(self, error: TurncoatError) -> None:
        """Say what was wrong with a line, where the board shows it."""
        self.wire.send(f"status error: {error.text()}")

    def _greet(self, rest: str) -> None:
        self.wire.send(f"set myname {self.title}")

    def _quit(self, rest: str) -> None:
        self.open = False

    def _ping(self, rest: str) -> None:
        self.session.stop()  # what was thought about the old position is told before the pong
        self.wire.send(f"pong {rest}".rstrip())

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "depth":
            depth = whole(value, 1, MAX_NUMBER)
            if depth is None:
                raise BadCommand("number", name="depth", low=1, high=MAX_NUMBER, got=value[:40])
            self._depth = depth
            self.wire.send(f"set myname {self.title}{'' if self.session.level.strength else self._depth}")
        elif name == "game":
            game = ggf.read(value, self._game)
            self.session.set_up(game.first, list(game.moves))
            self._clocks = game.clocks
        elif name != "contempt":
            raise BadCommand("unknown_option", name=name[:40], options=["depth", "game", "contempt"])

    def _move(self, rest: str) -> None:
        word, _, told = rest.partition("/")
        side = self.session.position.side
        self.session.play(ggf.read_move(word))
        if side in self._clocks:
            clock, spent = self._clocks[side], ggf.seconds(told.rpartition("/")[2])
            self._clocks[side] = TimeLeft(max(0.0, clock.remaining - spent + clock.increment), clock.increment)

    def _hint(self, rest: str) -> None:
        lines = whole(rest, 1, MAX_NUMBER) or 1
        if self.session.position.is_over:
            raise BadCommand("over")
        self.wire.send(f"status {NAME} is analyzing")
        self.session.think(Limit(depth=self._searched(), lines=lines), self._report, lambda _: self.wire.send("status"))

    def _go(self, rest: str) -> None:
        position = self.session.position
        if position.is_over:
            raise BadCommand("over")
        soft = hard = None
        if position.side in self._clocks:
            soft, hard = self.session.times(self._clocks[position.side])
        self.wire.send(f"status {NAME} is thinking")
        limit = Limit(depth=self._searched(), time=hard, soft_time=soft)
        self.session.think_as_level(limit, self._report, self._answer)

    def _searched(self) -> int:
        """The depth asked for; to the end of the game where that is near."""
        asked, empty = self._depth or 12, self.session.position.board.count(EMPTY)
        return 2 * empty + 2 if empty <= min(2 * asked, MAX_SOLVED) else asked

    def _report(self, lines: list[Line]) -> None:
        found = [f"search {pv(line)} {value(line):.2f} 0 {depth(line)}" for line in lines]
        self.wire.send(*found, f"nodestats {lines[0].nodes} {lines[0].seconds:.3f}")

    def _answer(self, lines: list[Line]) -> None:
        best = self.session.choose(lines)
        self.wire.send(f"=== {ggf.write_move(best.move)}/{value(best):.2f}/{best.seconds:.3f}", "status")

    def _analyse(self, rest: str) -> None:
        """Every position of the game, from the last to the first, until another command comes."""
        end = self.session.game.current
        self.wire.send(f"status {NAME} is analyzing")
        for node in reversed(end.path()):
            self.session.go_to(node)
            position = node.position
            score, side = position.score(), position.side
            lead = float(score.of(side) - score.of(side.other))
            if not position.is_over:
                found: list[list[Line]] = []
                search = self.session.think(Limit(depth=self._searched()), found.append, lambda _: None)
                while not search.wait(0.01) and not self.wire.pending:
                    pass
                if search.busy:
                    break
                lead = value(found[-1][0])
            self.wire.send(f"analysis {node.number} {lead:.2f}")
        self.session.go_to(end)
        self.wire.send("status")


def pv(line: Line) -> str:
    """The moves of a line in one word."""
    return "".join(map(ggf.write_move, line.moves))


def value(line: Line) -> float:
    """The lead in stones."""
    return float(line.lead) if line.lead is not None else line.value / 100


def depth(line: Line) -> str:
    """The depth, or that the line is exact to the end."""
    return "100%" if line.proved else str(line.depth)
