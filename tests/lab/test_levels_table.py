"""The table of levels says of every match how it ended."""

import pytest

from bench.levels import _row


@pytest.mark.parametrize(
    ("won", "lost", "elo", "said"),
    [
        (0, 12, [None, None, -95.0], "-∞ | -∞ … -95"),
        (12, 0, [95.0, None, None], "+∞ | +95 … +∞"),
        (6, 6, [-120.0, 0.0, 120.0], "+0 | -120 … +120"),
    ],
)
def test_a_player_who_won_or_lost_every_game_stands_on_the_right_side(won, lost, elo, said):
    row = {"player": "level:2", "opponent": "level:1", "games": 12, "won": won, "drawn": 0, "lost": lost, "elo": elo}
    assert _row(row).endswith(f"| {said} |")
