"""`turncoat engine` as a process of its own, to talk to."""

import resource
import subprocess
import sys
import time

from turncoat.protocols.client._child import Child

COMMAND = [sys.executable, "-m", "turncoat.cli", "engine"]
LONG = 60.0  # a busy machine must not fail a test


class EngineProcess:
    """Sends lines and receives answers."""

    def __init__(self, *arguments):
        self.child = Child("turncoat engine", [*COMMAND, *arguments])

    def say(self, *lines):
        self.child.send(*lines)

    def receive(self, *beginnings, seconds=LONG):
        """Lines up to the first that begins with one of these."""
        received: list[str] = []
        deadline = time.monotonic() + seconds
        while True:
            line = self.child.receive(deadline)
            assert line is not None, f"nothing like {beginnings} came, only {received[-5:]}"
            received.append(line)
            if line.startswith(beginnings):
                return received

    def ask(self, line, *beginnings):
        """The line that answers, without those before it."""
        self.say(line)
        return self.receive(*beginnings)[-1]

    def quiet(self, seconds=0.2):
        """Whether nothing comes for a while."""
        return self.child.receive(time.monotonic() + seconds) is None

    def close(self):
        self.child.close()


def run(script, *arguments, room=None):
    """The whole conversation; `room` is how many bytes of memory the program may have."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (room, room))

    return subprocess.run(
        [*COMMAND, *arguments], input=script, capture_output=True, text=True, timeout=120, check=False,
        preexec_fn=limit if room else None,
    )  # fmt: skip
