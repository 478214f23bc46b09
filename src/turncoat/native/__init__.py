"""The only package that imports compiled code: positions thousands of times faster than the plain rules, and batches.

>>> from turncoat import native
>>> print(*native.start("reversi").play("d3").legal_moves)
c3 e3 c5
>>> native.perft(native.start("reversi"), 8)
390216
>>> games = native.playouts("verto:size=5", 1000, seed=7)
>>> games.first + games.second + games.draws
1000
"""

from typing import TYPE_CHECKING, Any

from ._cpu import compiled, cpu, cpus, has_twin, use_cpu
from ._position import NativePosition, handle, legal_json, parse, perft, start, twin

if TYPE_CHECKING:
    from ._batch import Batch, TimeStep
    from ._playouts import Playouts, playout_moves, playouts

__all__ = [
    "Batch",
    "NativePosition",
    "Playouts",
    "TimeStep",
    "compiled",
    "cpu",
    "cpus",
    "handle",
    "has_twin",
    "legal_json",
    "parse",
    "perft",
    "playout_moves",
    "playouts",
    "start",
    "twin",
    "use_cpu",
]


def __getattr__(name: str) -> Any:
    """What needs numpy, imported when it is first used."""
    if name in ("Batch", "TimeStep"):
        from . import _batch

        return getattr(_batch, name)
    if name in ("Playouts", "playout_moves", "playouts"):
        from . import _playouts

        return getattr(_playouts, name)
    raise AttributeError(f"module {__name__} has no attribute {name}")
