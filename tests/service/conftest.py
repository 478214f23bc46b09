"""The servers that tests of several processes share."""

import shutil
import subprocess

import pytest

from tests.service.postgres import free_port, postgres, wait_for


@pytest.fixture(scope="module")
def pg():
    """The address of a database on a server that only the tests of one file use."""
    with postgres() as address:
        yield address


@pytest.fixture(scope="module")
def redis(tmp_path_factory):
    """The address of a Redis that keeps nothing."""
    if not shutil.which("redis-server"):
        pytest.skip("Redis is not installed")
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tmp_path_factory.mktemp("redis"))
    wait_for(port)
    yield f"redis://127.0.0.1:{port}"
    server.terminate()
    server.wait(10)
