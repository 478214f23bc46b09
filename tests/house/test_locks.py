"""The locks pin everything by hash and name no host."""

import re

import pytest

from tests.house.tree import files, read

LOCKS = [str(path) for path in files("requirements*.lock", "*package-lock.json", "*.npmrc", "*uv.lock")]


@pytest.mark.parametrize("path", LOCKS)
def test_a_lock_names_no_host(path):
    assert (
        re.findall(r"^.*(?:://|--(?:extra-)?index-url|--find-links|\bregistry\s*=).*$", read(path), re.MULTILINE) == []
    )


@pytest.mark.parametrize("path", ["requirements.lock", "requirements-bench.lock"])
def test_every_requirement_is_one_version_with_hashes(path):
    requirements = re.findall(r"^[^\s#](?:.*\\\n)*.*", read(path), re.MULTILINE)
    assert len(requirements) > 20
    assert [each for each in requirements if not re.match(r"[\w.-]+==\S+", each) or "--hash=sha256:" not in each] == []


def test_benchmarks_measure_the_versions_that_tests_tested():
    def pins(path: str) -> set[str]:
        return set(re.findall(r"^[\w.-]+==[^\\]+", read(path), re.MULTILINE))

    assert pins("requirements.lock") <= pins("requirements-bench.lock")
