"""User files: bounded reads, atomic writes."""

import errno
import os
import select
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import monotonic

MAX_BYTES = 64 << 20
"""Bytes of a text or of an evaluation; what is longer is something else."""
READ_TIMEOUT = 10.0
"""Seconds in which a pipe may say nothing."""
PIECE = 1 << 20


class NotAFile(OSError):
    """A device or a socket: what comes out of it may never end."""


class TooLargeFile(OSError):
    """More than the reader takes."""


class SilentPipe(OSError):
    """A pipe into which nobody writes."""


def read_bytes(path: str | os.PathLike[str], most: int = MAX_BYTES, *, head: bytes = b"") -> bytes:
    """What is in a file or comes through a pipe; OSError where it is neither, or has more than so many bytes.

    With a head, no more than that many bytes where it begins otherwise.
    """
    # Without waiting: to open a pipe that nobody writes into would take for ever.
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    try:
        status = os.fstat(file)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
        pipe = stat.S_ISFIFO(status.st_mode)
        if not pipe and not stat.S_ISREG(status.st_mode):
            raise NotAFile(errno.EINVAL, "not a file", os.fspath(path))
        content = bytearray()
        while piece := _piece(file, len(head) - len(content) if len(content) < len(head) else PIECE, pipe):
            content += piece
            if len(content) > most:
                raise TooLargeFile(errno.EFBIG, os.strerror(errno.EFBIG), os.fspath(path))
            if len(content) >= len(head) and not content.startswith(head):
                break
        return bytes(content)
    finally:
        os.close(file)


def read_text(path: str | os.PathLike[str], most: int = MAX_BYTES) -> str:
    """The same as text; UnicodeDecodeError where it is none."""
    return read_bytes(path, most).decode("utf-8")


def _piece(file: int, size: int, pipe: bool) -> bytes:
    """Some more of it, empty at the end."""
    if not pipe:
        return os.read(file, size)
    poll, until = select.poll(), monotonic() + READ_TIMEOUT
    poll.register(file, select.POLLIN)
    while (left := until - monotonic()) > 0:
        if poll.poll(left * 1000):
            with suppress(BlockingIOError):
                return os.read(file, size)
    raise SilentPipe(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))


def check_is_file(path: Path) -> None:
    """NotAFile for a device, a pipe or a socket, which cannot be read and gone on with."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise NotAFile(errno.EINVAL, "not a file", os.fspath(path))


def replace(path: Path, pieces: Iterable[bytes]) -> None:
    """Replace the file's content; a crash in the middle leaves the old content."""
    if path.exists() and not path.is_file():  # a device or a pipe: nobody meant to put a file in its place
        with path.open("wb") as file:
            file.writelines(pieces)
        return
    place: Path | None = None
    try:
        # Beside the file and not in /tmp: a rename is atomic only within one file system.
        with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as temporary:
            place = Path(temporary.name)
            temporary.writelines(pieces)
            temporary.flush()
            os.fsync(temporary.fileno())
        place.chmod(path.stat().st_mode & 0o777 if path.exists() else _usual_mode())
        place.replace(path)
    except BaseException:
        if place is not None:
            with suppress(OSError):
                place.unlink()
        raise


def check_writable(path: Path) -> None:
    """OSError where the file cannot be written: before the work, not after it."""
    if path.is_dir():
        raise IsADirectoryError(path)
    if path.exists() and not path.is_file():
        return
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
        pass


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
