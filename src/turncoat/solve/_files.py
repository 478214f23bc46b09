"""Files that are written whole or not at all."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def replace(path: Path, pieces: Iterable[bytes]) -> None:
    """Replace the file's content; a crash in the middle leaves the old content."""
    place: Path | None = None
    try:
        # Beside the file and not in /tmp: a rename is atomic only within one file system.
        with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            place = Path(file.name)
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
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
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
        pass


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
