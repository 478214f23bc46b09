"""What a public link shows of a private match: the game, and neither names nor chat nor the way to the match itself.

Whoever makes the link speaks for themselves alone: the opponent's name and words are not theirs to give.
"""

from typing import Any, TypeVar, cast

from .match import Match
from .messages import UpdateMessage
from .view import Can, Offers, Seat, Seats, SharedView

V = TypeVar("V", bound=SharedView)
NOTHING = Can(**dict.fromkeys(Can.__annotations__, False))  # type: ignore[typeddict-item] # all of them
NO_OFFERS = Offers(draw=None, takeback=None, rematch=None)
HIDDEN: dict[str, Any] = {"chat": [], "offers": NO_OFFERS, "rematch": None, "previous": None, "can": NOTHING}


def redacted(view: V, name: str) -> V:
    """The view under its public name."""
    return cast("V", {**view, **HIDDEN, "id": name, "seats": _nameless(view["seats"])})


def redacted_update(message: UpdateMessage) -> UpdateMessage:
    """The same for a change; what is hidden has not changed."""
    found = cast("dict[str, Any]", message.copy())
    found.pop("chat", None)
    changed = {name: value for name, value in message["changed"].items() if name not in HIDDEN}
    if "seats" in changed:
        changed["seats"] = _nameless(message["changed"]["seats"])
    found["changed"] = changed
    return cast("UpdateMessage", found)


def redacted_record(match: Match) -> str:
    """The record without the names of people."""
    return match.record(names=False)


def _nameless(seats: Seats) -> Seats:
    first, second = (
        Seat(kind=seat["kind"], name=None, level=seat["level"]) for seat in (seats["first"], seats["second"])
    )
    return Seats(first=first, second=second)
