"""What docs/solved.md publishes can be proved again."""

import shlex

import pytest

from bench.solved import claims, in_words
from tests.cli.terminal import run
from tests.house.tree import read

CLAIMS = list(claims(read("docs/solved.md")))


def test_every_line_of_the_tables_is_a_claim():
    lines = [
        line for line in read("docs/solved.md").splitlines() if "`turncoat solve " in line and line.startswith("|")
    ]
    assert len(CLAIMS) == len(lines) > 30


@pytest.mark.parametrize("claim", [each for each in CLAIMS if each.seconds < 1.5], ids=lambda claim: claim.command)
def test_what_is_quick_is_proved_again(claim):
    assert in_words(run(*shlex.split(claim.command), "--json").data) == claim.result
