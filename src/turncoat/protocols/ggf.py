"""Games in GGF, the text form in which NBoard and Othello servers pass them on."""

import re
from dataclasses import dataclass

from turncoat.games import Position
from turncoat.games.errors import BadPosition, TurncoatError
from turncoat.games.moves import PASS
from turncoat.games.results import Side
from turncoat.games.text import Phrase
from turncoat.native import parse
from turncoat.play import Game, TimeLeft

BEGIN = "(;GM["
"""How every game begins."""
TAG = re.compile(r"([A-Z]{1,2})\[([^\]]*)\]")
MARKS = {"*": "x", "O": "o", "-": "."}
LETTERS = {mark: letter for letter, mark in MARKS.items()}


class BadGgf(TurncoatError):
    """A text that is no game in GGF."""

    code = "bad_request"

    def __init__(self, problem: str | Phrase) -> None:
        if isinstance(problem, str):
            problem = Phrase("protocol.ggf", {"text": problem[:60]}, "turncoat.protocols")
        TurncoatError.__init__(self, problem=problem)


@dataclass(frozen=True)
class Ggf:
    """A game: where it began, its moves, and what the clocks show after them."""

    first: Position
    moves: tuple[str, ...]
    clocks: dict[Side, TimeLeft]


def read(text: str, ruleset: str) -> Ggf:
    """The game a text tells of; `ruleset` is the game's name, to which the size of the board is added.

    >>> read("(;GM[Othello]TI[5:00]BO[4 -----O*--*O----- *]B[A2//2.5]W[A1];)", "reversi").moves
    ('a2', 'a1')
    """
    tags = TAG.findall(text)
    boards = [value for name, value in tags if name == "BO"]
    if not boards:
        raise BadGgf(text)
    first = _board(boards[0], ruleset)
    position, moves, spent = first, list[str](), dict.fromkeys(Side, 0.0)
    for name, value in tags:
        if name not in ("B", "W"):
            continue
        side = Side.FIRST if name == "B" else Side.SECOND
        word, _, rest = value.partition("/")
        move = read_move(word)
        if position.side is not side and position.must_pass:  # some writers leave passes out
            moves.append(PASS)
            position = position.play(PASS)
        if move == PASS and position.is_over:
            continue  # some writers end a game with passes
        if position.side is not side:
            raise BadGgf(Phrase("protocol.ggf_turn", {"move": f"{name}[{value[:20]}]"}, "turncoat.protocols"))
        position = position.play(move)
        moves.append(move)
        spent[side] += seconds(rest.rpartition("/")[2])
    times = [value for name, value in tags if name == "TI"]
    return Ggf(first, tuple(moves), _clocks(times[0], spent, len(moves)) if times else {})


def split(text: str) -> list[str]:
    """The texts of the games in a file of several."""
    return [f"{BEGIN}{each}" for each in text.split(BEGIN)[1:]]


def read_game(text: str, ruleset: str) -> Game:
    """The same with the players' names and the date."""
    found, tags = read(text, ruleset), dict(TAG.findall(text))
    named = {str(side): tags.get(tag, "") for side, tag in zip(Side, ("PB", "PW"), strict=True)}
    game = Game.from_position(found.first, {**named, **({"date": tags["DT"]} if tags.get("DT") else {})})
    for move in found.moves:
        game.play(move)
    return game


def read_move(word: str) -> str:
    """A move as GGF and NBoard write it: F5, PA, PASS."""
    return PASS if word.strip().lower() in ("pa", "ps", "pass") else word.strip().lower()


def write_move(move: str) -> str:
    """A move as GGF and NBoard write it."""
    return "PA" if move == PASS else move.upper()


def write(position: Position, clocks: dict[Side, TimeLeft] | None = None) -> str:
    """A game without moves that stands at the position.

    >>> from turncoat import start
    >>> write(start("reversi:size=4x4"))
    '(;GM[Othello]PC[Turncoat]PB[Black]PW[White]RE[?]TY[4]BO[4 -----O*--*O----- *];)'
    """
    size, times = position.grid.width, ""
    if clocks:
        clock = clocks[position.side]
        times = f"TI[{_written(clock.remaining)}/{_written(clock.increment)}/00:00]"
    board = "".join(LETTERS[mark] for mark in position.board)
    side = LETTERS[position.side.mark]
    return f"(;GM[Othello]PC[Turncoat]PB[Black]PW[White]RE[?]{times}TY[{size}]BO[{size} {board} {side}];)"


def seconds(text: str) -> float:
    """A time such as 15:00, 1:00:00 or 2.5 in seconds; 0 where there is none."""
    total = 0.0
    for part in text.partition(",")[0].split(":"):
        try:
            total = 60 * total + float(part)
        except ValueError:
            return 0.0
    return max(0.0, total) if total < 1e9 else 0.0


def _written(time: float) -> str:
    whole = max(1, int(time)) if time else 0
    return f"{whole // 60:02}:{whole % 60:02}"


def _board(text: str, ruleset: str) -> Position:
    size, _, rest = text.strip().partition(" ")
    marks = "".join(rest.split())
    if not re.fullmatch("[0-9]{1,2}", size, re.ASCII) or not re.fullmatch(r"[-*O]+[*O]", marks):
        raise BadGgf(text)
    width, cells = int(size), "".join(MARKS[mark] for mark in marks[:-1])
    if width == 0 or len(cells) != width * width:
        raise BadGgf(text)
    rows = "/".join(cells[start : start + width] for start in range(0, len(cells), width))
    try:
        return parse(f"{ruleset}:size={width}x{width} {rows} {MARKS[marks[-1]]}")
    except BadPosition:
        raise
    except TurncoatError as error:
        raise BadGgf(Phrase.of(error)) from None


def _clocks(text: str, spent: dict[Side, float], moves: int) -> dict[Side, TimeLeft]:
    main, _, rest = text.partition("/")
    increment = seconds(rest.partition("/")[0])
    if not seconds(main):
        return {}
    gained = {Side.FIRST: (moves + 1) // 2 * increment, Side.SECOND: moves // 2 * increment}
    return {side: TimeLeft(max(0.0, seconds(main) + gained[side] - spent[side]), increment) for side in Side}
