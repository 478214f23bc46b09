"""The short form of `make attack`, and faults planted in the service that its checker must notice."""

import asyncio

import pytest

from tests.attack.attack import Attack
from tests.attack.faults import kill_server


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
        ("dropped_append", ("cannot tell the match any more", "is lost")),
        ("doubled_move", ("nobody made",)),
        ("robbing_clock", ("was charged",)),
        ("easy_claims", ("won over an opponent",)),
    ],
)
def test_a_planted_fault_is_noticed(planted, told):
    outcome = attacked("sqlite", 2, planted=planted, only=(kill_server,))
    assert any(words in line for line in outcome.violations for words in told), outcome.violations
