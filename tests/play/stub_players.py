"""Players for tests; `python:tests.play.stub_players:Name` in texts."""

from turncoat.play import Budget, Choice, Game, Player


class Eager(Player):
    """The first legal move."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        return Choice(str(game.position.legal_moves[0]))


class Unborn(Eager):
    def __init__(self, ruleset: str) -> None:
        raise RuntimeError("never")
