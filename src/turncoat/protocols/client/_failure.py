"""Failures of other engines."""

import re

from turncoat.games.errors import TurncoatError
from turncoat.games.text import Phrase

PACKAGE = "turncoat.protocols"
BLANKS = re.compile(r"[\t-\r\x85\u2028\u2029]+")
# What steers a terminal, or turns the direction of writing.
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class EngineFailure(TurncoatError):
    """Another engine failed.  `kind` says how: slow, crashed, illegal, garbage, …

    >>> EngineFailure("illegal", name="cmd:rogue", move="a1", legal=["d3", "c4"]).text()
    'cmd:rogue played a1, which is not legal; legal moves: d3 c4'
    """

    code = "bad_request"

    def __init__(self, problem: str | Phrase, **data: object) -> None:
        if isinstance(problem, str):
            safe = {name: printable(value) if isinstance(value, str) else value for name, value in data.items()}
            problem = Phrase(f"external.{problem}", safe, PACKAGE)
        TurncoatError.__init__(self, problem=problem)
        self.kind = problem.key.rpartition(".")[2]


def printable(text: str) -> str:
    r"""A text of others in one line, without what a terminal would obey.

    >>> printable("\x1b[31mred\tand\r\nloud\x07")
    '[31mred and loud'
    """
    return CONTROLS.sub("", BLANKS.sub(" ", text))


def last_output(text: str) -> Phrase:
    """The last words of a program, to end a sentence with."""
    return Phrase("external.said", {"text": text}, PACKAGE) if text else Phrase("external.nothing", {}, PACKAGE)
