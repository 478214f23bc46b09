"""What can go wrong with an engine of others."""

from turncoat.games.kit import TurncoatError
from turncoat.games.text import Phrase

PACKAGE = "turncoat.engine"


class EngineFailure(TurncoatError):
    """An engine did what it must not, or nothing at all.  `kind` says which: slow, crashed, illegal, garbage, …

    >>> EngineFailure("illegal", name="cmd:rogue", move="a1", legal=["d3", "c4"]).text()
    'cmd:rogue plays a1, which is not legal; legal moves: d3 c4'
    """

    code = "bad_request"

    def __init__(self, problem: str | Phrase, **data: object) -> None:
        if isinstance(problem, str):
            problem = Phrase(f"external.{problem}", data, PACKAGE)
        TurncoatError.__init__(self, problem=problem)
        self.kind = problem.key.rpartition(".")[2]


def said(text: str) -> Phrase:
    """The last words of a program, to end a sentence with."""
    return Phrase("external.said", {"text": text}, PACKAGE) if text else Phrase("external.nothing", {}, PACKAGE)
