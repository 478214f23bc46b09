"""A pytest plugin: the tests are collected once, and every fault is tried in a fork of that process.

A fault within a function is planted by giving the function other code.  One in what a module does while it is imported
cannot be planted that way; the fork says so, and the fault is tried in a process of its own.
"""

import contextlib
import gc
import inspect
import json
import os
import select
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

UNPLANTED = 3  # the exit code of a fork that could not plant its fault
FAILED: list[str] = []


def _own(code: CodeType) -> object:
    """What the code does by itself, without the functions in it and its line numbers."""
    plain = [(type(each), repr(each)) for each in code.co_consts if not isinstance(each, CodeType)]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, code.co_exceptiontable, code.co_flags, names, plain


def _changed(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType, bool]]:
    """The pieces of code that differ, from the outside in, and whether each must be found as a function."""
    inner = [[each for each in code.co_consts if isinstance(each, CodeType)] for code in (before, after)]
    paired = [each.co_name for each in inner[0]] == [each.co_name for each in inner[1]]
    nested = bool(before.co_flags & inspect.CO_NESTED)
    if not paired or _own(before) != _own(after):
        yield before, after, not nested
        return
    for one, other in zip(*inner, strict=True):
        found = list(_changed(one, other))
        if found and before.co_flags & inspect.CO_OPTIMIZED:  # a function is there, what it makes may not be yet
            yield before, after, not nested
        yield from found


def plant(place: str, before: bytes, after: bytes) -> bool:
    """Gives the functions of the module at that place their code with the fault; False where that cannot be done."""
    changed = list(_changed(*(compile(text, place, "exec", dont_inherit=True) for text in (before, after))))
    swaps = {(old.co_qualname, old.co_firstlineno): new for old, new, _ in changed}
    # By its type: to ask a weak proxy whether it is an instance asks what it stands for, which may be gone.
    functions = [each for each in gc.get_objects() if type(each) is FunctionType]
    found = set()
    for function in functions:
        code = function.__code__
        name = code.co_qualname, code.co_firstlineno
        if code.co_filename != place or name not in swaps:
            continue
        if len(swaps[name].co_freevars) != len(code.co_freevars):
            return False
        function.__code__ = swaps[name]
        found.add(name)
    return bool(changed) and found >= {(old.co_qualname, old.co_firstlineno) for old, _, needed in changed if needed}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Notes what failed."""
    if report.failed:
        FAILED.append(report.nodeid)


def _try(items: list[pytest.Item], asked: dict[str, Any]) -> int:
    """In the fork: plants the fault and runs the tests up to the first that fails."""
    text = Path(asked["text"]).read_bytes()
    os.environ |= {"MUTANT_MODULE": asked["module"], "MUTANT_TEXT": asked["text"], "MUTANT_PLACE": asked["place"]}
    if not plant(asked["place"], Path(asked["place"]).read_bytes(), text):
        return UNPLANTED
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if FAILED:
            Path(asked["killer"]).write_text(FAILED[0], "utf-8")
            return 1
    return 0


def _forked(items: list[pytest.Item], asked: dict[str, Any]) -> int:
    """The exit code of a fork that tries the fault; 124 where it took too long."""
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        code = UNPLANTED
        try:
            os.setsid()
            code = _try(items, asked)
        finally:
            os._exit(code)
    ended = os.pidfd_open(pid)
    late = not select.select([ended], [], [], asked["seconds"])[0]
    os.close(ended)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # also what a test started and did not end
    _, status = os.waitpid(pid, 0)
    return 124 if late else os.waitstatus_to_exitcode(status)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Tries one fault a line of JSON, until there are no more; answers each with an exit code."""
    items = {item.nodeid: item for item in session.items}
    with (
        os.fdopen(int(os.environ["FORKING_ASKED"])) as lines,
        os.fdopen(int(os.environ["FORKING_ANSWERS"]), "w") as out,
    ):
        print("ready", file=out, flush=True)
        for line in lines:
            asked = json.loads(line)
            known = [items[name] for name in asked["tests"] if name in items]
            complete = len(known) == len(asked["tests"])
            print(_forked(known, asked) if complete else UNPLANTED, file=out, flush=True)
    return True
