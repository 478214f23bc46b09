"""Loading a page with nothing in the cache: what was fetched, and how soon the page answered a click."""

from dataclasses import dataclass
from typing import Any

MAX_KILOBYTES = 150
START = ".games a.primary"
GO = "button.start:not([disabled])"
CELL = "[data-cell][data-choice]"
CHOSEN = "[data-cell='{cell}']:not([data-choice]), [data-cell='{cell}'][aria-selected='true']"
"""The cell is played, or its stone is in the hand."""
THERE = "selector => document.querySelector(selector) !== null && performance.now()"


@dataclass(frozen=True)
class PageLoad:
    """The bytes of every answer's body as they travelled, and milliseconds since the navigation began."""

    files: dict[str, int]
    headers: int
    live: int
    """Bytes that came by sockets."""
    shown: float
    """Until what is to be clicked was there."""
    answered: float
    """Until the click on it had its effect."""

    @property
    def kilobytes(self) -> float:
        """All that came, headers and live messages included."""
        return (sum(self.files.values()) + self.headers + self.live) / 1000


def load(page: Any, path: str, control: str, answer: str, then: str | None = None) -> PageLoad:
    """Opens the path in a fresh page, clicks the control as soon as it is there, and waits for the answer.

    `then` is clicked on the way to it, as soon as it is there too.
    """
    finished: list[Any] = []
    received: list[int] = []
    page.on("requestfinished", lambda request: finished.append(request))  # noqa: PLW0108 — Playwright marks its listeners
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: received.append(len(text.encode()))))
    page.goto(path, wait_until="commit")
    shown = page.wait_for_function(THERE, arg=control).json_value()
    target = page.locator(control).first
    cell = target.get_attribute("data-cell")
    target.click()
    if then:
        page.locator(then).click()
    answered = page.wait_for_function(THERE, arg=answer.format(cell=cell)).json_value()
    page.wait_for_load_state("networkidle")
    files, headers = dict[str, int](), 0
    for request in finished:
        sizes, name = request.sizes(), request.url.partition("://")[2].partition("/")[2].partition("?")[0]
        files[f"/{name}"] = files.get(f"/{name}", 0) + sizes["responseBodySize"]
        headers += sizes["responseHeadersSize"]
    return PageLoad(files, headers, sum(received), shown, answered)


def load_the_first_page(page: Any) -> PageLoad:
    """From nothing to the board of a new match: the first page, a click on its first game, and one on go."""
    return load(page, "/", START, CELL, GO)


def load_a_match(page: Any, ruleset: str) -> PageLoad:
    """From nothing to a first move: the page of a match that was made before, and a click on a cell."""
    made = page.request.post("/api/matches", data={"ruleset": ruleset, "kind": "local"})
    assert made.ok, made.text()
    return load(page, f"/m/{made.json()['match']['id']}", CELL, CHOSEN)
