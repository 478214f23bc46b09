"""The page's types are those of the server."""

import subprocess
import sys

import pytest

from tests.house.tree import ROOT, read


def test_the_types_of_the_page_are_written_from_the_present_schema():
    if not (ROOT / "frontend/node_modules").is_dir():
        pytest.skip("the page's tools are not installed: make page")
    program = "import sys; sys.path.insert(0, 'frontend'); import wire; sys.stdout.write(wire.write())"
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == read("frontend/src/wire/schema.ts"), "make types"
