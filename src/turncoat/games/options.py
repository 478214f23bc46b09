"""Options of a ruleset: read, checked and written in one place.

A game declares a frozen dataclass of `option(...)` fields; that is all it has to do.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import product
from typing import Any, ClassVar, Self

from .errors import BadOption, UnknownOption, nearest
from .text import Phrase


class NotAllowed(Exception):
    """Raised by a reader; carries the words for what is allowed."""

    def __init__(self, key: str, **data: object) -> None:
        super().__init__(key)
        self.allowed = Phrase(f"allowed.{key}", data)


def option(
    default: Any, read: Callable[[str], Any], write: Callable[[Any], str] = str, values: tuple[str, ...] = ()
) -> Any:
    """A field of Options: how its text is read and written, and the values a menu offers."""
    return field(default=default, metadata={"read": read, "write": write, "values": values or (write(default),)})


def read_yes_no(text: str) -> bool:
    """Read yes or no."""
    if text not in ("yes", "no"):
        raise NotAllowed("yes_no")
    return text == "yes"


def write_yes_no(value: bool) -> str:
    """Write yes or no."""
    return ("yes" if value else "no") if value in (True, False) else str(value)


def yes_no(default: bool) -> Any:
    """A yes or no option."""
    return option(default, read_yes_no, write_yes_no, ("yes", "no"))


def one_of(*values: str) -> Any:
    """An option with named values, the first the default."""

    def read(text: str) -> str:
        if text not in values:
            raise NotAllowed("one_of", values=list(values))
        return text

    return option(values[0], read, values=values)


def whole(default: int, low: int, high: int, values: tuple[str, ...]) -> Any:
    """A whole number."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,3}", text, re.ASCII) or not low <= int(text) <= high:
            raise NotAllowed("whole", low=low, high=high)
        return int(text)

    return option(default, read, values=values)


def pair(text: str, between: str) -> tuple[int, int] | None:
    """Two numbers with that sign between them; one number stands for both."""
    found = re.fullmatch(rf"([0-9]{{1,3}})(?:{between}([0-9]{{1,3}}))?", text, re.ASCII)
    return (int(found[1]), int(found[2] or found[1])) if found else None


def write_pair(between: str) -> Callable[[Any], str]:
    """Write two numbers with that sign between them."""
    return lambda value: between.join(map(str, value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True)
class Choice:
    """What a form needs to know about an option."""

    name: str
    default: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Options:
    """Options of one game.  Wrong values are refused when made, whether from text or from Python."""

    game: ClassVar[str]

    def __post_init__(self) -> None:
        for each in fields(self):
            # Kept as read: "no" given for a bool would be true, 8 given for 8x8 no size.
            value = self.read_value(each.name, each.metadata["write"](getattr(self, each.name)))
            object.__setattr__(self, each.name, value)

    @classmethod
    def read_value(cls, name: str, text: str) -> Any:
        """The value of an option from its text."""
        known = {each.name: each for each in fields(cls)}
        if name not in known:
            raise UnknownOption(game=cls.game, name=name, options=list(known), hint=nearest(name, known))
        try:
            return known[name].metadata["read"](text)
        except NotAllowed as problem:
            raise BadOption(game=cls.game, option=name, value=text, allowed=problem.allowed) from None

    @classmethod
    def write_value(cls, name: str, value: object) -> str:
        """The text of a value given for an option, right or wrong."""
        known = {each.name: each for each in fields(cls)}
        return str(known[name].metadata["write"](value)) if name in known else str(value)

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> Self:
        """Options from texts by name; the rest at their defaults."""
        return cls(**{name: cls.read_value(name, text) for name, text in texts.items()})

    @classmethod
    def choices(cls) -> list[Choice]:
        """Every option with its default and the values a menu offers."""
        return [Choice(f.name, f.metadata["write"](f.default), f.metadata["values"]) for f in fields(cls)]

    @classmethod
    def combinations(cls) -> Iterator[Self]:
        """Every combination of the values a menu offers."""
        names = [choice.name for choice in cls.choices()]
        for values in product(*(choice.values for choice in cls.choices())):
            yield cls.read(dict(zip(names, values, strict=True)))

    def warnings(self) -> list[Phrase]:
        """What whoever chooses these options together may not expect; nothing for most."""
        return []

    def text(self, name: str) -> str:
        """The text of one option's value."""
        written: str = self.__dataclass_fields__[name].metadata["write"](getattr(self, name))
        return written

    def numbers(self) -> tuple[int, ...]:
        """The values as whole numbers in the order declared, which is how native rules take a ruleset."""
        return tuple(number for each in fields(self) for number in self.numbers_of(each.name))

    def numbers_of(self, name: str) -> tuple[int, ...]:
        """One option's value as whole numbers.

        No is 0 and yes 1, a named value is its place among the names, two numbers are two.
        """
        value = getattr(self, name)
        if isinstance(value, str):
            return (self.__dataclass_fields__[name].metadata["values"].index(value),)
        return tuple(map(int, value if isinstance(value, tuple) else (value,)))

    def __str__(self) -> str:
        """The ruleset in its one canonical form: only what differs from the default."""
        parts = [
            f"{each.name}={each.metadata['write'](getattr(self, each.name))}"
            for each in fields(self)
            if getattr(self, each.name) != each.default
        ]
        return f"{self.game}:{','.join(parts)}" if parts else self.game
