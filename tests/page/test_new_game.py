"""A new game: with whom, how strong, go; all else folded away, and the last choice chosen again."""

import re

import pytest

from tests.page.axe import serious
from tests.page.page_load import GO
from tests.page.words import Words
from turncoat.games import games

GAMES = list(games())
FONT_LIMIT = 30_000


def match_of(page):
    """The match that the page has come to."""
    page.wait_for_url("**/m/*")
    return page.request.get(page.url.replace("/m/", "/api/matches/")).json()["match"]


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "ja")])
def test_three_taps_lead_to_a_board(visit, size, language):
    page = visit("/", size=size, language=language)
    words = Words(page)
    words.link("play_now_game", game=re.escape("Verto")).or_(words.link("play_now_game")).first.click()
    press = (lambda target: target.tap()) if size == "phone" else (lambda target: target.click())
    press(page.locator("label", has=page.locator("input[name=kind][value=computer]")))
    level = page.locator("label", has=page.locator("input[name=level][value='3']"))
    press(level)
    start = page.locator(GO)
    if size == "phone":  # all of it in sight at once: nobody scrolls for the third tap
        for each in (level, start):
            box = each.bounding_box()
            assert box["y"] + box["height"] <= page.viewport_size["height"]
    press(start)
    match = match_of(page)
    assert (match["kind"], match["seats"]["second"]["level"]) == ("computer", "3")
    assert match["clock"] == {"kind": "none"}


def test_the_keyboard_chooses_too(visit):
    page = visit(f"/new?game={GAMES[0]}")
    page.locator("input[name=kind]:checked").focus()
    page.keyboard.press("ArrowDown")
    assert page.locator("input[name=kind]:checked").get_attribute("value") == "local"
    page.locator(GO).focus()
    page.keyboard.press("Enter")
    assert match_of(page)["kind"] == "local"


def test_the_last_choice_is_chosen_again_for_each_game(visit):
    page = visit(f"/new?game={GAMES[1]}")
    words = Words(page)
    page.get_by_role("radio", name=re.compile(r"^\D*7$")).check(force=True)
    page.locator("details.more > summary").click()
    words.field("as_random").check()
    page.locator("input[name=preset]").nth(1).check(force=True)
    page.locator(GO).click()
    clock = match_of(page)["clock"]
    assert clock["kind"] == "fischer"
    page.goto(f"/new?game={GAMES[0]}")
    page.locator("input[name=level][value='2']:checked").wait_for(state="attached")
    page.locator(f"input[name=game][value='{GAMES[1]}']").check(force=True)
    page.locator("input[name=level][value='7']:checked").wait_for(state="attached")
    said = page.locator("details.more > summary").inner_text()
    assert words.label("as_random") in said
    assert words.label("clock_text_fischer", **{name: f"{clock[name]:g}" for name in ("minutes", "increment")}) in said
    page.locator(GO).click()
    again = match_of(page)
    assert (again["game"], again["clock"]) == (GAMES[1], clock)


@pytest.mark.parametrize("kept", ["{", "[]", '{"v":1,"games":[["GAME",{"kind":"computer","level":"99"}]]}'])
def test_what_was_kept_and_is_damaged_disturbs_nobody(visit, kept):
    page = visit("/")
    page.evaluate("text => localStorage.setItem('turncoat.last-choices', text)", kept.replace("GAME", GAMES[0]))
    page.goto(f"/new?game={GAMES[0]}")
    page.locator("input[name=level][value='2']:checked").wait_for(state="attached")
    page.locator(GO).click()
    match_of(page)


def test_a_link_says_what_is_chosen_and_opens_what_is_unusual(visit):
    page = visit("/new?ruleset=verto:size=6&kind=local")
    assert page.locator("input[name=kind][value=local]").is_checked()
    page.locator("details.more[open]").wait_for()
    assert "6" in page.locator("details.more > summary").inner_text()
    page.goto("/new?game=verto")
    page.locator("details.more").wait_for()
    assert page.locator("details.more[open]").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "ja")])
def test_everything_unfolded_keeps_nobody_out_and_fits(visit, size, language, theme):
    page = visit("/new?kind=friend", size=size, language=language, theme=theme)
    page.locator("details.more > summary").click()
    page.get_by_role("radio", name=Words(page).label("clock_other"), exact=True).check(force=True)
    page.locator(".picture svg").wait_for()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_boards_and_stones_are_chosen_from_pictures(visit):
    page = visit("/settings")
    page.locator(".looks .picture svg").first.wait_for()
    for name in ("surface", "stones"):
        tiles = page.locator(f"label:has(input[name={name}])")
        drawn = tiles.locator(".picture").evaluate_all("all => all.map(each => each.innerHTML)")
        assert len(set(drawn)) == len(drawn) > 3
        tiles.nth(2).click()
        assert page.locator(f"input[name={name}]").nth(2).is_checked()
    page.reload()
    assert page.locator("input[name=surface]").nth(2).is_checked()


def test_latin_letters_are_ours_and_light_and_japanese_ones_the_systems(visit):
    page = visit("/")
    page.locator("h1").wait_for()
    fonts = [each for each in page.request.get("/").text().split('"') if each.endswith(".woff2")]
    assert len(fonts) == 1
    answer = page.request.get(fonts[0])
    assert answer.headers["content-type"] == "font/woff2"
    assert 1_000 < len(answer.body()) < FONT_LIMIT
    assert "immutable" in answer.headers["cache-control"]
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.fonts.check('16px \"Turncoat Serif\"')")
    assert "Turncoat Serif" in used_font(page, "h1")
    assert page.request.get("/type-licence.txt").text().count("SIL OPEN FONT LICENSE") == 1
    page = visit("/", language="ja")
    page.locator("h1").wait_for()
    for part in ("h1", ".lead p", ".games .summary"):
        assert "Turncoat Serif" not in used_font(page, part)


def used_font(page, selector):
    return page.locator(selector).first.evaluate("each => getComputedStyle(each).fontFamily")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_japanese_has_air_between_its_lines_and_breaks_between_words(visit, size):
    page = visit("/", size=size, language="ja")
    page.locator(".games .summary").first.wait_for()
    heights = page.locator("p").evaluate_all(
        "all => all.map(each => { const style = getComputedStyle(each);"
        " return parseFloat(style.lineHeight) / parseFloat(style.fontSize) })"
    )
    assert all(1.45 <= each <= 1.9 for each in heights)
    # No line begins with what may not begin one, nor is a heading's last line one letter.
    assert page.locator("h1, h2").evaluate_all(LAST_LINES) == []


LAST_LINES = """all => all.flatMap(each => {
  const range = document.createRange(), rows = new Map();
  for (const node of [...each.childNodes].filter(node => node.nodeType === 3))
    for (let at = 0; at < node.length; at++) {
      range.setStart(node, at); range.setEnd(node, at + 1);
      const top = Math.round(range.getBoundingClientRect().top);
      rows.set(top, (rows.get(top) ?? '') + node.data[at]);
    }
  const lines = [...rows.values()].map(line => line.trim()).filter(Boolean);
  const bad = lines.at(-1)?.length < 2 || lines.some(line => /^[、。ーゃゅょっ」）]/.test(line));
  return lines.length > 1 && bad ? lines : [];
})"""
