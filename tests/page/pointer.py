"""A pointer that carries stones over the board, with real events of a mouse or of a finger."""

from random import Random
from typing import Any

from tests.moves import texts
from tests.page.player import small
from turncoat.games import start

Spot = tuple[float, float]
STEPS = 8


class Pointer:
    """One pointer on a page: a finger where `finger` is true, else the mouse."""

    def __init__(self, page: Any, finger: bool) -> None:
        self.page, self.finger = page, finger
        self.devtools = page.context.new_cdp_session(page) if finger else None
        self.spot: Spot = (0, 0)

    def press(self, cell: str) -> None:
        """Puts the pointer down in the middle of a cell."""
        self.spot = middle(self.page, cell)
        if self.devtools:
            self._touch("touchStart", self.spot)
        else:
            self.page.mouse.move(*self.spot)
            self.page.mouse.down()

    def move(self, to: Spot) -> None:
        """Moves the pointer there, in several steps."""
        (x, y), (to_x, to_y) = self.spot, to
        for step in range(1, STEPS + 1):
            spot = (x + (to_x - x) * step / STEPS, y + (to_y - y) * step / STEPS)
            if self.devtools:
                self._touch("touchMove", spot)
            else:
                self.page.mouse.move(*spot)
        self.spot = to

    def release(self) -> None:
        """Lifts the pointer where it is."""
        if self.devtools:
            self._touch("touchEnd")
        else:
            self.page.mouse.up()

    def carry(self, start_cell: str, to: str) -> None:
        """The whole of a drag from cell to cell."""
        self.press(start_cell)
        self.move(middle(self.page, to))
        self.release()

    def _touch(self, kind: str, *spots: Spot) -> None:
        assert self.devtools
        points = [{"x": x, "y": y} for x, y in spots]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(page: Any, cell: str) -> Spot:
    """Where the middle of a cell is seen."""
    box = page.locator(f"[data-cell='{cell}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def opening_to_a_pair(game: str) -> tuple[str, list[str]] | None:
    """A ruleset and moves after which a move goes from a cell to another; None for a game without such moves."""
    ruleset = small(game)
    for seed in range(20):
        chance, position, path = Random(seed), start(ruleset), list[str]()
        while moves := texts(position):
            if any(len(move) > 3 and move[0].isalpha() and move[1].isdigit() for move in moves):
                return ruleset, path
            path.append(chance.choice(moves))
            position = position.play(path[-1])
    return None
