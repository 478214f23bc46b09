"""What a move changed, read off the boards before and after it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .board import EMPTY
from .moves import PASS, SWAP, Event
from .results import Side

if TYPE_CHECKING:
    from .position import Position


def changes(before: "Position", after: "Position", move: str) -> tuple[Event, ...]:
    """The events of a move whose game tells none.

    One stone less and one more of the side that moved are one stone that went there.
    """
    if move in (PASS, SWAP):
        return (Event("passed" if move == PASS else "swapped", before.side),)
    return tuple(_on_board(before, after))


def _on_board(before: "Position", after: "Position") -> Iterator[Event]:
    name, side = before.grid.name, before.side
    owner = {each.mark: each for each in Side}
    pairs = [(cell, *marks) for cell, marks in enumerate(zip(before.board, after.board, strict=True))]
    pairs = [(cell, old, new) for cell, old, new in pairs if old != new]
    left = [cell for cell, old, new in pairs if old == side.mark and new == EMPTY]
    come = [cell for cell, old, new in pairs if new == side.mark]
    moved = len(left) == len(come) == 1
    for cell, old, new in pairs:
        if old in owner and cell not in left and (new == EMPTY or (moved and cell in come)):
            yield Event("captured", owner[old], name(cell))
    if moved:
        yield Event("moved", side, name(left[0]), name(come[0]))
        pairs = [pair for pair in pairs if pair[0] not in (*left, *come)]
    for cell, old, new in pairs:
        if new != EMPTY:
            yield Event("placed" if old == EMPTY else "turned", owner[new], name(cell))
        elif cell in left:
            yield Event("captured", side, name(cell))


def board_after(before: "Position", events: tuple[Event, ...]) -> str:
    """The board that comes of the events, one after another."""
    marks = list(before.board)
    for event in events:
        cell = None if event.cell is None else before.grid.number(event.cell)
        if event.kind in ("placed", "turned") and cell is not None:
            marks[cell] = event.side.mark
        elif event.kind == "captured" and cell is not None:
            marks[cell] = EMPTY
        elif event.kind == "moved" and cell is not None and event.to is not None:
            marks[before.grid.number(event.to)], marks[cell] = marks[cell], EMPTY
    return "".join(marks)
