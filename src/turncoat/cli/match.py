"""A game being played at a terminal: the game, who sits where, and who lost otherwise than by the rules."""

from collections.abc import Mapping
from datetime import datetime
from typing import Self

from turncoat.games import Position, words
from turncoat.games.results import Side
from turncoat.play import Game, Player

from .facts import side_name
from .language import say, spoken
from .opponents import find, is_opponent

RESIGNED, TIME, FAILED, PERSON = "resigned", "time", "failed", "person"
ENDINGS = (RESIGNED, TIME, FAILED)


class Match:
    """A game and its players.  A seat keeps the name of the side it began with, whoever swaps colours later."""

    def __init__(self, game: Game) -> None:
        self.game = game
        if self.ending not in ENDINGS:
            game.reopen()  # what ended it elsewhere does not end it here

    @classmethod
    def new(cls, first: Position, players: Mapping[Side, str]) -> Self:
        """A new match of those players."""
        today = f"{datetime.now().astimezone():%Y-%m-%d}"
        return cls(Game.from_position(first, {side.value: players[side] for side in Side} | {"date": today}))

    @classmethod
    def between_people(cls, first: Position) -> Self:
        """A new match of two people."""
        return cls.new(first, dict.fromkeys(Side, PERSON))

    @property
    def players(self) -> dict[Side, str]:
        """The players' names by seat; empty where nobody is named."""
        return {side: self.game.headers.get(side, "") for side in Side}

    @property
    def opponent(self) -> str | None:
        """The opponent at the match, None between people."""
        return next((name for name in self.players.values() if is_opponent(name)), None)

    @property
    def person(self) -> Side | None:
        """The first seat that a person sits on."""
        return next((seat for seat, name in self.players.items() if not is_opponent(name)), None)

    @property
    def position(self) -> Position:
        """The present position."""
        return self.game.position

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made."""
        return self.game.moves

    @property
    def ending(self) -> str:
        """How it ended otherwise than by the rules: `resigned`, `time` or `failed`; empty where it did not."""
        ending = self.game.ending
        return ending.how if ending and ending.loser else ""

    @property
    def loser(self) -> Side | None:
        """Who lost otherwise than by the rules."""
        return self.game.ending.loser if self.game.ending else None

    @property
    def over(self) -> bool:
        """Whether nobody can go on."""
        return self.game.result is not None

    def seat_people(self) -> None:
        """A person on every seat; those whose names are known keep them."""
        for seat, name in self.players.items():
            self.game.headers[seat] = PERSON if not name or is_opponent(name) else name

    def set_opponent(self, name: str | None, person: Side, seed: int | None = None) -> dict[Side, Player]:
        """Put the opponent of that name, if any, on the seat that the person does not take; refuse who cannot play."""
        self.seat_people()
        if name is None:
            return {}
        found, player = find(name, self.game.ruleset, seed)
        try:
            player.check(self.game)
        except BaseException:
            player.close()
            raise
        self.game.headers[person.other] = found
        return {person.other: player}

    def seat_again(self, opponents: Mapping[Side, Player]) -> dict[Side, Player]:
        """The same opponents made anew."""
        for each in opponents.values():
            each.close()
        return {seat: find(self.players[seat], self.game.ruleset)[1] for seat in opponents}

    def seat(self, side: Side) -> Side:
        """The seat that plays the side now."""
        return self.game.seat_of(side)

    def play(self, move: str) -> Position:
        """Play a move; IllegalMove if it is none."""
        return self.game.play(move).position

    def undo(self, people: set[Side]) -> int:
        """Take moves back to the last decision that one of those seats had; how many, 0 where there is none.

        One of them who resigned or ran out of time decides again; where the other did, that alone would change nothing.
        """
        if self.loser is not None and self.seat(self.loser) in people:
            self.game.reopen()
            return 1
        node = self.game.current
        while node.parent is not None:
            node = node.parent
            if node.decider in people and not node.position.must_pass:
                count = self.game.undo(self.game.current.number - node.number)
                self.game.cut()
                self.game.reopen()
                return count
        return 0

    def lose(self, side: Side, ending: str = RESIGNED) -> None:
        """The side gives up, runs out of time, or fails to move."""
        self.game.end(ending, winner=side.other)

    def record(self) -> str:
        """The game on paper."""
        return str(self.game)


def lost(match: Match) -> str:
    """How a game ended that did not end by its rules."""
    assert match.loser is not None
    winner = words.wins(match.position.ruleset.info, match.loser.other, spoken())
    return say(f"play.{match.ending}", loser=side_name(match.position, match.loser), wins=winner)
