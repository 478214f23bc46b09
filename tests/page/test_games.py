"""Your games: what was played here is found again, filtered, counted, imported, exported and removed."""

import json
from random import Random

import pytest

from tests.page.axe import serious
from tests.page.conftest import SIZES
from tests.page.player import Player, open_match
from tests.page.words import Words
from turncoat.play import Game, read_games

CARD = "ul.games > li"
TINY = "verto:size=3"
MOVES = ("b2", "c3", "d2")
RECORD = f"ruleset: verto:size=4\nfirst: Hana\nsecond: Oskar\ndate: 2025-03-01\nmoves: {'; '.join(MOVES)}\n"


def settled(page):
    """The page of all games, once it has them."""
    page.goto("/games")
    page.locator(f"{CARD}, .empty").first.wait_for()
    page.wait_for_load_state("networkidle")
    return page


def finished(seed=1):
    """A record of a game that was played out."""
    game, chance = Game.start(TINY), Random(seed)
    while not game.position.is_over:
        game.play(chance.choice(game.position.legal_moves))
    return str(game)


def take_in(page, text, game=None):
    """Imports a text."""
    words = Words(page)
    words.button("import_open").click()
    words.field("import_text").fill(text)
    if game:
        words.field("import_game").select_option(game)
    page.locator("dialog").get_by_role("button", name=words.label("import_read"), exact=True).click()
    page.locator("dialog .told, dialog .bad").first.wait_for()


@pytest.mark.parametrize(("size", "hand", "language"), [("desktop", "mouse", "en"), ("phone", "finger", "ja")])
def test_what_was_played_is_listed_with_its_last_position_and_result(visit, size, hand, language):
    page = settled(visit("/", size=size, language=language))
    assert Words(page).text("games_none").count() == 1
    page.goto(f"/new?ruleset={TINY}&kind=computer&level=1")
    page.locator("form button.start").click()
    page.wait_for_url("**/m/*")
    player = Player(page, hand, seed=3)
    result = player.play_on()
    page.locator(".result").first.wait_for()
    view = player.view()
    settled(page)
    words, card = Words(page), page.locator(CARD)
    assert card.count() == 1
    key = {"first": "result_won", "second": "result_lost", None: "drawn"}[result["winner"]]
    assert card.locator(".result").inner_text() == words.label(key)
    stones = card.locator(".picture svg [data-side], .picture svg .stone")
    assert stones.count() >= view["stones"]["first"] + view["stones"]["second"]
    assert words.link("review_title").or_(card.locator("a.button")).count() == 1
    assert serious(page) == []
    card.locator("h3 a").click()
    page.wait_for_url(f"**/m/{player.match}")


def test_a_game_in_progress_goes_on_from_the_list(visit):
    page = open_match(visit, TINY)
    player = Player(page)
    player.make(player.view()["moves"][0])
    match = player.match
    settled(page)
    page.locator(f"{CARD} a.button").click()
    page.wait_for_url(f"**/m/{match}")


def test_filters_and_search_find_a_game(visit):
    page = settled(visit("/"))
    take_in(page, f"{RECORD}\n{finished()}")
    page.keyboard.press("Escape")
    page.goto(f"/new?ruleset={TINY}&kind=computer&level=1")
    page.locator("form button.start").click()
    page.wait_for_url("**/m/*")
    page.locator("[data-cell][data-choice]").first.wait_for(state="attached")
    settled(page)
    words = Words(page)
    assert page.locator(CARD).count() == 3
    search = words.field("filter_text")
    for text, count in (("oskar hana", 1), ("2025-03-01", 1), ("size=4", 1), ("nobody", 0), ("", 3)):
        search.fill(text)
        page.wait_for_function("([all, count]) => document.querySelectorAll(all).length === count", arg=[CARD, count])
    words.field("filter_status").select_option("unfinished")
    assert page.locator(CARD).count() == 1
    words.button("filter_clear").click()
    words.field("opponent").select_option("import")
    assert page.locator(CARD).count() == 2
    words.field("opponent").select_option("level:1")
    assert page.locator(CARD).count() == 1


def test_games_are_imported_once_replayed_and_played_on(visit):
    page = settled(visit("/"))
    take_in(page, f"{RECORD}\nruleset: verto\nmoves: zz\n")
    words = Words(page)
    assert words.label("import_taken", count=1) in page.locator("dialog").inner_text()
    assert "zz" in page.locator("dialog .bad").inner_text()
    page.keyboard.press("Escape")
    take_in(page, RECORD)
    page.keyboard.press("Escape")
    assert page.locator(CARD).count() == 1
    card = page.locator(CARD)
    assert "Hana" in card.inner_text()
    page.reload()
    page.locator(f"{CARD} h3 a").click()
    page.locator("[data-cell='d2']").wait_for(state="attached")
    page.keyboard.press("ArrowLeft")
    words.button("review_play_on").click()
    page.locator("dialog button.primary").click()
    page.wait_for_url("**/m/*")
    match = page.request.get(page.url.replace("/m/", "/api/matches/")).json()["match"]
    assert tuple(made["move"] for made in match["history"][:2]) == MOVES[:2]


