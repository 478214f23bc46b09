"""What the service refuses, each with a stable code, data for programs and words for people."""

from typing import Any

from turncoat.games.errors import TurncoatError
from turncoat.games.text import say, translations

PACKAGE = "turncoat.service"


class Refused(TurncoatError):
    """Something that was asked for and is not to be had; nothing has changed."""

    def text(self, language: str = "en") -> str:
        """The refusal in that language."""
        return say(PACKAGE, f"errors.{self.code}", language, **self.data)


class NoSuchMatch(Refused):
    """There is no match of that name."""

    code = "no_such_match"


class NoSeat(Refused):
    """Whoever asks holds no seat at the match."""

    code = "no_seat"


class NotYourTurn(Refused):
    """The other side decides."""

    code = "not_your_turn"


class Stale(Refused):
    """The match has gone on since; the present view tells how."""

    code = "stale"


class MatchOver(Refused):
    """The match has ended."""

    code = "match_over"


class NotStarted(Refused):
    """A seat is still open."""

    code = "not_started"


class SeatTaken(Refused):
    """Nobody is awaited at this match any more."""

    code = "seat_taken"


class BadInvitation(Refused):
    """The invitation does not fit the match."""

    code = "bad_invitation"


class BadToken(Refused):
    """The token belongs to no seat of the match."""

    code = "bad_token"


class NotPossible(Refused):
    """This kind of match, or its present state, does not have that."""

    code = "not_possible"


class NoOffer(Refused):
    """There is no such offer to answer."""

    code = "no_offer"


class TooEarly(Refused):
    """The opponent is still here, or not gone for long enough."""

    code = "too_early"


class BadClock(Refused):
    """A clock that cannot be set so."""

    code = "bad_clock"


class Busy(Refused):
    """Too much is waiting for the engine already."""

    code = "busy"


class EngineFailed(Refused):
    """The engine gave no answer, nor at the second try."""

    code = "engine_failed"


class BadText(Refused):
    """A text that is empty, too long or not fit to be shown."""

    code = "bad_text"


class StoreFailed(Refused):
    """The store could not keep it: it has not happened."""

    code = "store_failed"


class DamagedJournal(StoreFailed):
    """What the store holds of a match cannot be understood."""


class NewerJournal(DamagedJournal):
    """A later release has written what the store holds of a match; the present one leaves it alone."""

    def text(self, language: str = "en") -> str:
        """What to do meanwhile."""
        return say(PACKAGE, "store.newer_journal", language)


def words(error: TurncoatError) -> dict[str, str]:
    """The error in every language that has its own words for it."""
    return translations(error.text)


def facts(error: TurncoatError) -> dict[str, Any]:
    """What an error tells programs: plain values only."""
    return {name: value for name, value in error.data.items() if isinstance(value, str | int | float | list)}
