"""A page with nothing but the engine that browsers run themselves, from the server with all its headers."""

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.engine.wasm import module, node
from tests.house.tree import ROOT
from tests.page.server import free_port

START = """
import sys, uvicorn
from pathlib import Path
from turncoat.web.app import build
from turncoat.web.settings import Settings
page, port = Path(sys.argv[1]), int(sys.argv[2])
uvicorn.run(build(Settings(database=str(page.with_name("matches.db"))), page), port=port, log_level="warning")
"""
TIMEOUT_S = 120.0


def build(folder: Path, *, engine: bool = True) -> Path:
    """The page in a folder, and beside it the engine."""
    config = "tests/engine/page/vite.config.ts"
    vite = ROOT / "frontend/node_modules/vite/bin/vite.js"
    if not vite.exists():
        pytest.skip("what builds pages is not installed: make page")
    page = folder / "page"
    ran = subprocess.run(
        [node(), vite, "build", "--config", config, "--logLevel", "warn"],
        cwd=ROOT / "frontend",
        env=os.environ | {"TURNCOAT_PAGE": str(page)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    if engine:
        shutil.copytree(module().parent, folder / "engine")
    return page


@contextmanager
def serve(page: Path) -> Iterator[str]:
    """Where the page is while it is served."""
    port = free_port()
    address = f"http://localhost:{port}"
    process = subprocess.Popen([sys.executable, "-c", START, str(page), str(port)], cwd=ROOT)
    try:
        until = time.monotonic() + TIMEOUT_S
        while not _answers(address):
            assert process.poll() is None, "the server has ended"
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(30)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
