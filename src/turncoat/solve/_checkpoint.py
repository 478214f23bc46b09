"""What a solver has proved so far, in a file: positions in their canonical text with the bounds of their worth.

The file is text.  Its first line says what it is, a few `name: value` lines for which position it was made, then
comes one line for each proof, and last a checksum over all before it.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from turncoat.games.errors import TurncoatError
from turncoat.games.text import say

from . import _files

HEAD = "turncoat checkpoint 1"
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
        _files.replace(path, [body, f"sha256: {sha256(body).hexdigest()}\n".encode()])

    @classmethod
    def read(cls, path: Path, position: str) -> "Checkpoint":
        """The checkpoint in a file, which must be one of that position."""
        content = path.read_bytes()
        if not content.startswith(HEAD.encode() + b"\n"):
            raise BadCheckpoint(str(path), "none")
        body, mark, checksum = content.rpartition(b"sha256: ")
        if not mark or checksum.strip() != sha256(body).hexdigest().encode():
            raise BadCheckpoint(str(path), "damaged")
        _, where, nodes, seconds, _, *proofs = body.decode().splitlines()
        if where != f"position: {position}":
            raise BadCheckpoint(str(path), "other")
        return cls(
            position,
            int(nodes.partition(": ")[2]),
            float(seconds.partition(": ")[2]),
            [_proof(line) for line in proofs],
        )


def _proof(line: str) -> Proof:
    low, high, text = line.split(" ", 2)
    return text, int(low), int(high)
