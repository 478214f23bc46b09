"""The locks pin everything by hash and name no host."""

import re

import pytest

from tests.house.tree import files, read

LOCKS = [str(path) for path in files("locks/*", "*package-lock.json", "*.npmrc")]
PINNED = [path for path in LOCKS if path.startswith("locks/")]


def pins(name: str) -> set[str]:
    """The versions a lock of Python packages names."""
    return set(re.findall(r"^[\w.-]+==[^\\]+", read(f"locks/{name}.lock"), re.MULTILINE))


def names(name: str) -> set[str]:
    """The packages a lock names."""
    return {pin.partition("==")[0] for pin in pins(name)}


@pytest.mark.parametrize("path", LOCKS)
def test_a_lock_names_no_host(path):
    assert (
        re.findall(r"^.*(?:://|--(?:extra-)?index-url|--find-links|\bregistry\s*=).*$", read(path), re.MULTILINE) == []
    )


@pytest.mark.parametrize("path", PINNED)
def test_every_requirement_is_one_version_with_hashes(path):
    requirements = re.findall(r"^[^\s#](?:.*\\\n)*.*", read(path), re.MULTILINE)
    assert len(requirements) >= 1
    assert [each for each in requirements if not re.match(r"[\w.-]+==\S+", each) or "--hash=sha256:" not in each] == []


def test_there_is_a_lock_for_every_need():
    needs = ("bench", "dev", "fuzz", "installer", "node", "runtime", "server", "wasm")
    assert [f"locks/{name}.lock" for name in needs] == PINNED
    assert names("installer") == {"uv"}
    assert names("fuzz") == {"atheris"}
    assert names("wasm") == {"ziglang"}


def test_tests_test_the_versions_that_run_and_benchmarks_measure_those():
    assert len(pins("runtime")) > 20
    assert pins("runtime") < pins("dev") < pins("bench")


def test_a_server_runs_on_the_versions_that_are_tested_and_without_what_only_builds():
    assert pins("server") < pins("dev")
    assert names("server") - names("runtime") == {"asyncpg", "redis", "async-timeout"}
    assert not {"cmake", "ninja", "nanobind", "scikit-build-core"} & names("server")


def test_running_installs_nothing_that_only_tests_or_several_processes_need():
    assert {"numpy", "typer", "fastapi", "aiosqlite", "ninja", "nanobind"} <= names("runtime")
    assert not {"pytest", "mypy", "ruff", "playwright", "asyncpg", "redis"} & names("runtime")
    assert {"asyncpg", "redis", "pytest"} <= names("dev")
