"""Sharing in a real browser: links to moments, public links, boards on other sites, studies."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.page.axe import serious
from tests.page.player import open_match, open_shared_match
from tests.page.test_history import play
from tests.page.words import Words
from turncoat.games import games

SMALL = "reversi:size=4x4"
MOVES = ["b1", "c1", "d1"]
ERROR_PAGE = "chrome-error://chromewebdata/"
RECORD = f"ruleset: {SMALL}\nevent: The corner\nmoves: b1 {{A quiet start.}}; c1? (a1 {{better}}); d1\n"


def moment(page):
    """Which moment of its game a page shows."""
    slider = page.locator(".viewer input[type=range]").first
    slider.wait_for(state="attached")
    return slider.input_value()


def shared(page):
    """Makes the public link of the match that is open, at the moment shown; the link."""
    words = Words(page)
    words.button("share_moment").first.click()
    words.button("share_make").click()
    return words.field("link").input_value()


def path_of(address):
    """An address without its host."""
    return "/" + address.split("/", 3)[3]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_friend_is_sent_a_link_that_opens_on_that_moment(visit, language):
    page = open_match(visit, SMALL, language=language)
    play(page, MOVES)
    page.locator(".ways button").nth(1).click()
    link = shared(page)
    assert link.endswith("?at=2")
    assert page.url.split("/m/")[1] not in link
    page.locator("dialog input[type=checkbox]").uncheck()
    assert Words(page).field("link").input_value() == link.removesuffix("?at=2")
    friend = visit(path_of(link), language=language)
    words = Words(friend)
    words.text("looking_back", at=2, last=3).wait_for()
    assert moment(friend) == "2"
    friend.keyboard.press("ArrowRight")
    assert moment(friend) == "3"
    assert friend.locator("[data-choice]").count() == 0
    words.button("share").click()
    assert words.field("link").input_value() == link.removesuffix("?at=2")


def test_a_link_to_a_match_opens_on_that_moment_too(visit):
    page = open_match(visit, SMALL)
    play(page, MOVES)
    page.goto(f"{page.url}?at=1")
    Words(page).text("looking_back", at=1, last=3).wait_for()
    assert moment(page) == "1"
    assert Words(page).text("went_on").count() == 0
    page.goto(page.url.replace("?at=1", "?at=nonsense"))
    assert moment(page) == "3"


def test_the_link_is_copied_and_shared_on_phones(visit):
    page = open_match(visit, SMALL, size="phone")
    page.add_init_script("navigator.share = async (what) => { window.told = what.url }")
    play(page, MOVES[:1])
    page.reload()
    words = Words(page)
    words.button("more").click()
    words.button("share_game").click()
    words.button("share_make").click()
    link = words.field("link").input_value()
    words.button("share").click()
    assert page.evaluate("window.told") == link
    words.button("copy").click()
    words.button("copied").wait_for()


def test_whoever_watches_sees_moves_as_they_are_made_and_neither_names_nor_chat(visit):
    host, guest, _ = open_shared_match(visit, SMALL)
    host.request.post(f"/api/matches/{host.url.split('/m/')[1]}/chat", data={"text": "my secret"})
    play(host, MOVES[:1])
    watcher = visit(path_of(shared(host)))
    assert moment(watcher) == "1"
    match = guest.url.split("/m/")[1].split("#")[0]
    assert guest.request.post(f"/api/matches/{match}/moves", data={"move": "c1", "at": 1}).ok
    watcher.locator(".moves .step").nth(1).wait_for()
    assert "my secret" not in watcher.content()
    assert match not in watcher.content()


def test_a_withdrawn_link_closes_before_the_eyes_of_whoever_watches(visit):
    page = open_match(visit, SMALL)
    play(page, MOVES[:1])
    link = shared(page)
    watcher = visit(path_of(link), quiet=True)
    watcher.locator(".replay").wait_for()
    Words(page).button("share_withdraw").click()
    Words(watcher).heading("public_gone").wait_for()
    assert watcher.locator(".replay").count() == 0
    Words(page).button("share_make").wait_for()
    watcher.reload()
    Words(watcher).heading("public_gone").wait_for()


def test_pictures_and_the_record_are_downloaded(visit):
    page = open_match(visit, SMALL)
    play(page, MOVES)
    words = Words(page)
    words.button("share_moment").first.click()
    for key, ending in (("share_png", ".png"), ("share_svg", ".svg"), ("share_gif", ".gif"), ("record", ".turncoat")):
        with page.expect_download() as saved:
            words.link(key).click()
        assert saved.value.suggested_filename.endswith(ending)
        assert saved.value.path().stat().st_size > 20


@contextmanager
def other_site(html: str) -> Iterator[str]:
    """Another site with one page."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def test_another_site_shows_the_board_and_nothing_else_of_ours(browser, visit, server):
    page = open_match(visit, SMALL)
    play(page, MOVES)
    link = shared(page)
    name = link.split("/g/")[1].split("?")[0]
    page.locator("dialog summary").click()
    code = page.locator("dialog textarea").input_value()
    assert f"/embed/{name}" in code
    forbidden = f'<iframe id="forbidden" src="{server.address}/g/{name}"></iframe>'
    context = browser.new_context()
    with other_site(f"<!doctype html><title>Elsewhere</title>{code}{forbidden}") as address:
        elsewhere = context.new_page()
        elsewhere.goto(address)
        frame = elsewhere.frame_locator("iframe >> nth=0")
        frame.locator(".embed .viewer").wait_for()
        slider = frame.locator("input[type=range]")
        assert slider.input_value() == "3"
        frame.locator(".ways button").first.click()
        assert slider.input_value() == "0"
        assert frame.locator("[data-choice]").count() == 0
        assert frame.locator(".foot a").get_attribute("target") == "_blank"
        assert context.cookies() == []
        [embedded] = [each for each in elsewhere.frames if "/embed/" in each.url]
        assert embedded.evaluate("() => { try { return localStorage.length } catch { return 0 } }") == 0
        assert [each.url for each in elsewhere.frames if each.parent_frame and each != embedded] == [ERROR_PAGE]
    context.close()


