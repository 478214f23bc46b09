"""Matches for tests: small ones, of players that take no time."""

from typing import Any

from turncoat.lab.arena import Match

CAST = "python:tests.lab.arena.stub_players:"
SMALL = "reversi:size=6x6"
SURE = ("nodes:30,memory=1", "nodes:5,memory=1")  # they leave nothing to chance


def contest(**more: Any) -> Match:
    """The usual match, but for what is said."""
    usual: dict[str, Any] = {"players": ("nodes:300,memory=1", "uct:30"), "ruleset": SMALL, "pairs": 6, "seed": 3}
    return Match(**(usual | more))
