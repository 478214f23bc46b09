"""One game between two players, with everything that can go wrong in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from turncoat.games.errors import IllegalMove
from turncoat.games.moves import SWAP
from turncoat.games.results import Side
from turncoat.play import Budget, Choice, Clock, Forfeit, Game, Player, TimeControl

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
    clock: TimeControl | None = None
    adjudicate: bool = True
    """Whether a proof by a player of ours ends the game."""
    grace: float = 0.05
    """Seconds by which a clock may be overdrawn: a busy machine is not the player's fault."""


@dataclass(frozen=True)
class Played:
    """A game that was played: its moves, who won (None: a draw), and what ended it.

    A player goes by the side it began on, also where the players exchanged sides.
    """

    opening: Opening
    moves: tuple[str, ...]
    """All of them, those of the opening first."""
    winner: Side | None
    ending: Ending
    note: str = ""
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
        self._game = Game.from_position(opening.start)
        for move in opening.moves:
            self._game.play(move)
        self._begin = self._game.current
        self._clock, self._spent = Clock.start(terms.clock or TimeControl()), [0.0, 0.0]
        self._grace = round(1000 * terms.grace)
        self._proved: dict[int, int] = {}

    def _number(self, side: Side) -> int:
        """The player who moves for that side: a swap in the game exchanges them, one in the opening does not."""
        return SIDES.index(side) ^ self._game.current.swapped ^ self._begin.swapped

    def play(self, seeds: Sequence[int]) -> Played:
        """The whole game; each player draws its chance from its seed."""
        for number, player in enumerate(self._players):
            self._thinks(number)
            try:
                player.begin(seeds[number])
            except Exception as error:  # noqa: BLE001 — whatever it is, it is that player's loss
                return self._failed(number, error)
        while (result := self._game.position.result()) is None:
            ended = self._turn(self._number(self._game.position.side))
            if ended is not None:
                return ended
        return self._played(SIDES[self._number(result.winner)] if result.winner else None, "rules")

    def _turn(self, number: int) -> Played | None:
        """One move of that player; the game, if it ends otherwise than by its rules."""
        node = self._game.current
        self._thinks(number)
        begun = perf_counter()
        self._clock = self._clock.run(SIDES[number], _ms(begun))
        budget = Budget(clocks=self._clock.time_left(_ms(begun), lambda side: SIDES[self._number(side)]))
        try:
            choice = self._players[number].choose(self._game, budget)
        except Exception as error:  # noqa: BLE001 — as above
            return self._failed(number, error)
        ended = perf_counter()
        self._spent[number] += ended - begun
        self._game.current = node  # whatever the player tried on the board is none of the game's
        self._game.cut()
        overdrawn = self._overdrawn(_ms(ended))
        if overdrawn:
            return self._forfeit(number, "time", overdrawn)
        return self._make(number, choice)

    def _make(self, number: int, choice: Choice) -> Played | None:
        """What comes of the choice; the game, if it ends it."""
        try:
            if choice.resigns:
                return self._forfeit(number, "resign", choice.note)
            self._game.play(choice.move)
        except IllegalMove:
            return self._forfeit(number, "illegal", choice.move)
        except Exception as error:  # noqa: BLE001 — an answer that is no move at all
            return self._failed(number, error)
        return self._adjudicated(number, choice)

    def _overdrawn(self, now: int) -> str:
        """Stops the clock, with what a move brings; by how much it was overdrawn, in words, where that loses."""
        if self._clock.flagged(now, self._grace + 1):
            return f"{(now - (self._clock.deadline() or now)) / 1000:.3f} s over"
        self._clock = self._clock.stop(now, turn_made=True)
        return ""

    def _adjudicated(self, number: int, choice: Choice) -> Played | None:
        """The game, if a proof decides it.

        A proved win counts, for who proved it will also play it.  A proved loss does not: the opponent may not know.
        A draw must be proved by both.
        """
        if not (self._terms.adjudicate and self._players[number].exact) or self._game.position.is_over:
            return None
        if choice.proved is None:
            self._proved.pop(number, None)
            return None
        self._proved[number] = choice.proved
        if choice.proved == 1:
            return self._played(SIDES[number], "proof", choice.note)
        if self._proved == {0: 0, 1: 0}:
            return self._played(None, "proof", choice.note)
        return None

    def _failed(self, number: int, error: Exception) -> Played:
        if isinstance(error, Forfeit):
            return self._forfeit(number, error.ending, error.note)
        return self._forfeit(number, "crash", f"{type(error).__name__}: {error}")

    def _forfeit(self, number: int, ending: Ending, note: str) -> Played:
        return self._played(SIDES[1 - number], ending, note)

    def _played(self, winner: Side | None, ending: Ending, note: str = "") -> Played:
        spent = (self._spent[0], self._spent[1])
        return Played(self._opening, self._game.moves, winner, ending, " ".join(note.split())[:200], spent)


def _ms(seconds: float) -> int:
    return round(1000 * seconds)


def lost_process(opening: Opening, number: int, note: str) -> Played:
    """The game that ended with the process it was played in: the side that was thinking loses."""
    return Played(opening, opening.moves, SIDES[1 - number], "crash", note)


def points(game: Played, side: Side) -> int:
    """Half points of that side: 2 for a win, 1 for a draw."""
    return 1 if game.winner is None else 2 if game.winner is side else 0
