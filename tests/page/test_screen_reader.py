"""What a screen reader is given: the page's tree as Chromium tells it, and what live regions say during a game."""

import time
from functools import partial

import pytest

from tests.moves import texts
from tests.page.player import TIMEOUT_S, Player, open_match, open_shared_match, small
from tests.page.words import Words
from turncoat.games import games, start

GAMES = list(games())
LISTEN = """() => {
  window.received = [];
  const live = "[aria-live], [role=status], [role=alert]";
  const hear = (spoken) => {
    const said = spoken.innerText.trim();
    if (said && window.received.at(-1) !== said) window.received.push(said);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const region = (target.nodeType === 1 ? target : target.parentElement).closest(live);
      if (region?.role === "log") [...addedNodes].filter((node) => node.nodeType === 1).forEach(hear);
      else if (region) hear(region);
      for (const node of addedNodes) {
        if (node.nodeType !== 1) continue;
        [node, ...node.querySelectorAll("*")].filter((each) => each.matches(live)).forEach(hear);
      }
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def announced(page, until=lambda line: True):
    """What live regions have said since the last time this was asked; waits for a line, and a moment for more."""
    lines, latest = list[str](), time.monotonic() + TIMEOUT_S
    while not any(map(until, lines)) and time.monotonic() < latest:
        page.wait_for_timeout(50)
        lines += page.evaluate("window.received.splice(0)")
    page.wait_for_timeout(150)
    return [*lines, *page.evaluate("window.received.splice(0)")]


def is_made(goal, words, line):
    """Whether the line tells of a move to there, not only that a cell was picked up."""
    return goal in line and not words.pattern("picked_told").search(line)


def named(page, role):
    """The nodes of a role in the accessibility tree."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [node for node in nodes if not node["ignored"] and node["role"]["value"] == role]


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_game_is_told_once_and_the_end_with_its_reason(visit, game):
    page = open_match(visit, small(game))
    page.locator("[data-choice]").first.wait_for(state="attached")
    page.evaluate(LISTEN)
    player, words, told = Player(page, "keyboard"), Words(page), list[str]()
    while (view := player.view())["status"] == "playing":
        move = player.chance.choice(view["moves"])
        player.make(move)
        goal = move["cells"][0] if move["cells"] else words.label("pass")
        made = partial(is_made, goal, words)
        lines = announced(page, made)
        assert any(map(made, lines)), (move, lines)
        assert len(lines) <= len(move["cells"]) + 1, lines  # a cell picked up, and the move with what to do now
        told += lines
    text = view["result"]["text"][words.language]
    assert [text in line for line in told].count(True) == 1
    assert text in told[-1]


@pytest.mark.parametrize("game", GAMES)
def test_the_grid_says_how_it_is_walked_and_which_cells_can_be_chosen(visit, game):
    page = open_match(visit, game)
    page.locator("[data-choice]").first.wait_for(state="attached")
    [grid] = named(page, "grid")
    words = Words(page)
    assert grid["description"]["value"] == words.label("grid_help")
    cells = named(page, "gridcell")
    view = Player(page).view()
    assert len(cells) == len(view["board"]["cells"])
    choices = [words.label("choose_ring"), words.label("choose_dot")]
    names = [cell["name"]["value"] for cell in cells]
    open_now = [name.split()[0] for name in names if any(choice in name for choice in choices)]
    assert set(open_now) == {move["cells"][0] for move in view["moves"] if move["cells"]}
    spoken = {each["name"] for cell in cells for each in cell.get("properties", [])}
    assert "disabled" not in spoken  # "unavailable" after every stone would be noise


def test_a_cell_explains_itself_aloud_when_asked_and_letting_go_is_said(visit):
    game = next(name for name in GAMES if "-" in texts(start(name))[0].replace("x", "-"))  # a stone is picked up first
    page = open_match(visit, small(game))
    page.locator("[data-choice]").first.wait_for(state="attached")
    page.evaluate(LISTEN)
    stone = Player(page).view()["moves"][0]["cells"][0]
    page.locator(f"[data-cell='{stone}']").focus()
    page.keyboard.press("?")
    assert any(stone in line for line in announced(page))
    page.keyboard.press("Enter")
    words = Words(page)
    assert any(words.pattern("picked_told", cell=stone).fullmatch(line) for line in announced(page))
    page.keyboard.press("Escape")
    assert announced(page)[-1] == words.label("let_go")


def test_offers_and_words_of_the_other_side_are_read_aloud(visit):
    host, guest, _ = open_shared_match(visit, small(GAMES[-1]))
    guest.evaluate(LISTEN)
    Words(host).field("chat_write").fill("good luck")
    Words(host).button("chat_send").click()
    guest.get_by_text("good luck").first.wait_for()
    [line] = announced(guest)
    assert Words(guest).pattern("said", text="good luck").fullmatch(line)
    first = Player(host)
    first.make(first.view()["moves"][0])
    announced(guest)
    Words(host).button("more").click()
    Words(host.get_by_role("dialog")).button("offer_draw").click()
    Words(guest).button("decline").wait_for()
    words = Words(guest)
    assert announced(guest) == [words.label("draw_offered", name=words.label("guest"))]
