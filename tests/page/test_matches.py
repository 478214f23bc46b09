"""Whole matches in a real browser: by mouse, keyboard and finger, against the computer and between people."""

import signal
from itertools import cycle

import pytest

from tests.moves import texts
from tests.page.axe import serious
from tests.page.player import Player, open_match, open_shared_match, small
from tests.page.words import Words
from turncoat.games import games

GAMES = list(games())


def shows_the_end(page, result) -> None:
    """The page says who won and why, in its language, and names the rule."""
    panel = page.locator(".result")
    panel.wait_for()
    assert result["text"][page.evaluate("document.documentElement.lang")] in panel.inner_text()
    assert result["rule"] in panel.inner_text()


def fits(page) -> bool:
    """Whether all of the page is in sight."""
    root = "document.documentElement"
    return bool(page.evaluate(f"{root}.scrollHeight <= innerHeight && {root}.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_whole_game_is_played(visit, game, hand):
    page = open_match(visit, small(game))
    shows_the_end(page, Player(page, hand).play_on())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_on_a_phone_without_scrolling(visit, game):
    page = open_match(visit, small(game), size="phone", language="ja")
    page.locator("[data-cell][data-choice]").first.wait_for(state="attached")
    assert fits(page)
    assert page.locator(".sentence").bounding_box()["y"] < 844
    shows_the_end(page, Player(page, "finger").play_on())
    assert fits(page)


WAYS = cycle(
    [
        ("keyboard", "desktop", "ja", "local"),
        ("finger", "phone", "en", "local"),
        ("mouse", "desktop", "ja", "computer"),
        ("finger", "phone", "ja", "local"),
    ]
)
FULL = [pytest.param(game, way, id="-".join((game, *way))) for game, way in zip(GAMES, WAYS, strict=False)]


@pytest.mark.parametrize(("game", "way"), FULL)
def test_a_game_of_the_usual_size_is_played_to_its_end(visit, game, way):
    hand, size, language, kind = way
    page = open_match(visit, game, kind, size=size, language=language)
    page.locator("[data-cell][data-choice]").first.wait_for(state="attached")
    player = Player(page, hand, seed=2)
    assert player.view()["ruleset"] == str(games()[game].Options())
    assert fits(page)
    result = player.play_on()
    shows_the_end(page, result)
    assert fits(page)
    assert player.view()["at"] > 20


def test_a_newcomer_plays_from_the_first_page_to_the_end_and_reads_why(visit):
    page = visit("/", size="desktop")
    Words(page).link("play_now_game").first.click()
    Words(page).button("start_game").click()
    page.wait_for_url("**/m/*")
    player = Player(page)
    assert player.view()["seats"]["second"] == {"kind": "computer", "level": "2", "name": None}
    shows_the_end(page, player.play_on())
    Words(page).button("decided_by").click()
    page.locator("dialog svg").first.wait_for()


def test_steps_of_a_turn_can_be_taken_back_and_hints_are_given(visit):
    game = next(name for name in GAMES if any("-" in move for move in _steps(name)))
    page = open_match(visit, game, "computer")
    player = Player(page)
    player.make(player.view()["moves"][0])
    Words(page).button("take_back_step").click()
    player.wait(lambda now: now["at"] == 0)
    with page.expect_response("**/hint") as answer:
        Words(page).button("hint").click()
    page.get_by_text(answer.value.json()["text"][Words(page).language]).first.wait_for()
    assert page.locator("circle.hint").count() > 0


def _steps(game: str) -> list[str]:
    """The moves after the first one, where a turn goes on."""
    from turncoat.games import start

    after = start(game).play(texts(start(game))[0])
    return texts(after) if after.mid_turn else []


def test_two_people_play_each_other_by_link_with_a_third_watching(visit):
    game = GAMES[-1]
    host, guest, link = open_shared_match(visit, small(game), size="phone", language="ja")
    watcher = visit(link.split("#")[0])
    players = {"first": Player(host), "second": Player(guest, "finger")}
    assert [player.seen()["you"] for player in players.values()] == [["first"], ["second"]]
    while (view := players["first"].view())["status"] != "over":
        player = players[view["side"]]
        player.make(player.chance.choice(player.view()["moves"]))
    for page in (host, guest, watcher):
        shows_the_end(page, view["result"])
    assert watcher.locator("[data-choice]").count() == 0
    Words(host).button("rematch").click()
    Words(guest).button("rematch").click()
    host.wait_for_url(lambda url: view["id"] not in url)
    guest.wait_for_url(lambda url: view["id"] not in url)
    assert [player.seen()["you"] for player in players.values()] == [["second"], ["first"]]


def test_a_game_in_the_lobby_is_seen_at_once_and_joined(visit):
    seeker = visit("/lobby")
    Words(seeker).text("lobby_empty").or_(seeker.locator(".page li")).first.wait_for()
    host = open_match(visit, small(GAMES[0]), "lobby", name="Aki")
    Words(seeker).button("join_game", name="Aki").click()
    seeker.wait_for_url("**/m/*")
    assert Player(seeker).match == Player(host).match
    assert Player(host).wait(lambda now: now["status"] == "playing")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_match_goes_on_after_the_server_was_gone(visit, own_server, how):
    page = open_match(visit, small(GAMES[-1]), at=own_server, quiet=True)
    player = Player(page)
    player.make(player.view()["moves"][0])
    before = player.view()
    own_server.stop(how)
    page.get_by_role("alert").filter(has_text=Words(page).label("lost")).wait_for()
    own_server.start()
    page.get_by_role("alert").filter(has_text=Words(page).label("lost")).wait_for(state="detached")
    assert player.view()["history"] == before["history"]
    shows_the_end(page, player.play_on())


def test_unfinished_matches_are_found_again_on_the_first_page(visit):
    page = open_match(visit, small(GAMES[0]), "computer")
    match = Player(page).match
    page.goto("/")
    Words(page).link("continue_match").click()
    page.wait_for_url(f"**/m/{match}")


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_no_match_keeps_anybody_out(visit, size, theme):
    found = {}
    page = visit("/", size=size, theme=theme)
    for game in GAMES:
        page.goto(f"/new?ruleset={game}&kind=computer")
        page.locator("form button.start").click()
        page.wait_for_url("**/m/*")
        page.locator("[data-cell][data-choice]").first.wait_for(state="attached")
        if faults := serious(page):
            found[game] = faults
    assert found == {}
