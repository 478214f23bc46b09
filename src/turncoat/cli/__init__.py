"""The command line `turncoat`."""

from .app import main

__all__ = ["main"]
