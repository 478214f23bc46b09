"""The engine for browsers, driven in Node.js; skips what cannot be tried here, and says why."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.house.tree import ROOT
from turncoat.engine import browser
from turncoat.games import Position, Ruleset


def node() -> Path:
    """A Node.js that is new enough."""
    command = [sys.executable, str(ROOT / "frontend/page.py"), "--node"]
    asked = subprocess.run(command, check=False, capture_output=True, text=True)
    if asked.returncode:
        pytest.skip("no Node.js here that is new enough")
    return Path(asked.stdout.strip()) / "node"


def module() -> Path:
    """The compiled engine."""
    found = sorted((ROOT / "src/turncoat/web/engine").glob("*.wasm"))
    if not found:
        pytest.skip("the engine for browsers is not built: make wasm")
    return found[0]


@dataclass(frozen=True)
class Job:
    """Positions of a ruleset, each analysed by an engine that knows nothing yet."""

    ruleset: str
    positions: Sequence[Position | str]
    limits: dict[str, float] = field(default_factory=dict)
    memory: int = 16
    trained: bool = True
    moves: Sequence[str] = ()
    """What is played from each of them first."""


def weights_for(ruleset: Ruleset) -> str | None:
    """The name of the trained evaluation that a page would choose for the ruleset."""
    numbers = ruleset.options.numbers()
    for each in browser.offered():
        if each.game == ruleset.info.name and all(
            wanted in (None, got) for wanted, got in zip(each.numbers, numbers, strict=True)
        ):
            return each.name
    return None


def drive(folder: Path, jobs: Sequence[Job | dict[str, Any]]) -> list[dict[str, Any]]:
    """What the engine found, job by job."""
    command = [node(), ROOT / "native/wasm/drive.mjs", module()]
    asked = json.dumps([each if isinstance(each, dict) else _asked(folder, each) for each in jobs])
    ran = subprocess.run(command, input=asked, check=False, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
    answers: list[dict[str, Any]] = json.loads(ran.stdout)
    return answers


def _asked(folder: Path, job: Job) -> dict[str, Any]:
    ruleset = Ruleset.read(job.ruleset)
    name = weights_for(ruleset) if job.trained else None
    path = None if name is None else folder / name
    if path is not None and name is not None:
        path.write_bytes(browser.pack(name))
    return {
        "game": ruleset.info.name,
        "numbers": ruleset.options.numbers(),
        "memory": job.memory,
        "weights": None if path is None else str(path),
        "positions": [str(each).removeprefix(f"{ruleset} ") for each in job.positions],
        "moves": [*job.moves],
        "limits": {"lines": 1, **job.limits},
    }
