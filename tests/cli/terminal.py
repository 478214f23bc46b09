"""Runs the command line as a person or a program would, and catches what it says."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from typer.testing import CliRunner

from turncoat.cli import main


@dataclass(frozen=True)
class Answer:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The answer of a command that was asked for JSON."""
        return json.loads(self.out)


def run(*arguments: str, stdin: str = "", env: Mapping[str, str] | None = None) -> Answer:
    """Run `turncoat` with those arguments, in English unless the environment says otherwise."""
    quiet = {"LC_ALL": "C.UTF-8", "TURNCOAT_LANG": None, "NO_COLOR": None, "TERM": "dumb", "COLUMNS": "80"}
    with CliRunner().isolation(input=stdin, env={**quiet, **(env or {})}) as (out, err, _):
        import sys

        try:
            code = main(list(arguments))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        sys.stdout.flush()
        sys.stderr.flush()
        return Answer(code, out.getvalue().decode(), err.getvalue().decode())


def type_in(*lines: str) -> str:
    """Standard input of those lines."""
    return "".join(f"{line}\n" for line in lines)
