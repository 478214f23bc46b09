"""The moves of a game as text, with variations, comments, clocks, evaluations and symbols.

    d3!? {[%clk 0:04:58] bold} (c4 $14; e3); c5

Turns are separated by `;`, a variation in `( )` follows the move it replaces, a comment in `{ }` the move it is about.
Within a comment `[%clk h:mm:ss]` is the time its player had left, and `[%eval …]` the evaluation for the first side:
`63.12%` its chances or `#first`, `#second`, `#draw` what is proved, and `,12` the depth.
`\\}`, `\\\\`, `\\n`, `\\[` and `\\u2028` stand for what would be read as something else.
"""

import re

from turncoat.games.errors import IllegalMove
from turncoat.games.notation import OTHELLO, BadTranscript, read_transcript
from turncoat.games.text import Phrase

from .headers import BadRecord
from .node import GLYPHS, Evaluation, Node

TOKEN = re.compile(r"\{([^\\}]*(?:\\.[^\\}]*)*)\}|(\$[0-9]{1,9})|([();,])|([^\s(){};,$]+)|(\S)", re.DOTALL)
WORD = re.compile(r"([^!?]+)(!!|\?\?|!\?|\?!|!|\?)?")
IN_COMMENT = re.compile(r"\\(?:u[0-9a-fA-F]{4}|[\\}\[n])|\[%(\w{1,20}) ([^\]\[]{1,40})\] ?", re.DOTALL)
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([\\}\[n]))")
# Line ends of every kind, which would end the line of the record, and halves of characters, which no file can hold.
SPECIAL = re.compile("[\\\\}\n\r\v\f\x1c-\x1e\x85\u2028\u2029\ud800-\udfff]|\\[(?=%)|^\\s|\\s\\Z")
SHORT = {"\\": "\\\\", "}": "\\}", "[": "\\[", "\n": "\\n"}
CLOCK = re.compile(r"([0-9]{1,9}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?")
EVALUATION = re.compile(r"(?:#(first|second|draw)|([0-9]{1,3}(?:\.[0-9]{1,2})?)%)(?:,([0-9]{1,9}))?")
PROVED = {"first": 1.0, "second": 0.0, "draw": 0.5}


def write_movetext(root: Node) -> str:
    """All that follows the root, and what is noted about it."""
    parts = [_note(root)]
    todo: list[Node | str] = [root]  # what is still to be written: texts, and nodes whose children are
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
        elif item.children:
            main, *variations = item.children
            if item is root:
                parts.append(" " if parts[0] else "")
            else:
                parts.append(" " if item.position.mid_turn else "; ")
            parts.append(_written(main))
            todo.append(main)
            for variation in reversed(variations):
                todo += [")", variation, f" ({_written(variation)}"]
    return "".join(parts)


def _written(node: Node) -> str:
    """The move and what is noted about it."""
    symbols, note = node.symbols, _note(node)
    glued = symbols[0] if symbols and symbols[0] in GLYPHS else ""
    return " ".join(filter(None, [node.move + glued, *symbols[bool(glued) :], note]))


def _note(node: Node) -> str:
    """The comment in its braces, after clock and evaluation; empty where nothing is noted."""
    symbols = " ".join(node.symbols) if node.parent is None else ""
    tags = [f"[%clk {write_clock(node.clock)}]"] if node.clock is not None else []
    tags += [f"[%eval {write_evaluation(node.evaluation)}]"] if node.evaluation else []
    comment = SPECIAL.sub(_escaped, node.comment)
    inside = " ".join([*tags, comment] if comment else tags)
    return " ".join(filter(None, [symbols, f"{{{inside}}}" if inside else ""]))


def _escaped(found: re.Match[str]) -> str:
    return SHORT.get(found[0]) or f"\\u{ord(found[0]):04x}"


def write_clock(ms: int) -> str:
    """Milliseconds as a clock shows them.

    >>> write_clock(298_040), write_clock(7_200_000)
    ('0:04:58.04', '2:00:00')
    """
    seconds, rest = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" + (f".{rest:03}".rstrip("0") if rest else "")


def read_clock(text: str) -> int | None:
    """The milliseconds that a clock shows; None for anything else."""
    found = CLOCK.fullmatch(text.strip())
    if found is None:
        return None
    hours, minutes, seconds = map(int, found.groups()[:3])
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((found[4] or "").ljust(3, "0"))


def write_evaluation(evaluation: Evaluation) -> str:
    """Such as `63.12%,9` or `#first`.

    >>> write_evaluation(Evaluation(0.6312, depth=9)), write_evaluation(Evaluation(0.5, proved=True))
    ('63.12%,9', '#draw')
    """
    depth = "" if evaluation.depth is None else f",{evaluation.depth}"
    if evaluation.proved:
        return f"#{evaluation.proved_winner or 'draw'}{depth}"
    return f"{100 * evaluation.win:.2f}%{depth}"


