"""Turncoat installed as an operator would."""

import os
import subprocess
import sys

import pytest

from tests.deploy.wheel import pack
from tests.house.tree import ROOT
from tests.thoroughness import THOROUGH


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The folder of a fresh installation; compiling all of it anew is a matter of `make test-all`."""
    place = tmp_path_factory.mktemp("deploy")
    command = [ROOT / "deploy" / "install", place / "turncoat", *([] if THOROUGH else [pack(place)])]
    subprocess.run(command, check=True, env=os.environ | {"PYTHON": sys.executable}, cwd=place)
    return place / "turncoat"
