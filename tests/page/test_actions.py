"""What people do at the board besides moving: offers, resigning, chat, undoing, swapping, carrying a seat away."""

import time
from functools import partial
from random import Random

import pytest

from tests.moves import texts
from tests.page.player import Player, open_match, open_shared_match, small
from tests.page.server import Server
from tests.page.words import Words
from turncoat.engine.levels import Level
from turncoat.games import games, start
from turncoat.games.languages import LANGUAGES

GAMES = list(games())
SWAPPING = next(name for name in GAMES if "pie" in (choice.name for choice in games()[name].Options.choices()))
LAST = GAMES[-1]
FEW = 14


def more(page, key: str) -> None:
    """Something from the menu behind the last button."""
    Words(page).button("more").click()
    in_dialog(page).button(key).click()


def in_dialog(page) -> Words:
    """The dialog that is open."""
    return Words(page.get_by_role("dialog"))


def test_a_draw_is_declined_a_turn_taken_back_and_the_game_resigned(visit):
    host, guest, _ = open_shared_match(visit, small(LAST))
    first = Player(host)
    first.make(first.view()["moves"][0])
    more(host, "offer_draw")
    Words(guest).text("draw_offered").first.wait_for()
    Words(guest).button("decline").click()
    first.wait(lambda now: now["offers"]["draw"] is None)
    more(host, "ask_takeback")
    Words(guest).button("accept").click()
    assert first.wait(lambda now: now["at"] == 0)["status"] == "playing"
    Words(guest).button("resign").click()
    in_dialog(guest).button("cancel").click()
    assert first.view()["status"] == "playing"
    Words(guest).button("resign").click()
    in_dialog(guest).button("resign_yes").click()
    Words(host).heading("you_win").wait_for()
    Words(guest).heading("you_lose").wait_for()


def test_chat_is_heard_and_can_be_muted(visit):
    host, guest, _ = open_shared_match(visit, small(LAST))
    said = "<b>よろしく</b> & good luck"
    Words(host).field("chat_write").fill(said)
    Words(host).button("chat_send").click()
    guest.get_by_text(said).first.wait_for()
    Words(guest).button("chat_mute").click()
    Words(guest).text("chat_muted").wait_for()
    assert guest.get_by_text(said).count() == 0


def test_somebody_who_leaves_is_missed(visit):
    host, guest, _ = open_shared_match(visit, small(LAST))
    Words(host).text("seat_to_move").first.wait_for()
    guest.close()
    Words(host).text("opponent_away").wait_for()


@pytest.fixture
def impatient(tmp_path):
    """A server that does not wait long for somebody who has left."""
    found = Server(tmp_path, "--away", "4")
    found.start()
    yield found
    found.stop()


AN_HOUR_BEHIND = "const now = Date.now.bind(Date); Date.now = () => now() - 3_600_000"


@pytest.mark.parametrize("stays", ["host", "guest"])
def test_the_win_over_somebody_who_left_is_offered_claimed_and_explained(impatient, visit, stays):
    host, guest, _ = open_shared_match(partial(visit, at=impatient), small(LAST), size="phone", language="ja")
    first = Player(host)
    first.make(first.view()["moves"][0])
    here, gone = (host, guest) if stays == "host" else (guest, host)
    words = Words(here)
    if stays == "host":  # the server's clock decides, whatever the browser's says
        here.context.add_init_script(AN_HOUR_BEHIND)
        here.reload()
        here.locator("[data-cell]").first.wait_for(state="attached")
    address = gone.url
    gone.close()
    words.text("opponent_away").wait_for()
    words.text("claim_soon").wait_for()
    assert words.button("claim").count() == 0
    words.button("claim").click()
    words.heading("you_win").wait_for()
    result = Player(here).view()["result"]
    assert result["reason"] == "left"
    here.locator(".result").get_by_text(result["text"][words.language]).wait_for()
    back = gone.context.new_page()
    back.goto(address)
    Words(back).heading("you_lose").wait_for()
    back.locator(".result").get_by_text(result["text"][Words(back).language]).wait_for()


def test_the_pie_rule_is_a_clear_choice(visit):
    page = open_match(visit, SWAPPING)
    player = Player(page)
    player.make(player.view()["moves"][0])
    Words(page).text("swap_title").wait_for()
    Words(page).button("swap_take").click()
    view = player.wait(lambda now: now["at"] == 2)
    assert view["history"][-1]["move"] == "swap"


