"""GTP, the Go Text Protocol, version 2, as Othello programs use it: a1 is the top-left cell, Black moves first."""

import re
import time
from collections.abc import Callable, Mapping

from turncoat.engine.levels import Level
from turncoat.engine.line import MAX_SECONDS, Limit, Line
from turncoat.games import Position, Ruleset
from turncoat.games.errors import TurncoatError
from turncoat.games.moves import PASS
from turncoat.games.results import Side
from turncoat.native import start
from turncoat.play import TimeLeft

from .session import BadCommand, Server, fault, othello_ruleset
from .wire import Wire

DEFAULT_SECONDS = 1.0  # for a move, where no time was set
MAX_NUMBER = int(MAX_SECONDS)  # of seconds, and of stones: more than any game lasts
Commands = Mapping[str, Callable[[list[str]], str]]
COLOURS = {"b": Side.FIRST, "black": Side.FIRST, "w": Side.SECOND, "white": Side.SECOND}
SIGNS = {"x": "X", "o": "O", ".": "."}
GAME = "Othello"  # what boards for several games, Quarry first of all, call it


class Failure(Exception):
    """What GTP answers with a question mark."""


class Gtp(Server):
    """Answers a program that speaks GTP."""

    def __init__(self, wire: Wire, ruleset: str | None, version: str, level: Level | None = None) -> None:
        super().__init__(wire, ruleset, version, level)
        if self.session.ruleset.info.name != othello_ruleset():
            raise BadCommand("not_othello", protocol="GTP", ruleset=othello_ruleset())
        self._settings: tuple[int, int, int] | None = None
        self._clocks: dict[Side, TimeLeft] = {}
        self._idle = 0  # passes after the end of the game, which some programs exchange
        self._left_out: set[int] = set()  # which moves are passes that nobody told us of
        self._commands: Commands = {
            "protocol_version": lambda _: "2",
            "name": lambda _: self.title,
            "version": lambda _: self.version,
            "known_command": self._known,
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": self._quit,
            "list_games": lambda _: GAME,
            "set_game": self._set_game,
            "boardsize": self._board_size,
            "clear_board": self._clear,
            "komi": self._komi,
            "play": self._play,
            "genmove": lambda words: self._generate(words, play=True),
            "reg_genmove": lambda words: self._generate(words, play=False),
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "showboard": self._show,
            "final_score": self._final_score,
        }

    @staticmethod
    def default_ruleset() -> str:
        """What is played until another size is set."""
        return othello_ruleset()

    def execute(self, line: str) -> None:
        """Do what a line says, and answer it."""
        words = re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line.partition("#")[0]).split()
        if not words:
            return
        number = words.pop(0) if words[0].isdecimal() else ""
        sign, answer = "=", ""
        try:
            if not words or words[0] not in self._commands:
                raise Failure("unknown command")
            answer = self._commands[words[0]](words[1:])
        except Failure as failure:
            sign, answer = "?", str(failure)
        except TurncoatError as error:
            sign, answer = "?", error.text()
        except Exception:  # noqa: BLE001 — every command is answered, under its number
            sign, answer = "?", fault().text()
        self.wire.send(f"{sign}{number} {answer}".rstrip(), "")

    def report_error(self, error: TurncoatError) -> None:
        """Say what was wrong with a line."""
        self.wire.send(f"? {error.text()}", "")

    def _known(self, words: list[str]) -> str:
        return "true" if words[:1] and words[0] in self._commands else "false"

    def _quit(self, words: list[str]) -> str:
        self.open = False
        return ""

    def _set_game(self, words: list[str]) -> str:
        if " ".join(words).lower() not in (GAME.lower(), othello_ruleset()):
            raise Failure("unsupported game")
        return ""

    def _board_size(self, words: list[str]) -> str:
        try:
            ruleset = othello_ruleset(int(words[0]))
        except (IndexError, ValueError):
            raise Failure("unacceptable size") from None
        self._begin(ruleset)
        return ""

    def _clear(self, words: list[str]) -> str:
        self._begin(self.session.ruleset)
        return ""

    def _begin(self, ruleset: Ruleset | str) -> None:
        self.session.set_up(start(ruleset))
        self._idle = 0
        self._left_out.clear()
        self._reset_clocks()

    def _komi(self, words: list[str]) -> str:
        try:
            float(words[0])
        except (IndexError, ValueError):
            raise Failure("komi not a float") from None
        return ""  # stones are counted as they lie

    def _play(self, words: list[str]) -> str:
        if len(words) != 2 or words[0].lower() not in COLOURS:
            raise Failure("syntax error")
        move = words[1].lower()
        if move == PASS and self.session.position.is_over:
            self._idle += 1
            return ""
        position = self._turn_of(COLOURS[words[0].lower()])
        if position.find(move) is None:
            raise Failure("illegal move")
        self._catch_up(position)
        self.session.play(move)
        return ""

    def _turn_of(self, side: Side) -> Position:
        """The position in which that side moves.  Some programs leave out a pass that is forced."""
        position = self.session.position
        if position.side is not side and position.must_pass:
            position = position.play(PASS)
        if position.side is not side:
            raise Failure("illegal move: it is not that side's turn")
        return position

    def _catch_up(self, position: Position) -> bool:
        """Play the pass that was left out before the position; whether there was one."""
        if position.side is self.session.position.side:
            return False
        self._left_out.add(self.session.game.current.number)
        self.session.play(PASS)
        return True

    def _generate(self, words: list[str], *, play: bool) -> str:
        if len(words) != 1 or words[0].lower() not in COLOURS:
            raise Failure("syntax error")
        side = COLOURS[words[0].lower()]
        if self.session.position.is_over:
            self._idle += play
            return PASS
        passed = self._catch_up(self._turn_of(side))
        began = time.monotonic()
        found: list[list[Line]] = []
        self.session.think_as_level(self._limit(side), found.append, lambda _: None).wait()
        move = self.session.choose(found[-1]).move
        if play:
            self.session.play(move)
            self._spend(side, time.monotonic() - began)
        elif passed:
            self._take_back()
        return move

    def _limit(self, side: Side) -> Limit:
        if side not in self._clocks:
            return Limit.for_move(DEFAULT_SECONDS)
        soft, hard = self.session.times(self._clocks[side])
        return Limit(time=hard, soft_time=soft)

    def _spend(self, side: Side, seconds: float) -> None:
        """Our own clock goes on between two `time_left`, which not every program sends."""
        clock = self._clocks.get(side)
        if clock is None or self._settings is None:
            return
        _, period, stones = self._settings
        left, to_go = clock.remaining - seconds, clock.moves_to_go
        if to_go is not None:
            to_go -= 1
        if period and stones and (to_go == 0 or (to_go is None and left <= 0)):
            left, to_go = float(period), stones
        self._clocks[side] = TimeLeft(max(0.0, left), 0.0, to_go)

    def _undo(self, words: list[str]) -> str:
        if self._idle:
            self._idle -= 1
        elif not self._take_back():
            raise Failure("cannot undo")
        elif self.session.game.current.number - 1 in self._left_out:
            self._take_back()  # whoever left the pass out knows of one move alone
        return ""

    def _take_back(self) -> bool:
        self._left_out.discard(self.session.game.current.number - 1)
        return self.session.undo()

    def _time_settings(self, words: list[str]) -> str:
        try:
            main, period, stones = (max(0, min(int(word), MAX_NUMBER)) for word in words)
        except ValueError:
            raise Failure("syntax error") from None
        # A period without stones means that there is no limit.
        self._settings = None if period and not stones else (main, period, stones)
        self._reset_clocks()
        return ""

    def _reset_clocks(self) -> None:
        self._clocks = {}
        if self._settings is not None:
            main, period, stones = self._settings
            clock = TimeLeft(float(main)) if main else TimeLeft(float(period), moves_to_go=stones or None)
            self._clocks = dict.fromkeys(Side, clock)

    def _time_left(self, words: list[str]) -> str:
        try:
            side, seconds, stones = COLOURS[words[0].lower()], float(words[1]), int(words[2])
        except (IndexError, KeyError, ValueError):
            raise Failure("syntax error") from None
        self._clocks[side] = TimeLeft(max(0.0, min(seconds, MAX_SECONDS)), moves_to_go=stones if stones > 0 else None)
        return ""

    def _show(self, words: list[str]) -> str:
        position = self.session.position
        on, board = position.grid, position.board
        letters = "   " + " ".join(on.name(column).rstrip("0123456789") for column in range(on.width))
        rows = [f"{number:2} {' '.join(SIGNS[mark] for mark in row)}" for number, row in enumerate(on.rows(board), 1)]
        score = position.score()
        state = f"X (black) {score.first}, O (white) {score.second}"
        if not position.is_over:
            state += f", {SIGNS[position.side.mark]} to move"
        return "\n".join(["", letters, *rows, letters, state])

    def _final_score(self, words: list[str]) -> str:
        score = self.session.position.score()
        if self.session.position.result() is None:
            raise Failure("the game is not over")
        lead = score.first - score.second
        return f"{'B' if lead > 0 else 'W'}+{abs(lead)}" if lead else "0"
