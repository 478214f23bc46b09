"""Time management: how much of the clock to spend on a move, never all of it.

>>> times = allot(TimeLeft(60), 30)
>>> round(times.soft, 2), round(times.hard, 2)
(2.28, 9.77)
"""

from random import Random
from typing import NamedTuple

from turncoat.games import Position
from turncoat.native import has_twin, playouts
from turncoat.play import TimeLeft

from ._arguments import check, check_position

OVERHEAD = 0.02
"""Seconds a move may cost beyond its thinking: pipes, the scheduler, a slow opponent's program."""
MIN_DECISIONS = 6  # decisions we always reckon with: an estimate may be wrong, and a clock must outlast it
MIN_SECONDS = 0.001
# The last decisions of a game cost hardly any time, for by then its end is proved.  As measured, with much and with
# little time: about 9 of them in Reversi, 7 in Verto, and in the long games two of five.
FREE, COSTLY = 8, 0.6
MAX_AHEAD = 120
SOFT = 0.7  # of a move's share: an iteration begun before it usually ends after it
FIRST = 0.7  # of the time left for a turn goes to a decision after which the turn may go on


class Times(NamedTuple):
    """The soft limit, after which no deeper search is started, and the hard limit, which stops at once."""

    soft: float
    hard: float


def allot(clock: TimeLeft, decisions: float, overhead: float = OVERHEAD) -> Times:
    """The seconds for one move, with about so many decisions of one's own still to come, this one among them."""
    check("clock", clock, TimeLeft, "clock")
    left = max(min(decisions - FREE, COSTLY * decisions), MIN_DECISIONS)
    most = 2 * max(decisions, MIN_DECISIONS) + MIN_DECISIONS  # a game may last twice as long as we think
    if clock.moves_to_go is not None:
        left = min(left, max(1, clock.moves_to_go))
        most = min(most, max(1, clock.moves_to_go))
    # Every move costs its overhead too; that is set aside before anything is shared out, as far as the increment,
    # which comes after the move, does not pay for it.
    gain = clock.increment - overhead - MIN_SECONDS
    spare = clock.remaining - overhead + min(gain, 0) * most
    if spare <= 0:
        hard = max(MIN_SECONDS, (clock.remaining - overhead) / (8 * left))
        return Times(hard / 2, hard)
    share = spare / left + 0.8 * max(gain, 0)
    hard = max(MIN_SECONDS, min(3 * share, spare * (0.8 if left == 1 else 0.3)))
    return Times(min(SOFT * share, hard), hard)


def turn_share(position: Position, made: int | None = None) -> float:
    """The part of a turn's time that its present decision may take, with so many decisions of the turn made before.

    A decision that surely ends the turn has all that is left, any other the greater part of it: their sum is never more
    than the whole.  Where nobody says how many were made, a turn under way had one.

    >>> from turncoat import start
    >>> turn_share(start("reversi")), turn_share(start("vect-reverse"))
    (1.0, 0.7)
    """
    check_position(position)
    if made is not None:
        check("made", made, int, "whole_number")
    left = (1 - FIRST) ** (int(position.mid_turn) if made is None else made)
    return left * FIRST if any(not move.ends_turn for move in position.legal_moves) else left


def decisions_left(position: Position) -> float:
    """The estimated number of decisions the side to move still has, including this one.

    Random games tell: that serves every game, whether stones come to the board or leave it.  Where players who know
    what they do come to the end sooner, fewer are reckoned with.

    >>> from turncoat import start
    >>> 28 < decisions_left(start("reversi")) < 32
    True
    """
    check_position(position)
    length = position.ruleset.info.length
    if has_twin(position.ruleset):
        return max(1.0, length * playouts(position, 24, seed=1).mean_moves / 2)
    return max(1.0, length * _moves_ahead(position) / 2)


def _moves_ahead(position: Position) -> int:
    """The moves of one random game by the plain rules, which are slow: a long one is not played to its end."""
    random, count = Random(1), 0
    while (moves := position.legal_moves) and count < MAX_AHEAD:
        position = position.play(moves[random.randrange(len(moves))])
        count += 1
    return count
