"""Shared code, in Python, C++ and on the page, knows no word that belongs to a game.

The words come from the games themselves: the names of their options, what their positions remember, the kinds of their
zones, the reasons of their results, and what happens in one game alone.
"""

import ast
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from tests.house.allowances import allowed, beyond
from tests.house.tree import GAMES, GAMES_FOLDER, ROOT, files, names_game, read, without_loose_strings
from turncoat import games
from turncoat.games.plain import PlainPosition

# Words of a game that every room may use, and why.
SHARED = {
    "captured": "an event of every game: a stone leaves the board",
    "chain": "a turn of several moves goes on from its stone",
    "draw": "nobody wins",
    "given": "an event of every game: a side gets a stone for its reserve",
    "majority": "the usual end: more stones",
    "passes": "how often sides passed just before",
    "size": "of a board, and of much else",
    "stones": "what lies on a board",
    "swapped": "sides after a swap",
}

# Words that mean something else to a programmer: they count only where a text is hardly more than the word.
OTHERWISE = {
    "base": "what something is built on",
    "center": "where a style sheet puts things",
    "closed": "a file, a socket",
    "corners": "of any rectangle",
    "distance": "between any two points",
    "lock": "for threads, and what pins packages",
    "outer": "what encloses",
    "points": "of a line that is drawn",
    "quiet": "saying little",
    "target": "of a click, a link or a search",
}

# The same, in places where a text is the word and yet no game is meant.
NOT_MEANT = {
    "frontend/src/match/Rules.svelte": {"center"},  # where to scroll to
    "native/bindings/solver.cpp": {"target"},  # the bound that a search is asked about
    "src/turncoat/cli/solve.py": {"target"},
}

