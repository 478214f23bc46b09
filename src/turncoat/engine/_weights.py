"""Trained evaluations: files that carry their patterns, their weights and where they fit.

A file is two lines of text (what it is; its head as JSON) and then the weights, 16-bit little-endian, compressed.
"""

import hashlib
import json
import zlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turncoat import files
from turncoat.games import Ruleset
from turncoat.games.errors import TurncoatError
from turncoat.games.text import Phrase

MAGIC = b"turncoat weights 1"
ENDING = ".weights"
MAX_BYTES = 256 << 20  # of weights: a small file may unpack to a thousand times its size
MAX_NUMBER = 2**31 - 1  # what the native side takes for any number in the head


class BadWeights(TurncoatError):
    """A file that holds no weights, or not for this ruleset."""

    code = "bad_request"

    def __init__(self, path: object, problem: str) -> None:
        phrase = Phrase(f"weights.{problem}", {"path": str(path)}, "turncoat.engine")
        TurncoatError.__init__(self, problem=phrase)


@dataclass(frozen=True, repr=False)
class Weights:
    """Patterns of cells and a weight for every way they can be filled, set after set (a set a stage of the game)."""

    fits: dict[str, str]
    """The game, and the options that must be as here; the others may be anything."""
    patterns: tuple[tuple[int, tuple[int, ...]], ...]
    """For each pattern where its table begins, and its cells in the order of the table's ternary index."""
    stages: tuple[int, ...]
    """The stage by the number of stones on the board, 0 to 128."""
    sets: int
    mid_turn: bool
    """Whether every stage has a second set for positions in the middle of a turn."""
    values: NDArray[np.int16]

    def native(self) -> tuple[list[tuple[int, list[int]]], list[int], int, bool, NDArray[np.int16]]:
        """The arguments the native side takes."""
        patterns = [(table, list(cells)) for table, cells in self.patterns]
        return patterns, list(self.stages), self.sets, self.mid_turn, self.values

    def fit(self, ruleset: Ruleset | str) -> bool:
        """Whether they were made for that ruleset."""
        options = Ruleset.read(ruleset).options
        texts = {choice.name: options.text(choice.name) for choice in options.choices()}
        known = {"game": options.game, **texts}
        return all(known.get(name) == value for name, value in self.fits.items())

    def __repr__(self) -> str:
        fits = " ".join(f"{name}={value}" for name, value in self.fits.items())
        return f"<Weights for {fits}: {len(self.patterns)} patterns>"

    def to_bytes(self) -> bytes:
        """The file's content."""
        head = {
            "fits": self.fits,
            "patterns": [[table, list(cells)] for table, cells in self.patterns],
            "stages": list(self.stages),
            "sets": self.sets,
            "mid_turn": self.mid_turn,
        }
        packed = zlib.compress(self.values.astype("<i2").tobytes(), 9)
        return b"\n".join([MAGIC, json.dumps(head, separators=(",", ":")).encode(), packed])

    def write(self, folder: Path, name: str) -> Path:
        """Writes the file under a name that carries a hash of its content."""
        content = self.to_bytes()
        path = folder / f"{name}-{hashlib.sha256(content).hexdigest()[:10]}.weights"
        path.write_bytes(content)
        return path

    @classmethod
    def from_bytes(cls, content: bytes, path: object = "") -> "Weights":
        """The weights in a file's content; BadWeights if it is none."""
        parts = content.split(b"\n", 2)
        if len(parts) != 3 or parts[0] != MAGIC:
            raise BadWeights(path, "no_weights")
        try:
            head: dict[str, Any] = json.loads(parts[1])
            values = np.frombuffer(_unpacked(parts[2]), dtype="<i2").astype(np.int16)
            patterns = tuple((_count(table), tuple(map(_count, cells))) for table, cells in head["patterns"])
            fits = {str(name): str(value) for name, value in head["fits"].items()}
            stages, sets = tuple(map(_count, head["stages"])), _count(head["sets"])
            found = cls(fits, patterns, stages, sets, bool(head["mid_turn"]), values)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error):
            raise BadWeights(path, "damaged") from None
        stages_known = found.sets // (2 if found.mid_turn else 1)
        if found.sets < 1 or values.size % found.sets or (found.mid_turn and found.sets % 2):
            raise BadWeights(path, "damaged")
        if not all(stage < stages_known for stage in found.stages):
            raise BadWeights(path, "damaged")
        return found


def read(path: str | Path) -> Weights:
    """The weights in a file."""
    try:
        content = files.read_bytes(path)
    except (OSError, ValueError):  # a path with a zero in it is a ValueError
        raise BadWeights(path, "unreadable") from None
    return Weights.from_bytes(content, path)


def _unpacked(packed: bytes) -> bytes:
    """The weights' bytes; zlib.error where they are damaged, or more than any evaluation has."""
    unpacker = zlib.decompressobj()
    found = unpacker.decompress(packed, MAX_BYTES)
    if not unpacker.eof:
        raise zlib.error("torn off, or too many")
    return found


def _count(number: object) -> int:
    """A whole number of the head; ValueError where it is none, or more than the native side takes."""
    if type(number) is not int or not 0 <= number <= MAX_NUMBER:
        raise ValueError(number)
    return number


def _shipped_files() -> dict[str, Traversable]:
    """The files that come with Turncoat, by name without ending."""
    folder = resources.files("turncoat.engine").joinpath("weights")
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(ENDING))
    return {name.removesuffix(ENDING): folder / name for name in names}


def read_shipped(name: str) -> Weights:
    """The evaluation of that name; KeyError if none that comes with Turncoat has it."""
    file = _shipped_files()[name]
    return Weights.from_bytes(file.read_bytes(), file.name)


def shipped_fits() -> list[tuple[str, dict[str, str]]]:
    """The names of the evaluations that come with Turncoat, and what each fits; no weights are unpacked for that."""
    heads = [(name, json.loads(file.read_bytes().split(b"\n", 2)[1])) for name, file in _shipped_files().items()]
    return [(name, head["fits"]) for name, head in heads]


@cache
def _shipped() -> tuple[Weights, ...]:
    return tuple(map(read_shipped, _shipped_files()))


def shipped(ruleset: Ruleset | str) -> Weights | None:
    """The trained evaluation that comes with Turncoat for that ruleset, None where there is none."""
    ruleset = Ruleset.read(ruleset)
    return next((weights for weights in _shipped() if weights.fit(ruleset)), None)