def test_a_computer_exchanges_the_colours_and_the_person_plays_on_with_the_other(visit):
    page = open_match(visit, small(SWAPPING), "computer&level=9")
    player = Player(page)
    moves = player.view()["moves"]
    player.make(next(move for move in moves if _level_9_after(move["move"]) == "swap"))
    player.wait(lambda now: now["at"] == 2)
    assert player.seen()["you"] == ["second"]
    Words(page).text("swapped_you").first.wait_for()
    assert player.play_on()["rule"]


def _level_9_after(move: str) -> str:
    return Level(9).choose(start(small(SWAPPING)).play(move)).move


@pytest.mark.parametrize(("seconds", "moves"), [(0.1, 1), (0.6, 0)])
def test_a_short_touch_is_a_move_and_a_long_one_is_not_however_late_they_are_told(visit, seconds, moves):
    page = open_match(visit, small(LAST), size="phone")
    player = Player(page, "finger")
    cell = page.locator(f"[data-cell='{player.view()['moves'][0]['cells'][0]}'][data-choice]")
    box = cell.bounding_box()
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devtools, began = page.context.new_cdp_session(page), time.time()
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot], "timestamp": began})
    page.locator(".board .bubble").wait_for()  # the finger may have been lifted long ago, the page hears of it only now
    end = {"type": "touchEnd", "touchPoints": [], "timestamp": began + seconds}
    devtools.send("Input.dispatchTouchEvent", end)
    page.locator(".board .bubble").wait_for(state="detached")
    assert player.wait(lambda now: now["at"] >= moves)["at"] == moves


def test_a_move_can_be_typed_and_a_wrong_one_is_said(visit):
    page = open_match(visit, small(LAST))
    player = Player(page)
    field = Words(page).field("type_move")
    page.locator("[data-choice]").first.wait_for(state="attached")
    assert field.count() == 0
    page.keyboard.press(player.view()["moves"][0]["move"][0])
    field.fill("z99")
    field.press("Enter")
    Words(page).text("type_wrong", move="z99").wait_for()
    field.fill(player.view()["moves"][0]["move"].upper())
    field.press("Enter")
    player.wait(lambda now: now["at"] == 1)


def test_against_the_computer_one_may_undo(visit):
    page = open_match(visit, small(LAST), "computer")
    player = Player(page)
    player.make(player.view()["moves"][0])
    player.wait(lambda now: now["side"] == "first" and now["at"] >= 2)
    Words(page).button("undo").click()
    player.wait(lambda now: now["at"] == 0)


def test_a_seat_is_carried_to_another_device(visit):
    page = open_match(visit, small(LAST), "computer")
    Words(page).button("more").click()
    Words(page).text("seat_link").first.click()
    link = Words(page).field("seat_link").input_value()
    other = visit(link, size="phone")
    other.wait_for_url(lambda url: "seat" not in url)
    player = Player(other, "finger")
    assert player.seen()["you"] == ["first"]
    player.make(player.view()["moves"][0])


# The live line tells of a move before the request that made it is answered.
LATE_ANSWERS = """const plain = window.fetch; window.fetch = async (...asked) => {
  const answer = await plain(...asked);
  if (asked[1]?.method === "POST") await new Promise((done) => setTimeout(done, 1500));
  return answer;
};
window.WebSocket = class extends window.WebSocket {
  set onmessage(receive) { super.onmessage = (event) => setTimeout(() => receive(event), 1500); }
};"""


def test_nothing_done_before_the_last_answer_has_come_is_lost(visit):
    page = open_match(visit, small(LAST))
    page.context.add_init_script(LATE_ANSWERS)
    page.reload()
    player = Player(page)
    for _ in range(3):
        player.make(player.view()["moves"][0])
    more(page, "agree_draw")
    assert player.wait(lambda now: now["status"] == "over")["result"]["reason"] == "agreed"


def test_what_is_pressed_twice_is_asked_once(visit):
    host, guest, _ = open_shared_match(visit, small(LAST))
    first = Player(host)
    first.make(first.view()["moves"][0])
    more(host, "offer_draw")
    asked = []
    guest.on("request", lambda request: asked.append(request.url) if request.url.endswith("/offers") else None)
    Words(guest).button("decline").dblclick()
    first.wait(lambda now: now["offers"]["draw"] is None)
    Words(guest).field("chat_write").fill("no")
    Words(guest).button("chat_send").click()
    first.wait(lambda now: now["chat"])
    assert len(asked) == 1
    assert guest.locator(".sentence.bad").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_language_switches_in_the_middle_of_a_game(visit, game):
    page = open_match(visit, game)
    prompt = Player(page).view()["prompt"]
    before = Words(page)
    page.get_by_text(prompt[before.language]).first.wait_for()
    before.switch().click()
    after = next(language for language in LANGUAGES if language != before.language)
    page.get_by_text(prompt[after]).first.wait_for()


