"""Arguments of the long calls, checked before any work begins."""

from operator import index

from turncoat.games.errors import BadRequest, WrongType
from turncoat.games.text import Phrase

MAX_GAMES = 1 << 32


def at_least(low: int, **numbers: int) -> None:
    """Refuses the first of the numbers that is lower."""
    for name, got in numbers.items():
        whole(name, got)
        if got < low:
            raise BadRequest(problem=Phrase("problems.at_least", {"name": name, "low": low, "got": got}))


def games(**numbers: int) -> None:
    """Refuses a number of games that is negative or larger than any array could be."""
    for name, got in numbers.items():
        whole(name, got)
        if not 0 <= got <= MAX_GAMES:
            allowed = Phrase("allowed.whole", {"low": 0, "high": MAX_GAMES})
            raise BadRequest(problem=Phrase("problems.must_be", {"name": name, "allowed": allowed, "got": got}))


def whole(name: str, got: object) -> None:
    """Refuses what is no whole number."""
    try:
        index(got)  # type: ignore[arg-type]
    except TypeError:
        raise WrongType.of(name, "whole_number", got) from None


def one_of(values: tuple[str, ...], **texts: str) -> None:
    """Refuses the first of the texts that is not one of the values."""
    for name, got in texts.items():
        if got not in values:
            allowed = Phrase("allowed.one_of", {"values": values})
            raise BadRequest(problem=Phrase("problems.must_be", {"name": name, "allowed": allowed, "got": got}))


def seed(number: int) -> None:
    """Refuses a seed that does not fit in 64 bits."""
    whole("seed", number)
    if not 0 <= number < 1 << 64:
        allowed = Phrase("problems.seed_range")
        raise BadRequest(problem=Phrase("problems.must_be", {"name": "seed", "allowed": allowed, "got": number}))
