"""The live line of a match in a real browser: what travels over it, and what happens when it fails around a move."""

import json
import signal
from typing import Any

import pytest

from tests.page.player import Player, open_match, open_shared_match, small
from tests.page.words import Words
from turncoat.games import games

GAMES = list(games())
LAST = GAMES[-1]
# Every message goes through `passes`, which a test may replace: what it answers no to is not sent.
LINE = """window.sent = []; window.received = []; window.passes = () => true;
window.WebSocket = class extends window.WebSocket {
  constructor(address) {
    super(address);
    this.addEventListener("message", ({ data }) => window.received.push(data));
  }
  send(text) {
    window.sent.push(text);
    if (window.passes(text, (now) => super.send(now), this)) super.send(text);
  }
};"""
FAULTS = {
    "swallowed": "() => false",
    "broken before the move": "(text, send, line) => { line.close(); return false; }",
    "broken after the move": "(text, send, line) => { send(text); line.close(); return false; }",
    "sent twice": "(text, send) => { send(text); return true; }",
}


def watched(visit, page):
    """The page again, with its lines in the hands of the test."""
    page.context.add_init_script(LINE)
    page.reload()
    page.locator("[data-cell]").first.wait_for(state="attached")
    page.wait_for_function("() => window.received.some((text) => JSON.parse(text).type === 'setup')")
    return page


def messages(page, which: str) -> list[Any]:
    """What was sent or received, presence and pings left out."""
    found = [json.loads(text) for text in page.evaluate(f"window.{which}")]
    return [each for each in found if each["type"] in ("setup", "update", "refused", "move", "sync")]


def fail(page, fault: str) -> None:
    """From now on this happens to every move."""
    page.evaluate(f"() => {{ window.passes = (text, ...how) => !text.includes('move') || ({fault})(text, ...how); }}")


def stones(page) -> int:
    """How many lie on the board as it is shown."""
    return int(page.locator("g.stone").count())


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_set_up_once_and_then_told_by_updates_and_its_moves_go_over_the_line(visit, game):
    page = watched(visit, open_match(visit, small(game)))
    requested = []
    page.on("request", lambda request: requested.append(request.url) if request.url.endswith("/moves") else None)
    player = Player(page)
    player.play_on()
    page.locator(".result").wait_for()
    view, sent, received = player.view(), messages(page, "sent"), messages(page, "received")
    assert [(each["type"], each["move"]) for each in sent] == [("move", move["move"]) for move in view["history"]]
    assert requested == []
    assert [each["type"] for each in received] == ["setup"] + ["update"] * (len(received) - 1)
    assert all(len(each.get("history", {"played": []})["played"]) <= 1 for each in received[1:])
    assert sum(len(each.get("history", {"played": []})["played"]) for each in received[1:]) == view["at"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_move_is_neither_lost_nor_made_twice_when_the_line_fails(visit, fault):
    page = watched(visit, open_match(visit, small(LAST), "computer", quiet=True))
    player = Player(page)
    for _ in range(2):
        view = player.wait(lambda now: now["status"] == "over" or now["side"] in player.seen()["you"])
        fail(page, FAULTS[fault])
        player.make(view["moves"][0])
        fail(page, "() => true")
        assert player.view()["history"][view["at"]]["move"] == view["moves"][0]["move"]
    result = player.play_on()
    page.locator(".result").wait_for()
    assert result["text"][Words(page).language] in page.locator(".result").inner_text()
    assert page.locator(".sentence.bad").count() == 0


def test_where_no_line_can_be_opened_the_game_is_played_by_requests(visit):
    page = open_match(visit, small(LAST))
    page.context.add_init_script("window.WebSocket = class { static OPEN = 1; readyState = 0; close() {} };")
    page.reload()
    result = Player(page).play_on()
    assert result["text"][Words(page).language] in page.locator(".result").inner_text()


def test_a_watcher_who_missed_an_update_asks_for_the_match_and_sees_on(visit):
    host, guest, link = open_shared_match(visit, small(LAST))
    watcher = visit(link.split("#")[0])
    watcher.context.add_init_script(LINE + ECHO_TIMEOUT)
    watcher.reload()
    watcher.wait_for_function("() => window.received.length > 0")
    players = {"first": Player(host), "second": Player(guest)}
    for turn in range(4):
        view = players["first"].view()
        watcher.evaluate(f"window.deaf = {json.dumps(turn == 1)}")
        players[view["side"]].make(players[view["side"]].view()["moves"][0])
        watcher.wait_for_function(f"() => window.latest === {view['version'] + 1}")
    assert stones(watcher) == sum(cell in "xo" for cell in players["first"].view()["board"]["cells"])
    assert [each["type"] for each in messages(watcher, "sent")] == ["sync"]
    assert [each["type"] for each in messages(watcher, "received")].count("setup") == 2


# While `deaf`, updates do not reach the page, though the line has brought them.
ECHO_TIMEOUT = """;{
  const own = Object.getOwnPropertyDescriptor(WebSocket.prototype.__proto__, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", {
    set(hear) {
      own.set.call(this, (event) => {
        const message = JSON.parse(event.data);
        window.latest = message.version ?? message.match?.version ?? window.latest;
        if (!window.deaf) hear(event);
      });
    },
  });
}"""


def test_a_move_made_while_the_server_is_gone_is_made_once_when_it_is_back(visit, own_server):
    page = open_match(visit, small(LAST), at=own_server, quiet=True)
    player = Player(page)
    player.make(player.view()["moves"][0])
    chosen = player.view()["moves"][0]
    own_server.stop(signal.SIGKILL)
    page.locator(f"[data-cell='{chosen['cells'][0]}'][data-choice]").click()
    own_server.start()
    page.get_by_role("alert").filter(has_text=Words(page).label("lost")).wait_for(state="detached")
    page.wait_for_function("() => document.querySelectorAll('[data-choice]').length > 0")
    # Made once or given back, as the server was quick or slow: the board shows what the server knows.
    assert stones(page) == sum(cell in "xo" for cell in player.view()["board"]["cells"])
    assert [move["move"] for move in player.view()["history"]].count(chosen["move"]) <= 1
    player.play_on()
    page.locator(".result").wait_for()
