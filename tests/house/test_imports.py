"""Starting is cheap: what an import or a quick command loads is known and stays little."""

import json
import subprocess
import sys
from functools import cache

import pytest

import turncoat
from bench import imports
from tests.house.allowances import allowed, beyond
from tests.house.tree import ROOT, read

PARSER = {"annotated_doc", "rich", "shellingham", "typer"}
TYPES = {"annotated_types", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection"}  # the parser's own

# The packages of others that each start may load for good.
BUDGET: dict[str, set[str]] = {
    imports.NOTHING: set(),
    "import turncoat.games": set(),
    "import turncoat": set(),
    "turncoat.start": set(),
    "turncoat version": set(),
    "turncoat --help": PARSER,
    "turncoat games": PARSER | TYPES,
    "turncoat serve --help": PARSER | TYPES,
}


@cache
def found() -> dict[str, set[str]]:
    """The packages of others that each start loads beyond its budget."""
    return {name: imports.foreign(imports.loaded(code)) - BUDGET[name] for name, code in imports.STARTS.items()}


def test_packages_of_others_are_told_from_ours_and_pythons():
    assert imports.foreign({"json.decoder", "numpy.linalg", "turncoat.games", "_sysconfigdata"}) == {"numpy"}


def test_every_start_keeps_to_its_budget():
    assert beyond(found(), allowed("loaded")) == {}


def test_every_allowance_for_imports_is_still_needed():
    assert beyond(allowed("loaded"), found()) == {}


def test_the_record_is_of_every_start():
    record = json.loads(read("bench/results/imports.json"))
    assert list(record["results"]) == list(imports.STARTS)
    assert all(each["ms"] >= each["least_ms"] > 0 for each in record["results"].values())


def test_a_command_loads_no_other_command():
    modules = imports.loaded("from turncoat.cli import main; main(['games'])")
    assert {"turncoat.cli.show", "turncoat.cli.help"} <= modules
    assert not {f"turncoat.cli.{name}" for name in ("play", "arena", "manual", "serve", "help_page")} & modules


@pytest.mark.parametrize("name", turncoat.__all__)
def test_what_the_library_offers_is_listed_and_there(name):
    assert name in dir(turncoat)
    assert getattr(turncoat, name) is not None


def test_what_the_library_does_not_offer_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'turncoat' has no attribute 'strat'"):
        _ = turncoat.strat  # type: ignore[attr-defined]


def test_the_command_is_the_same_started_as_a_module():
    ran = subprocess.run(
        [sys.executable, "-m", "turncoat.cli", "-V"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout == f"turncoat {turncoat.__version__}\n"
