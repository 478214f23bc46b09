"""The review of a finished match in a real browser: by mouse, keyboard and finger, in every theme, at every size."""

import re

import pytest

from tests.page.axe import serious
from tests.page.player import open_match
from tests.page.test_history import play
from tests.page.words import Words
from turncoat.games import games, start

SMALL = "reversi:size=4x4"
LOST = ["b1", "c1", "d1"]  # the second player throws a proved win away with c1
STEPS = 6


def reviewed(visit, ruleset=SMALL, moves=LOST, **others):
    """The page of a review that is done."""
    page = open_match(visit, ruleset, **others)
    play(page, moves)
    resign(page)
    page.reload()
    page.locator("a[href$='/review']").click()
    page.wait_for_url("**/review")
    done(page)
    return page


def resign(page):
    """Ends the match."""
    match = page.url.split("/m/")[1]
    assert page.request.post(f"/api/matches/{match}/resign", data={}).ok


def done(page):
    """Waits until all is judged."""
    page.locator(".plot").wait_for()
    page.locator("td.accuracy", has_text="%").first.wait_for()
    page.locator(".progress").wait_for(state="detached", timeout=60_000)


def some_moves(ruleset, count):
    """The first legal moves of a game, one after another."""
    position, moves = start(ruleset), list[str]()
    while len(moves) < count:
        moves.append(position.legal_moves[0].text)
        position = position.play(moves[-1])
    return moves


def test_whoever_lost_finds_the_turn_that_lost_it_tries_again_and_finds_the_better_one(visit):
    page = reviewed(visit)
    words = Words(page)
    page.locator(".told .note button").click()
    told = page.locator(".told")
    assert told.get_by_text(words.label("review_blunder")).count()
    assert told.get_by_text(words.pattern("review_cost", before=100, kept=0)).count()
    words.button("review_retry").click()
    page.locator("[data-cell='c1'][data-choice]").click()
    words.text("review_no_better").wait_for()
    words.button("retry").click()
    page.locator("[data-cell='a1'][data-choice]").click()
    words.text("review_found").wait_for()
    assert words.text("review_proved_lead", lead=8).count()
    words.button("review_stop").click()
    assert told.get_by_text(words.label("review_blunder")).count()


def test_the_better_turn_is_drawn_on_the_board_and_one_plays_on_from_there(visit):
    page = reviewed(visit)
    words = Words(page)
    page.locator(".told .note button").click()
    words.button("review_show").click()
    words.text("review_better_told").first.wait_for()
    assert page.locator("circle.badge").count() == 1
    words.button("review_play_on").click()
    page.locator("dialog input[value=second]").check()
    page.locator("dialog button.primary").click()
    page.wait_for_url(lambda url: "/review" not in url)
    page.locator("[data-cell][data-choice]").first.wait_for(state="attached")
    view = page.request.get(f"/api/matches/{page.url.split('/m/')[1]}").json()
    assert [move["move"] for move in view["match"]["history"]][:1] == ["b1"]
    assert view["match"]["at"] >= 2
    assert view["you"] == ["second"]


def test_the_graph_is_walked_by_keys_and_the_mouse_and_says_where_one_is(visit):
    page = reviewed(visit)
    words, graph = Words(page), page.locator(".plot")
    graph.focus()
    page.keyboard.press("Home")
    assert graph.get_attribute("aria-valuenow") == "0"
    page.keyboard.press("PageDown")
    assert graph.get_attribute("aria-valuenow") == "2"
    assert re.search(words.pattern("review_proved_lead", lead=8), graph.get_attribute("aria-valuetext"))
    page.keyboard.press("ArrowLeft")
    assert graph.get_attribute("aria-valuenow") == "1"
    box = graph.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 10, box["y"] + 20)
    assert graph.get_attribute("aria-valuenow") == "3"


def test_somebody_who_only_watched_sees_the_same_review_at_once(visit):
    page = reviewed(visit)
    other = visit(page.url.replace(page.url.split("/m/")[0], ""))
    done(other)
    assert other.locator(".moves .sign").all_inner_texts() == page.locator(".moves .sign").all_inner_texts()
    assert other.locator("td.accuracy").all_inner_texts() == page.locator("td.accuracy").all_inner_texts()


@pytest.mark.parametrize("game", games())
def test_every_game_is_reviewed_and_fits_a_phone(visit, game):
    page = reviewed(visit, game, some_moves(game, STEPS), size="phone")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board = page.locator(".table").bounding_box()
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= 390
    for part in page.locator(".review > :not(.unseen)").all():
        assert part.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), part.get_attribute("class")
    page.locator(".ways button").first.tap()
    assert page.locator(".plot").get_attribute("aria-valuenow") == "0"


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_nothing_keeps_anybody_out_of_a_review(visit, theme):
    page = reviewed(visit, theme=theme)
    page.locator(".told .note button").click()
    assert serious(page) == []
    words = Words(page)
    words.button("review_retry").click()
    page.locator("[data-cell][data-choice]").first.wait_for(state="attached")
    assert serious(page) == []
    words.button("review_play_on").click()
    page.locator("dialog input[type=range]").wait_for()
    assert serious(page) == []
