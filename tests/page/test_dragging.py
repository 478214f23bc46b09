"""Stones carried over the board by mouse and by finger, in every game whose moves go from a cell to another."""

import pytest

from tests.page.player import Player, open_match
from tests.page.pointer import Pointer, middle, opening_to_a_pair
from tests.page.words import Words
from turncoat.games import games

OPENINGS = {game: found for game in games() if (found := opening_to_a_pair(game))}
WITH = {"mouse": "desktop", "finger": "phone"}
by_each_device = pytest.mark.parametrize("device", list(WITH))
in_every_game = pytest.mark.parametrize("game", list(OPENINGS))


def lay_out(visit, game, device, **settings):
    """A page at a position where a move goes from a cell to another; the player, the pointer, and those moves."""
    ruleset, opening = OPENINGS[game]
    page = open_match(visit, ruleset, size=WITH[device], **settings)
    player = Player(page, "finger" if device == "finger" else "mouse")
    for at, move in enumerate(opening):
        answer = page.request.post(f"/api/matches/{player.match}/moves", data={"move": move, "at": at})
        assert answer.ok, answer.text()
    pairs = [move for move in player.view()["moves"] if len(move["cells"]) == 2]
    page.locator(f"[data-cell='{pairs[0]['cells'][0]}'][data-choice]").wait_for(state="attached")
    return player, Pointer(page, device == "finger"), pairs


def out_of_reach(view, pairs):
    """A cell to which the stone of the first pair cannot go."""
    here = pairs[0]["cells"][0]
    reached = {cell for move in view["moves"] if move["cells"][:1] == [here] for cell in move["cells"]}
    width, cells = view["board"]["width"], view["board"]["cells"]
    names = [f"{chr(ord('a') + index % width)}{index // width + 1}" for index in range(len(cells))]
    return next(name for name in names if name not in reached)


@by_each_device
@in_every_game
def test_a_stone_is_carried_to_where_it_shall_go(visit, game, device):
    player, pointer, pairs = lay_out(visit, game, device)
    at = player.view()["at"]
    pointer.carry(*pairs[0]["cells"])
    view = player.wait(lambda now: now["at"] > at)
    assert view["history"][at]["move"] == pairs[0]["move"]


@by_each_device
@in_every_game
def test_the_stone_in_the_hand_follows_it_and_what_will_happen_is_shown(visit, game, device):
    player, pointer, pairs = lay_out(visit, game, device)
    here, there = pairs[0]["cells"]
    pointer.press(here)
    goal = middle(player.page, there)
    pointer.move(goal)
    player.page.wait_for_timeout(60)  # a frame in which the last of the moves arrives
    box = player.page.locator("g.dragged .body").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - goal[0]) < 4
    # Under a finger the stone could not be seen: it stands above.
    assert (box["y"] + box["height"] * 0.8 < goal[1]) == (device == "finger")
    assert player.page.locator(".marks .ghost").count() > 0
    pointer.release()
    player.page.locator("g.dragged").wait_for(state="detached")


@by_each_device
@in_every_game
def test_a_wrong_cell_is_said_and_the_stone_stays_chosen(visit, game, device):
    player, pointer, pairs = lay_out(visit, game, device)
    view, page = player.view(), player.page
    here, there = pairs[0]["cells"]
    wrong = out_of_reach(view, pairs)
    pointer.carry(here, wrong)
    assert_a_reason_is_said(page, game)
    page.locator("g.dragged").wait_for(state="detached")
    assert page.locator(f"[data-cell='{here}']").get_attribute("aria-selected") == "true"
    assert player.view()["at"] == view["at"]
    pointer.carry(here, there)
    assert player.wait(lambda now: now["at"] > view["at"])["history"][-1]["move"] == pairs[0]["move"]
    assert page.locator(".board .bubble").count() == 0


def assert_a_reason_is_said(page, game):
    """The bubble on the board says one of the game's reasons, and names the rule."""
    reasons = games()[game].Position.REFUSALS
    said = page.locator(".board [role=status] .bubble").inner_text()
    language = Words(page).language
    assert any(
        games()[game].say(f"refusals.{name}", language) in said and rule in said for name, rule in reasons.items()
    )


@by_each_device
@in_every_game
def test_a_stone_carried_off_the_board_goes_back(visit, game, device):
    player, pointer, pairs = lay_out(visit, game, device)
    at, page = player.view()["at"], player.page
    here = pairs[0]["cells"][0]
    pointer.press(here)
    box = page.locator("[role=grid]").bounding_box()
    pointer.move((box["x"] + box["width"] / 2, box["y"] + box["height"] + 60))
    assert page.locator("g.dragged").count() == 1
    pointer.release()
    page.locator("g.dragged").wait_for(state="detached")
    assert page.locator("[aria-selected=true]").count() == 0
    assert page.locator(".board .bubble").count() == 0
    assert player.view()["at"] == at
    player.make(pairs[0])


@in_every_game
def test_the_page_stays_where_it_is_while_a_finger_carries_a_stone(visit, game):
    player, pointer, pairs = lay_out(visit, game, "finger")
    page = player.page
    page.evaluate("document.body.style.minHeight = '300vh'")  # something to scroll, were it not for the stone
    pointer.press(pairs[0]["cells"][0])
    pointer.move((pointer.spot[0], pointer.spot[1] - 200))
    assert page.locator("g.dragged").count() == 1
    pointer.move((pointer.spot[0], pointer.spot[1] - 100))
    pointer.release()
    assert page.evaluate("scrollY") == 0


def test_a_stone_that_cannot_move_says_so_when_one_tries(visit):
    game = next(name for name, (_, opening) in OPENINGS.items() if not opening)  # stones lie there from the start
    player, pointer, _ = lay_out(visit, game, "mouse")
    view, page = player.view(), player.page
    movable = {move["cells"][0] for move in view["moves"] if move["cells"]}
    width, cells = view["board"]["width"], view["board"]["cells"]
    names = [f"{chr(ord('a') + index % width)}{index // width + 1}" for index in range(len(cells))]
    stuck, there = [name for name, mark in zip(names, cells, strict=True) if mark in "xo" and name not in movable][:2]
    pointer.carry(stuck, there)
    assert_a_reason_is_said(page, game)
    assert page.locator("g.dragged").count() == 0


@by_each_device
def test_a_position_that_changes_under_the_hand_takes_the_stone_out_of_it(visit, device):
    player, pointer, pairs = lay_out(visit, next(iter(OPENINGS)), device)
    page, at = player.page, player.view()["at"]
    pointer.press(pairs[0]["cells"][0])
    pointer.move((pointer.spot[0] + 20, pointer.spot[1]))
    page.locator("g.dragged").wait_for(state="attached")
    other = pairs[-1]["move"]
    assert page.request.post(f"/api/matches/{player.match}/moves", data={"move": other, "at": at}).ok
    page.locator("g.dragged").wait_for(state="detached")
    pointer.move(middle(page, pairs[0]["cells"][1]))
    assert page.locator("g.dragged").count() == 0
    pointer.release()
    assert player.view()["at"] == at + 1


@in_every_game
def test_a_long_press_explains_a_cell_and_chooses_nothing(visit, game):
    player, pointer, pairs = lay_out(visit, game, "finger")
    page, at = player.page, player.view()["at"]
    cell = pairs[0]["cells"][0]
    pointer.press(cell)
    page.locator(".board .bubble", has_text=cell).wait_for()
    pointer.release()
    page.wait_for_timeout(400)
    assert page.locator("[aria-selected=true]").count() == 0
    assert player.view()["at"] == at
