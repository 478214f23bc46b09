"""Messages with places and plurals: a part of ICU MessageFormat, read by `frontend/src/words/message.ts` too.

- `{name}` is a place.
- `{n, plural, =0 {no stones} one {# stone} other {# stones}}` chooses by a number: first an exact one, then the form
  that the language has for it, else `other`.  `#` is the number; places and plurals may stand inside.
- An apostrophe before `{` or `}`, or inside a plural before `#`, makes what follows plain text up to the next
  apostrophe; two apostrophes are always one.

`vectors/messages.json` holds the cases that both sides pass.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from .languages import OTHER, Language, plain, plural_form

_HEAD = re.compile(r"\{\s*(\w+)\s*(?:(\})|,\s*plural\s*,)")
_FORM = re.compile(r"\s*(?:=(\d+)|([a-z]+))\s*\{")


class BadMessage(ValueError):
    """A text that is no message."""


@dataclass(frozen=True)
class Place:
    """Something to be filled in."""

    name: str


@dataclass(frozen=True)
class Number:
    """The number of the plural around it."""


@dataclass(frozen=True)
class Plural:
    """A choice by a number."""

    name: str
    exact: Mapping[int, "Message"]
    forms: Mapping[str, "Message"]

    def choose(self, number: float, language: Language) -> "Message":
        """What is said for the number."""
        if number in self.exact:
            return self.exact[int(number)]
        return self.forms.get(plural_form(language, number), self.forms[OTHER])


Message = tuple[str | Place | Number | Plural, ...]


@cache
def read(text: str) -> Message:
    """The parts of a message; BadMessage where it is none."""
    parts, at = _read(text, 0, inside=False)
    if at < len(text):
        raise BadMessage(f"an unmatched }} in {text!r}")
    return parts


def write(text: str, language: Language, data: Mapping[str, object]) -> str:
    """The message in words.

    >>> write("{side} has {n, plural, one {# point} other {# points}}", "en", {"side": "Black", "n": 1})
    'Black has 1 point'
    """
    return "".join(_written(read(text), language, data, None))


def places(text: str) -> frozenset[str]:
    """The names of all places, those inside plurals too."""
    return frozenset(_names(read(text)))


def plurals(text: str) -> Iterator[Plural]:
    """Every plural of a message, inner ones too."""
    return _plurals(read(text))


def _written(parts: Message, language: Language, data: Mapping[str, object], number: float | None) -> Iterator[str]:
    for part in parts:
        match part:
            case str():
                yield part
            case Number():
                yield plain(number or 0)
            case Place(name):
                yield str(data[name])
            case Plural(name):
                counted = data[name]
                if not isinstance(counted, int | float):
                    raise TypeError(f"{name} must be a number, to choose a plural; got {counted!r}")
                yield from _written(part.choose(counted, language), language, data, counted)


def _names(parts: Message) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Place):
            yield part.name
        elif isinstance(part, Plural):
            yield part.name
            for each in (*part.exact.values(), *part.forms.values()):
                yield from _names(each)


def _plurals(parts: Message) -> Iterator[Plural]:
    for part in parts:
        if isinstance(part, Plural):
            yield part
            for each in (*part.exact.values(), *part.forms.values()):
                yield from _plurals(each)


def _read(text: str, at: int, *, inside: bool) -> tuple[Message, int]:
    """The parts from there to the end or to the brace that closes them."""
    parts: list[str | Place | Number | Plural] = []
    plain_text = ""
    while at < len(text) and text[at] != "}":
        if text[at] == "'":
            more, at = _apostrophe(text, at, inside)
            plain_text += more
        elif text[at] == "{" or (inside and text[at] == "#"):
            part, at = (Number(), at + 1) if text[at] == "#" else _argument(text, at)
            parts += [plain_text, part] if plain_text else [part]
            plain_text = ""
        else:
            plain_text += text[at]
            at += 1
    return (*parts, plain_text) if plain_text else tuple(parts), at


def _apostrophe(text: str, at: int, inside: bool) -> tuple[str, int]:
    """What an apostrophe stands for, and where the text goes on."""
    following = text[at + 1 : at + 2]
    if following == "'":
        return "'", at + 2
    if not following or following not in ("{}#" if inside else "{}"):
        return "'", at + 1
    quoted = re.compile(r"'((?:[^']|'')*)'?").match(text, at)
    assert quoted
    return quoted[1].replace("''", "'"), quoted.end()


def _argument(text: str, at: int) -> tuple[Place | Plural, int]:
    head = _HEAD.match(text, at)
    if head is None:
        raise BadMessage(f"neither a place nor a plural at {text[at:]!r}")
    return (Place(head[1]), head.end()) if head[2] else _plural(text, head[1], head.end())


def _plural(text: str, name: str, at: int) -> tuple[Plural, int]:
    exact: dict[int, Message] = {}
    forms: dict[str, Message] = {}
    while found := _FORM.match(text, at):
        message, end = _read(text, found.end(), inside=True)
        if end == len(text):
            raise BadMessage(f"a brace is never closed in {text!r}")
        if found[1]:
            exact[int(found[1])] = message
        else:
            forms[found[2]] = message
        at = end + 1
    closed = re.compile(r"\s*\}").match(text, at)
    if closed is None or OTHER not in forms:
        raise BadMessage(f"a plural needs {OTHER} {{…}} and a closing brace: {text!r}")
    return Plural(name, exact, forms), closed.end()
