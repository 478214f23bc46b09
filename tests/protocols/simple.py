"""Our engine as a program that knows nothing of our position texts: it is told the start and the moves, as most are."""

import shlex
import sys
from pathlib import Path

ENGINE = shlex.join([sys.executable, "-m", "turncoat.cli", "engine", "reversi"])


def simple_program(diary: Path | str) -> str:
    """Its name as a player; what it is told is noted in the diary."""
    pipe = f"tee -a {shlex.quote(str(diary))} | {ENGINE} | grep --line-buffered -v 'option name Ruleset'"
    return f"cmd-ugi:{shlex.join(['sh', '-c', pipe])}"


def told_positions(diary: Path | str) -> list[str]:
    """The positions that it was shown, one line each."""
    return [line for line in Path(diary).read_text().splitlines() if line.startswith("position")]
