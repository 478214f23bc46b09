"""The service's refusals: each has a stable code, data for programs and a text for people."""

from typing import Any

from turncoat.games.errors import TurncoatError
from turncoat.games.text import say, translations

PACKAGE = "turncoat.service"


class Refused(TurncoatError):
    """A request that was refused; nothing has changed."""

    def text(self, language: str = "en") -> str:
        """The refusal in that language."""
        return say(PACKAGE, f"errors.{self.code}", language, **self.data)


class NoSuchMatch(Refused):
    """There is no match of that name."""

    code = "no_such_match"


class NoSuchStudy(Refused):
    """There is no study of that name."""

    code = "no_such_study"


class NoSeat(Refused):
    """The request has no seat in the match."""

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
    """Both seats are taken."""

    code = "seat_taken"


class BadInvitation(Refused):
    """The invitation does not fit the match."""

    code = "bad_invitation"


class BadToken(Refused):
    """The token belongs to no seat of the match."""

    code = "bad_token"


class NotPossible(Refused):
    """Not available in this kind of match or its present state."""

    code = "not_possible"


class NoOffer(Refused):
    """There is no such offer to answer."""

    code = "no_offer"


class TooEarly(Refused):
    """The opponent is present, or has not been away for long enough."""

    code = "too_early"


class BadSecret(Refused):
    """The secret is not the one with which a study may be changed."""

    code = "bad_secret"


class BadClock(Refused):
    """An invalid clock."""

    code = "bad_clock"


class Busy(Refused):
    """Too many engine jobs are waiting."""

    code = "busy"


class EngineFailed(Refused):
    """The engine did not answer, even on the second attempt."""

    code = "engine_failed"


class BadText(Refused):
    """A text that is empty or too long."""

    code = "bad_text"


class StoreFailed(Refused):
    """It could not be saved, so it has not happened."""

    code = "store_failed"


class DamagedJournal(StoreFailed):
    """The stored journal of a match cannot be read."""


class NewerJournal(DamagedJournal):
    """The stored journal was written by a newer release and is left alone."""

    def text(self, language: str = "en") -> str:
        """What people can do about it."""
        return say(PACKAGE, "store.newer_journal", language)


def words(error: TurncoatError) -> dict[str, str]:
    """The error in every language that has its own words for it."""
    return translations(error.text)


def facts(error: TurncoatError) -> dict[str, Any]:
    """The error's data for programs: plain values only."""
    return {name: value for name, value in error.data.items() if isinstance(value, str | int | float | list)}
