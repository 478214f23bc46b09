"""Installs a stranger's package where it is out of everybody's way, and runs programs that see it."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

BREAKAWAY = Path(__file__).with_name("breakaway")


@dataclass(frozen=True)
class Installed:
    """A folder with packages in it."""

    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a program that sees the packages."""
        own = {"PYTHONPATH": str(self.folder), "TURNCOAT_LANG": "en", "XDG_STATE_HOME": str(self.folder / "state")}
        return {name: text for name, text in os.environ.items() if name != "TURNCOAT_GAMES"} | own

    def turncoat(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """The command line, in a process that sees the packages."""
        return self.python("-m", "turncoat.cli", *arguments, stdin=stdin)

    def python(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Python in such a process."""
        return subprocess.run(
            [sys.executable, *arguments],
            input=stdin,
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )


def install(package: Path, folder: Path) -> Installed:
    """The package as pip installs it, from its sources and without a network."""
    alone = ["--no-index", "--no-deps", "--no-build-isolation", "--quiet", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *alone, "--target", str(folder), str(package)]
    subprocess.run(command, check=True, capture_output=True)
    return Installed(folder)


def write_broken(folder: Path, name: str, module: str) -> None:
    """A package that brings a game of that name, with that source."""
    (folder / f"{name}.py").write_text(module, "utf-8")
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[turncoat.games]\n{name} = {name}\n", "utf-8")
