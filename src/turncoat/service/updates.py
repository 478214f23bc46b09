"""Updates: what has changed from one view of a match to the next."""

from collections.abc import Sequence
from typing import Any, cast

from .messages import NOT_IN_CHANGES, HistoryUpdate, UpdateMessage, ViewChanges
from .view import PlayedMove, SharedView

COMPARED = tuple(name for name in SharedView.__annotations__ if name not in NOT_IN_CHANGES)


def update(before: SharedView, after: SharedView) -> UpdateMessage | None:
    """The message that leads from one view to the other; None where only a setup can tell it."""
    said = _added(before["chat"], after["chat"])
    if said is None:
        return None
    message = UpdateMessage(
        type="update", since=before["version"], version=after["version"], changed=_changes(before, after)
    )
    if before["history"] != after["history"]:
        message["history"] = _history(before["history"], after["history"])
    if said:
        message["chat"] = said
    return message


def _changes(before: SharedView, after: SharedView) -> ViewChanges:
    old, new = cast("dict[str, Any]", before), cast("dict[str, Any]", after)
    found = {name: new[name] for name in COMPARED if old[name] is not new[name] and old[name] != new[name]}
    return cast("ViewChanges", found)


def _history(before: Sequence[PlayedMove], after: Sequence[PlayedMove]) -> HistoryUpdate:
    # A move is the same as long as it is the same object: where the last one is, all before it are.
    kept = min(len(before), len(after))
    while kept and before[kept - 1] is not after[kept - 1]:
        kept -= 1
    return HistoryUpdate(kept=kept, played=list(after[kept:]))


def _added(before: Sequence[Any], after: Sequence[Any]) -> list[Any] | None:
    """What follows at the end of a list that may have lost some at its beginning; None where it is another list."""
    for dropped in range(len(before)):
        kept = len(before) - dropped
        if before[dropped:] == after[:kept]:
            return list(after[kept:])
    return None if before else list(after)
