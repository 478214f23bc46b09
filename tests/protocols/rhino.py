"""An engine that speaks GTP as gtp-rhino 0.16.1 does: big letters, 8x8 alone, passes made by itself.

Run as a program by the tests; it plays the first legal move.
"""

import sys

import turncoat
from turncoat.games.errors import TurncoatError
from turncoat.games.moves import PASS
from turncoat.games.results import Side

COLOURS = {"b": Side.FIRST, "black": Side.FIRST, "w": Side.SECOND, "white": Side.SECOND}


class Refusal(Exception):
    """What is answered with a question mark."""


class Rhino:
    def __init__(self):
        self.clear_board()

    def protocol_version(self):
        return "2"

    def name(self):
        return "GTP GRhino"

    def version(self):
        return "0.16.1"

    def list_games(self):
        return "Othello"

    def set_game(self, game):
        if game != "Othello":
            raise Refusal("unsupported game")

    def boardsize(self, size):
        if size != "8":
            raise Refusal("unacceptable size")

    def clear_board(self):
        self.position = turncoat.start("reversi")

    def komi(self, komi):
        """Without effect."""

    def time_settings(self, main, period, stones):
        """Without effect."""

    def time_left(self, colour, seconds, stones):
        """Without effect."""

    def play(self, colour, move):
        """A pass is no move to it, not even a forced one."""
        if colour.lower() not in COLOURS or move.lower() == PASS:
            raise Refusal("syntax error")
        try:
            if COLOURS[colour.lower()] is not self.position.side:
                raise Refusal("illegal move")
            self.make(move.lower())
        except TurncoatError:
            raise Refusal("illegal move") from None

    def genmove(self, colour):
        if COLOURS[colour.lower()] is not self.position.side or self.position.is_over:
            return PASS
        move = str(self.position.legal_moves[0])
        self.make(move)
        return move.upper()

    def make(self, move):
        self.position = self.position.play(move)
        if self.position.must_pass:
            self.position = self.position.play(PASS)

    def quit(self):
        """Ends after the answer."""


def main():
    rhino = Rhino()
    for line in sys.stdin:
        word, *words = line.split() or [""]
        try:
            known = not word.startswith("_") and word != "make" and hasattr(rhino, word)
            if not known:
                raise Refusal("unknown command")
            answer = f"= {getattr(rhino, word)(*words) or ''}".rstrip()
        except Refusal as refusal:
            answer = f"? {refusal}"
        sys.stdout.write(f"{answer}\n\n")
        sys.stdout.flush()
        if word == "quit":
            return


if __name__ == "__main__":
    main()
