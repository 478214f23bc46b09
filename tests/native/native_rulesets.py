"""Writes the rulesets that the native tests walk through, from the games' own options.

`python -m tests.native.native_rulesets` writes rulesets.txt beside it; a test says when that is needed.  A line holds
a ruleset in canonical form, the same with every option, and the numbers that native code takes.
"""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from tests.native.walks import RULESETS
from turncoat import games
from turncoat.games import Ruleset
from turncoat.games.errors import BadOption
from turncoat.games.options import Options
from turncoat.native import has_twin

PATH = Path(__file__).with_name("rulesets.txt")
MANY = 40
"""Of an option with more values than that only some are taken."""


def _values(options: type[Options], name: str) -> Iterator[str]:
    """The texts an option takes, found by trying: names, numbers, two numbers."""
    numbers = [str(number) for number in range(65)]
    for text in (
        "no",
        "yes",
        *numbers,
        *(f"{one}{sign}{other}" for sign in "x/" for one in numbers for other in numbers),
    ):
        try:
            options.read_value(name, text)
        except BadOption:
            continue
        yield text


def rulesets() -> list[str]:
    """Every ruleset with a twin that the tests of Python walk through, and every value of every option by itself."""
    found = {str(Ruleset.read(text)) for text in RULESETS}
    for game in games.games().values():
        for each in fields(game.Options):
            rulesets = {value: str(game.Options.read({each.name: value})) for value in _values(game.Options, each.name)}
            values = [value for value, ruleset in rulesets.items() if has_twin(ruleset)]
            step = 1 if len(values) <= MANY else 5
            found |= {rulesets[value] for value in (*values[::step], *values[-1:])}
    return sorted(found)


def _line(ruleset: str) -> str:
    options = Ruleset.read(ruleset).options
    values = ",".join(f"{choice.name}={options.text(choice.name)}" for choice in options.choices())
    return " ".join([ruleset, f"{options.game}:{values}", *map(str, options.numbers())])


def text() -> str:
    """The file as it should be."""
    return "".join(f"{_line(ruleset)}\n" for ruleset in rulesets())


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")
