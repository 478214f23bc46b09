"""The record of a game: its ruleset, players, moves with notes, and result.

    ruleset: verto:size=9
    first: Ann
    second: level 4
    result: second R9 majority
    moves: e5; d4!? {[%clk 0:04:58] bold} (f4; g5 {quieter}); f6xe5 ...

Lines may come in any order; `moves` may go on over several lines; a `#` line is a comment; other names are kept.
A file of several games has an empty line after each.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from turncoat import native
from turncoat.games import Ruleset
from turncoat.games.errors import check_text
from turncoat.games.results import Result

from .headers import OWN_LINES, BadRecord
from .movetext import open_comment, read_movetext, write_movetext
from .outcome import Outcome

if TYPE_CHECKING:
    from .game import Game

RESULT = "result"


def write(game: "Game") -> str:
    """The game as text that reads back."""
    first, headers = game.root.position, dict(game.headers)
    begin = {} if first == native.start(first.ruleset) else {"start": str(first)}
    result = game.last.position.result()
    if result:
        headers[RESULT] = write_result(result)
    lines = {"ruleset": str(first.ruleset), **begin, **headers, "moves": write_movetext(game.root)}
    return "".join(f"{name}: {value}".rstrip() + "\n" for name, value in lines.items())


def read(kind: "type[Game]", text: str) -> "Game":
    """The game a text holds, at the end of its main line."""
    check_text("record", text)
    lines = _read_lines(text)
    if "ruleset" not in lines:
        raise BadRecord("missing", name="ruleset")
    ruleset = Ruleset.read(lines["ruleset"])
    first = native.parse(lines["start"]) if lines.get("start") else native.start(ruleset)
    if first.ruleset != ruleset:
        raise BadRecord("other_start", ruleset=str(ruleset), start=str(first.ruleset))
    game = kind.from_position(first)
    read_movetext(game.root, lines.get("moves", ""))
    game.current = game.last
    for name, value in lines.items():
        if name not in OWN_LINES:
            game.headers[name] = value
    _check_result(game)
    return game


def _check_result(game: "Game") -> None:
    """A record that contradicts its own moves is refused; a game broken off may name any winner."""
    result = game.last.position.result()
    if result:
        said = game.headers.pop(RESULT, "")  # the moves tell it
        if said and said.split()[0] != write_result(result).split()[0]:
            raise BadRecord("other_result", said=said, found=write_result(result))


def write_result(result: Result) -> str:
    """Such as `first R9 target`."""
    return str(Outcome.of(result))


def split_records(text: str, *, keep_comments: bool = False) -> list[str]:
    """The texts of the records in a file of several, unread; comments between them are left out unless kept."""
    blocks: list[list[str]] = [[]]
    for line in text.removeprefix("\ufeff").splitlines():
        if not line.strip():
            blocks.append([])
        elif keep_comments or not line.startswith("#"):
            blocks[-1].append(line)
    return ["".join(f"{line}\n" for line in block) for block in blocks if block]


def read_games(text: str) -> Iterator["Game"]:
    """Every game of a file of several, one at a time.

    >>> text = "ruleset: reversi\\nmoves: f5d6c3\\n\\nruleset: verto\\nmoves: d4\\n"
    >>> [str(game.ruleset) for game in read_games(text)]
    ['reversi', 'verto']
    """
    from .game import Game  # whose text this is

    return (Game.read(block) for block in split_records(text))


def _read_lines(text: str) -> dict[str, str]:
    lines: dict[str, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if "moves" in lines and open_comment(lines["moves"]):
            lines["moves"] += f" {line.strip()}"
        elif not line.strip() or line.startswith("#"):
            continue
        elif "moves" in lines and (not colon or not name.isalpha()):
            lines["moves"] += f" {line.strip()}"
        elif not colon or not name.isalpha():
            raise BadRecord("line", line=number)
        elif name.lower() in lines:
            raise BadRecord("twice", line=number, name=name.lower())
        else:
            lines[name.lower()] = value
    return lines
