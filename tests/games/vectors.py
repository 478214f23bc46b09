"""The vectors of `vectors/`, read and recomputed with the plain rules.  `vectors/README.md` describes the lines.

`python -m tests.games.vectors` writes every figure afresh: give a new line `?` for what is to be found out.
"""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.moves import texts
from turncoat.games import Position, games, parse, start
from turncoat.games.errors import BadPosition, TurncoatError
from turncoat.games.notation import read_transcript, write_transcript
from turncoat.games.perft import perft
from turncoat.games.plain import PlainPosition

FOLDER = Path(__file__).resolve().parents[2] / "vectors"
FILES = {name: FOLDER / f"{game.package.rpartition('.')[2]}.txt" for name, game in games().items()}
BAR = " | "


def lines(name: str) -> Iterator[str]:
    """A game's vectors, without comments and empty lines."""
    for line in FILES[name].read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


def first_position(text: str) -> PlainPosition:
    """The position that a ruleset or a position text names."""
    return parse(text) if " " in text else start(text)


def recomputed(line: str, most: int = sys.maxsize) -> str:
    """The line as the plain rules have it; counts above `most` are taken as they stand."""
    kind, *fields = line.split(BAR)
    return BAR.join([kind, *KINDS[kind](most, *fields)])


def _perft(most: int, unit: str, first: str, counts: str) -> list[str]:
    position, found = first_position(first), list[str]()
    for depth, count in enumerate(counts.split(), 1):
        if count.isdecimal() and int(count) > most:
            found.append(count)
        else:
            found.append(str(perft(position, depth, "turn" if unit == "turn" else "move")))
    return [unit, first, " ".join(found)]


def _position(_: int, name: str, text: str, *_found: str) -> list[str]:
    position = parse(text)
    score = f"{position.score().first}/{position.score().second}"
    return [name, str(position), score, _ending(position), " ".join(texts(position)) or "-"]


def _game(_: int, first: str, moves: str, *_found: str) -> list[str]:
    begin = first_position(first)
    position, played = begin, read_transcript(begin, moves)
    for move in played:
        position = position.play(move)
    return [first, write_transcript(begin, played), str(position), _ending(position)]


def _refused(_: int, text: str, *_found: str) -> list[str]:
    try:
        parse(text)
    except BadPosition as error:
        return [text, re.sub(r"^problems\.", "", error.data["problem"].key)]
    except TurncoatError as error:
        return [text, error.code]
    return [text, "nothing is wrong with it"]


def _ending(position: Position) -> str:
    result = position.result()
    return f"{result.winner or 'draw'} {result.rule} {result.reason} {result.ended}" if result else "-"


KINDS: dict[str, Callable[..., list[str]]] = {
    "perft": _perft,
    "position": _position,
    "game": _game,
    "refused": _refused,
}


def _renew(path: Path) -> None:
    """Write every figure of the file afresh."""
    old = path.read_text("utf-8").splitlines()
    new = [line if not line or line.startswith("#") else recomputed(line) for line in old]
    path.write_text("\n".join(new) + "\n", "utf-8")


if __name__ == "__main__":
    for file in FILES.values():
        _renew(file)
