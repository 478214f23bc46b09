"""The languages words may be in, and which form of a plural a number takes in each, both from `languages.toml`."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

Language = str
"""The code of a language, such as `ja`."""

OTHER = "other"
FALLBACK: Language = "en"
"""The language that says everything, and speaks where another is silent."""

_RELATION = re.compile(r"([niv])(?:\s*%\s*(\d+))?\s*(!?=)\s*([\d.,\s]+)")


@cache
def _tables() -> Mapping[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("languages.toml").read_text("utf-8"))


LANGUAGES: tuple[Language, ...] = tuple(_tables())


def own_name(language: Language) -> str:
    """What the language calls itself.

    >>> own_name("ja")
    '日本語'
    """
    name: str = _tables()[language]["name"]
    return name


def plural_form(language: Language, number: float) -> str:
    """The form of a plural that the number takes: `one`, `few`, …, else `other`.

    >>> plural_form("en", 1), plural_form("en", 2), plural_form("ja", 1)
    ('one', 'other', 'other')
    """
    rules: Mapping[str, str] = _tables().get(language, {}).get("plural", {})
    return next((form for form, rule in rules.items() if holds(rule, number)), OTHER)


def holds(rule: str, number: float) -> bool:
    """Whether a rule of CLDR's kind is true of the number: `n` its size, `i` its whole part, `v` its decimal places.

    >>> [holds("i % 10 = 2..4 and i % 100 != 12..14", number) for number in (2, 12, 22)]
    [True, False, True]
    """
    return any(
        all(_relation(relation, number) for relation in re.split(r"\s+and\s+", either))
        for either in re.split(r"\s+or\s+", rule.strip())
    )


def _relation(text: str, number: float) -> bool:
    found = _RELATION.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"not a plural rule: {text}")
    operand, modulus, sign, values = found.groups()
    size = abs(number)
    decimals = len(plain(size).partition(".")[2])
    operands: Mapping[str, float] = {"n": size, "i": int(size), "v": decimals}
    value = operands[operand] % int(modulus) if modulus else operands[operand]
    return _among(value, values) == (sign == "=")


def _among(value: float, values: str) -> bool:
    for each in values.split(","):
        low, _, high = each.strip().partition("..")
        if value == int(value) and int(low) <= value <= int(high or low):
            return True
    return False


def plain(number: float) -> str:
    """The number in figures, the same in Python and on the page.

    >>> plain(3), plain(2.0), plain(0.5)
    ('3', '2', '0.5')
    """
    return str(number) if isinstance(number, int) or number != int(number) else str(int(number))
