"""UGI, the Universal Game Interface, for every game."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from turncoat.engine import BadWeights, read
from turncoat.engine.clock import OVERHEAD
from turncoat.engine.levels import NAMES, Level
from turncoat.engine.line import MAX_SECONDS, WHOLE, Limit, Line
from turncoat.games.errors import TurncoatError
from turncoat.games.results import Side
from turncoat.native import parse, start
from turncoat.play import TimeLeft

from .session import DEFAULT_MEMORY, BadCommand, Server, whole
from .wire import Wire

BOARD = re.compile(r"[xo.#/]+")
NUMBERS = ("p1time", "p2time", "p1inc", "p2inc", "movestogo", "movetime", "depth", "nodes")
ALIASES = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}
FLAGS = ("infinite", "ponder")


@dataclass(frozen=True)
class Spin:
    """A whole number that can be set."""

    usual: int
    low: int
    high: int


SPINS: Mapping[str, Spin] = {
    "Hash": Spin(DEFAULT_MEMORY, 1, 65536),
    "Threads": Spin(1, 1, 256),
    "MultiPV": Spin(1, 1, 500),
    "MoveOverhead": Spin(int(OVERHEAD * 1000), 0, 10_000),
    "Seed": Spin(0, 0, 2**31 - 1),
}
OTHERS = ("Level", "Ponder", "Ruleset", "Weights")


class Ugi(Server):
    """Answers a program that speaks UGI."""

    def __init__(self, wire: Wire, ruleset: str | None, version: str, level: Level | None = None) -> None:
        super().__init__(wire, ruleset, version, level)
        self._numbers = {name: SPINS[name].usual for name in ("MultiPV", "MoveOverhead", "Seed")}
        self._names_ponder = False
        self._commands: Mapping[str, Callable[[list[str]], None]] = {
            "ugi": self._greet,
            "isready": self._ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: self.session.stop(),
            "ponderhit": lambda _: self.session.ponder_hit(),
            "query": self._query,
            "quit": self._quit,
        }

    def execute(self, line: str) -> None:
        """Do what a line says."""
        words = line.split()
        if not words:
            return
        command = self._commands.get(words[0].lower())
        if command is None:
            raise BadCommand("unknown_command", name=words[0][:40], commands=list(self._commands))
        command(words[1:])

    def report_error(self, error: TurncoatError) -> None:
        """Say what was wrong with a line."""
        self.wire.send(f"info string error: {error.text()}")

    def _greet(self, words: list[str]) -> None:
        spins = [
            f"option name {name} type spin default {spin.usual} min {spin.low} max {spin.high}"
            for name, spin in SPINS.items()
        ]
        levels = " ".join(f"var {name}" for name in NAMES)
        self.wire.send(
            f"id name Turncoat {self.version}",
            "id author the Turncoat contributors",
            *spins,
            f"option name Level type combo default {self.session.level.name} {levels}",
            "option name Ponder type check default false",
            f"option name Ruleset type string default {self.session.ruleset}",
            "option name Weights type string default shipped",
            "ugiok",
        )

    def _ready(self, words: list[str]) -> None:
        if not self.session.busy:
            self._try_twice(self.session.engine)
        self.wire.send("readyok")

    def _try_twice(self, action: Callable[[], object]) -> bool:
        """Whether it could be done, if need be without the settings that were given up at the first attempt."""
        return self.attempt(action) or self.attempt(action)

    def _quit(self, words: list[str]) -> None:
        self.open = False

    def _new_game(self, words: list[str]) -> None:
        self.session.forget()
        self.session.set_up(start(self.session.ruleset))
        self._reseed()

    def _set_option(self, words: list[str]) -> None:
        found = re.fullmatch(r"name\s+(.+?)(?:\s+value(?:\s+(.*))?)?", " ".join(words), re.IGNORECASE)
        if found is None:
            raise BadCommand("option_form")
        name, value = found[1].lower().replace(" ", ""), (found[2] or "").strip()
        spins = {each.lower(): each for each in SPINS} | {"memory": "Hash"}
        if name in spins:
            self._set_number(spins[name], value)
        elif name == "level":
            self._set_level(value)
        elif name == "ruleset":
            self._set_ruleset(value)
        elif name == "weights":
            self._set_weights(value)
        elif name == "ponder":
            self._set_ponder(value)
        else:
            raise BadCommand("unknown_option", name=found[1][:40], options=[*SPINS, *OTHERS])

    def _set_number(self, name: str, value: str) -> None:
        spin = SPINS[name]
        number = whole(value, spin.low, spin.high)
        if number is None:
            raise BadCommand("number", name=name, low=spin.low, high=spin.high, got=value[:40])
        self.session.stop()
        if name == "Hash":
            if number != self.session.memory:
                self.session.set_memory(number)
        elif name == "Threads":
            self.session.threads = number
        else:
            self._numbers[name] = number
        if name == "Seed":
            self._reseed()

    def _set_level(self, value: str) -> None:
        level = Level(value)
        self.session.renew()
        self.session.level = level

    def _set_ponder(self, value: str) -> None:
        if value.lower() not in ("true", "false"):
            raise BadCommand("truth", name="Ponder", got=value[:40])
        self.session.stop()
        self._names_ponder = value.lower() == "true"

    def _reseed(self) -> None:
        """The chance that a level chooses by, begun anew."""
        self.session.random = Random(self._numbers["Seed"] or None)

    def _set_ruleset(self, value: str) -> None:
        self.session.set_up(start(value))
        self._keep_fitting_weights()

    def _set_weights(self, value: str) -> None:
        weights = {"shipped": "shipped", "none": None}.get(value.lower(), "")
        self.session.set_weights(read(Path(value)) if weights == "" else weights)

    def _keep_fitting_weights(self) -> None:
        weights = self.session.weights
        if weights is not None and not isinstance(weights, str) and not weights.fit(self.session.ruleset):
            self.session.weights = "shipped"
            raise BadWeights(self.session.ruleset, "other_ruleset")

    def _position(self, words: list[str]) -> None:
        moves = words.index("moves") if "moves" in words else len(words)
        kind, text = words[:1], words[1:moves]
        if kind == ["startpos"] and not text:
            first = start(self.session.ruleset)
        elif kind == ["fen"] and text:
            first = parse(" ".join(text if not BOARD.fullmatch(text[0]) else [str(self.session.ruleset), *text]))
        else:
            raise BadCommand("position_form")
        self.session.set_up(first, [move.strip(";,") for move in words[moves + 1 :]])
        self._keep_fitting_weights()

    def _go(self, words: list[str]) -> None:
        given, flags, problems = _read_go(words)
        for problem in problems:
            self.report_error(problem)
        if problems and not given and not flags:
            return  # a search without any limit is not what was meant
        if self.session.position.is_over:
            self.session.stop()
            self.report_error(BadCommand("over"))
            self.wire.send("bestmove none")
            return
        ponder, hold = "ponder" in flags, bool(flags)

        def think() -> None:
            self.session.think_as_level(self._limit(given, flags), self._report, self._answer, hold=hold, ponder=ponder)

        if not self._try_twice(think):
            self._answer([])  # whoever asked waits for a move

    def _limit(self, given: Mapping[str, int], flags: set[str]) -> Limit:
        soft = hard = None
        seat = "p1" if self._is_first_player(self.session.position.side) else "p2"
        if "infinite" in flags:
            pass
        elif "movetime" in given:
            soft = hard = min(max(0.001, given["movetime"] / 1000), MAX_SECONDS)
        elif f"{seat}time" in given:
            clock = TimeLeft(
                given[f"{seat}time"] / 1000, given.get(f"{seat}inc", 0) / 1000, given.get("movestogo") or None
            )
            soft, hard = self.session.times(clock, self._numbers["MoveOverhead"] / 1000)
        depth, nodes = (_clamped(name, given.get(name)) for name in ("depth", "nodes"))
        lines, threads = self._numbers["MultiPV"], self.session.threads
        return Limit(time=hard, nodes=nodes, depth=depth, lines=lines, threads=threads, soft_time=soft)

    def _report(self, lines: list[Line]) -> None:
        asked = self._numbers["MultiPV"]  # a level weighs more lines than that
        self.wire.send(*(info(line, ranked=asked > 1) for line in lines[:asked]))

    def _answer(self, lines: list[Line]) -> None:
        best = self.session.choose(lines).moves if lines else tuple(map(str, self.session.position.legal_moves[:1]))
        # A program that reads exactly two words after its search is common: the third comes only when asked for.
        answer = f"bestmove {best[0]}"
        self.wire.send(f"{answer} ponder {best[1]}" if self._names_ponder and len(best) > 1 else answer)

    def _is_first_player(self, side: Side) -> bool:
        """Whether player 1, who had the first side in the position given, plays that side now: swaps exchange sides."""
        return self.session.game.seat_of(side) is Side.FIRST

    def _query(self, words: list[str]) -> None:
        position, result = self.session.position, self.session.position.result()
        match words:
            case ["gameover"]:
                answer = _boolean(result is not None)
            case ["p1turn"]:
                answer = _boolean(self._is_first_player(position.side))
            case ["result"] if result is None:
                answer = "none"
            case ["result"] if result is not None and result.winner is None:
                answer = "draw"
            case ["result"] if result is not None and result.winner is not None:
                answer = "p1win" if self._is_first_player(result.winner) else "p2win"
            case ["fen"]:
                answer = str(position)
            case ["moves"]:
                answer = " ".join(map(str, position.legal_moves)) or "none"
            case ["islegal", move]:
                answer = _boolean(position.find(move) is not None)
            case _:
                raise BadCommand("query_form")
        self.wire.send(f"response {answer}")


def info(line: Line, *, ranked: bool) -> str:
    """One line of a search as UGI writes it."""
    parts = [f"info depth {line.depth} seldepth {max(line.depth, line.deepest)}"]
    if ranked:
        parts.append(f"multipv {line.rank + 1}")
    micros = max(1, int(line.seconds * 1e6))
    parts.append(f"score {score(line)} nodes {line.nodes} nps {line.nodes * 1_000_000 // micros} time {micros // 1000}")
    return f"{' '.join(parts)} pv {' '.join(line.moves)}"


def score(line: Line) -> str:
    """The value: hundredths of a stone (or of what else counts), or moves to a forced end; and whether it is proved."""
    if line.moves_to_end is not None:
        return f"mate {line.moves_to_end if line.value > 0 else -line.moves_to_end} proved"
    if line.lead is not None:
        return f"cp {100 * line.lead} proved"
    return f"cp {line.value}"


def _boolean(truth: bool) -> str:
    return "true" if truth else "false"


def _clamped(name: str, number: int | None) -> int | None:
    """The number within the bounds of a limit of that name."""
    low, high = WHOLE[name]
    return None if number is None else max(low, min(number, high))


def _read_go(words: list[str]) -> tuple[dict[str, int], set[str], list[BadCommand]]:
    """The numbers and the flags of a `go`, and what was wrong with the rest."""
    given: dict[str, int] = {}
    flags: set[str] = set()
    problems: list[BadCommand] = []
    rest = iter(words)
    for word in rest:
        name = ALIASES.get(word.lower(), word.lower())
        if name in FLAGS:
            flags.add(name)
        elif name in NUMBERS:
            value = next(rest, "")
            if re.fullmatch(r"-?[0-9]{1,15}", value, re.ASCII):
                given[name] = int(value)
            else:
                problems.append(BadCommand("go_number", name=word, got=value[:40]))
        else:
            problems.append(BadCommand("go_word", name=word[:40], words=[*NUMBERS, *FLAGS]))
    return given, flags, problems
