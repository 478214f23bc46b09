"""The language of the command line, chosen once at the start."""

from collections.abc import Mapping, Sequence
from contextvars import ContextVar

from turncoat.games import text
from turncoat.games.text import FALLBACK, LANGUAGES, Language

PACKAGE = "turncoat.cli"
VARIABLE = "TURNCOAT_LANG"
OPTION = "--lang"

_spoken: ContextVar[Language] = ContextVar("spoken", default=FALLBACK)


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language asked for: by `--lang` anywhere, by TURNCOAT_LANG, by the locale, else English.

    >>> choose_language(["rules", "verto", "--lang", "ja"], {})
    'ja'
    >>> choose_language([], {"LC_ALL": "", "LANG": "ja_JP.UTF-8"})
    'ja'
    """
    for asked in (_option(arguments), environment.get(VARIABLE)):
        if asked and (language := _started(asked)):
            return language
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):  # the first that is set decides, as everywhere
        if environment.get(name):
            return _started(environment[name]) or FALLBACK
    return FALLBACK


def _started(asked: str) -> Language | None:
    """The language that a text such as `ja_JP.UTF-8` begins with."""
    return next((each for each in LANGUAGES if asked.lower().startswith(each)), None)


def _option(arguments: Sequence[str]) -> str | None:
    """The value of the last `--lang`."""
    said = None
    for number, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == OPTION and number + 1 < len(arguments):
            said = arguments[number + 1]
        elif argument.startswith(f"{OPTION}="):
            said = argument.partition("=")[2]
    return said


def speak(language: Language) -> None:
    """Speak that language from now on."""
    _spoken.set(language)


def spoken() -> Language:
    """The language spoken now."""
    return _spoken.get()


def say(key: str, **data: object) -> str:
    """The command line's own sentence under that key, in the language spoken now."""
    return text.say(PACKAGE, key, spoken(), **data)


def knows(key: str) -> bool:
    """Whether there is a sentence under that key."""
    return text.knows(PACKAGE, key)
