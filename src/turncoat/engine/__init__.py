"""The engine: search, levels, analysis and review for every game.

>>> import turncoat
>>> from turncoat.engine import Limit, best
>>> best(turncoat.start("reversi:size=4x4"), Limit(depth=30)).text()
'-8, proved'
"""

from ._weights import BadWeights, Weights, read, shipped
from .engine import Engine, analyse, analyse_async, best
from .line import Limit, Line

__all__ = ["BadWeights", "Engine", "Limit", "Line", "Weights", "analyse", "analyse_async", "best", "read", "shipped"]
