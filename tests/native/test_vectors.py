"""The vectors, found with the plain rules, hold for the native twin as well: here every count in full."""

import pytest

from tests.games.vectors import BAR, lines
from tests.moves import texts
from turncoat import native
from turncoat.games import games
from turncoat.games.notation import read_transcript

VECTORS = [line.split(BAR) for name in games() for line in lines(name)]


def of_kind(kind):
    return [pytest.param(*fields, id=f"{number}") for number, (each, *fields) in enumerate(VECTORS) if each == kind]


def begin(first):
    return native.parse(first) if " " in first else native.start(first)


def ending(position):
    result = position.result()
    return f"{result.winner or 'draw'} {result.rule} {result.reason} {result.ended}" if result else "-"


@pytest.mark.parametrize(("unit", "first", "counts"), of_kind("perft"))
def test_counts(unit, first, counts):
    expected = list(map(int, counts.split()))
    assert [native.perft(begin(first), depth + 1, unit) for depth in range(len(expected))] == expected


@pytest.mark.parametrize(("name", "text", "score", "result", "moves"), of_kind("position"))
def test_named_positions(name, text, score, result, moves):
    position = native.parse(text)
    found = "/".join(map(str, position.score())), ending(position), " ".join(texts(position)) or "-"
    assert (str(position), *found) == (text, score, result, moves)


@pytest.mark.parametrize(("first", "transcript", "text", "result"), of_kind("game"))
def test_whole_games(first, transcript, text, result):
    position = begin(first)
    for move in read_transcript(position, transcript):
        position = position.play(move)
    assert (str(position), ending(position)) == (text, result)
