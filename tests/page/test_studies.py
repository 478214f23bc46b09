"""From an imported game and from a study to the analysis board, and from there to a study, in a real browser."""

import pytest

from tests.page.axe import serious
from tests.page.test_analysis import MOVES, here, opened, steps, until
from tests.page.test_games import CARD, take_in
from tests.page.test_sharing import path_of
from tests.page.words import Words

SMALL = "reversi:size=4x4"
RECORD = f"ruleset: {SMALL}\nfirst: Ann\nsecond: Ben\nmoves: b1; a1! {{the corner}} (c1); a2\n"


def commented(page, text):
    """Says something about the move looked at."""
    if page.locator("textarea").count() == 0:
        page.locator(".edits button").first.click()
    page.locator("textarea").fill(text)
    page.locator(".tree").click()
    page.locator(".comment", has_text=text).wait_for()


def shared(page, key):
    """The link of the study that the analysis is shared as, made or brought up to date."""
    words = Words(page)
    words.button("analysis_export").click()
    words.button(key).click()
    words.text({"study_make": "study_made", "study_change": "study_changed"}[key]).wait_for()
    link = words.field("link").input_value()
    page.keyboard.press("Escape")
    return link


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "ja")])
def test_an_imported_game_is_one_click_from_its_analysis_which_is_kept(visit, size, language):
    page = visit("/games", size=size, language=language)
    take_in(page, RECORD)
    page.keyboard.press("Escape")
    words = Words(page)
    words.link("analysis_imported").click()
    page.locator(".comment", has_text="the corner").wait_for()
    assert [step.split()[0] for step in steps(page)] == ["b1", "a1", "c1", "a2"]
    page.locator(MOVES, has_text="a2").click()
    commented(page, "and so it went")
    scrolled = page.evaluate("scrollY")
    page.wait_for_url("**/analysis?kept=g-*")
    assert page.evaluate("scrollY") == scrolled  # that it is kept moves nothing
    page.goto("/games")
    page.locator(f"{CARD} h3 a").click()
    page.locator(".list .step").nth(1).click()
    words.link("analysis_open").click()
    page.locator(".comment", has_text="and so it went").wait_for()
    assert here(page).split() == ["a1", "!"]


def test_a_game_that_is_not_here_any_more_says_so(visit):
    page = visit("/analysis?import=nothing")
    Words(page).text("list_missing").wait_for()


def test_an_analysis_is_shared_as_one_study_that_others_analyse_and_its_author_changes_and_deletes(visit):
    page = opened(visit, moves=["b1", "a1"])
    commented(page, "A quiet start.")
    link = shared(page, "study_make")
    friend = visit(path_of(link), quiet=True)
    friend.locator(".replay").wait_for()
    friend.keyboard.press("End")
    friend.get_by_text("A quiet start.").wait_for()
    Words(friend).link("study_analyse").click()
    friend.locator(".comment", has_text="A quiet start.").wait_for()
    assert (steps(friend), here(friend)) == (["b1", "a1"], "a1")
    commented(page, "The corner!")
    assert shared(page, "study_change") == link
    page.reload()
    page.locator(".comment", has_text="The corner!").wait_for()
    friend.goto(path_of(link))
    friend.locator(".replay").wait_for()
    friend.keyboard.press("End")
    friend.get_by_text("The corner!").wait_for()
    page.goto(path_of(link))
    Words(page).link("study_analyse").click()  # its author goes on with what was kept
    page.locator(".comment", has_text="The corner!").wait_for()
    words = Words(page)
    words.button("analysis_export").click()
    assert serious(page) == []
    words.button("study_delete").click()
    words.button("study_make").wait_for()
    friend.reload()
    Words(friend).heading("study_gone").wait_for()


def test_where_the_study_was_deleted_elsewhere_another_is_made(visit):
    page = opened(visit, moves=["b1"], quiet=True)
    commented(page, "Look.")
    link = shared(page, "study_make")
    page.wait_for_url("**/analysis?kept=*")
    until(lambda: page.evaluate("Object.values(localStorage).some((each) => each.includes('secret'))"))
    kept = page.evaluate("Object.values(localStorage).map((each) => JSON.parse(each).study).find(Boolean)")
    assert page.request.post(f"/api/studies/{kept['id']}/delete", data={"secret": kept["secret"]}).ok
    words = Words(page)
    words.button("analysis_export").click()
    words.button("study_change").click()
    page.locator("dialog [role=alert]").wait_for()
    words.button("study_make").click()
    words.text("study_made").wait_for()
    assert words.field("link").input_value() != link
