"""The analysis board in a real browser: by mouse, keyboard and finger, in every theme, in both languages."""

import re
import time

import pytest

from tests.engine.wasm import module
from tests.page.axe import serious
from tests.page.player import open_match
from tests.page.test_history import play
from tests.page.test_review import LOST, SMALL, resign
from tests.page.words import Words
from turncoat.games import games

MOVES = ".tree .step"
LINES = ".engine li"


def until(done):
    """Waits until it is so."""
    ends = time.monotonic() + 20
    while not done():
        assert time.monotonic() < ends
        time.sleep(0.05)


def steps(page):
    """Every move of the tree as it is listed."""
    return [each.strip() for each in page.locator(MOVES).all_inner_texts()]


def here(page):
    """The move looked at."""
    return page.locator(f"{MOVES}[aria-current]").inner_text().strip()


def opened(visit, ruleset=SMALL, moves=(), **others):
    """The analysis of a ruleset after these moves, ready to be played on."""
    page = visit(f"/analysis?ruleset={ruleset}&moves={','.join(moves)}", **others)
    page.locator("[data-cell][data-choice]").first.wait_for(state="attached")
    return page


def found(page):
    """Waits until the engine has said something."""
    page.locator(LINES).first.wait_for(timeout=60_000)


def sockets(page):
    """The sockets of analyses that a page opens from now on."""
    opened = []
    page.on("websocket", lambda socket: opened.append(socket.url) if "/api/analysis/" in socket.url else None)
    return opened


def depth(page):
    """How deep the engine has looked."""
    told = page.locator(".engine .depth")
    number = re.search(r"\d+", told.inner_text()) if told.count() else None
    return int(number[0]) if number else 0


def running(page):
    """Where the engine is said to run."""
    pressed = [each.get_attribute("aria-pressed") == "true" for each in page.locator(".place button").all()]
    return {(True, False): "device", (False, True): "server"}[*pressed]


def test_on_this_device_lines_deepen_and_the_server_is_asked_for_no_engine_work(visit):
    module()
    page = visit("/about")
    asked = sockets(page)
    page.goto("/analysis?ruleset=verto:size=5&moves=b2,c2,d2,c3")
    found(page)
    assert running(page) == "device"
    first = depth(page)
    until(lambda: depth(page) > first)
    Words(page).button("analysis_more_lines").click()
    until(lambda: page.locator(LINES).count() == 3)
    page.keyboard.press("x")
    page.locator(".arrows .threat").first.wait_for()
    page.keyboard.press("x")
    page.locator(".plot path.edge").first.wait_for(state="attached", timeout=60_000)  # the line is glanced at
    page.keyboard.press("Home")
    found(page)
    assert asked == []
    page.locator(".place button").last.click()
    page.keyboard.press("End")
    until(lambda: asked)
    page.reload()
    found(page)
    assert running(page) == "server"
    assert len(asked) == 2
    page.locator(".place button").first.click()
    page.keyboard.press("ArrowLeft")
    found(page)
    assert running(page) == "device"


@pytest.mark.parametrize("what", ["**/api/engine", "**/engine/*.wasm", "**/api/engine/*"])
def test_where_this_device_has_no_engine_or_it_fails_the_server_is_asked(visit, what):
    module()
    page = visit("/about", quiet=True)
    page.route(what, lambda route: route.fulfill(status=404, body=""))
    asked = sockets(page)
    page.goto("/analysis?ruleset=reversi:size=8x8&moves=d3")
    found(page)
    assert len(asked) == 1
    assert page.locator(".place button").count() == 0
    Words(page).text("analysis_on_server").wait_for()


