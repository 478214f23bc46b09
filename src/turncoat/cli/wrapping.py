"""Lines of text as wide as the terminal, in languages with and without spaces between words."""

import re

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

# Kana, kanji and full-width signs: a line may end after each.
WIDE = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60"
CLOSING, OPENING = "、。，．・：；？！）」』】〕ー々…", "（「『【〔"
PIECE = re.compile(rf"[{OPENING}]*(?:[{WIDE}]|[^\s{WIDE}]+)[{CLOSING}]*\s*")


class Wrapped:
    """A text broken between words and between Japanese letters, never before a closing or after an opening sign."""

    def __init__(self, text: Text | str, style: str = "") -> None:
        self.text = text.copy() if isinstance(text, Text) else Text(text, style=style)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines."""
        for line in self.text.split("\n", allow_blank=True):
            yield from _fold(line, options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """From the longest piece to the longest line."""
        lines = self.text.plain.split("\n")
        least = max((cell_len(piece.rstrip()) for piece in PIECE.findall(self.text.plain)), default=0)
        return Measurement(least, max(map(cell_len, lines))).with_maximum(options.max_width)


def _fold(line: Text, width: int) -> list[Text]:
    """One line of text as several."""
    cuts, used = list[int](), 0
    for piece in PIECE.finditer(line.plain):
        if used and used + cell_len(piece[0].rstrip()) > width:
            cuts.append(piece.start())
            used = 0
        used += cell_len(piece[0])
    parts = list(line.divide(cuts))
    for part in parts:
        part.rstrip()
        part.overflow = "fold"  # a single word wider than the terminal
    return parts
