"""What can go wrong on a command line, as one sentence in the language spoken, and its exit code."""

import sys
from collections.abc import Iterable
from typing import Any

from typer.exceptions import TyperException

from turncoat.games.errors import IllegalMove, TurncoatError, nearest
from turncoat.games.notation import BadTranscript

from .language import knows, say, spoken

FINE, NO, USAGE, FAULT, INTERRUPTED = 0, 1, 2, 70, 130


class CommandError(Exception):
    """A sentence of the catalogue, and the exit code that goes with it."""

    def __init__(self, key: str, code: int = USAGE, **data: object) -> None:
        super().__init__(key)
        self.key, self.code, self.data = key, code, data

    def text(self) -> str:
        """The sentence."""
        return say(f"errors.{self.key}", **self.data)


def unknown(key: str, name: str, names: Iterable[str]) -> CommandError:
    """There is nothing of that name; the nearest one is suggested."""
    known = list(names)
    return CommandError(key, name=name, names=known, hint=nearest(name, known))


def exit_code(error: TurncoatError) -> int:
    """Illegal moves and damaged records are a no; everything else was not asked properly."""
    # By its code: its class comes with the native rules, which many a command need not wait for.
    return NO if isinstance(error, (IllegalMove, BadTranscript)) or error.code in ("bad_record", "bad_game") else USAGE


def file_error(error: OSError | UnicodeDecodeError, path: object, key: str) -> CommandError:
    """A file that could not be read or written, with the reason."""
    if isinstance(error, UnicodeDecodeError):
        reason = say("reasons.not_text")
    else:
        name = type(error).__name__
        reason = say(f"reasons.{name}") if knows(f"reasons.{name}") else (error.strerror or name)
    return CommandError(key, NO, path=path, reason=reason)


def usage_sentence(error: TyperException) -> str:
    """What the parser complains about, in the language spoken."""
    kind, parameter = type(error).__name__, getattr(error, "param", None)
    if kind == "MissingParameter" and parameter is not None:
        return say("errors.missing", name=_shown(parameter))
    if kind == "NoSuchOption":
        option = str(getattr(error, "option_name", ""))
        near = getattr(error, "possibilities", None) or []
        return say("errors.no_option", name=option, hint=nearest(option, near))
    if kind == "BadOptionUsage":
        wants = "requires" in error.message
        return say("errors.wants_value" if wants else "errors.no_value", name=getattr(error, "option_name", ""))
    if kind == "BadParameter" and parameter is not None:
        return _bad_value(error, parameter)
    if "extra argument" in error.message:
        return say("errors.extra", words=error.message.partition("(")[2].partition("(")[2].rstrip(")"))
    return say("errors.usage", message=error.format_message())


def _bad_value(error: TyperException, parameter: Any) -> str:
    """A value that is not one of those allowed."""
    kind, name = parameter.type_descriptor, _shown(parameter)
    if kind.is_choice:
        return say("errors.choice", name=name, values=[str(getattr(value, "value", value)) for value in kind.choices])
    if kind.annotation is int:
        low, high = kind.parameter_info.min, kind.parameter_info.max
        if high is not None:
            return say("errors.range", name=name, low=low, high=high)
        return say("errors.whole", name=name) if low is None else say("errors.at_least", name=name, low=low)
    return say("errors.value", name=name, message=error.message)


def _shown(parameter: Any) -> str:
    """The name under which people know the parameter."""
    if parameter.param_type_name == "option":
        return str(max(parameter.opts, key=len))
    return str(parameter.metavar or parameter.name).upper()


def of_rules(error: Exception) -> TurncoatError | None:
    """What to say of an error that rules in a file raised; None where they are not to blame."""
    files = sys.modules.get("turncoat.games.files")  # imported once a file was read
    found: TurncoatError | None = files.rules_error(error) if files else None
    return found


def spoken_text(error: TurncoatError) -> str:
    """The library's error in the language spoken."""
    return error.text(spoken())
