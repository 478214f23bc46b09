"""Open files: the limit on them is raised, and told where it is too low."""

import resource
import subprocess
import sys

import pytest


def raised(soft, hard, connections):
    """What a process with these limits makes of them, and what it says."""
    code = f"""
import logging, resource
logging.basicConfig(format="%(message)s %(facts)s")
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
from turncoat.web.descriptors import raise_limit
print(raise_limit({connections}), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return [int(word) for word in done.stdout.split()], done.stderr.splitlines()


@pytest.mark.skipif(resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 3000, reason="the limit here is low already")
@pytest.mark.parametrize(
    ("soft", "hard", "asked", "fit"),
    [(256, 2000, 1000, 1000), (256, 1256, 1000, 1000), (256, 1255, 1000, 999), (100, 300, 1000, 150)],
)
def test_the_limit_on_open_files_is_raised_and_what_does_not_fit_is_told_in_one_line(soft, hard, asked, fit):
    figures, lines = raised(soft, hard, asked)
    assert figures == [fit, hard, hard]
    needed = {"limit": hard, "needed": asked + 256, "connections": fit}
    text = f"the limit on open files (ulimit -n) is too low, so fewer connections fit {needed}"
    assert lines == ([] if fit == asked else [text])
