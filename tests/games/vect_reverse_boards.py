"""Boards of VECT-REVERSE, for the tests of its rules."""

import pytest

from tests.games.pictures import picture
from turncoat.games.errors import BadPosition
from turncoat.games.results import FIRST, SECOND

BLACK, WHITE = FIRST, SECOND


def vect(drawing, side=BLACK, ruleset="vect-reverse", **fields):
    """The position a drawing shows."""
    return picture(ruleset, drawing, side, **fields)


# A board on which nobody can place: no stone touches an enemy stone.
APART = """
    o . x . . . . .
    . . . . . . . .
    o . x . . . . .
    . . . . . . . .
    o . x . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""

# One cell of the Center Area is empty.  White on d4 outflanks e4, which is walled in.
ALMOST_FULL = """
    . . . . . . . .
    . x o x o x o .
    . o x o x o x .
    . x o . x o x .
    . o x o x o x .
    . x o x o x o .
    . o x o x o x .
    . . . . . . . .
"""

# Black can place nowhere, White can.
BLACK_PASSES = """
    o x . . . . . .
    o x . . . . . .
    o x . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""

# Black on c3 outflanks d3, c4 and d4.
THREE_WAYS = """
    . . . . . . . .
    . . . . . . . .
    . . . o x . . .
    . . o o x . . .
    . . x x x . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""

FOUR_TO_ONE = """
    . . . . . . . .
    . x . . . . o .
    . . . . . . . .
    . . . x x . . .
    . . . x o . . .
    . . . . . . . .
    . x . . . . x .
    . . . . . . . .
"""


def refused(drawing, side=BLACK, ruleset="vect-reverse", **fields):
    """The problem for which the text of a drawing is refused."""
    with pytest.raises(BadPosition) as problem:
        vect(drawing, side, ruleset, **fields)
    return problem.value.data["problem"].key.removeprefix("problems.")