def test_with_one_way_on_a_turn_goes_on_by_itself_for_those_who_like_it(visit):
    ruleset, opening = single_way()
    page = open_match(visit, ruleset, auto_step=True)
    player = Player(page)
    for move in opening:
        view = player.wait(lambda now: now["status"] == "playing")
        player.make(next(each for each in view["moves"] if each["move"] == move))
    player.wait(lambda now: now["at"] == len(opening) + 1)


def test_a_stone_picked_up_stays_in_the_hand_even_with_one_way_to_go(visit):
    page = open_match(visit, f"{small(SWAPPING)},pie=no", auto_step=True)  # a stone is picked up, then a cell to go to
    player = Player(page)
    while not (lone := only_moves(moves := player.view()["moves"])):
        player.make(moves[0])
    at, [stone, goal] = player.view()["at"], lone[0]["cells"]
    page.locator(f"[data-cell='{stone}'][data-choice]").click()
    page.locator(f"[data-cell='{goal}'][data-choice]").wait_for(state="attached")
    assert player.view()["at"] == at
    page.locator(f"[data-cell='{goal}'][data-choice]").click()
    player.wait(lambda now: now["at"] == at + 1)


def test_a_forced_pass_is_made_after_a_notice_for_those_who_like_it(visit):
    page, player = before_a_pass(visit, auto_step=True)
    at = player.view()["at"]
    Words(page).text("passing_note").wait_for()
    assert Words(page).button("pass").is_visible()
    assert player.view()["at"] == at
    view = player.wait(lambda now: now["at"] > at)
    assert view["history"][at]["move"] == "pass"
    Words(page).text("passed_note").first.wait_for()


def test_a_forced_pass_waits_for_those_who_would_rather_press(visit):
    page, player = before_a_pass(visit, auto_step=False)
    at = player.view()["at"]
    Words(page).button("pass").wait_for()
    page.wait_for_timeout(3200)
    assert player.view()["at"] == at
    assert Words(page).text("passing_note").count() == 0
    Words(page).button("pass").click()
    player.wait(lambda now: now["at"] > at)


def before_a_pass(visit, **settings):
    """A page where nothing can be done but pass, and the player at it."""
    ruleset, opening = forced_pass()
    page = open_match(visit, ruleset, **settings | {"auto_step": False})
    player = Player(page)
    for at, move in enumerate(opening):
        answer = page.request.post(f"/api/matches/{player.match}/moves", data={"move": move, "at": at})
        assert answer.ok, answer.text()
    page.evaluate(
        "wish => { const key = 'turncoat.settings'; const kept = JSON.parse(localStorage.getItem(key));"
        "localStorage.setItem(key, JSON.stringify({ ...kept, ...wish })) }",
        settings,
    )
    page.reload()
    return page, player


def forced_pass() -> tuple[str, list[str]]:
    """A ruleset and moves after which there is nothing but a pass, found by playing at random."""
    for seed in range(200):
        for ruleset in map(small, GAMES):
            chance, position, path = Random(seed), start(ruleset), list[str]()
            while moves := texts(position):
                if moves == ["pass"]:
                    return ruleset, path
                path.append(chance.choice(moves))
                position = position.play(path[-1])
    raise AssertionError("nobody ever has to pass")


def only_moves(moves):
    """Those of stones that have no other."""
    stones = [move["cells"][0] for move in moves]
    return [move for move in moves if stones.count(move["cells"][0]) == 1]


def single_way() -> tuple[str, list[str]]:
    """A ruleset and a few moves after which one's own turn has exactly one way on, found by playing at random."""
    for seed in range(1000):
        for ruleset in map(small, GAMES):
            chance, position, path = Random(seed), start(ruleset), list[str]()
            while (moves := texts(position)) and len(path) < FEW:
                if position.mid_turn and len(moves) == 1:
                    return ruleset, path
                path.append(chance.choice(moves))
                position = position.play(path[-1])
    raise AssertionError("no turn has a single way on")
