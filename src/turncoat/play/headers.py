"""What else is said about a game, one line each: players, date, event."""

from collections.abc import Iterator, Mapping, MutableMapping

from turncoat.games.errors import TurncoatError
from turncoat.games.text import Phrase

OWN_LINES = ("ruleset", "start", "moves")
"""Lines of a record that tell of the game itself."""


class BadRecord(TurncoatError):
    """A text that is no record of a game."""

    code = "bad_record"

    def __init__(self, problem: str | Phrase, **data: object) -> None:
        if isinstance(problem, str):
            problem = Phrase(f"record.{problem}", data, "turncoat.play")
        TurncoatError.__init__(self, problem=problem)


class Headers(MutableMapping[str, str]):
    """Names and values as a record keeps them; BadRecord for a name that would read back as something else.

    >>> headers = Headers({" Event ": "Spring  cup"})
    >>> dict(headers)
    {'event': 'Spring cup'}
    """

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self._values: dict[str, str] = {}
        self.update(given or {})

    def __setitem__(self, name: str, value: str) -> None:
        read = name.strip().lower()
        if read in OWN_LINES:
            raise BadRecord("own_line", name=read)
        if not read.isalpha():
            raise BadRecord("header", name=name)
        self._values[read] = " ".join(value.split())

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def __delitem__(self, name: str) -> None:
        del self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)
