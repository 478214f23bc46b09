"""The room on the screen while playing: on tall phones it is used, and nothing has to be scrolled."""

import pytest

from tests.page.player import Player, open_match
from turncoat.games import games

TALL = [(360, 800), (390, 844), (412, 915)]
WIDEST_GAP = 44
BLOCKS = "header, .spare section, .above, .board, .bars, .below, .talk"


@pytest.mark.parametrize("size", TALL, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", list(games()))
def test_on_a_tall_phone_the_board_is_as_wide_as_the_screen_and_no_room_lies_empty(visit, game, size):
    page = open_match(visit, game, size="phone", language="ja")
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    player = Player(page, "finger")
    for _ in range(2):
        player.make(player.view()["moves"][0])
    player.wait(lambda _: page.locator(".board").bounding_box()["width"] >= width - 1)
    boxes = [page.locator(BLOCKS).nth(which).bounding_box() for which in range(page.locator(BLOCKS).count())]
    spans = sorted((box["y"], box["y"] + box["height"]) for box in boxes if box)
    below = [*(top for top, _ in spans[1:]), float(height)]
    gaps = [top - bottom for (_, bottom), top in zip(spans, below, strict=True)]
    assert max(gaps) <= WIDEST_GAP, list(zip(spans, gaps, strict=True))
    assert page.evaluate("document.documentElement.scrollHeight") <= height
