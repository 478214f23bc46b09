"""A pytest plugin: which test reaches which lines of the modules, and how long each takes."""

import builtins
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

MODULES: dict[str, str] = dict(each.split("=", 1) for each in os.environ["REACH_MODULES"].split(os.pathsep))
REACHED: dict[str, set[int]] = {
    MODULES[name]: getattr(builtins, f"__lines_{number}__") for number, name in enumerate(sorted(MODULES))
}
"""Where each module stands, and the lines that it has noted."""
TESTS: dict[str, dict[str, Any]] = {}
IMPORTED: dict[str, list[int]] = {}
"""Lines that are reached before any test runs."""


def _lines() -> dict[str, list[int]]:
    return {place: sorted(lines) for place, lines in REACHED.items() if lines}


def pytest_collection_finish() -> None:
    """Notes what was reached while the tests were collected."""
    IMPORTED.update(_lines())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watches from before the set-up of a test until after its end."""
    for lines in REACHED.values():
        lines.clear()
    began = time.perf_counter()
    try:
        return (yield)
    finally:
        told = TESTS.setdefault(item.nodeid, {"passed": True})
        told["seconds"] = round(time.perf_counter() - began, 3)
        told["lines"] = _lines()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that fails or is skipped without a fault notices nothing."""
    told = TESTS.setdefault(report.nodeid, {"passed": True})
    told["passed"] = told["passed"] and report.passed


def pytest_sessionfinish() -> None:
    """Writes it down."""
    Path(os.environ["REACH_TO"]).write_text(json.dumps({"imported": IMPORTED, "tests": TESTS}), "utf-8")
