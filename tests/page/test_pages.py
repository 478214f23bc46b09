"""The pages around the board: found, read, switched, measured."""

import re

import pytest

from tests.page.arrival import MOST_KILOBYTES, arrive_at_a_match, arrive_at_the_first_page
from tests.page.axe import serious
from turncoat.games import games

PAGES = [
    "/",
    "/new",
    "/lobby",
    "/rules",
    f"/rules/{next(iter(games()))}",
    "/settings",
    "/about",
    "/nothing-here",
    "/api/docs",
]
THEMES = ["light", "dark", "contrast"]


def settle(page) -> None:
    """Waits until the page has all it asked for."""
    page.wait_for_load_state("networkidle")
    page.locator("h1").first.wait_for()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_no_page_keeps_anybody_out(visit, size, theme):
    page = visit("/", size=size, theme=theme)
    found = {}
    for path in PAGES:
        page.goto(path)
        settle(page)
        if faults := serious(page):
            found[path] = faults
    assert found == {}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_page_is_wider_than_a_phone(visit, language):
    page = visit("/", size="phone", language=language)
    wide = []
    for path in PAGES:
        page.goto(path)
        settle(page)
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            wide.append(path)
    assert wide == []


def test_the_language_is_the_browsers_and_switches_at_once(browser, server):
    context = browser.new_context(base_url=server.address, locale="ja-JP")
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="ルール", exact=True).first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "ja"
    page.get_by_role("button", name="English").click()
    page.get_by_role("link", name="Lobby", exact=True).wait_for()
    assert page.evaluate("document.documentElement.lang") == "en"
    page.reload()
    page.get_by_role("link", name="Lobby", exact=True).wait_for()
    context.close()


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_is_kept_and_there_before_the_first_paint(visit, theme):
    page = visit("/settings", theme="system", quiet=True)
    page.get_by_label("Theme", exact=True).select_option(theme)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    page.route("**/assets/*.js", lambda route: route.abort())
    page.reload(wait_until="commit")
    page.locator("html[data-theme]").wait_for(state="attached")  # a function to wait for would be stopped by the policy
    assert page.evaluate("document.documentElement.dataset.theme") == theme


def test_every_game_is_on_the_first_page_and_one_click_from_being_played(visit):
    page = visit("/")
    settle(page)
    buttons = page.get_by_role("button", name=re.compile("against the computer"))
    assert buttons.count() == len(games())
    buttons.first.click()
    page.wait_for_url("**/m/*")
    page.locator("[data-cell][data-choice]").first.wait_for(state="attached")


@pytest.mark.parametrize("game", games())
def test_the_form_has_every_option_explained_and_shows_the_board(visit, game):
    page = visit(f"/new?game={game}")
    settle(page)
    [found] = [each for each in page.request.get("/api/games").json()["games"] if each["name"] == game]
    page.locator(".picture svg").wait_for()
    for option in found["options"]:
        field = page.get_by_label(option["label"]["en"], exact=True)
        assert field.count() == 1
        assert page.get_by_text(option["explain"]["en"]).count() == 1
        values = field.locator("option").evaluate_all("all => all.map(each => each.value)")
        assert {each["value"] for each in option["values"]} <= set(values)


def test_the_preview_follows_the_options_and_says_what_is_allowed(visit):
    game = next(name for name in games() if name.endswith("to"))
    page = visit(f"/new?ruleset={game}:size=5", quiet=True)
    settle(page)
    page.locator(".picture .coordinate").nth(9).wait_for(state="attached")
    assert page.locator(".picture .coordinate").count() == 10
    page.get_by_label("Board size", exact=True).select_option("Another value…")
    page.get_by_label("Board size: another value").fill("99")
    page.get_by_role("alert").filter(has_text="from 3 to 11").wait_for()
    assert page.get_by_role("button", name="Start").is_disabled()
    page.get_by_label("Board size: another value").fill("4")
    page.locator(".picture .coordinate").nth(8).wait_for(state="detached")
    assert page.get_by_role("button", name="Start").is_enabled()


@pytest.mark.parametrize(
    ("choice", "fields", "clock"),
    [
        ("Byo-yomi", {"Minutes": "3", "Periods": "5"}, {"kind": "byoyomi", "minutes": 3, "seconds": 30, "periods": 5}),
        ("Time and increment", {"Minutes": "7"}, {"kind": "fischer", "minutes": 7, "increment": 5}),
        ("Days for a turn", {"Days": "4"}, {"kind": "days", "days": 4}),
    ],
)
def test_the_clock_of_the_form_is_the_clock_of_the_match(visit, choice, fields, clock):
    page = visit("/new?kind=friend")
    page.get_by_role("radio", name=re.compile(choice)).check()
    for label, value in fields.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_label("By chance").check()
    page.get_by_role("button", name="Make the link").click()
    page.wait_for_url("**/m/*")
    match = page.request.get(page.url.replace("/m/", "/api/matches/")).json()["match"]
    assert match["clock"] == clock


def test_settings_change_the_board_at_once_and_are_kept(visit):
    page = visit("/settings")
    board = page.locator(".picture [data-surface]")
    board.wait_for()
    page.get_by_label("Board", exact=True).select_option("Wood")
    assert board.get_attribute("data-surface") == "wood"
    page.get_by_label("Letters and numbers at the board's edge").uncheck()
    assert page.locator(".picture .coordinate").count() == 0
    page.reload()
    board.wait_for()
    assert board.get_attribute("data-surface") == "wood"
    assert page.locator(".picture .coordinate").count() == 0


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_rules_are_there_in_both_languages_with_pictures(visit, game, language):
    page = visit(f"/rules/{game}", language=language)
    article = page.locator("article.rules")
    article.locator("figure svg").first.wait_for()
    assert article.get_by_text("R1", exact=True).count() >= 1
    assert bool(re.search("[ぁ-ん]", article.inner_text())) is (language == "ja")


def test_a_server_that_is_gone_is_said_and_asked_again(visit):
    page = visit("/about", quiet=True)
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("link", name="Turncoat", exact=True).first.wait_for()
    page.goto("/new")
    page.get_by_role("alert").filter(has_text="cannot be reached").wait_for()
    page.unroute("**/api/**")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Start").wait_for()


def test_the_first_page_and_the_board_behind_it_are_light(visit):
    found = arrive_at_the_first_page(visit("about:blank"))
    assert any(name.endswith(".js") for name in found.files)
    assert 0 < found.shown < found.answered
    assert 20 < found.kilobytes < MOST_KILOBYTES


@pytest.mark.parametrize("game", games())
def test_the_page_of_a_match_is_light(visit, game):
    found = arrive_at_a_match(visit("about:blank"), game)
    assert found.live > 0
    assert 20 < found.kilobytes < MOST_KILOBYTES