def test_a_transcript_is_imported_as_the_game_it_is_said_to_be(visit):
    page = settled(visit("/"))
    take_in(page, "f5d6c3\nf5f6")
    assert page.locator("dialog .bad").count() == 2
    page.keyboard.press("Escape")
    othello = next(each["name"] for each in page.request.get("/api/games").json()["games"] if each["name"] == "reversi")
    take_in(page, "f5d6c3\nf5f6", othello)
    page.keyboard.press("Escape")
    assert page.locator(CARD).count() == 2


def test_all_games_are_exported_as_one_text_that_reads_back(visit):
    page = open_match(visit, TINY)
    Player(page, seed=5).play_on()
    page.locator(".result").first.wait_for()
    settled(page)
    take_in(page, RECORD)
    page.keyboard.press("Escape")
    with page.expect_download() as coming:
        Words(page).button("export_all").click()
    text = coming.value.path().read_text("utf-8")
    games = list(read_games(text))
    assert sorted(str(game.ruleset) for game in games) == sorted([TINY, "verto:size=4"])
    assert any(game.headers.get("first") == "Hana" for game in games)


def test_a_game_is_removed_from_this_device_and_can_be_brought_back(visit):
    page = open_match(visit, TINY)
    Player(page).make(Player(page).view()["moves"][0])
    settled(page)
    words = Words(page)
    words.button("remove_of").click()
    page.locator(CARD).wait_for(state="detached")
    words.button("undo").click()
    page.locator(CARD).wait_for()
    words.button("remove_of").click()
    page.locator(CARD).wait_for(state="detached")
    settled(page)
    assert page.locator(CARD).count() == 0


def test_damaged_records_in_the_browser_disturb_nobody(visit):
    page = open_match(visit, TINY)
    Player(page).make(Player(page).view()["moves"][0])
    settled(page)
    page.evaluate(
        """async () => {
          const asked = indexedDB.open('turncoat');
          await new Promise(done => { asked.onsuccess = done });
          const work = asked.result.transaction('games', 'readwrite');
          const games = work.objectStore('games');
          for (const each of [{id: 'x'}, {id: 'y', v: 1, board: 7}, {id: 'z', v: 99}]) games.put(each);
          await new Promise(done => { work.oncomplete = done });
          localStorage.setItem('turncoat.beaten', '{');
          localStorage.setItem('turncoat.matches', '[{}, 7]');
        }"""
    )
    settled(page)
    assert page.locator(CARD).count() == 1
    page.goto("/")
    page.locator("h1").wait_for()


def test_a_win_leads_up_the_ladder(visit):
    page = visit("/")
    levels = page.request.get("/api/games").json()["levels"]
    for seed in range(8):
        page.goto(f"/new?ruleset={TINY}&kind=computer&level=1")
        page.locator("form button.start").click()
        page.wait_for_url("**/m/*")
        if Player(page, seed=seed).play_on()["winner"] == "first":
            break
    else:
        pytest.skip("level 1 won eight times")
    words = Words(page)
    label = levels[1]["label"].get(words.language, levels[1]["label"]["en"])
    page.get_by_role("button", name=words.label("try_level", level=label)).wait_for()
    page.goto("/")
    page.get_by_role("link", name=words.label("try_level", level=label)).click()
    page.locator("input[name=level][value='2']:checked").wait_for(state="attached")
    settled(page)
    page.get_by_role("link", name=words.label("try_level", level=label)).wait_for()
    page.goto("/games")
    page.locator("table").first.wait_for()
    assert "1" in page.locator("tbody td").first.inner_text()


def test_names_are_erased_from_the_list(visit):
    page = open_match(visit, TINY, "friend", name="Hildegard")
    match = Player(page).match
    assert Player(page).view()["seats"]["first"]["name"] == "Hildegard"
    settled(page)
    words = Words(page)
    words.button("erase_of").click()
    words.button("erase_yes").click()
    page.locator("dialog").wait_for(state="detached")
    seats = page.request.get(f"/api/matches/{match}").json()["match"]["seats"]
    assert seats["first"]["name"] is None


def test_a_match_that_the_server_no_longer_has_says_so(visit):
    page = open_match(visit, TINY, quiet=True)
    Player(page).make(Player(page).view()["moves"][0])
    missing = {"error": "no_such_match", "text": {"en": "gone"}}
    page.route(
        "**/api/matches/*",
        lambda route: route.fulfill(status=404, content_type="application/json", body=json.dumps(missing)),
    )
    page.goto("/games")
    Words(page).text("list_gone").wait_for()
    assert page.locator(f"{CARD} a[href]").count() == 0
    page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_list_and_the_privacy_page_fit_a_phone_in_the_dark(visit, language):
    page = settled(visit("/", size="phone", language=language, theme="dark"))
    take_in(page, RECORD)
    assert serious(page) == []
    page.keyboard.press("Escape")
    for path in ("/games", "/privacy"):
        page.goto(path)
        page.locator("h1").wait_for()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"][0]
        assert serious(page) == []
    page.get_by_text(Words(page).label("privacy_keep_ever")).wait_for()
