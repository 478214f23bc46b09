"""What people write about themselves and to each other, as far as it can be seen."""

from .errors import BadText

LONGEST_NAME = 40
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159"
"""Letters without a picture: fillers of Hangul, the empty Braille cell and the like."""
SELECTORS = "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Which change how the letter before them looks, and by themselves show nothing."""


def visible(text: str) -> str:
    """The text without what cannot be seen: control characters, blanks that pass for letters, needless space."""
    shown = "".join(letter if letter.isprintable() and letter not in BLANK else " " for letter in text)
    return " ".join(seen for word in shown.split() if (seen := word.lstrip(SELECTORS)))


def person_name(name: str | None) -> str | None:
    """A name fit to be shown, None where none was given."""
    read = visible(name or "")
    if len(read) > LONGEST_NAME:
        raise BadText(name="name", low=0, high=LONGEST_NAME)
    return read or None
