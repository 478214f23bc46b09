"""The sounds, as the page itself makes them: rendered instead of played, and measured."""

from tests.page.player import Player, open_match, small
from tests.page.words import Words
from turncoat.games import games

GAME = next(iter(games()))
RENDER_INSTEAD = """() => {
  window.made = [];
  window.AudioContext = function () {
    const rendering = new OfflineAudioContext(1, 48000, 48000);
    Object.defineProperty(rendering, "state", { value: "running" });
    window.made.push(rendering);
    return rendering;
  };
}"""
PEAK = "async () => Math.max(...(await window.made[0].startRendering()).getChannelData(0).map(Math.abs))"


def after_a_move(visit, **settings):
    """A page on which a move was made with sounds to be rendered."""
    page = open_match(visit, small(GAME), **settings)
    page.evaluate(RENDER_INSTEAD)
    player = Player(page)
    player.make(player.view()["moves"][0])
    return page


def test_a_stone_is_heard_and_quiet_enough(visit):
    peak = after_a_move(visit, sound=True).evaluate(PEAK)
    assert 0.03 < peak < 0.5  # far above silence, far below the loudest


def test_with_sounds_off_nothing_is_made_to_sound(visit):
    page = after_a_move(visit, sound=False)
    assert page.evaluate("window.made.length") == 0
    Words(page).button("sound_off").click()
    player = Player(page)
    player.make(player.view()["moves"][0])
    assert page.evaluate("window.made.length") == 1
