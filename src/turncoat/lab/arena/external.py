"""Programs of others as players, behind the protocols they speak."""

from typing import Literal

from turncoat import native
from turncoat.engine import Limit
from turncoat.engine.clock import Clock
from turncoat.engine.external import EngineFailure, External

from .players import BadPlayer, Choice, Forfeit, Moment, Player, Spec

FAULTS: dict[str, Literal["illegal", "time", "resign"]] = {"illegal": "illegal", "slow": "time", "resigned": "resign"}
"""What a program's failure counts as; everything else is a crash."""

SAID = {
    "ugi": ("UGI", ("time", "nodes", "depth")),
    "gtp": ("GTP", ("time",)),
    "nboard": ("NBoard", ("depth",)),
}
"""What each protocol is called, and the limits of a single move that can be said in it."""


class ExternalPlayer:
    """A program that is asked for moves; a failure loses the game, and the program is started afresh for the next."""

    exact = False  # what it says it has proved is its own affair

    def __init__(self, program: External, limit: Limit | None) -> None:
        self._program, self._limit = program, limit

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
        usual = moment.start == str(native.start(moment.position.ruleset))
        try:
            return Choice(self._program.choose(moment.position, self._limit, clocks, moment.moves if usual else None))
        except EngineFailure as error:
            raise _forfeit(error) from None

    def close(self) -> None:
        """Ends the program."""
        self._program.close()


def _forfeit(error: EngineFailure) -> Forfeit:
    return Forfeit(FAULTS.get(error.kind, "crash"), error.text())


def make(spec: Spec, ruleset: str) -> Player:
    """The player of `cmd:COMMAND`, `cmd-gtp:COMMAND`, or with a limit of its own `cmd,time=0.1:COMMAND`."""
    spec.expect("time", "nodes", "depth")
    limit = Limit(
        time=spec.number(float, 0.001, 1e6, "time") if "time" in spec.options else None,
        nodes=spec.number(int, 1, name="nodes") if "nodes" in spec.options else None,
        depth=spec.number(int, 1, 239, "depth") if "depth" in spec.options else None,
    )
    program = External(f"{spec.kind}:{spec.value}")
    try:
        _check_limit(program, spec, limit)
        # What cannot be run, or does not play this ruleset, is refused here and not in every game.
        program.start()
        _check_limit(program, spec, limit)
        program.check(native.start(ruleset), ())
    except BaseException:
        program.close()
        raise
    return ExternalPlayer(program, limit if spec.options else None)


def _check_limit(program: External, spec: Spec, limit: Limit) -> None:
    """Refuses a limit that the program's protocol has no words for, once that is known."""
    if program.protocol is None:
        return
    title, names = SAID[program.protocol]
    for name in spec.options:
        if name not in names:
            raise BadPlayer("unsaid", protocol=title, name=name, names=list(names))
    if program.protocol == "gtp" and limit.time is not None and (limit.time < 1 or limit.time % 1):
        raise BadPlayer("whole_seconds", protocol=title, got=spec.options["time"])
