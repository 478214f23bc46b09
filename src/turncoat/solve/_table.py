"""Tables of small boards: every position that can be reached, up to symmetry, with its exact worth.

A file begins with a line that says what it is and a line of JSON about it.  Then come blocks of positions in the order
of their numbers, compressed, an index of the blocks, and a SHA-256 over all before it.  A position's number is its
board in base three (`x` 2, `o` 1, a1 the lowest digit), then, in mixed base, side, chain, and what else of the game
tells its positions apart (`kExtras` in its native rules).
"""

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from turncoat import files, native
from turncoat.games import Position, Ruleset
from turncoat.games.errors import BadRequest, TurncoatError
from turncoat.games.text import Phrase, say
from turncoat.native.solver import NativeEnumeration

from ._solver import MEBIBYTE, hands_over

HEAD = b"turncoat table 1\n"
BLOCK = 4096
CHECKSUM = 32  # bytes
MAX_BYTES = 16 << 30
MAX_IN_BLOCK = 1 + BLOCK * 9  # bytes, unpacked


class BadTable(TurncoatError):
    """A file that is no table, or a damaged one."""

    code = "bad_table"

    def __init__(self, path: str, problem: str) -> None:
        TurncoatError.__init__(self, path=path, problem=problem)

    def text(self, language: str = "en") -> str:
        """The error in that language."""
        return say("turncoat.solve", f"table.{self.data['problem']}", language, path=self.data["path"])


class NotInTable(TurncoatError):
    """A position that cannot be reached from the table's start."""

    code = "not_in_table"

    def text(self, language: str = "en") -> str:
        """The error in that language."""
        return say("turncoat.solve", f"table.{self.data['problem']}", language, **self.data)


def number_of(position: Position) -> int:
    """The number of a position and all its mirror images."""
    return _numbers(position.ruleset).number(native.handle(position))


def _enumeration(ruleset: Ruleset, memory: int) -> NativeEnumeration:
    return NativeEnumeration(native.compiled(ruleset), memory)


@lru_cache(maxsize=16)
def _numbers(ruleset: Ruleset) -> NativeEnumeration:
    """What numbers positions; it takes hardly any memory as long as none are enumerated."""
    return _enumeration(ruleset, 0)


def build_table(
    ruleset: Ruleset | str, path: Path, *, memory: int = 1024, watch: Callable[[int], object] | None = None
) -> "Table":
    """Computes the value of every position reachable under the ruleset, and writes the table."""
    begin = native.start(ruleset)
    native.compiled(begin.ruleset)  # refuses what has no native twin
    files.check_writable(path)
    try:
        found = _enumeration(begin.ruleset, memory * MEBIBYTE).build(native.handle(begin), watch)
    except ValueError:
        raise _problem("too_large", ruleset=str(begin.ruleset)) from None
    if found is None:
        raise _problem("memory", ruleset=str(begin.ruleset), memory=memory)
    keys, values = found
    order = np.argsort(keys)
    files.replace(path, _pieces(begin, keys[order], values[order]))
    return Table(path)


def _problem(key: str, **data: object) -> BadRequest:
    return BadRequest(problem=Phrase(f"table.{key}", data, "turncoat.solve"))


def _pieces(begin: Position, keys: NDArray[np.uint64], values: NDArray[np.int8]) -> Iterator[bytes]:
    """The file, piece by piece."""
    blocks = [_block(keys[i : i + BLOCK], values[i : i + BLOCK]) for i in range(0, len(keys), BLOCK)]
    lead = int(np.abs(values).max()) > 1
    about = {
        "ruleset": str(begin.ruleset),
        "start": str(begin),
        "positions": len(keys),
        "counts": "lead" if lead else "result",
    }
    head = HEAD + json.dumps(about | {"blocks": len(blocks)}).encode() + b"\n"
    ends = np.cumsum([len(head), *map(len, blocks)], dtype="<u8")
    index = keys[::BLOCK].astype("<u8").tobytes() + ends.tobytes()
    checksum = sha256()
    for piece in (head, *blocks, index):
        checksum.update(piece)
        yield piece
    yield checksum.digest()


def _block(keys: NDArray[np.uint64], values: NDArray[np.int8]) -> bytes:
    """Differences of the keys, the lowest bytes of all of them first, so that they compress; then the values."""
    steps = np.diff(keys, prepend=keys[0]).astype("<u8")
    planes = steps.view(np.uint8).reshape(-1, 8).T
    used = max(1, 8 - next((i for i, plane in enumerate(planes[::-1]) if plane.any()), 8))
    return zlib.compress(bytes([used]) + planes[:used].tobytes() + values.tobytes(), 6)


