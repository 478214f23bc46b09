"""Whether a game's words say what they must, and no more than what can be filled in."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from .info import GameInfo
from .messages import BadMessage, places
from .results import Result
from .text import FALLBACK, LANGUAGES, Language, Phrase, catalogue, knows
from .text import keys as all_keys

PLACES: Mapping[str, frozenset[str]] = {
    "reasons": frozenset({"winner", "loser", "high", "low"}),
    "prompts": frozenset({"side", "other", "stone"}),
    "zones": frozenset({"which"}),
    "options": frozenset({"first", "second"}),
    "ended": frozenset({"ended", "decided"}),
}
"""What may be filled in, by the table of the message; in all others nothing."""
OWN = ("problems", "allowed")  # said by the game's rules alone, which fill in what they like


def word_problems(info: GameInfo, results: Mapping[tuple[str, str], Result]) -> Iterator[tuple[Phrase, Path]]:
    """What is wrong with the words of a game whose games ended so, and the file it is in or should be."""
    for language in LANGUAGES:
        file = words_path(info, language)
        if not catalogue(info.package, language):
            if language == FALLBACK:
                yield Phrase("conformance.no_words", {"file": file.name}), file
            continue
        for key in _wanted(info, results):
            if not knows(info.package, key, language):
                yield Phrase("conformance.word_missing", {"name": key}), file
        yield from ((problem, file) for problem in _strange_places(info, language))


def words_path(info: GameInfo, language: Language) -> Path:
    """The file of the game's words in that language, there or not."""
    module = sys.modules[info.package]
    file = Path(module.__file__ or "")
    inside = hasattr(module, "__path__")
    return file.with_name(f"words.{language}.toml") if inside else file.with_suffix(f".{language}.toml")


def _wanted(info: GameInfo, results: Iterable[tuple[str, str]]) -> list[str]:
    options = [f"options.{choice.name}.label" for choice in info.Options.choices()]
    reasons = sorted({f"reasons.{reason}" for reason, _ in results})
    return ["name", "summary", *options, *reasons]


def _strange_places(info: GameInfo, language: Language) -> Iterator[Phrase]:
    for key in all_keys(info.package, language):
        table = key.partition(".")[0]
        if table in OWN:
            continue
        try:
            named = places(_message(info.package, key, language))
        except BadMessage as error:
            yield Phrase("conformance.word_form", {"name": key, "error": error})
            continue
        for place in sorted(named - PLACES.get(table, frozenset())):
            yield Phrase("conformance.word_place", {"name": key, "place": f"{{{place}}}"})


def _message(package: str, key: str, language: Language) -> str:
    entry: object = catalogue(package, language)
    for part in key.split("."):
        entry = entry[part] if isinstance(entry, Mapping) else ""
    return str(entry)
