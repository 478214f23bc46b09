"""Writes src/words/messages.ts, the types of the page's messages, from the English ones: python frontend/words.py"""

import json
from pathlib import Path

from turncoat.games import messages

WORDS = Path(__file__).resolve().parent / "src" / "words"
TARGET = WORDS / "messages.ts"
HEAD = "// Written from en.json by `make types`; not by hand.\n"


def catalogue(language: str) -> dict[str, str]:
    """The page's messages in a language, by key; ValueError where a key is there twice."""
    return json.loads((WORDS / f"{language}.json").read_text("utf-8"), object_pairs_hook=_once)  # type: ignore[no-any-return]


def _once(pairs: list[tuple[str, str]]) -> dict[str, str]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"there twice: {[key for key, _ in pairs if [each for each, _ in pairs].count(key) > 1]}")
    return found


def write() -> str:
    """The text of the file, as the English messages are now."""
    kinds = "".join(f"  readonly {key}: {_kind(text)};\n" for key, text in catalogue("en").items())
    return f"{HEAD}\nexport interface Messages {{\n{kinds}}}\n"


def _kind(text: str) -> str:
    """A message is a text, or takes its places: what a plural counts must be a number."""
    counted = {plural.name for plural in messages.plurals(text)}
    places = (f"{name}: {'number' if name in counted else 'string | number'}" for name in sorted(messages.places(text)))
    inside = "; ".join(places)
    return f"(places: {{ {inside} }}) => string" if inside else "string"


if __name__ == "__main__":
    TARGET.write_text(write(), "utf-8")