@dataclass(frozen=True)
class _About:
    """What a file says of itself; ValueError where no table can be so."""

    ruleset: str
    start: str
    positions: int
    counts: str
    blocks: int

    def __post_init__(self) -> None:
        if not (type(self.positions) is type(self.blocks) is int and 1 <= self.positions <= MAX_BYTES):
            raise ValueError(self.positions)
        if self.blocks != -(-self.positions // BLOCK) or self.counts not in ("lead", "result"):
            raise ValueError(self.blocks)
        if str(Ruleset.read(self.ruleset)) != self.ruleset:
            raise ValueError(self.ruleset)
        _numbers(Ruleset.read(self.ruleset))  # ValueError where the board is too large

    @property
    def most(self) -> int:
        """No worth is more."""
        return len(Ruleset.read(self.ruleset).grid.cells) if self.counts == "lead" else 1

    def size_of(self, block: int) -> int:
        """How many positions are in a block."""
        return min(BLOCK, self.positions - block * BLOCK)


class Table:
    """Every position of a small board with its exact worth.

    Reading it checks the whole file: BadTable says what is wrong with it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        content = files.read_bytes(path, MAX_BYTES, head=HEAD)
        if not content.startswith(HEAD):
            raise BadTable(str(path), "none")
        if sha256(content[:-CHECKSUM]).digest() != content[-CHECKSUM:]:
            raise self._damaged()
        self._content = content
        try:
            head = content[len(HEAD) : content.index(b"\n", len(HEAD))]
            self.about = _About(**json.loads(head))
            self._read_index(len(HEAD) + len(head) + 1)
        except (
            ValueError,
            TypeError,
            RecursionError,
        ):  # the checksum says that nothing was changed since, no more
            raise self._damaged() from None

    def _read_index(self, begin: int) -> None:
        """Where each block begins, and with which number; ValueError where that cannot be."""
        blocks, last = self.about.blocks, len(self._content) - CHECKSUM - 8 * (2 * self.about.blocks + 1)
        if last < begin:
            raise ValueError(blocks)
        self._firsts = np.frombuffer(self._content, "<u8", blocks, last)
        self._ends = np.frombuffer(self._content, "<u8", blocks + 1, last + 8 * blocks)
        if (self._ends[0], self._ends[-1]) != (begin, last) or not (_grows(self._ends) and _grows(self._firsts)):
            raise ValueError(blocks)

    def _damaged(self) -> BadTable:
        return BadTable(str(self._path), "damaged")

    @property
    def ruleset(self) -> str:
        """The ruleset it knows."""
        return self.about.ruleset

    @property
    def counts_lead(self) -> bool:
        """Whether values are leads in stones, and not just won, drawn and lost."""
        return self.about.counts == "lead"

    def __len__(self) -> int:
        return self.about.positions

    @property
    def bytes(self) -> int:
        """The size of the file."""
        return len(self._content)

    def worth(self, position: Position) -> int:
        """What the position is worth to the side to move."""
        if str(position.ruleset) != self.ruleset:
            raise NotInTable(problem="other", ruleset=self.ruleset, position=str(position))
        number = number_of(position)
        block = int(np.searchsorted(self._firsts, np.uint64(number), side="right")) - 1
        if block >= 0:
            keys, values = self._unpack(block)
            place = int(np.searchsorted(keys, np.uint64(number)))
            if place < len(keys) and int(keys[place]) == number:
                return int(values[place])
        raise NotInTable(problem="unknown", ruleset=self.ruleset, position=str(position))

    def moves(self, position: Position) -> list[tuple[str, int]]:
        """Every legal move with what it is worth to the side that makes it."""
        begin = native.twin(position)
        found = []
        for move in begin.legal_moves:
            after = begin.play(move)
            worth = self.worth(after)
            found.append((move.text, -worth if hands_over(begin, move.text, after) else worth))
        return found

    def _unpack(self, block: int) -> tuple[NDArray[np.uint64], NDArray[np.int8]]:
        """The numbers and worths of a block; BadTable where they cannot be those."""
        unpacker = zlib.decompressobj()
        try:
            packed = self._content[int(self._ends[block]) : int(self._ends[block + 1])]
            data = unpacker.decompress(packed, MAX_IN_BLOCK + 1)
        except zlib.error:
            raise self._damaged() from None
        used, size = data[0] if data else 0, self.about.size_of(block)
        if not (unpacker.eof and 1 <= used <= 8 and len(data) == 1 + (used + 1) * size):
            raise self._damaged()
        steps = np.zeros((size, 8), dtype=np.uint8)
        steps[:, :used] = np.frombuffer(data, np.uint8, used * size, 1).reshape(used, size).T
        keys = np.cumsum(steps.view("<u8").reshape(-1), dtype=np.uint64) + self._firsts[block]
        values = np.frombuffer(data, np.int8, size, 1 + used * size)
        if keys[0] != self._firsts[block] or not _grows(keys) or np.abs(values.astype(int)).max() > self.about.most:
            raise self._damaged()
        return keys, values


def _grows(numbers: NDArray[np.uint64]) -> bool:
    return bool(np.all(numbers[1:] > numbers[:-1]))
