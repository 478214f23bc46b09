"""The short form of `make attack`, and faults planted in the service that its checker must notice."""

import asyncio

import pytest

from tests.attack.attack import Attack


def attacked(kind, rounds, **how):
    return asyncio.run(Attack(kind, 1, **how).run(rounds, tables=4))


def test_one_server_under_attack_robs_nobody():
    outcome = attacked("sqlite", 4)
    assert outcome.violations == [], outcome.log[-2000:]
    assert outcome.seen["moves_acknowledged"] > 0
    assert sum(outcome.faults.values()) == 4


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        ("dropped_append", "cannot tell the match any more"),
        ("doubled_move", "nobody made"),
        ("easy_claims", "won over an opponent"),
    ],
)
def test_a_planted_fault_is_noticed(planted, told):
    outcome = attacked("sqlite", 1, planted=planted)
    assert any(told in line for line in outcome.violations), outcome.violations
