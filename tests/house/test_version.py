"""The version is written once, and everything that tells it agrees."""

import json
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import turncoat
from tests.house.tree import read


def test_the_library_the_package_and_the_command_tell_the_same_version():
    command = Path(sys.executable).with_name("turncoat")
    told = subprocess.run([command, "version", "--json"], capture_output=True, text=True, check=True).stdout
    assert json.loads(told) == {"version": turncoat.__version__}
    assert metadata.version("turncoat") == turncoat.__version__


def test_whoever_cites_us_cites_this_version():
    assert re.findall(r"^version: (.+)$", read("CITATION.cff"), re.MULTILINE) == [turncoat.__version__]


def test_the_changelog_has_what_was_released_and_begins_with_what_is_not():
    headings = re.findall(r"^## \[(.+?)\](?: – \d{4}-\d\d-\d\d)?$", read("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1:] == sorted(headings[1:], key=lambda text: [int(part) for part in text.split(".")], reverse=True)
    released = ".dev" not in turncoat.__version__
    assert (headings[1] == turncoat.__version__) == released


def test_no_file_writes_the_version_a_second_time():
    written = read("pyproject.toml") + read("frontend/package.json")
    assert re.findall(r'^version\s*=.*|"version":.*', written, re.MULTILINE) == []
    assert read("src/turncoat/__init__.py").count(turncoat.__version__) == 1
