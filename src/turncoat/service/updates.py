"""Updates: what has changed from one view of a match to the next."""

from collections.abc import Sequence
from typing import Any

from .view import NOT_IN_CHANGES, HistoryUpdate, PlayedMove, UpdateMessage, View, ViewChanges

COMPARED = tuple(name for name in View.model_fields if name not in {*NOT_IN_CHANGES, "moves"})
"""The legal moves follow from the position."""


def update(before: View, after: View) -> UpdateMessage | None:
    """The message that leads from one view to the other; None where only a setup can tell it."""
    said = _added(before.chat, after.chat)
    if said is None:
        return None
    found: dict[str, Any] = {"type": "update", "since": before.version, "version": after.version}
    found["changed"] = _changes(before, after)
    if before.history != after.history:
        found["history"] = _history(before.history, after.history)
    if said:
        found["chat"] = said
    return UpdateMessage.model_construct(**found)


def _changes(before: View, after: View) -> ViewChanges:
    old, new = before.__dict__, after.__dict__
    found = {name: new[name] for name in COMPARED if old[name] is not new[name] and old[name] != new[name]}
    if after.position != before.position or after.status != before.status:
        found["moves"] = after.moves  # not worth comparing one by one
    return ViewChanges.model_construct(**found)


def _history(before: Sequence[PlayedMove], after: Sequence[PlayedMove]) -> HistoryUpdate:
    # A move is the same as long as it is the same object: where the last one is, all before it are.
    kept = min(len(before), len(after))
    while kept and before[kept - 1] is not after[kept - 1]:
        kept -= 1
    return HistoryUpdate.model_construct(kept=kept, played=list(after[kept:]))


def _added(before: Sequence[Any], after: Sequence[Any]) -> list[Any] | None:
    """What follows at the end of a list that may have lost some at its beginning; None where it is another list."""
    for dropped in range(len(before)):
        kept = len(before) - dropped
        if before[dropped:] == after[:kept]:
            return list(after[kept:])
    return None if before else list(after)
