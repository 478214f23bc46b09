"""Players for tests: some that fail, one that is slow; `python:tests.lab.arena.stub_players:Name` in texts."""

import os
import time
from random import Random

from tests.moves import texts
from turncoat.play import Budget, Choice, Game, Player


class Sound(Player):
    """The first legal move; the others differ from it in one thing."""

    def __init__(self, ruleset: str) -> None:
        self.random = Random(0)

    def begin(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        return Choice(texts(game.position)[0])


class Raising(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        raise RuntimeError("out of\nideas")


class Unready(Sound):
    def begin(self, seed: int) -> None:
        raise RuntimeError("not today")


class Cheating(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        return Choice("z99")


class Babbling(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        return None  # type: ignore[return-value]


class Slow(Sound):
    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        time.sleep(0.8)
        return super().choose(game)


class Dying(Sound):
    """Takes its process with it, now and then."""

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        if self.random.random() < 0.3:
            os._exit(9)
        return super().choose(game)


class Prophet(Sound):
    """Says it has proved what it was told to say."""

    exact = True
    proof: int | None = None

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        return Choice(texts(game.position)[0], self.proof, "proved it")  # type: ignore[arg-type]


class Winner(Prophet):
    proof = 1


class Loser(Prophet):
    proof = -1


class Drawer(Prophet):
    proof = 0


class Unborn(Sound):
    def __init__(self, ruleset: str) -> None:
        raise RuntimeError("never")


def stillborn(*_arguments: object) -> None:
    """A worker process that dies before it begins."""
    os._exit(7)


class Swapping(Sound):
    """Exchanges colours whenever it may."""

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        moves = texts(game.position)
        return Choice("swap" if "swap" in moves else self.random.choice(moves))


class Sulking(Sound):
    """Plays on only as long as nobody has exchanged colours."""

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        return Choice("z99") if "swap" in game.moves else super().choose(game)
