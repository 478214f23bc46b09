"""Inputs worth keeping, one file a target and one line an input: printable ASCII as it is, \\xNN for all else."""

import re
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent / "corpora"
MOST = 4_000
"""Bytes of a target's file."""


def path_of(target: str) -> Path:
    """The file of a target's inputs."""
    return FOLDER / f"{target}.txt"


def written(content: bytes) -> str:
    """An input as a line.

    >>> written("a\\b\\n石".encode())
    'a\\\\x5cb\\\\x0a\\\\xe7\\\\x9f\\\\xb3'
    """
    return "".join(chr(byte) if 32 <= byte < 127 and byte != 92 else f"\\x{byte:02x}" for byte in content)


def read(line: str) -> bytes:
    """The input that a line holds."""
    return re.sub(rb"\\x([0-9a-f]{2})", lambda found: bytes([int(found[1], 16)]), line.encode("ascii"))


def load(target: str) -> list[bytes]:
    """Every input kept for a target."""
    file = path_of(target)
    return [read(line) for line in file.read_text("ascii").splitlines()] if file.exists() else []


def keep(target: str, inputs: Iterable[bytes]) -> int:
    """Keeps the shortest that fit, those already kept first; how many there are now."""
    lines = dict.fromkeys(map(written, load(target)))
    for line in sorted(map(written, inputs), key=lambda line: (len(line), line)):
        lines.setdefault(line)
    kept, size = list[str](), 0
    for line in lines:
        size += len(line) + 1
        if size > MOST:
            break
        kept.append(line)
    path_of(target).write_text("".join(f"{line}\n" for line in sorted(kept)), "ascii")
    return len(kept)