def test_while_nobody_looks_no_engine_works(visit):
    module()
    page = visit("/about")
    page.add_init_script(
        "window.told = []; const post = Worker.prototype.postMessage;"
        "Worker.prototype.postMessage = function (said) { window.told.push(said.type); post.call(this, said) }"
    )
    page.goto("/analysis?ruleset=verto&moves=e5")
    found(page)
    hide = "Object.defineProperty(document, 'hidden', { value: %s, configurable: true });"
    page.evaluate(hide % "true" + "document.dispatchEvent(new Event('visibilitychange'))")
    until(lambda: page.evaluate("window.told.at(-1)") == "stop")
    assert page.locator(".progress.busy").count() == 0
    told = page.evaluate("window.told.length")
    page.wait_for_timeout(500)
    assert page.evaluate("window.told.length") == told
    page.evaluate(hide % "false" + "document.dispatchEvent(new Event('visibilitychange'))")
    until(lambda: page.evaluate("window.told.at(-1)") == "analyse")


def test_one_plays_for_both_sides_tries_something_else_and_the_tree_shows_it(visit):
    page = opened(visit)
    for cell in ("b1", "a1"):
        page.locator(f"[data-cell='{cell}'][data-choice]").click()
        page.locator(f"{MOVES}[aria-current]", has_text=cell).wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("[data-cell='c1'][data-choice]").click()
    page.locator(".variation", has_text="c1").wait_for()
    assert steps(page) == ["b1", "a1", "c1"]
    page.keyboard.press("ArrowUp")
    assert here(page) == "a1"
    page.keyboard.press("ArrowDown")
    assert here(page) == "c1"
    words = Words(page)
    words.button("analysis_promote").click()
    assert steps(page) == ["b1", "c1", "a1"]
    words.button("analysis_undo").click()
    assert steps(page) == ["b1", "a1", "c1"]
    page.keyboard.press("Delete")
    assert steps(page) == ["b1", "a1"]
    page.keyboard.press("Control+z")
    assert steps(page) == ["b1", "a1", "c1"]


def test_what_is_noted_is_kept_on_this_device_and_read_back_as_a_record(visit):
    page = opened(visit, moves=["b1", "a1"])
    found(page)  # the processes that write records are there
    words = Words(page)
    page.locator(".symbols button").nth(1).click()
    page.locator(".edits button").first.click()
    page.locator("textarea").fill("The corner!")
    page.locator(".tree").click()
    page.locator(".comment", has_text="The corner!").wait_for()
    page.wait_for_url("**/analysis?kept=*")
    page.reload()
    page.locator(".comment", has_text="The corner!").wait_for()
    words.button("analysis_export").click()
    record = page.locator("dialog textarea").first
    until(lambda: "moves:" in record.input_value())
    text = record.input_value()
    assert re.search(r"a1!.*The corner!", text)
    page.keyboard.press("Escape")
    page.goto("/analysis")
    page.locator("ul a[href*='kept=']").first.wait_for()
    page.locator("form textarea").fill(text)
    words.button("analysis_read").click()
    page.locator(".comment", has_text="The corner!").wait_for()
    assert steps(page)[0] == "b1"


def test_the_engine_proves_a_small_board_and_its_line_is_played_at_a_click(visit):
    page = opened(visit)
    found(page)
    words = Words(page)
    words.text("review_proved_lead", lead=8).first.wait_for(timeout=60_000)
    assert page.locator(".bar.proved").count() == 1
    assert page.locator(".arrows .turn").count() == 2
    page.locator(f"{LINES} button.turn").nth(1).click()
    until(lambda: len(steps(page)) >= 2)
    page.keyboard.press("l")
    assert page.locator(LINES).count() == 0
    assert page.locator("[role=switch]").get_attribute("aria-checked") == "false"


def test_the_threat_view_shows_the_other_side_and_only_where_that_can_be(visit):
    page = opened(visit, "verto:size=5", ["b2", "c2", "d2"])
    page.keyboard.press("x")
    words = Words(page)
    words.text("analysis_threat_on").wait_for()
    page.locator(".arrows .threat").first.wait_for(timeout=60_000)
    page.keyboard.press("Home")
    words.text("analysis_threat_none").wait_for()
    assert page.locator(".arrows").count() == 0


