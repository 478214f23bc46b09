"""A game in the terminal: shows the board, reads commands and moves, and saves the game."""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from turncoat.games.errors import IllegalMove, TurncoatError
from turncoat.games.moves import PASS, SWAP
from turncoat.games.results import Side
from turncoat.play import Budget, Choice, Clock, Forfeit, Player
from turncoat.play.clock import shown

from . import clocks, rules_file, storage
from .autosave import Autosave
from .board import Board, marks
from .console import output, print_error
from .errors import CommandError, of_rules, spoken_text
from .facts import facts, happened, outlook, side_name, title
from .language import say, spoken
from .match import FAILED, RESIGNED, TIME, Match, lost
from .opponents import admitted, label
from .prompts import TimeUp, answers, ask, ask_yes
from .show import move_list, print_commands
from .thinking import evaluation_sentence, hint_sentence, show_thinking
from .wrapping import Wrapped

if TYPE_CHECKING:
    from turncoat.engine import Engine

COMMANDS = ("undo", "hint", "resign", "save", "load", "moves", "board", "new", "help", "quit")
LINES_OF_MOVES = 6
HINT_NODES, HINT_SECONDS = 400_000, 5.0  # the time is for games that are searched by their plain rules
FAULTS = {"resign": RESIGNED, "time": TIME}  # how else an opponent may lose than by failing


