"""How much the tests try: samples for `make test`, ten times as much and every ruleset for `make test-all`."""

import os

THOROUGH = os.environ.get("TURNCOAT_TESTS") == "all"


def tries(sampled: int) -> int:
    """How many times to try what `make test` tries so often."""
    return 10 * sampled if THOROUGH else sampled
