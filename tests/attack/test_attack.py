"""The short form of `make attack`, and faults planted in the service that its checker must notice."""

import asyncio

import pytest

from tests.attack.attack import Attack
from tests.attack.cluster import FAKETIME
from tests.attack.faults import jump, kill_server


def attacked(kind, rounds, **how):
    return asyncio.run(Attack(kind, 1, **how).run(rounds, tables=4))


def test_one_server_under_attack_robs_nobody():
    outcome = attacked("sqlite", 4)
    assert outcome.violations == [], outcome.log[-2000:]
    assert outcome.seen["moves_acknowledged"] > 0
    assert sum(outcome.faults.values()) == 4


@pytest.mark.parametrize(
    ("planted", "kind", "told"),
    [
        ("dropped_append", "postgresql", ("cannot tell the match any more", "is lost", "processes disagree")),
        ("doubled_move", "postgresql", ("nobody made",)),
        ("robbing_clock", "postgresql", ("was charged",)),
        ("easy_claims", "sqlite", ("won over an opponent",)),
        ("wall_clock", "sqlite", ("was charged", "several results", "a clock went back")),
    ],
)
def test_a_planted_fault_is_noticed(planted, kind, told):
    if planted == "wall_clock" and FAKETIME is None:
        pytest.skip("libfaketime is not installed")
    outcome = attacked(kind, 2, planted=planted, only=(jump if planted == "wall_clock" else kill_server,))
    assert any(words in line for line in outcome.violations for words in told), outcome.violations
