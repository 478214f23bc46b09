"""Plays in a browser as a person does: looks at what may be chosen, and chooses with mouse, keyboard or finger."""

import time
from random import Random
from typing import Any, Literal

from tests.page.words import Words
from turncoat.games import start
from turncoat.games.errors import TurncoatError

Device = Literal["mouse", "keyboard", "finger"]
TIMEOUT_S = 20.0
SMALL = ("size=5", "size=4x3", "size=4x4", "target=2/2")


def small(game: str) -> str:
    """A ruleset of the game that is soon played, found without knowing the game."""
    for option in SMALL:
        try:
            return str(start(f"{game}:{option}").ruleset)
        except TurncoatError:
            continue
    return game


def open_match(visit: Any, ruleset: str, kind: str = "local", **others: Any) -> Any:
    """A page with a match that was made by the form."""
    page = visit(f"/new?ruleset={ruleset}&kind={kind}", **others)
    page.locator("form button.start").click()
    page.wait_for_url("**/m/*")
    return page


def open_shared_match(visit: Any, ruleset: str, **others: Any) -> tuple[Any, Any, str]:
    """The pages of two people at one match, the second of whom came by the first one's link; and the link."""
    host = open_match(visit, ruleset, "friend")
    link = Words(host).field("link").input_value()
    assert "#join=" in link
    guest = visit(link, **others)
    guest.locator(".waiting button.primary").click()
    guest.wait_for_url(lambda url: "join" not in url)
    Player(guest).wait(lambda now: now["status"] == "playing")
    return host, guest, link


class Player:
    """Somebody at a match that is open in a page."""

    def __init__(self, page: Any, device: Device = "mouse", seed: int = 1) -> None:
        self.page, self.device, self.chance = page, device, Random(seed)

    @property
    def match(self) -> str:
        """The match in the address bar."""
        return str(self.page.url).split("/m/")[1].split("#")[0]

    def seen(self) -> Any:
        """The match as the server knows it, and the sides played here."""
        answer = self.page.request.get(f"/api/matches/{self.match}")
        assert answer.ok, answer.text()
        return answer.json()

    def view(self) -> Any:
        """The match as the server knows it."""
        return self.seen()["match"]

    def make(self, chosen: Any) -> None:
        """Makes a move that the view offers."""
        view = self.view()
        if chosen["cells"]:
            for cell in self._cells(chosen, view):
                self._choose(cell)
        else:
            self._press(self.page.locator(".answers button.primary").first)
        self.wait(lambda now: now["at"] > view["at"])

    def _cells(self, chosen: Any, view: Any) -> list[str]:
        """The cells to choose: only one if it is empty and means one move, the last one twice if it could mean more."""
        path: list[str] = chosen["cells"]
        paths = [move["cells"] for move in view["moves"]]
        column, row = ord(path[0][0]) - ord("a"), int(path[0][1:]) - 1
        empty = view["board"]["cells"][row * view["board"]["width"] + column] == "."
        if empty and sum(each[:1] == path[:1] for each in paths) == 1:
            return path[:1]
        longer = any(each[: len(path)] == path and len(each) > len(path) for each in paths)
        return [*path, path[-1]] if longer else path

    def _choose(self, name: str) -> None:
        cell = self.page.locator(f"[data-cell='{name}'][data-choice]")
        cell.wait_for(state="attached")
        if self.device == "keyboard":
            self._walk_to(name)
            self.page.keyboard.press("Enter")
        else:
            self._press(cell)

    def _press(self, target: Any) -> None:
        if self.device == "keyboard":
            target.focus()
            self.page.keyboard.press("Enter")
        elif self.device == "finger":
            target.tap()
        else:
            target.click()

    def _walk_to(self, name: str) -> None:
        """By arrow keys from wherever the grid's own focus is."""
        page = self.page
        if page.evaluate("document.activeElement?.dataset?.cell ?? ''") == "":
            page.locator("[data-cell][tabindex='0']").focus()
        here = page.evaluate("document.activeElement.dataset.cell")
        across = ord(name[0]) - ord(here[0])
        down = int(name[1:]) - int(here[1:])
        for _ in range(abs(across)):
            page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        for _ in range(abs(down)):
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        assert page.evaluate("document.activeElement.dataset.cell") == name

    def wait(self, until: Any) -> Any:
        """The view, once it is as it should be."""
        return self._wait_to_see(lambda seen: until(seen["match"]))["match"]

    def _wait_to_see(self, until: Any) -> Any:
        latest = time.monotonic() + TIMEOUT_S
        while not until(seen := self.seen()):
            assert time.monotonic() < latest, seen
            time.sleep(0.02)
        return seen

    def play_on(self, most: int = 400) -> Any:
        """Plays until the match is over; the result."""
        for _ in range(most):
            # The sides played here may change while the other side thinks: it may exchange them.
            view = self._wait_to_see(
                lambda seen: seen["match"]["status"] == "over" or seen["match"]["side"] in seen["you"]
            )["match"]
            if view["status"] == "over":
                return view["result"]
            self.make(self.chance.choice(view["moves"]))
        raise AssertionError("the match does not end")
