"""The page's types are those of the server and of its own messages."""

import subprocess
import sys

import pytest

from tests.house.tree import ROOT, read


@pytest.mark.parametrize(("module", "written"), [("wire", "wire/schema.ts"), ("words", "words/messages.ts")])
def test_the_types_of_the_page_are_those_of_the_present_schema_and_messages(module, written):
    if not (ROOT / "frontend/node_modules").is_dir():
        pytest.skip("the page's tools are not installed: make page")
    program = f"import sys; sys.path.insert(0, 'frontend'); import {module}; sys.stdout.write({module}.write())"
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == read(f"frontend/src/{written}"), "make types"
