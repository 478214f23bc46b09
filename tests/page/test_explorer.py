"""The explorer on the analysis board, in a real browser: what was played from here, and to play it."""

import pytest

from tests.page.axe import serious
from tests.page.test_analysis import here, until
from tests.page.test_sharing import moment
from tests.page.test_watch import Public
from tests.page.words import Words

SMALL = "reversi:size=4x4"


@pytest.fixture
def played(browser, server):
    """A public game that is over, and counted."""
    found = Public(browser, server)
    found.play(60)
    until(lambda: found._people[0].get("/api/about").json()["explorer"])
    yield found
    found.close()


@pytest.mark.parametrize(("size", "language", "theme"), [("desktop", "en", "light"), ("phone", "ja", "dark")])
def test_what_was_played_is_told_and_played_on_and_a_game_is_looked_at(visit, played, size, language, theme):
    page = visit(f"/analysis?ruleset={SMALL}", size=size, language=language, theme=theme)
    words = Words(page)
    words.button("explorer").click()
    rows = page.locator(".explorer tbody tr")
    rows.first.wait_for()
    assert rows.count() == 4  # the four first moves are mirror images
    assert int(rows.first.locator(".count").inner_text()) >= 1
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".explorer th button", has_text="b1").click()
    rows.first.locator("th", has_not_text="b1").wait_for()
    words.button("moves").click()
    assert here(page) == "b1"
    words.button("explorer").click()
    rows.first.wait_for()
    rows.first.locator("a").click()
    page.wait_for_url("**/m/*?at=2")
    assert moment(page) == "2"


def test_where_the_game_is_over_nothing_can_be_played(visit, played):
    page = visit(f"/analysis/{played.id}")
    words = Words(page)
    words.button("explorer").click()
    page.locator("[role=region]").get_by_text(words.pattern("analysis_over")).wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(".explorer tbody tr").first.wait_for()


def test_a_server_without_games_has_no_explorer(visit, own_server):
    page = visit("/about", at=own_server)
    with page.expect_response("**/api/about"):
        page.goto(f"/analysis?ruleset={SMALL}")
    page.locator("[data-cell][data-choice]").first.wait_for(state="attached")
    page.locator(".tree").wait_for(state="attached")
    assert Words(page).button("explorer").count() == 0
