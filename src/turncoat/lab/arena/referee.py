"""One game between two players, with everything that can go wrong in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from turncoat import native
from turncoat.games.errors import IllegalMove
from turncoat.games.moves import SWAP
from turncoat.games.results import Side

from .clock import Control, Remaining
from .players import Choice, Forfeit, Moment, Player

Ending = Literal["rules", "proof", "resign", "crash", "illegal", "time"]
FORFEITS: tuple[Ending, ...] = ("crash", "illegal", "time")
SIDES = (Side.FIRST, Side.SECOND)


@dataclass(frozen=True)
class Opening:
    """Where a game begins: a position's text, and moves already made from it."""

    start: str
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Terms:
    """What a game is played under."""

    ruleset: str
    clock: Control | None = None
    adjudicate: bool = True
    """Whether a proof by a player of ours ends the game."""
    grace: float = 0.05
    """Seconds by which a clock may be overdrawn: a busy machine is not the player's fault."""


@dataclass(frozen=True)
class Game:
    """A game that was played: its moves, who won (None: a draw), and what ended it.

    A player goes by the side it began on, also where the players exchanged sides.
    """

    opening: Opening
    moves: tuple[str, ...]
    """All of them, those of the opening first."""
    winner: Side | None
    ending: Ending
    said: str = ""
    """The proof, or what went wrong, in words."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """How long each side thought."""

    @property
    def exchanged(self) -> bool:
        """Whether the players ended on each other's sides."""
        return self.moves[len(self.opening.moves) :].count(SWAP) % 2 == 1

    @property
    def loser(self) -> Side | None:
        """The side that lost."""
        return None if self.winner is None else self.winner.other


class Referee:
    """Asks the players for their moves, watches clocks and rules, and says how the game ended."""

    def __init__(
        self,
        terms: Terms,
        players: Sequence[Player],
        opening: Opening,
        thinks: Callable[[int], None] = lambda _side: None,
    ) -> None:
        """`players` by side; `thinks` is told whose turn it is, so that a dead process can be blamed on somebody."""
        self._terms, self._players, self._opening, self._thinks = terms, players, opening, thinks
        self._position = native.parse(opening.start)
        self._moves: list[str] = []
        for move in opening.moves:
            self._push(move)
        base = terms.clock.base if terms.clock else 0.0
        self._left, self._spent = [base, base], [0.0, 0.0]
        self._proved: dict[int, int] = {}
        self._exchanged = False  # by a swap: the second player now moves for the first side

    def _push(self, move: str) -> None:
        before = self._position
        self._position = before.play(move)
        # A record has every move in its one written form.
        self._moves.append(before.read_move(move))

    def play(self, seeds: Sequence[int]) -> Game:
        """The whole game; each player draws its chance from its seed."""
        for number, player in enumerate(self._players):
            self._thinks(number)
            try:
                player.begin(seeds[number])
            except Exception as error:  # noqa: BLE001 — whatever it is, it is that player's loss
                return self._failed(number, error)
        while (result := self._position.result()) is None:
            ended = self._turn(SIDES.index(self._position.side) ^ self._exchanged)
            if ended is not None:
                return ended
        winner = result.winner.other if result.winner and self._exchanged else result.winner
        return self._game(winner, "rules")

    def _turn(self, number: int) -> Game | None:
        """One move of that player; the game, if it ends otherwise than by its rules."""
        moment = Moment(self._opening.start, tuple(self._moves), self._position, self._clock(number))
        self._thinks(number)
        begun = perf_counter()
        try:
            choice = self._players[number].choose(moment)
        except Exception as error:  # noqa: BLE001 — as above
            return self._failed(number, error)
        seconds = perf_counter() - begun
        self._spent[number] += seconds
        if self._overdrawn(number, seconds):
            return self._forfeit(number, "time", f"{-self._left[number]:.3f} s over")
        try:
            self._push(choice.move)
        except IllegalMove:
            return self._forfeit(number, "illegal", choice.move)
        except Exception as error:  # noqa: BLE001 — an answer that is no move at all
            return self._failed(number, error)
        self._exchanged ^= self._moves[-1] == SWAP
        return self._adjudicated(number, choice)

    def _clock(self, number: int) -> Remaining | None:
        if self._terms.clock is None:
            return None
        return Remaining(max(0.0, self._left[number]), max(0.0, self._left[1 - number]), self._terms.clock.increment)

    def _overdrawn(self, number: int, seconds: float) -> bool:
        if self._terms.clock is None:
            return False
        self._left[number] -= seconds
        if self._left[number] < -self._terms.grace:
            return True
        self._left[number] = max(0.0, self._left[number]) + self._terms.clock.increment
        return False

    def _adjudicated(self, number: int, choice: Choice) -> Game | None:
        """The game, if a proof decides it.

        A proved win counts, for who proved it will also play it.  A proved loss does not: the opponent may not know.
        A draw must be proved by both.
        """
        if not (self._terms.adjudicate and self._players[number].exact) or self._position.result():
            return None
        if choice.proved is None:
            self._proved.pop(number, None)
            return None
        self._proved[number] = choice.proved
        if choice.proved == 1:
            return self._game(SIDES[number], "proof", choice.said)
        if self._proved == {0: 0, 1: 0}:
            return self._game(None, "proof", choice.said)
        return None

    def _failed(self, number: int, error: Exception) -> Game:
        if isinstance(error, Forfeit):
            return self._forfeit(number, error.ending, error.said)
        return self._forfeit(number, "crash", f"{type(error).__name__}: {error}")

    def _forfeit(self, number: int, ending: Ending, said: str) -> Game:
        return self._game(SIDES[1 - number], ending, said)

    def _game(self, winner: Side | None, ending: Ending, said: str = "") -> Game:
        spent = (self._spent[0], self._spent[1])
        return Game(self._opening, tuple(self._moves), winner, ending, " ".join(said.split())[:200], spent)


def lost_process(opening: Opening, number: int, said: str) -> Game:
    """The game that ended with the process it was played in: the side that was thinking loses."""
    return Game(opening, opening.moves, SIDES[1 - number], "crash", said)


def points(game: Game, side: Side) -> int:
    """Half points of that side: 2 for a win, 1 for a draw."""
    return 1 if game.winner is None else 2 if game.winner is side else 0
