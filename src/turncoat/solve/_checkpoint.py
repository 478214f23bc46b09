"""What a solver has proved so far, in a file: positions in their canonical text with the bounds of their worth.

The file is text.  Its first line says what it is, a few `name: value` lines for which position it was made, then
comes one line for each proof, and last a checksum over all before it.
"""

import re
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from turncoat import files
from turncoat.games.errors import TurncoatError
from turncoat.games.text import say

HEAD = "turncoat checkpoint 1"
MAX_BYTES = 4 << 30
NUMBER = re.compile("-?[0-9]{1,18}")
SECONDS = re.compile(r"[0-9]{1,15}\.[0-9]")
Proof = tuple[str, int, int]
"""A position's text without its ruleset, and the least and the most it can be worth to the side to move."""


class BadCheckpoint(TurncoatError):
    """A file that is no checkpoint, a damaged one, or one of another position."""

    code = "bad_checkpoint"

    def __init__(self, path: str, problem: str) -> None:
        TurncoatError.__init__(self, path=path, problem=problem)

    def text(self, language: str = "en") -> str:
        """The error in that language."""
        return say("turncoat.solve", f"checkpoint.{self.data['problem']}", language, path=self.data["path"])


@dataclass(frozen=True)
class Checkpoint:
    """The state of a proof."""

    position: str
    """The canonical text of the position to be solved, with its ruleset."""
    nodes: int = 0
    seconds: float = 0.0
    proofs: list[Proof] = field(default_factory=list)

    def write(self, path: Path) -> None:
        """Replaces the file, wholly or not at all."""
        lines = [HEAD, f"position: {self.position}", f"nodes: {self.nodes}", f"seconds: {self.seconds:.1f}", ""]
        lines += [f"{low} {high} {text}" for text, low, high in sorted(self.proofs)]
        body = "".join(f"{line}\n" for line in lines).encode()
        files.replace(path, [body, f"sha256: {sha256(body).hexdigest()}\n".encode()])

    @classmethod
    def read(cls, path: Path, position: str) -> "Checkpoint":
        """The checkpoint in a file, which must be one of that position."""
        head = HEAD.encode() + b"\n"
        content = files.read_bytes(path, MAX_BYTES, head=head)
        if not content.startswith(head):
            raise BadCheckpoint(str(path), "none")
        body, mark, checksum = content.rpartition(b"sha256: ")
        if not mark or checksum.strip() != sha256(body).hexdigest().encode():
            raise BadCheckpoint(str(path), "damaged")
        try:
            found = cls._of_lines(body.decode().splitlines())
        except ValueError:  # the checksum says that nothing was changed since, no more
            raise BadCheckpoint(str(path), "damaged") from None
        if found.position != position:
            raise BadCheckpoint(str(path), "other")
        return found

    @classmethod
    def _of_lines(cls, lines: list[str]) -> "Checkpoint":
        """What the lines say; ValueError where they are others."""
        _, where, nodes, seconds, empty, *proofs = lines
        if empty:
            raise ValueError(empty)
        return cls(
            _after("position: ", where),
            _number(_after("nodes: ", nodes)),
            float(_matched(SECONDS, _after("seconds: ", seconds))),
            [_proof(line) for line in proofs],
        )


def _after(name: str, line: str) -> str:
    if not line.startswith(name):
        raise ValueError(line)
    return line.removeprefix(name)


def _matched(form: re.Pattern[str], text: str) -> str:
    if not form.fullmatch(text):
        raise ValueError(text)
    return text


def _number(text: str) -> int:
    return int(_matched(NUMBER, text))


def _proof(line: str) -> Proof:
    low, high, text = line.split(" ", 2)
    return text, _number(low), _number(high)
