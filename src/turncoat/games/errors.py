"""Bad input, said in any language."""

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, ClassVar

from .text import Phrase, say

SHARED = "turncoat.games"  # whose words speak for every game


class TurncoatError(ValueError):
    """Bad input.  `code` is stable, `data` is for programs, `text(language)` is for people."""

    code: ClassVar[str]

    def __init__(self, **data: Any) -> None:
        self.data: dict[str, Any] = data
        ValueError.__init__(self, self.text())

    def text(self, language: str = "en") -> str:
        """The error in that language."""
        return say("turncoat.games", f"errors.{self.code}", language, **self.data)

    def __reduce__(self) -> tuple[Callable[..., "TurncoatError"], tuple[Any, ...]]:
        return _rebuild, (type(self), self.data)


def _rebuild(kind: type[TurncoatError], data: dict[str, Any]) -> TurncoatError:
    return kind(**data)


class UnknownGame(TurncoatError):
    """No game of that name."""

    code = "unknown_game"


class BadGame(TurncoatError):
    """A game that a package or a file brings and that cannot be played."""

    code = "bad_game"


class UnknownOption(TurncoatError):
    """The game has no option of that name."""

    code = "unknown_option"


class BadOption(TurncoatError):
    """An option's value is not one of those allowed."""

    code = "bad_option"


class BadRuleset(TurncoatError):
    """A text that is no ruleset."""

    code = "bad_ruleset"


class IllegalMove(TurncoatError):
    """A move the rules do not allow here."""

    code = "illegal_move"


class GameOver(IllegalMove):
    """A move after the end of the game."""

    code = "game_over"


class BadPosition(TurncoatError):
    """A text that is no position, or an impossible one."""

    code = "bad_position"

    def __init__(self, problem: str | Phrase, package: str = SHARED, **data: object) -> None:
        """The problem by its key under `problems` in the words of a package, which may be a game's own."""
        if isinstance(problem, str):
            problem = Phrase(f"problems.{problem}", data, package)
        TurncoatError.__init__(self, problem=problem)


class BadRequest(TurncoatError):
    """An argument out of its range."""

    code = "bad_request"


class WrongType(BadRequest, TypeError):
    """An argument of another kind than is expected; a TypeError too."""

    @classmethod
    def of(cls, name: str, allowed: str | Phrase, got: object) -> "WrongType":
        """The error about the argument of that name; `allowed` says what is expected, or is the key that does."""
        wanted = Phrase(f"allowed.{allowed}") if isinstance(allowed, str) else allowed
        data = {"name": name, "allowed": wanted, "got": f"{got!r} ({type(got).__name__})"}
        return cls(problem=Phrase("problems.must_be", data))


def check_text(name: str, value: object) -> None:
    """WrongType where the value is no text."""
    if not isinstance(value, str):
        raise WrongType.of(name, "string", value)


def nearest(name: str, names: Iterable[str]) -> Phrase:
    """'did you mean …?' for a mistyped name, or nothing where none is near."""
    near = get_close_matches(name.lower(), list(names), n=1, cutoff=0.5)
    return Phrase("hints.nearest", {"name": near[0]}) if near else Phrase("hints.none")
