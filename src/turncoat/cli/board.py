"""The board in a terminal: coloured where there are colours, plain elsewhere, and never broken by wide characters.

Terminals in East Asia may draw a stone two columns wide.  So every cell is put at its own column, and its frame is
written before its stone: whatever width the stone has, nothing after it moves.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from turncoat import draw
from turncoat.draw import Square
from turncoat.draw.palette import FACES, board_colours, over
from turncoat.draw.textboard import heading, margin_of
from turncoat.games import Position
from turncoat.games.results import Side

CELL, GAP = 3, 3  # columns for a cell, between the board and the facts beside it
MIN_FACTS_WIDTH = 34  # narrower than this, the facts go below the board
MANY = 10
GROUNDS = ("marked", "border", "blocked")  # roles with a ground of their own, the first that a cell has counts


def wants_ascii() -> bool:
    """Whether the output cannot show the glyphs of stones, or was asked not to."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return not encoding.startswith("utf") or bool(os.environ.get("TURNCOAT_ASCII"))


class Board:
    """A position as lines of a terminal, with facts beside it where there is room and below it where there is not."""

    def __init__(
        self,
        position: Position,
        facts: Sequence[Text] = (),
        *,
        marks: draw.Marks | None = None,
        labels: Mapping[str, str] | None = None,
        ascii_only: bool = False,
        steady: bool = False,
    ) -> None:
        """A `steady` board is written from left to right, for a pager, which knows no columns."""
        self.position, self.facts, self.steady = position, list(facts), steady
        self.ascii_only = ascii_only or wants_ascii()
        self.rows = draw.squares(position, marks=marks, labels=labels, ascii_only=self.ascii_only)
        self.margin = margin_of(self.rows)
        look = draw.default_look(position)
        self.faces, self.colours = look.faces, board_colours("terminal", look.surface)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines, in as many blocks of columns as the terminal's width asks for."""
        columns = len(self.rows[0])
        block = max(1, min(columns, (options.max_width - self.margin) // CELL))
        width = self.margin + CELL * block
        beside = block == columns and options.max_width >= width + GAP + MIN_FACTS_WIDTH
        facts = self._wrapped(console, options.max_width - width - GAP) if beside else []
        lines = [line for first in range(0, columns, block) for line in self._lines(first, first + block)]
        for number in range(max(len(lines), len(facts))):
            if number < len(lines):
                yield from self._line(console, lines[number])
            if number < len(facts):
                used = width if number < len(lines) else 0
                yield from self._beside(console, facts[number], used, width + GAP)
            yield Segment.line()
        if not beside and self.facts:
            yield from self.facts

    def _wrapped(self, console: Console, width: int) -> list[Text]:
        return [line for fact in self.facts for line in fact.wrap(console, width)]

    def _lines(self, first: int, last: int) -> Iterator[tuple[str, list[Square]]]:
        """Each line's margin and its cells; the heading is a line of no cells."""
        yield " " * self.margin + heading(self.rows[0][first:last]), []
        for number, row in enumerate(self.rows, 1):
            yield f"{number:>{self.margin - 1}} ", row[first:last]

    def _line(self, console: Console, line: tuple[str, list[Square]]) -> Iterator[Segment]:
        margin, squares = line
        missing = self.margin + CELL * len(squares) - len(margin)
        yield Segment(margin, Style(dim=True))
        if squares:
            for number, square in enumerate(squares):
                yield from self._cell(console, square, self.margin + CELL * number)
        elif missing > 0:
            yield Segment(" " * missing)

    def _cell(self, console: Console, square: Square, column: int) -> Iterator[Segment]:
        left, glyph, right = square.text[0], square.text[1:-1], square.text[-1]
        frame = ink = Style.null()
        if has_colours(console):
            ground = self._ground(square)
            frame = Style(color=self.colours["act"], bgcolor=ground, bold=True)
            ink = Style(color=self._ink(square, ground), bgcolor=ground, bold=True)
        if self.steady or not moves_cursor(console):
            yield from (Segment(left, frame), Segment(glyph, ink), Segment(right, frame))
        else:
            yield from (Segment(f"{left} {right}", frame), _to(column + 1), Segment(glyph, ink), _to(column + CELL))

    def _ground(self, square: Square) -> str | None:
        if square.glyph == " ":
            return None  # a cell that does not exist
        role = next((role for role in GROUNDS if role in square.roles), "cell")
        return self.colours["panel" if role == "cell" and square.shaded else role]

    def _ink(self, square: Square, ground: str | None) -> str:
        if square.side is not None:
            return self.colours[FACES[self.faces[square.side]]["ink"]]
        return self.colours["act"] if square.mark == "dot" else over(self.colours["faint"], ground or "#000000")

    def _beside(self, console: Console, fact: Text, used: int, column: int) -> Iterator[Segment]:
        if moves_cursor(console) and not self.steady:
            yield _to(column)
        else:
            yield Segment(" " * (column - used))
        yield from (part for part in fact.render(console) if part.text != "\n")


def marks(position: Position, *, choices: bool = True) -> dict[str, tuple[str, ...]]:
    """Marks for all that can be chosen next, and for the stone of the last move."""
    last = tuple(event.to or event.cell or "" for event in position.events if event.kind in ("placed", "moved"))
    found = draw.choices(position) if choices else {}
    if len(found.get("ring", ())) > MANY:  # frames around nearly every stone say nothing
        found = {"dot": found.get("dot", ())}
    return {**found, "last": last}


def has_colours(console: Console) -> bool:
    """Whether the terminal shows colours and may."""
    return moves_cursor(console) and console.color_system is not None and not console.no_color


def moves_cursor(console: Console) -> bool:
    """Whether there is a terminal that can put text at a column."""
    return console.is_terminal and not console.is_dumb_terminal


def stone(position: Position, side: Side, console: Console, *, ascii_only: bool = False) -> Text:
    """A stone of the side as the board shows it."""
    glyph, look = draw.glyph(position, side, ascii_only=ascii_only or wants_ascii()), draw.default_look(position)
    if not has_colours(console):
        return Text(glyph)
    colours = board_colours("terminal", look.surface)
    ink = colours[FACES[look.faces[side]]["ink"]]
    return Text(f" {glyph} ", style=Style(color=ink, bgcolor=colours["cell"], bold=True))


def _to(column: int) -> Segment:
    return Control.move_to_column(column).segment
