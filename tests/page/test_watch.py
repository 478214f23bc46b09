"""Watching in a real browser: boards that go on, games that ended, and the way to them."""

import re

import pytest

from tests.page.axe import serious
from tests.page.player import Player
from tests.page.words import Words

SMALL = "reversi:size=4x4"


class Public:
    """A game of the lobby between two people without a page."""

    def __init__(self, browser, server) -> None:
        self._contexts = [browser.new_context(base_url=server.address) for _ in range(2)]
        self._people = [context.request for context in self._contexts]
        wanted = {"ruleset": SMALL, "kind": "lobby", "side": "first", "name": "Ann"}
        self.id = self._people[0].post("/api/matches", data=wanted).json()["match"]["id"]
        assert self._people[1].post(f"{self.path}/join", data={"name": "Ben"}).ok

    @property
    def path(self):
        return f"/api/matches/{self.id}"

    def play(self, most=1):
        """Makes the first legal moves, to the end if there are fewer."""
        for _ in range(most):
            for person in self._people:
                match = person.get(self.path).json()["match"]
                if match["moves"]:
                    move = {"move": match["moves"][0]["move"], "at": match["at"]}
                    assert person.post(f"{self.path}/moves", data=move).ok
                    break

    def close(self):
        """Everybody leaves."""
        for context in self._contexts:
            context.close()


@pytest.fixture
def game(browser, server):
    found = Public(browser, server)
    yield found
    found.close()


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "ja")])
def test_a_running_game_goes_on_before_the_eyes_of_whoever_watches_and_is_replayed_when_it_is_over(
    visit, game, size, language
):
    game.play()
    page = visit("/watch", size=size, language=language)
    words = Words(page)
    card = page.locator(f"#running ~ ul a[href='/m/{game.id}']")
    card.get_by_text("Ann").wait_for()
    card.get_by_text(words.pattern("watch_turn", turn=2)).wait_for()
    game.play()
    card.get_by_text(words.pattern("watch_turn", turn=3)).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    game.play(60)
    ended = page.locator(f"#finished ~ ul a[href='/m/{game.id}']")
    ended.wait_for()
    assert card.count() == 0
    ended.click()
    page.wait_for_url(f"**/m/{game.id}")
    Player(page).wait(lambda match: match["status"] == "over")
    page.locator("[role=grid]").first.wait_for()
    page.keyboard.press("Home")
    words.text("looking_start").wait_for()


def test_private_games_are_not_there(visit, game):
    game.play()
    page = visit("/watch")
    made = page.request.post("/api/matches", data={"ruleset": SMALL, "kind": "local", "moves": ["b1"]}).json()
    page.reload()
    page.locator(f"a[href='/m/{game.id}']").wait_for()
    assert page.locator(f"a[href='/m/{made['match']['id']}']").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_nothing_keeps_anybody_out_of_watching(visit, game, theme):
    game.play()
    page = visit("/watch", theme=theme)
    page.locator(f"a[href='/m/{game.id}']").wait_for()
    assert serious(page) == []
    Words(page).link("nav_watch").first.wait_for()
    assert page.get_by_role("link", name=re.compile("Ann.*Ben")).count() >= 1
