"""The command line `turncoat`."""

import sys
from collections.abc import Sequence

from turncoat import __version__

VERSION = (["version"], ["--version"], ["-V"])

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code comes back."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    # What programs ask first is answered before the parser is loaded, which takes longer than all the rest of it.
    if given in VERSION:
        sys.stdout.write(f"turncoat {__version__}\n")
        return 0
    from .app import run

    return run(given)
