"""The command `version`."""

import typer

from turncoat import __version__

from . import arguments


def version(json: arguments.Json = False) -> None:
    """Show which version this is."""
    if json:
        from .console import print_json

        print_json({"version": __version__})
    else:
        typer.echo(f"turncoat {__version__}")