class GameSession:
    """One person or two at a terminal, and perhaps an opponent."""

    def __init__(
        self,
        match: Match,
        opponents: Mapping[Side, Player],
        autosave: Autosave,
        clock: Clock | None = None,
        *,
        ascii_only: bool = False,
    ) -> None:
        self.match, self.autosave, self.clock, self.ascii_only = match, autosave, clock, ascii_only
        self.opponents = dict(opponents)
        self._adviser: Engine | None = None
        self._asked_to_swap = False
        self._open = True

    @property
    def people(self) -> set[Side]:
        """The seats people sit on."""
        return {seat for seat in Side if seat not in self.opponents}

    def run(self) -> None:
        """Play until the game is over and nobody wants anything more, or somebody leaves."""
        try:
            self._retry_after_fix(self._greet)
            while self._open:
                self._retry_after_fix(self._go_on)
        except EOFError:
            output().print()
        except KeyboardInterrupt:
            output().print()
            raise
        finally:
            for opponent in self.opponents.values():
                opponent.close()
            self._keep()
            if farewell := self.autosave.leave(self.match):
                output().print(Text(farewell, style="dim"), soft_wrap=True)

    def _greet(self) -> None:
        output().print(Wrapped(say("play.hint"), "dim"))
        self._show()

    def _retry_after_fix(self, act: Callable[[], None]) -> None:
        """Does it; where rules in a file fail, it says in which line, and waits until that is mended."""
        try:
            act()
        except Exception as error:
            if (broken := of_rules(error)) is None:
                raise
            print_error(spoken_text(broken))
            ask(say("rules_file.mend"))

    def _take_new_rules(self) -> None:
        """Goes on under the rules of a file that has changed; what opponents know of the game is out of date then."""
        game = rules_file.refresh(self.match.game)
        if game is not None:
            self.match.game, self._adviser = game, None
            self.opponents = self.match.seat_again(self.opponents)
            self._keep()
            self._show()

    def _ask(self, prompt: str, left: float | None = None) -> str:
        line = ask(prompt, self._words, left)
        self._take_new_rules()  # changed while the person was thinking
        return line

    def _go_on(self) -> None:
        """One decision."""
        self._take_new_rules()
        match = self.match
        if match.over:
            self._execute(self._ask(say("play.prompt_over")), over=True)
            return
        seat = match.seat(match.position.side)
        self._run_clock()
        try:
            self._decide(seat)
        except TimeUp:
            output().print()
            self._lose(TIME)

    def _decide(self, seat: Side) -> None:
        match = self.match
        opponent = self.opponents.get(seat)
        if opponent is not None:
            self._let_play(opponent)
        elif match.position.must_pass:
            output().print(Wrapped(outlook(match.position)))
            self._play(PASS)
        elif match.position.find(SWAP) and not self._asked_to_swap:
            self._ask_to_swap()
        else:
            name, left = side_name(match.position, match.position.side), self._left(seat)
            clock = "" if left is None else f" {shown(round(1000 * left))}"
            self._execute(self._ask(say("play.prompt", side=f"{name}{clock}"), left))

    def _run_clock(self) -> None:
        """It is the time of whoever decides now."""
        if self.clock and not self.match.over:
            game = self.match.game
            self.clock = self.clock.mark(game.current.number).run(game.decider, clocks.now())

    def _left(self, seat: Side) -> float | None:
        """The seconds the seat has; None where nobody counts them."""
        return self.clock.left(seat, clocks.now()) / 1000 if self.clock else None

    def _lose(self, ending: str) -> None:
        """The side to move loses otherwise than by the rules."""
        if self.clock:
            self.clock = self.clock.stop(clocks.now())
        self.match.lose(self.match.position.side, ending)
        self._keep()
        self._show()

    def _keep(self) -> None:
        if self.clock:
            self.match.game.headers.update(clocks.headers(self.clock))
        self.autosave.keep(self.match)

    def _moved(self) -> bool:
        """Stops the clock after a decision; whether it was made in time."""
        if self.clock is None:
            return True
        now = clocks.now()
        in_time = not self.clock.flagged(now)
        self.clock = self.clock.stop(now, turn_made=in_time)
        return in_time

    def _words(self) -> list[str]:
        return [
            *map(str, self.match.position.legal_moves),
            *(word for name in COMMANDS for word in sorted(answers(f"commands.{name}"))),
        ]

    def _show(self) -> None:
        """The board, and what is to be done."""
        console, position = output(), self.match.position
        console.print()
        console.print(title(position))
        sides = [*facts(position, console, ascii_only=self.ascii_only), *self._clock_facts()]
        marked = marks(position, choices=not self.match.over)
        console.print(Board(position, sides, marks=marked, ascii_only=self.ascii_only), crop=False, end="")
        if self.match.over:
            self._show_end()
            return
        opponent = self.opponents.get(self.match.seat(position.side))
        if opponent is None:
            console.print(Wrapped(outlook(position)))
            self._list_moves(LINES_OF_MOVES)

    def _clock_facts(self) -> list[Text]:
        if self.clock is None:
            return []
        position, now = self.match.position, clocks.now()
        times = {side: shown(self.clock.left(self.match.seat(side), now)) for side in Side}
        left = [say("play.clock", side=side_name(position, side), left=times[side]) for side in Side]
        return [Text(), *map(Text, left)]

    def _show_end(self) -> None:
        console = output()
        if self.match.loser is not None:
            console.print(Text(lost(self.match), style="bold"))
        else:
            console.print(Wrapped(outlook(self.match.position)))
        console.print(Wrapped(say("play.hint_over"), "dim"))

    def _list_moves(self, lines: int | None = None) -> None:
        if moves := self.match.position.legal_moves:
            output().print(move_list(moves, lines))

    def _let_play(self, opponent: Player) -> None:
        """The opponent's whole turn, told in one line."""
        match, begin = self.match, self.match.position
        seat, played, sentence = match.seat(begin.side), list[str](), ""
        while not match.over and match.seat(match.position.side) == seat:
            try:
                choice = self._chosen(opponent)
            except (TurncoatError, Forfeit) as error:
                self._fail(error)
                return
            if choice.resigns:
                self._lose(RESIGNED)
                return
            played.append(choice.move)
            sentence = sentence or evaluation_sentence(choice.line, match.position)
            if not self._moved():
                self._lose(TIME)
                return
            match.play(played[-1])
            self._run_clock()
            if played[-1] == SWAP:
                break
        self._keep()
        self._asked_to_swap = False
        moves = say("play.swapped") if played == [SWAP] else " ".join(played)
        data = {"name": label(match.players[seat]), "side": side_name(begin, begin.side), "moves": moves}
        output().print()
        output().print(Text(say("play.opponent", **data), style="bold"))
        if sentence:
            output().print(Wrapped(sentence, "dim"))
        self._show()

    def _fail(self, error: TurncoatError | Forfeit) -> None:
        """An opponent that makes no move loses; one that resigns has not failed."""
        ending = FAULTS.get(error.ending, FAILED) if isinstance(error, Forfeit) else FAILED
        if ending is not RESIGNED:
            print_error(spoken_text(error) if isinstance(error, TurncoatError) else error.text(spoken()))
        self._lose(ending)

    def _chosen(self, opponent: Player) -> Choice:
        game = self.match.game
        left = self.clock.time_left(clocks.now(), game.seat_of) if self.clock else {}
        with show_thinking(game.position, label(self.match.players[game.decider])) as listen:
            return opponent.choose(game, Budget(clocks=left, listen=listen))

    def _ask_to_swap(self) -> None:
        """The pie rule as a question of its own."""
        self._asked_to_swap = True
        side = self.match.position.side
        if ask_yes(say("play.swap", side=side_name(self.match.position, side)), self._left(self.match.seat(side))):
            self._play(SWAP)

    def _play(self, move: str) -> None:
        if not self._moved():
            raise TimeUp
        after = self.match.play(move)
        self._run_clock()
        self._keep()
        self._asked_to_swap = move == SWAP
        output().print(Text(happened(after), style="dim"))
        self._show()

    def _execute(self, line: str, *, over: bool = False) -> None:
        """Do what a line says: a command, or moves of the present turn."""
        word, _, rest = line.partition(" ")
        if not line:
            self._open = not (over and self.match.over)
            return
        for name in COMMANDS:
            if word.lower() in answers(f"commands.{name}"):
                self._command(name, rest.strip())
                return
        self._play_words(line)

    def _command(self, name: str, rest: str) -> None:
        try:
            getattr(self, f"_do_{name}")(rest)
        except CommandError as error:
            print_error(error.text())
        except TurncoatError as error:
            print_error(spoken_text(error))

    def _play_words(self, line: str) -> None:
        """Moves one after another, as long as it is a person's decision."""
        for word in line.lower().replace(";", " ").replace(",", " ").split():
            if self.match.over or self.match.seat(self.match.position.side) in self.opponents:
                print_error(say("play.not_your_turn", move=word))
                return
            move = self._parse_move(word)
            if move is None:
                return
            self._play(move)

    def _parse_move(self, word: str) -> str | None:
        """The legal move meant: written in full, or the only one with that cell.  None after saying why not."""
        position = self.match.position
        found = position.find(word)
        if found is not None:
            return found.text
        meant = [move for move in position.legal_moves if word in move.cells]
        first = [move for move in meant if move.cells[0] == word]
        if len(first or meant) == 1:
            return (first or meant)[0].text
        if meant:
            output().print(Text(say("play.which", cell=word)), move_list(first or meant))
            return None
        try:
            position.play(word)
        except IllegalMove as error:
            few = len(position.legal_moves) <= 20
            print_error(spoken_text(error) if few or self.match.over else say("play.illegal", move=word))
        return None

    def _do_undo(self, rest: str) -> None:
        if not self.match.undo(self.people):
            print_error(say("play.nothing_to_undo"))
            return
        self._asked_to_swap = False
        if self.clock:
            self.clock = self.clock.back(len(self.match.moves))
        self._keep()
        self._show()

    def _do_hint(self, rest: str) -> None:
        if self.match.over:
            print_error(say("play.over_already"))
            return
        from turncoat.engine import Engine, Limit

        position = self.match.position
        if self._adviser is None or self._adviser.ruleset != position.ruleset:
            self._adviser = Engine(position.ruleset)
        line = self._adviser.best(position, Limit(nodes=HINT_NODES, time=HINT_SECONDS))
        output().print(Wrapped(hint_sentence(line, position)))

    def _do_resign(self, rest: str) -> None:
        if self.match.over:
            print_error(say("play.over_already"))
            return
        side = self.match.position.side
        if ask_yes(say("play.really_resign", side=side_name(self.match.position, side))):
            if self.clock:
                self.clock = self.clock.stop(clocks.now())
            self.match.lose(side)
            self._keep()
            self._show()

    def _do_save(self, rest: str) -> None:
        game = self.match.position.ruleset.info.name
        usual = Path(f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M}{storage.SUFFIX}")
        path = Path(rest).expanduser() if rest else self.autosave.saved or usual
        if path.exists() and path != self.autosave.saved and not ask_yes(say("play.replace", path=path)):
            return
        self.autosave.save(self.match, path)
        output().print(Text(say("play.saved", path=path)))

    def _do_load(self, rest: str) -> None:
        if not rest:
            raise CommandError("load_what")
        path = Path(rest).expanduser()
        match = Match(storage.read_record(path))
        opponents = match.set_opponent(admitted(match.opponent), match.person or Side.FIRST)
        for each in self.opponents.values():
            each.close()
        self.match, self.autosave, self.opponents = match, Autosave(), opponents
        self.clock = clocks.of(match.game.headers)
        self.autosave.opened(self.match, path)
        self._asked_to_swap = False
        self._show()

    def _do_new(self, rest: str) -> None:
        self.match, self.autosave = Match.new(self.match.game.root.position, self.match.players), Autosave()
        if self.clock:
            self.clock = Clock.start(self.clock.control)
        self._asked_to_swap = False
        self._show()

    def _do_moves(self, rest: str) -> None:
        self._list_moves()

    def _do_board(self, rest: str) -> None:
        self._show()

    def _do_help(self, rest: str) -> None:
        print_commands(COMMANDS)

    def _do_quit(self, rest: str) -> None:
        self._open = False