def test_a_study_is_read_move_by_move_with_what_its_author_says(visit):
    page = visit("/")
    made = page.request.post("/api/studies", data={"record": RECORD}).json()
    page.goto(f"/study/{made['id']}")
    page.locator(".told", has_text="The corner").wait_for()
    assert moment(page) == "0"
    page.keyboard.press("ArrowRight")
    page.locator(".told", has_text="A quiet start.").wait_for()
    page.goto(f"/study/{made['id']}?at=2")
    Words(page).text("looking_back", at=2, last=3).wait_for()
    assert page.request.post(f"/api/studies/{made['id']}/delete", data={"secret": made["secret"]}).ok
    gone = visit(f"/study/{made['id']}", quiet=True)
    Words(gone).heading("study_gone").wait_for()


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_keeps_anybody_out_of_what_is_shared(visit, size, theme):
    page = visit("/", size=size, theme=theme)
    made = page.request.post("/api/matches", data={"ruleset": SMALL, "kind": "local", "moves": MOVES}).json()
    name = page.request.post(f"/api/matches/{made['match']['id']}/link", data={"open": True}).json()["name"]
    study = page.request.post("/api/studies", data={"record": RECORD}).json()["id"]
    for path in (f"/g/{name}?at=1", f"/study/{study}?at=1", f"/embed/{name}?theme={theme}"):
        page.goto(path)
        page.locator(".viewer").wait_for()
        assert serious(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.goto(f"/g/{name}?at=1")
    Words(page).button("share").click()
    page.locator("dialog summary").click()
    assert serious(page) == []


@pytest.mark.parametrize("game", games())
def test_every_game_is_shown_by_its_link_on_a_phone(visit, game):
    page = visit("/", size="phone")
    made = page.request.post("/api/matches", data={"ruleset": game, "kind": "local"}).json()
    move = made["match"]["moves"][0]["move"]
    match = made["match"]["id"]
    assert page.request.post(f"/api/matches/{match}/moves", data={"move": move, "at": 0}).ok
    name = page.request.post(f"/api/matches/{match}/link", data={"open": True}).json()["name"]
    page.goto(f"/g/{name}")
    board = page.locator(".replay .table").bounding_box()
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
