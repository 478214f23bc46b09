"""A real server of the web app for tests in a browser: started, stopped, killed, started again on the same port."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

TIMEOUT_S = 40.0


def free_port() -> int:
    """A port nobody listens at now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Server:
    """One process with its own database."""

    def __init__(self, folder: Path, *options: str, environment: Mapping[str, str] = os.environ) -> None:
        self.folder, self.port, self.options = folder, free_port(), options
        self.environment = {**environment, "PYTHONUNBUFFERED": "1"}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Starts it and waits until it answers."""
        command = [sys.executable, "-m", "turncoat.cli", "serve", "--port", str(self.port), "--limits", "0"]
        command += ["--database", str(self.folder / "matches.db"), *self.options]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)
        until = time.monotonic() + TIMEOUT_S
        while not self._answers():
            assert self.process.poll() is None, (self.folder / "server.log").read_text()
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/health", timeout=2) as answer:
                assert answer.status == 200
        except OSError:
            return False
        with urllib.request.urlopen(self.address, timeout=5) as page:  # an error here would else be one in every test
            return b"/assets/" in page.read()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ends it, politely or not."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(TIMEOUT_S)
            self.process = None
