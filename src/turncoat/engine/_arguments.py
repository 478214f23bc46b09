"""Arguments of the library: refused by name where they are of another kind, before anything foreign breaks on them."""

from numbers import Integral

from turncoat.games import Position
from turncoat.games.errors import WrongType
from turncoat.games.text import Phrase


def check(name: str, value: object, kinds: type | tuple[type, ...], wanted: str) -> None:
    """WrongType where the value is of none of these kinds; `wanted` is the key of what is expected."""
    if not isinstance(value, kinds):
        allowed, got = Phrase(f"allowed.{wanted}", {}, "turncoat.engine"), f"{value!r:.60} ({type(value).__name__})"
        raise WrongType(problem=Phrase("problems.must_be", {"name": name, "allowed": allowed, "got": got}))


def check_position(value: object) -> None:
    """The same for a position."""
    if not isinstance(value, Position):
        raise WrongType.of("position", "position", value)


def is_whole(value: object) -> bool:
    """Whether it is a whole number; True is none, though Python counts with it."""
    return isinstance(value, Integral) and not isinstance(value, bool)
