"""Other programs as players."""

from turncoat.engine.line import Limit
from turncoat.games import Ruleset
from turncoat.play import BadPlayer, Budget, Choice, Forfeit, Game, Kind, Player, Spec
from turncoat.play.player import Fault

from ._external import External
from ._failure import EngineFailure

FAULTS: dict[str, Fault] = {"illegal": "illegal", "slow": "time", "resigned": "resign"}
"""What a program's failure counts as; everything else is a crash."""

EXPRESSIBLE = {
    "ugi": ("UGI", ("time", "nodes", "depth")),
    "gtp": ("GTP", ("time",)),
    "nboard": ("NBoard", ("depth",)),
}
"""What each protocol is called, and the limits of a single move that it can express."""


class ProgramForfeit(Forfeit):
    """The program's failure loses it the game."""

    def __init__(self, failure: EngineFailure) -> None:
        super().__init__(FAULTS.get(failure.kind, "crash"), failure.text())
        self.failure = failure

    def text(self, language: str = "en") -> str:
        """What went wrong, in that language."""
        return self.failure.text(language)


class ProgramPlayer(Player):
    """A program that is asked for moves; a failure loses the game, and the program is started afresh for the next."""

    exact = False  # what it says it has proved is its own affair

    def __init__(self, program: External, limit: Limit | None = None) -> None:
        self._program, self._limit = program, limit

    def __repr__(self) -> str:
        return f"<ProgramPlayer {self._program.name}>"

    def begin(self, seed: int) -> None:
        """Running, so that no clock pays for its start, and told that what comes is a game of its own."""
        try:
            self._program.new_game()
        except EngineFailure as error:
            raise ProgramForfeit(error) from None

    def check(self, game: Game) -> None:
        """EngineFailure where the command cannot be run, or its protocol cannot carry the game."""
        self._program.check(game)

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        """The program's move."""
        budget = budget or Budget()
        limit = self._limit or _limit_of(budget)
        try:
            move = self._program.choose(game, limit, budget.clocks or None)
        except EngineFailure as error:
            raise ProgramForfeit(error) from None
        return Choice(move, line=self._program.lines[0] if self._program.lines else None)

    def close(self) -> None:
        """Ends the program."""
        self._program.close()


def _limit_of(budget: Budget) -> Limit | None:
    if budget.time is None and budget.nodes is None and budget.depth is None:
        return None
    return Limit(time=budget.time, nodes=budget.nodes, depth=budget.depth)


def _make(spec: Spec, ruleset: Ruleset) -> Player:
    """The player of `cmd:COMMAND`, `cmd-gtp:COMMAND`, or with a limit of its own `cmd,time=0.1:COMMAND`."""
    spec.expect("time", "nodes", "depth")
    limit = Limit(
        time=spec.option("time", float, 0.001, 1e6),
        nodes=spec.option("nodes", int, 1, 1e15),
        depth=spec.option("depth", int, 1, 239),
    )
    program = External(f"{spec.kind}:{spec.value}")
    player = ProgramPlayer(program, limit if spec.options else None)
    try:
        _check_limit(program, spec, limit)
        # What cannot be run, or does not play this ruleset, is refused here and not in every game.
        program.start()
        _check_limit(program, spec, limit)
        player.check(Game.start(ruleset))
    except BaseException:
        program.close()
        raise
    return player


def _check_limit(program: External, spec: Spec, limit: Limit) -> None:
    """Refuses a limit that the program's protocol has no words for, once that is known."""
    if program.protocol is None:
        return
    title, names = EXPRESSIBLE[program.protocol]
    for name in spec.options:
        if name not in names:
            raise BadPlayer("unsaid", protocol=title, name=name, names=list(names))
    if program.protocol == "gtp" and limit.time is not None and (limit.time < 1 or limit.time % 1):
        raise BadPlayer("whole_seconds", protocol=title, got=spec.options["time"])


PROGRAM = Kind(_make, whole=True)
