"""Rulesets: a game and its options, read from text in this one place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from .board import Grid
from .errors import BadPosition, BadRequest, BadRuleset, WrongType
from .info import GameInfo
from .options import Options
from .plain import PlainPosition, read_position
from .text import FALLBACK, Language, Phrase


@dataclass(frozen=True, eq=False, repr=False)
class Ruleset:
    """A game and the options it is played with.  Rulesets are equal when their texts are.

    >>> ruleset = Ruleset.read("vect-reverse: target=5/3, lock=yes, stuck=forced")
    >>> ruleset, ruleset.info.name
    (<Ruleset vect-reverse:lock=yes,target=5/3>, 'vect-reverse')
    >>> ruleset == Ruleset.read("vect-reverse", lock=True, target=(5, 3))
    True
    """

    info: GameInfo
    options: Options

    @classmethod
    def read(cls, given: "Ruleset | str", **options: object) -> "Ruleset":
        """The ruleset that a text names, or one that is read already; options by keyword are added."""
        if isinstance(given, Ruleset):
            return given if not options else _with_options(given.info, _texts_of(given.options), options)
        if not isinstance(given, str):
            raise WrongType.of("ruleset", "ruleset", given)
        return _read(given) if not options else _with_options(*_split(given), options)

    @classmethod
    def of(cls, options: Options) -> "Ruleset":
        """The ruleset with these options."""
        return _of(options)

    def start(self) -> PlainPosition:
        """The position a game starts from, in the plain rules."""
        return self._start

    def parse(self, text: str) -> PlainPosition:
        """The position that board, side and fields describe, in the plain rules; BadPosition says why it cannot be one.

        >>> print(Ruleset.read("verto:size=3").parse(".../.x./... o"))
        verto:size=3 .../.x./... o
        """
        if not isinstance(text, str):
            raise WrongType.of("text", "position_text", text)
        fields = text.split()
        if len(fields) < 2:
            raise BadPosition("fields")
        return read_position(self.info.Position, self.options, *fields)

    @cached_property
    def grid(self) -> Grid:
        """The cells of the board."""
        return self._start.grid

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Where each cell goes, by symmetry of the game: first none at all."""
        return self.info.Position.ways(self.grid)

    def symmetry(self, number: int) -> tuple[int, ...]:
        """Where each cell goes by the symmetry of that number; BadRequest where there is none."""
        ways = self.symmetries
        if type(number) is not int:
            raise WrongType.of("symmetry", "whole_number", number)
        if not 0 <= number < len(ways):
            allowed = Phrase("allowed.whole", {"low": 0, "high": len(ways) - 1})
            data = {"name": "symmetry", "allowed": allowed, "got": number}
            raise BadRequest(problem=Phrase("problems.must_be", data))
        return ways[number]

    def warnings(self, language: Language = FALLBACK) -> list[str]:
        """What whoever chooses it may not expect, in that language.

        >>> print(*Ruleset.read("vect-reverse:lock=yes,bases=outer").warnings())
        Corner Lock takes these Corner Bases away: nobody can win at once. The final count decides (R12).
        """
        return [phrase.text(language) for phrase in self.options.warnings()]

    @cached_property
    def _start(self) -> PlainPosition:
        return self.info.Position.start(self.options)

    @cached_property
    def _text(self) -> str:
        return str(self.options)

    def __str__(self) -> str:
        """The one canonical form: only what differs from the default is written."""
        return self._text

    def __repr__(self) -> str:
        return f"<Ruleset {self}>"

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Ruleset) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[Callable[[str], "Ruleset"], tuple[str]]:
        return _read, (self._text,)


@cache
def _of(options: Options) -> Ruleset:
    return Ruleset(_game(options.game), options)


def _game(name: str) -> GameInfo:
    from .found import game  # finds games whose rules stand above this module

    return game(name)


def forget_rulesets() -> None:
    """Rulesets are made anew, for the rules of a game have changed."""
    _of.cache_clear()


def _read(text: str) -> Ruleset:
    info, texts = _split(text)
    return _of(info.Options.read(texts))


def _split(text: str) -> tuple[GameInfo, dict[str, str]]:
    """The game a text names, and its options' texts by name."""
    name, _, rest = text.strip().partition(":")
    if not name:
        raise BadRuleset(text=repr(text), problem=Phrase("problems.empty"))
    info, texts = _game(name), dict[str, str]()
    for part in rest.split(",") if rest.strip() else []:
        key, sign, value = (piece.strip().lower() for piece in part.partition("="))
        if not (key and sign and value):
            raise BadRuleset(text=text, problem=Phrase("problems.option_form", {"part": repr(part)}))
        if key in texts:
            raise BadRuleset(text=text, problem=Phrase("problems.option_twice", {"name": key}))
        texts[key] = value
    return info, texts


def _texts_of(options: Options) -> dict[str, str]:
    return {choice.name: options.text(choice.name) for choice in options.choices()}


def _with_options(info: GameInfo, texts: Mapping[str, str], options: Mapping[str, object]) -> Ruleset:
    added = {name: info.Options.write_value(name, value) for name, value in options.items()}
    return _of(info.Options.read({**texts, **added}))


def start(ruleset: Ruleset | str, **options: object) -> PlainPosition:
    """The position a game under that ruleset starts from.

    >>> print(start("verto", size=3))
    verto:size=3 .../.../... x
    """
    return Ruleset.read(ruleset, **options).start()


def parse(text: str) -> PlainPosition:
    """The position a line of text describes; BadPosition says why it cannot be one.

    >>> print(parse("verto:size=3 .../.x./... o"))
    verto:size=3 .../.x./... o
    """
    ruleset, rest = split_position(text)
    return ruleset.parse(rest)


def split_position(text: str) -> tuple[Ruleset, str]:
    """The ruleset of a position's text, and the rest of it."""
    if not isinstance(text, str):
        raise WrongType.of("text", "position_text", text)
    if len(text.split()) < 3:
        raise BadPosition("fields")
    ruleset, rest = text.split(maxsplit=1)
    return Ruleset.read(ruleset), rest