def test_a_finished_match_is_analysed_from_where_one_was_and_a_running_one_is_not(visit):
    page = open_match(visit, SMALL, quiet=True)  # the refusal is an answer with a status of an error
    play(page, LOST)
    address = page.url.replace("/m/", "/analysis/")
    words = Words(page)
    page.goto(address)
    words.text("analysis_running").wait_for()
    words.link("review_leave").click()
    page.wait_for_url("**/m/*")
    resign(page)
    page.reload()
    words.link("analysis_game").click()
    page.wait_for_url("**/analysis/*")
    page.locator(MOVES).first.wait_for()
    assert steps(page) == LOST
    assert here(page) == LOST[-1]
    page.goto(f"{address}?at=1")
    page.locator(f"{MOVES}[aria-current]").wait_for()
    assert here(page) == LOST[0]
    page.locator(".plot path.edge").first.wait_for(state="attached", timeout=60_000)  # the line is glanced at
    box = page.locator(".plot").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 12, box["y"] + 20)
    assert here(page) == LOST[-1]


def test_a_position_is_put_together_and_the_rules_say_whether_it_can_be(visit):
    page = opened(visit, moves=["b1"], quiet=True)
    words = Words(page)
    words.button("analysis_edit").click()
    words.text("analysis_possible").wait_for()
    words.button("analysis_clear_board").click()
    page.locator(".verdict .bad").wait_for()
    assert words.button("analysis_use").is_disabled()
    words.button("analysis_start_position").click()
    words.text("analysis_possible").wait_for()
    page.locator("[data-cell='b1']").click()
    words.text("analysis_possible").wait_for()
    page.locator("[data-cell='b1']").click()
    page.locator("input[name=side]").last.check()
    page.locator(".verdict .bad").wait_for()  # so few stones are the start
    page.locator("input[name=side]").first.check()
    words.text("analysis_possible").wait_for()
    words.button("analysis_use").click()
    page.wait_for_url("**/analysis?position=*")
    page.locator("[data-cell][data-choice]").first.wait_for(state="attached")
    assert page.locator("[data-cell][data-choice]").count() == 4


def test_other_rules_are_compared_move_by_move_and_gone_on_with(visit):
    page = opened(visit, "verto:size=5", ["c3", "b3"])
    words = Words(page)
    words.button("analysis_readings").click()
    words.button("analysis_compare").first.click()
    page.locator("dialog tbody tr").first.wait_for(timeout=60_000)
    assert page.locator("dialog tbody tr").count() >= 10
    words.button("analysis_switch").click()
    page.wait_for_url("**/analysis?position=*")
    assert "quiet" in page.url


@pytest.mark.parametrize("game", games())
def test_every_game_is_analysed_on_a_phone_and_fits_it(visit, game):
    page = opened(visit, game, size="phone", language="ja")
    found(page)
    page.locator("[data-cell][data-choice]").first.tap()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board = page.locator(".table").bounding_box()
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= 390
    for part in page.locator(".analysis > :not(.unseen)").all():
        assert part.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), part.get_attribute("class")


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_nothing_keeps_anybody_out_of_an_analysis(visit, theme):
    page = visit("/analysis", theme=theme)
    page.locator("form button.primary").wait_for()
    assert serious(page) == []
    page = opened(visit, moves=["b1", "a1"], theme=theme)
    found(page)
    words = Words(page)
    page.locator(".symbols button").nth(1).click()
    assert serious(page) == []
    words.button("analysis_readings").click()
    page.locator("dialog").wait_for()
    assert serious(page) == []
    page.keyboard.press("Escape")
    words.button("analysis_edit").click()
    words.text("analysis_possible").wait_for()
    assert serious(page) == []


def test_everything_is_done_by_keyboard(visit):
    page = opened(visit)
    page.locator("[data-cell='b1']").focus()
    page.keyboard.press("Enter")
    page.locator(f"{MOVES}[aria-current]", has_text="b1").wait_for()
    step = page.locator(f"{MOVES}", has_text="b1")
    step.focus()
    page.keyboard.press("Enter")
    assert here(page) == "b1"
    page.keyboard.press("Home")
    assert page.locator(f"{MOVES}[aria-current]").count() == 0
    page.keyboard.press("End")
    assert here(page) == "b1"
    words = Words(page)
    words.button("analysis_more_lines").focus()
    page.keyboard.press("Enter")
    assert words.text("analysis_lines", lines=3).count()
