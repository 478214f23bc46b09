"""Compiles the engine for browsers into the package, and only when something it is made of has changed.

python frontend/engine.py        build if needed
python frontend/engine.py --try  the same; where there is no compiler it says so, and the page asks the server
python frontend/engine.py --once the same again, and a compiler that had to be installed for it is not kept
"""

import fcntl
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from page import node

ROOT = Path(__file__).resolve().parents[1]
NATIVE = ROOT / "native"
ENGINE = ROOT / "src" / "turncoat" / "web" / "engine"
LOCK = ROOT / "locks/wasm.lock"
WORK = ROOT / "build" / "wasm"
ZIG, CACHE = WORK / "zig", WORK / "cache"
# What stands for a system comes first: the linker takes the library's own where nothing else is known yet.
PARTS = ("wasm/system.cpp", "wasm/engine.cpp", "core/cpu.cpp", "core/text.cpp", "games/registry.cpp")
# As in CMakeLists.txt nothing is vectorized that was not written so.  A search may go 240 moves deep, with the moves of
# every position on its stack.
FLAGS = """-target wasm32-wasi -mexec-model=reactor -std=c++20 -O3 -Wall -Wextra -Werror -s
    -msimd128 -fno-vectorize -fno-slp-vectorize -fignore-exceptions -fno-rtti -D_WASI_EMULATED_MMAN
    -DTURNCOAT_SEARCH_ALONE -DTURNCOAT_CPU=portable -DTURNCOAT_CPU_NAME="portable"
    -Wl,-z,stack-size=4194304 -Wl,--max-memory=268435456"""
HELP = "The engine for browsers is compiled with Zig (pip install ziglang), which could not be installed."


class NoCompiler(Exception):
    """Zig is not here and cannot be had."""


def zig() -> list[str]:
    """The command of the compiler: this Python's own, or what the lock names, installed for nothing else."""
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang"]
    folder = ZIG
    program, stamp = folder / "ziglang" / "zig", folder / "installed"
    if not LOCK.is_file():  # a source distribution has none, but the engine itself
        raise NoCompiler
    lock = LOCK.read_text()
    if not (program.is_file() and stamp.is_file() and stamp.read_text() == lock):
        _install(folder)
        stamp.write_text(lock)
    return [str(program)]


def _install(folder: Path) -> None:
    """Installs what the lock names into a folder, by whichever installer works here."""
    print("Installing Zig ...", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    wanted = ["-q", "--no-deps", "-t", str(folder), "--require-hashes", "-r", str(LOCK)]
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", *wanted]
    ways = [pip] if uv is None else [[uv, "pip", "install", "--system-certs", "--python", sys.executable, *wanted], pip]
    # An isolated build hides the pip that runs it behind a search path.
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    for way in ways:
        if subprocess.run(way, check=False, env=surroundings, stderr=subprocess.DEVNULL).returncode == 0:
            return
    raise NoCompiler


def fingerprint() -> str:
    """The same for the same sources, whatever their dates."""
    files = sorted([*NATIVE.rglob("*.hpp"), *sources(), Path(__file__).resolve()])
    total = hashlib.sha256()
    for path in files:
        total.update(f"{path.relative_to(ROOT)}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def sources() -> list[Path]:
    """What is compiled: every game, and what all share."""
    return [*(NATIVE / part for part in PARTS), *sorted(NATIVE.glob("games/*/*.cpp"))]


def is_built() -> bool:
    """Whether the engine in the package was made from the sources as they are now."""
    stamp = ENGINE / "built-from"
    return stamp.is_file() and stamp.read_text() == fingerprint()


def build() -> None:
    """Compiles the engine unless it stands already; NoCompiler where that cannot be done."""
    with _alone():
        if is_built():
            return
        before, compiler = fingerprint(), zig()
        print("Compiling the engine for browsers ...", file=sys.stderr)
        _place(_compile(compiler))
        (ENGINE / "built-from").write_text(before)


def _compile(compiler: list[str]) -> bytes:
    surroundings = os.environ | {f"ZIG_{name}_CACHE_DIR": str(CACHE) for name in ("GLOBAL", "LOCAL")}
    made = WORK / "turncoat.wasm"
    command = [*compiler, "c++", *FLAGS.split(), f"-I{NATIVE}", *map(str, sources()), "-o", str(made)]
    ran = subprocess.run(command, check=False, env=surroundings)
    if ran.returncode:
        sys.exit(f"zig c++ failed ({ran.returncode})")
    return made.read_bytes()


def _place(module: bytes) -> None:
    """Puts the module where the page's server finds it, under a name that changes with it, and compressed."""
    shutil.rmtree(ENGINE, ignore_errors=True)
    ENGINE.mkdir(parents=True)
    path = ENGINE / f"turncoat-{hashlib.sha256(module).hexdigest()[:10]}.wasm"
    path.write_bytes(module)
    path.with_name(path.name + ".gz").write_bytes(gzip.compress(module, 9, mtime=0))
    brotli = _brotli(module)
    if brotli:
        path.with_name(path.name + ".br").write_bytes(brotli)


def _brotli(content: bytes) -> bytes | None:
    """Compressed by Node.js, which builds the page and may be missing."""
    folder = node()
    if folder is None:
        return None
    script = 'process.stdout.write(require("zlib").brotliCompressSync(require("fs").readFileSync(0)))'
    return subprocess.run([folder / "node", "-e", script], input=content, check=True, stdout=subprocess.PIPE).stdout


@contextmanager
def _alone() -> Iterator[None]:
    """Two builds at once would write over each other."""
    WORK.mkdir(parents=True, exist_ok=True)
    with (WORK / "building").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        yield


def try_to_build(*, once: bool = False) -> None:
    """Builds it where that can be done, and says so where it cannot; `once` keeps no compiler that was not there."""
    had = ZIG.exists()
    try:
        build()
    except NoCompiler:
        print(f"{HELP}  Pages will ask the server's engine instead.", file=sys.stderr)
    if once and not had:
        for folder in (ZIG, CACHE):
            shutil.rmtree(folder, ignore_errors=True)


def main(arguments: list[str]) -> None:
    """The command line."""
    if "--try" in arguments or "--once" in arguments:
        try_to_build(once="--once" in arguments)
        return
    try:
        build()
    except NoCompiler:
        sys.exit(HELP)


if __name__ == "__main__":
    main(sys.argv[1:])