SUFFIXES = {".py", ".pyi", ".cpp", ".hpp", ".ts", ".svelte", ".css", ".html", ".mjs", ".js", ".toml", ".json"}
SHARED_CODE = ("src/*", "native/*", "frontend/*")
NOT_SHIPPED = ("native/tests", "native/fuzz", "frontend/tests", "frontend/package", "frontend/tsconfig")

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*|<!--.*?-->)
    |R"\((?P<raw>.*?)\)"
    |(?P<number>\d[\w'.]*)
    |"(?P<double>(?:\\.|[^"\\\n])*)"|'(?P<single>(?:\\.|[^'\\\n])*)'|`(?P<template>[^`]*)`
    |[.\#](?P<selector>[a-zA-Z_][\w-]*)(?=[^;{}()"']*\{)
    |(?P<name>[a-zA-Z_]\w*)""",
    re.VERBOSE | re.DOTALL,
)


def words(text: str) -> list[str]:
    """The words of a name or text, however they are joined: `cornerLock`, `corner_lock`, `corner-lock`."""
    return re.findall(r"[a-z]+", re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text).lower())


def happenings(game: str) -> set[str]:
    """The kinds of events that the game's rules speak of."""
    trees = [ast.parse(read(path)) for path in sorted((GAMES_FOLDER / game).glob("*.py"))]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    firsts = [call.args[0] for call in calls if ast.unparse(call.func) == "Event"]
    return {each.value for each in firsts if isinstance(each, ast.Constant) and isinstance(each.value, str)}


@cache
def vocabulary(game: str) -> frozenset[str]:
    """The words that belong to the game."""
    entry = games.game(game.replace("_", "-"))
    catalogue = tomllib.loads(read(GAMES_FOLDER / game / "words.en.toml"))
    of_every_position = {each.name for each in fields(PlainPosition)}
    names = {each.name for each in fields(entry.Options)}
    names |= {each.name for each in fields(entry.Position)} - of_every_position
    names |= set(entry.Position.FIELDS)
    names |= set(catalogue["zones"]) | set(catalogue["reasons"])
    told = Counter(kind for each in GAMES for kind in happenings(each))
    names |= {kind for kind in happenings(game) if told[kind] == 1}
    return frozenset(word for name in names for word in words(name))


def of_python(text: str) -> Iterator[tuple[str, bool]]:
    """The names of a Python file, and its texts, which are marked."""
    for node in ast.walk(without_loose_strings(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, True
        for field in ("id", "attr", "arg", "name", "asname"):
            if isinstance(name := getattr(node, field, None), str):
                yield name, False


def of_catalogue(value: object) -> Iterator[tuple[str, bool]]:
    """The keys of a catalogue; what it says to people is no code."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key, True
            yield from of_catalogue(each)


def of_others(text: str) -> Iterator[tuple[str, bool]]:
    """The names and texts of C++, TypeScript, Svelte and style sheets; classes of a style count as texts."""
    for token in TOKEN.finditer(text):
        kind, said = token.lastgroup, token[0]
        if kind == "name":
            yield said, False
        elif kind in ("raw", "double", "single", "template", "selector"):
            yield token[kind], True


def tokens(path: Path, text: str) -> Iterator[tuple[str, bool]]:
    """What the code of a file says, comments left out: every name and every text, which is marked."""
    if path.suffix in (".py", ".pyi"):
        return of_python(text)
    if path.suffix in (".toml", ".json"):
        return of_catalogue(tomllib.loads(text) if path.suffix == ".toml" else json.loads(text))
    return of_others(text)


def spoken(path: Path, text: str) -> set[str]:
    """The words of games that a file of shared code says."""
    owned = frozenset().union(*map(vocabulary, GAMES)) - set(SHARED)
    found = set()
    for said, is_text in tokens(path, text):
        parts = words(said)
        hardly_more = is_text and len(parts) <= 2
        found |= {word for word in parts if word in owned and (hardly_more or word not in OTHERWISE)}
    return found


def belongs_to_a_game(path: Path) -> bool:
    parts = {part.partition(".")[0].replace("-", "_") for part in path.parts}
    return any(game in parts for game in GAMES) or any(names_game(path.name, game) for game in GAMES)


@cache
def found() -> dict[str, set[str]]:
    """The words of games that shared code says, by file."""
    shared = [
        path
        for path in files(*SHARED_CODE)
        if path.suffix in SUFFIXES and not belongs_to_a_game(path) and not str(path).startswith(NOT_SHIPPED)
    ]
    assert len(shared) > 200
    said = {str(path): spoken(path, read(path)) for path in shared}
    assert beyond(NOT_MEANT, said) == {}
    return {path: names - NOT_MEANT.get(path, set()) for path, names in said.items()}


@pytest.mark.parametrize(
    ("game", "some"),
    [
        ("vect_reverse", {"lock", "stuck", "passes", "center", "points"}),
        ("verto", {"quiet", "closed"}),
        ("invector", {"pie", "captured", "distance"}),
    ],
)
def test_the_words_come_from_the_games(game, some):
    assert some <= vocabulary(game)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.py", "def coins_left(): ...", {"coins"}),
        ("a.py", '"""Coins in a docstring."""\nx = 1  # and the pie in a comment', set()),
        ("a.py", 'kind == "base b2" and reason == "points"', {"base", "points"}),
        ("a.py", "lock = threading.Lock()", set()),
        ("a.py", 'text = f"coins={left}"', {"coins"}),
        ("a.cpp", "// pie\nint coinsLeft = 1'000; /* stuck */", {"coins"}),
        ("a.hpp", 'if (reason == Reason::Stuck) say("lock");', {"stuck", "lock"}),
        ("a.ts", "const it = `tile ${stuckStone}`; // base", {"tile", "stuck"}),
        ("a.svelte", "<p class='closed'>{view.pie}</p><!-- coins -->", {"closed", "pie"}),
        ("a.css", ".outer { justify-content: center; }", {"outer"}),
        ("a.toml", 'coins_sum = "The pie is stuck"', {"coins"}),
        ("a.json", '{"coins_sum": "The pie is stuck"}', {"coins"}),
    ],
)
def test_words_are_found_in_names_and_texts_and_not_in_comments(name, text, said):
    assert spoken(Path(name), text) == said


def test_every_word_that_all_may_use_is_one_of_some_game():
    owned = frozenset().union(*map(vocabulary, GAMES))
    assert set(SHARED) | set(OTHERWISE) <= owned
    assert not set(SHARED) & set(OTHERWISE)


def test_files_of_a_game_are_told_from_shared_ones():
    assert belongs_to_a_game(Path("src/turncoat/games/vect_reverse/words.en.toml"))
    assert belongs_to_a_game(Path("native/games/reversi/rules.hpp"))
    assert not belongs_to_a_game(Path("native/search/worker.hpp"))


def test_shared_code_knows_no_word_of_a_game():
    assert beyond(found(), allowed("vocabulary")) == {}


def test_every_allowance_for_words_of_games_is_still_needed():
    assert [path for path in allowed("vocabulary") if not (ROOT / path).is_file()] == []
    assert beyond(allowed("vocabulary"), found()) == {}
