"""Programs of others as players, behind the protocols they speak."""

from typing import Literal

from turncoat import core
from turncoat.engine import Limit
from turncoat.engine.clock import Clock
from turncoat.engine.external import EngineFailure, External

from .players import Choice, Forfeit, Moment, Player, Spec

FAULTS: dict[str, Literal["illegal", "time", "resign"]] = {"illegal": "illegal", "slow": "time", "resigned": "resign"}
"""What a program's failure counts as; everything else is a crash."""


class ExternalPlayer:
    """A program that is asked for moves; a failure loses the game, and the program is started afresh for the next."""

    exact = False  # what it says it has proved is its own affair

    def __init__(self, program: External, limit: Limit | None) -> None:
        self._program, self._limit = program, limit
        program.start()  # a command that cannot be run is refused here, not in every game

    def begin(self, seed: int) -> None:
        """Running, so that no clock pays for its start, and told that what comes is a game of its own."""
        try:
            self._program.new_game()
        except EngineFailure as error:
            raise _forfeit(error) from None

    def choose(self, moment: Moment) -> Choice:
        """The program's move."""
        clocks = None
        if moment.clock:
            side, more = moment.position.side, moment.clock.increment
            clocks = {side: Clock(moment.clock.own, more), side.other: Clock(moment.clock.other, more)}
        usual = moment.start == str(core.start(moment.position.ruleset))
        try:
            return Choice(self._program.choose(moment.position, self._limit, clocks, moment.moves if usual else None))
        except EngineFailure as error:
            raise _forfeit(error) from None

    def close(self) -> None:
        """Ends the program."""
        self._program.close()


def _forfeit(error: EngineFailure) -> Forfeit:
    return Forfeit(FAULTS.get(error.kind, "crash"), error.text())


def make(spec: Spec, _ruleset: str) -> Player:
    """The player of `cmd:COMMAND`, `cmd-gtp:COMMAND`, or with a limit of its own `cmd,time=0.1:COMMAND`."""
    spec.expect("time", "nodes", "depth")
    limit = Limit(
        time=spec.number(float, 0.001, 1e6, "time") if "time" in spec.options else None,
        nodes=spec.number(int, 1, name="nodes") if "nodes" in spec.options else None,
        depth=spec.number(int, 1, 239, "depth") if "depth" in spec.options else None,
    )
    return ExternalPlayer(External(f"{spec.kind}:{spec.value}"), limit if spec.options else None)