def read_evaluation(text: str) -> Evaluation | None:
    """The evaluation that was written so; None for anything else."""
    found = EVALUATION.fullmatch(text.strip())
    if found is None:
        return None
    proved, percent, depth = found.groups()
    win = PROVED[proved] if proved else float(percent) / 100
    return Evaluation(win, bool(proved), int(depth) if depth else None) if win <= 1 else None


def open_comment(text: str) -> bool:
    """Whether a comment begins in the text that does not end in it."""
    return "{" in text and any(found[5] == "{" for found in TOKEN.finditer(text))


def read_movetext(root: Node, text: str) -> None:
    """Adds the moves of a text to the tree; BadRecord or BadTranscript says what is wrong with them.

    Where the text is one word of several cells it is an Othello transcript, in which passes are left out.
    """
    if OTHELLO.fullmatch(text.strip().lower()):
        for move in read_transcript(root.position, text):
            root = root.add(move)
        return
    reader = _Reader(root)
    for comment, glyph, sign, word, stray in (found.groups() for found in TOKEN.finditer(text)):
        if comment is not None:
            reader.comment(comment)
        elif glyph:
            reader.symbol(glyph)
        elif sign:
            reader.sign(sign)
        elif word:
            reader.word(word)
        else:
            raise BadRecord("open_comment" if stray == "{" else "stray", sign=stray)
    reader.end()


class _Reader:
    """Where in the tree the next word of a text belongs."""

    def __init__(self, root: Node) -> None:
        self.node = root
        self.turn_begun = root
        """Where the last `;` was."""
        self.before: list[Node] = []
        """Where the variations under way leave the lines they belong to."""
        self.waiting: list[str] | None = None
        """Comments at the beginning of a variation, before its first move; None elsewhere."""

    def word(self, word: str) -> None:
        """A move, perhaps with a symbol, or a symbol by itself."""
        if word in GLYPHS:
            self.symbol(word)
            return
        found = WORD.fullmatch(word)
        move, symbol = found.groups() if found else (word, None)
        try:
            self.node = self.node.add(move)
        except IllegalMove as problem:
            raise BadTranscript(number=self.node.number + 1, move=word, problem=Phrase.of(problem)) from None
        waiting, self.waiting = self.waiting, None
        for comment in waiting or ():
            self.comment(comment)
        if symbol:
            self.symbol(symbol)

    def symbol(self, symbol: str) -> None:
        """What is thought of the last move."""
        if self.waiting is not None:
            raise BadRecord("stray", sign=symbol)
        self.node.symbols = (*self.node.symbols, symbol)

    def comment(self, text: str) -> None:
        """What is noted about the last move."""
        if self.waiting is not None:
            self.waiting.append(text)
            return
        comment = ESCAPE.sub(_unescaped, IN_COMMENT.sub(self._tag, text.strip()).strip())
        self.node.comment = " ".join(filter(None, [self.node.comment, comment]))

    def _tag(self, found: re.Match[str]) -> str:
        """Takes in a clock or an evaluation; what is none stays in the comment."""
        name, value = found.groups()
        if name == "clk" and (clock := read_clock(value)) is not None:
            self.node.clock = clock
        elif name == "eval" and (evaluation := read_evaluation(value)) is not None:
            self.node.evaluation = evaluation
        else:
            return found[0]
        return ""

    def sign(self, sign: str) -> None:
        """The end of a turn, the beginning or the end of a variation."""
        if sign == "(":
            if self.node.parent is None or self.waiting is not None:
                raise BadRecord("stray", sign=sign)
            self.before.append(self.node)
            self.node = self.turn_begun = self.node.parent
            self.waiting = []
        elif sign == ")":
            if not self.before:
                raise BadRecord("stray", sign=sign)
            self.node = self.before.pop()
            self.waiting = None
        elif sign == ";":
            self._end_turn()

    def _end_turn(self) -> None:
        position = self.node.position
        if position.mid_turn and self.node is not self.turn_begun:
            legal = [move.text for move in position.legal_moves]
            problem = Phrase("problems.turn_open", {"legal": legal})
            raise BadTranscript(number=self.node.number + 1, move=";", problem=problem)
        self.turn_begun = self.node

    def end(self) -> None:
        """Nothing may be left open."""
        if self.before:
            raise BadRecord("open_variation")


def _unescaped(found: re.Match[str]) -> str:
    code, sign = found.groups()
    return chr(int(code, 16)) if code else "\n" if sign == "n" else sign
