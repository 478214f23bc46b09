"""Exact solvers: values of positions with a best line, and tables of every position.

>>> solution = solve(start("reversi:size=4x4"))
>>> solution.lead, solution.outcome
(-8, 'loss')
"""

from turncoat.native import start

from ._checkpoint import BadCheckpoint, Checkpoint
from ._solver import METHODS, Method, Progress, Solution, Solver, solve
from ._table import BadTable, NotInTable, Table, build_table

__all__ = [
    "METHODS",
    "BadCheckpoint",
    "BadTable",
    "Checkpoint",
    "Method",
    "NotInTable",
    "Progress",
    "Solution",
    "Solver",
    "Table",
    "build_table",
    "solve",
    "start",
]
