"""The pages around the board: found, read, switched, measured."""

import re

import pytest

from tests.page.axe import serious
from tests.page.page_load import MAX_KILOBYTES, load_a_match, load_the_first_page
from tests.page.words import Words
from turncoat.games import games

PAGES = [
    "/",
    "/new",
    "/lobby",
    "/watch",
    "/rules",
    f"/rules/{next(iter(games()))}",
    "/settings",
    "/about",
    "/games",
    "/privacy",
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
    assert Words(page).language == "ja"
    Words(page).link("nav_rules").first.wait_for()
    Words(page).switch().click()
    page.locator("html[lang=en]").wait_for(state="attached")
    Words(page).link("nav_lobby").wait_for()
    page.reload()
    assert Words(page).language == "en"
    Words(page).link("nav_lobby").wait_for()
    context.close()


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_is_kept_and_there_before_the_first_paint(visit, theme):
    page = visit("/settings", theme="system", quiet=True)
    Words(page).field("theme").select_option(theme)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    page.route("**/assets/*.js", lambda route: route.abort())
    page.reload(wait_until="commit")
    page.locator("html[data-theme]").wait_for(state="attached")  # a function to wait for would be stopped by the policy
    assert page.evaluate("document.documentElement.dataset.theme") == theme


def test_every_game_is_on_the_first_page_and_two_clicks_from_being_played(visit):
    page = visit("/")
    settle(page)
    links = Words(page).link("play_now_game")
    assert links.count() == len(games())
    links.first.click()
    Words(page).button("start_game").click()
    page.wait_for_url("**/m/*")
    page.locator("[data-cell][data-choice]").first.wait_for(state="attached")


@pytest.mark.parametrize("game", games())
def test_the_form_has_every_option_explained_and_shows_the_board(visit, game):
    page = visit(f"/new?game={game}")
    settle(page)
    [found] = [each for each in page.request.get("/api/games").json()["games"] if each["name"] == game]
    page.locator(".picture svg").wait_for()
    page.locator("details.more > summary").click()
    for option in found["options"]:
        field = page.get_by_label(option["label"][Words(page).language], exact=True)
        assert field.count() == 1
        assert page.get_by_text(option["explain"][Words(page).language]).count() == 1
        values = field.locator("option").evaluate_all("all => all.map(each => each.value)")
        assert {each["value"] for each in option["values"]} <= set(values)


def test_the_preview_follows_the_options_and_says_what_is_allowed(visit):
    game = next(name for name in games() if name.endswith("to"))
    page = visit(f"/new?ruleset={game}:size=5", quiet=True)
    settle(page)
    page.locator(".picture .coordinate").nth(9).wait_for(state="attached")
    assert page.locator(".picture .coordinate").count() == 10
    words, [info] = (
        Words(page),
        [each for each in page.request.get("/api/games").json()["games"] if each["name"] == game],
    )
    size = next(each["label"][words.language] for each in info["options"] if each["name"] == "size")
    page.get_by_label(size, exact=True).select_option(words.label("other_value"))
    other = words.field("other_value_of", option=size)
    other.fill("99")
    page.get_by_role("alert").filter(has_text=re.compile(r"\b3\b.*\b11\b|3.*11")).wait_for()
    assert words.button("start_game").is_disabled()
    other.fill("4")
    page.locator(".picture .coordinate").nth(8).wait_for(state="detached")
    assert words.button("start_game").is_enabled()


@pytest.mark.parametrize(
    ("choice", "fields", "clock"),
    [
        (
            "clock_byoyomi",
            {"minutes": "3", "periods": "5"},
            {"kind": "byoyomi", "minutes": 3, "seconds": 30, "periods": 5},
        ),
        ("clock_fischer", {"minutes": "7"}, {"kind": "fischer", "minutes": 7, "increment": 5}),
        ("clock_days", {"days": "4"}, {"kind": "days", "days": 4}),
    ],
)
def test_the_clock_of_the_form_is_the_clock_of_the_match(visit, choice, fields, clock):
    page = visit("/new?kind=friend")
    words = Words(page)
    page.locator("details.more > summary").click()
    page.get_by_role("radio", name=words.label("clock_other"), exact=True).check()
    page.get_by_role("radio", name=re.compile(f"^{re.escape(words.label(choice))}")).check()
    for label, value in fields.items():
        words.field(label).fill(value)
    words.field("as_random").check()
    words.button("start_friend").click()
    page.wait_for_url("**/m/*")
    match = page.request.get(page.url.replace("/m/", "/api/matches/")).json()["match"]
    assert match["clock"] == clock


def test_settings_change_the_board_at_once_and_are_kept(visit):
    page = visit("/settings")
    board = page.locator(".sample [data-surface]")
    board.wait_for()
    words = Words(page)
    words.field("surface_wood").check()
    assert board.get_attribute("data-surface") == "wood"
    words.field("set_coordinates").uncheck()
    assert page.locator(".sample .coordinate").count() == 0
    page.reload()
    board.wait_for()
    assert board.get_attribute("data-surface") == "wood"
    assert page.locator(".sample .coordinate").count() == 0


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
    Words(page).link("turncoat").first.wait_for()
    page.goto("/new")
    page.get_by_role("alert").filter(has_text=Words(page).label("server_unreachable")).wait_for()
    page.unroute("**/api/**")
    Words(page).button("retry").click()
    Words(page).button("start_game").wait_for()


def test_the_first_page_and_the_board_behind_it_are_light(visit):
    found = load_the_first_page(visit("about:blank"))
    assert any(name.endswith(".js") for name in found.files)
    assert 0 < found.shown < found.answered
    assert 20 < found.kilobytes < MAX_KILOBYTES


@pytest.mark.parametrize("game", games())
def test_the_page_of_a_match_is_light(visit, game):
    found = load_a_match(visit("about:blank"), game)
    assert found.live > 0
    assert 20 < found.kilobytes < MAX_KILOBYTES
