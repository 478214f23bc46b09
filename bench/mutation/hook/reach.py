"""A pytest plugin: which test reaches which lines of the modules, and how long each takes."""

import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

PLACES: frozenset[str] = frozenset(filter(None, os.environ.get("REACH_PLACES", "").split(os.pathsep)))
TESTS: dict[str, dict[str, Any]] = {}
IMPORTED: dict[str, list[int]] = {}
"""Lines that are reached before any test runs."""
REACHED: defaultdict[str, set[int]] = defaultdict(set)


def _called(frame: FrameType, event: str, _: object) -> Any:
    place = frame.f_code.co_filename
    if event != "call" or place not in PLACES:
        return None
    lines = REACHED[place]
    lines.add(frame.f_lineno)

    def line(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            lines.add(frame.f_lineno)
        return line

    return line


def pytest_sessionstart() -> None:
    """Watches what is reached while the tests are collected."""
    sys.settrace(_called)


def pytest_collection_finish() -> None:
    """Notes it."""
    sys.settrace(None)
    IMPORTED.update({place: sorted(lines) for place, lines in REACHED.items()})


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watches from before the set-up of a test until after its end."""
    REACHED.clear()
    threading.settrace(_called)
    sys.settrace(_called)
    began = time.perf_counter()
    try:
        return (yield)
    finally:
        sys.settrace(None)
        threading.settrace(None)
        told = TESTS.setdefault(item.nodeid, {"passed": True})
        told["seconds"] = round(time.perf_counter() - began, 3)
        told["lines"] = {place: sorted(lines) for place, lines in REACHED.items()}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that fails or is skipped without a fault notices nothing."""
    told = TESTS.setdefault(report.nodeid, {"passed": True})
    told["passed"] = told["passed"] and report.passed


def pytest_sessionfinish() -> None:
    """Writes it down."""
    Path(os.environ["REACH_TO"]).write_text(json.dumps({"imported": IMPORTED, "tests": TESTS}), "utf-8")
