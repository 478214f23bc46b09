"""A pytest process that has collected a target's tests and tries every fault in a fork of itself."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

PYTEST = ("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "--no-header", "--tb=line")
UNPLANTED = 3


class Fork:
    """Tries one fault at a time; started when the first is to be tried."""

    def __init__(self, place: Path, folder: Path, tests: Sequence[str], environment: dict[str, str]) -> None:
        self.place = place
        """Where it writes."""
        self._folder, self._tests, self._environment = folder, tests, environment
        self._process: subprocess.Popen[bytes] | None = None
        self._asked: IO[str] | None = None
        self._told: IO[str] | None = None
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        shutil.rmtree(self.place, ignore_errors=True)

    def outcome(self, planted: dict[str, str], tests: Sequence[str], seconds: float) -> str | None:
        """What became of the fault; None where it cannot be planted in a process that has imported its module."""
        if self._process is None:
            self._start()
        assert self._asked is not None
        killer = self.place / "killer"
        killer.unlink(missing_ok=True)
        asked = {
            "module": planted["MUTANT_MODULE"],
            "text": planted["MUTANT_TEXT"],
            "place": planted["MUTANT_PLACE"],
            "tests": list(tests),
            "seconds": seconds,
            "killer": str(killer),
        }
        print(json.dumps(asked), file=self._asked, flush=True)
        match int(self._answer()):
            case 0:
                return "survived"
            case 124:
                return "timeout"
            case code if code == UNPLANTED:
                return None
        return f"killed by {killer.read_text('utf-8')}" if killer.exists() else "killed"

    def close(self) -> None:
        """Ends the process and what it left."""
        if self._process is None:
            return
        for pipe in (self._asked, self._told):
            assert pipe is not None
            pipe.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def _start(self) -> None:
        asked, told = os.pipe(), os.pipe()
        environment = {**self._environment, "FORKING_ASKED": str(asked[0]), "FORKING_ANSWERS": str(told[1])}
        with (self.place / "output").open("w") as output:
            self._process = subprocess.Popen(
                [sys.executable, *PYTEST, "-p", "forking", f"--basetemp={self.place / 'tmp'}", *self._tests],
                cwd=self._folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=(asked[0], told[1]),
                start_new_session=True,
            )
        os.close(asked[0])
        os.close(told[1])
        self._asked, self._told = os.fdopen(asked[1], "w"), os.fdopen(told[0])
        self._answer()

    def _answer(self) -> str:
        assert self._told is not None
        line = self._told.readline()
        if not line:
            raise SystemExit(f"the tests could not be collected\n{(self.place / 'output').read_text('utf-8')[-3000:]}")
        return line.strip()
