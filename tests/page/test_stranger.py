"""A game that somebody else wrote, in a package of its own, in the browser."""

import pytest

from tests.page.player import Player, open_match
from tests.page.server import Server
from tests.page.test_matches import shows_the_end
from tests.strangers.install import BREAKAWAY, install
from turncoat.games import own_games


@pytest.fixture(scope="module")
def offering(tmp_path_factory):
    """A server that offers the game of an installed package."""
    stranger = install(BREAKAWAY, tmp_path_factory.mktemp("strangers"))
    folder = tmp_path_factory.mktemp("server")
    found = Server(folder, "--game", "breakaway", environment=stranger.environment)
    found.start()
    yield found
    found.stop()


@pytest.mark.parametrize(("kind", "hand", "size"), [("local", "mouse", "desktop"), ("computer", "finger", "phone")])
def test_a_whole_game_is_played(visit, offering, kind, hand, size):
    page = open_match(visit, "breakaway:size=3x5", kind, size=size, at=offering)
    result = Player(page, hand).play_on()
    assert result["rule"] in ("R4", "R5")
    shows_the_end(page, result)


def test_it_is_offered_beside_ours_and_marked_where_it_does_not_speak_the_language(visit, offering):
    page = visit("/rules", at=offering, language="ja")
    titles = page.locator("h2 a")
    titles.first.wait_for()
    assert titles.count() == len(own_games()) + 1
    assert titles.last.inner_text() == "Breakaway"
    assert titles.last.get_attribute("lang") == "en"
    titles.last.click()
    page.get_by_text("Whoever has a stone on the far edge has won.").wait_for()
