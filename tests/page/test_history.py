"""The end of a game and its past, in a real browser: stones land first, and every earlier moment is shown as it was."""

from random import Random

from tests.page.player import Player, open_match, small
from tests.page.pointer import middle
from tests.page.words import Words
from turncoat.games import games, start
from turncoat.games.facts import Facts

GAMES = list(games())
GOALS = next(game for game in GAMES if start(game).facts().goals)
WATCH = """() => {
  window.seen = [];
  setInterval(() => {
    const moving = document.querySelector('g.stone.travel, g.stone.enter, g.stone.turn') !== null;
    const told = document.querySelector('.result, rect.shown, .player.won') !== null;
    window.seen.push([moving, told]);
  }, 5);
}"""


def game_to_its_end(ruleset: str) -> list[str]:
    """A whole random game that a last step of a longer turn has won."""
    for seed in range(500):
        chance, position, moves = Random(seed), start(ruleset), list[str]()
        in_turn = 0
        while legal := position.legal_moves:
            move = chance.choice(legal)
            in_turn = in_turn + 1 if position.mid_turn else 1
            moves.append(move.text)
            position = position.play(move)
        result = position.result()
        if in_turn >= 3 and result and result.reason == "target":
            return moves
    raise AssertionError(ruleset)


def play(page, moves):
    """Makes moves by requests; the view after them."""
    match = Player(page).match
    view = Player(page).view()
    for move in moves:
        answer = page.request.post(f"/api/matches/{match}/moves", data={"move": move, "at": view["at"]})
        assert answer.ok, answer.text()
        view = answer.json()["match"]
    return view


def score_shown(page, facts: Facts) -> bool:
    """Whether the cards show the score of that moment."""
    shown = [int(text.split("/")[0]) for text in page.locator(".score b").all_inner_texts()]
    return sorted(shown) == sorted(facts.score)


def test_a_result_is_told_when_the_last_stone_has_landed_and_not_before(visit):
    moves = game_to_its_end(GOALS)
    page = open_match(visit, GOALS, motion="full")
    play(page, moves[:-3])
    page.reload()
    page.locator("[data-choice]").first.wait_for(state="attached")
    page.evaluate(WATCH)
    play(page, moves[-3:])
    page.locator(".result").wait_for()
    seen = page.evaluate("window.seen")
    assert [True, False] in seen
    assert [True, True] not in seen
    assert page.title().startswith(page.locator(".result h2").inner_text())


def test_every_moment_of_a_game_shows_its_own_score_marks_and_clocks_by_keys_buttons_and_slider(visit):
    moves = game_to_its_end(GOALS)
    page = open_match(visit, GOALS)
    play(page, moves)
    page.reload()
    page.locator(".result").wait_for()
    words, positions = Words(page), [start(GOALS)]
    for move in moves:
        positions.append(positions[-1].play(move))
    for at in range(len(moves) - 1, len(moves) - 5, -1):
        page.keyboard.press("ArrowLeft")
        words.text("looking_back", at=at, last=len(moves)).wait_for()
        assert score_shown(page, positions[at].facts()), at
        assert page.locator(".result, rect.shown, [data-choice]").count() == 0
    words.button("to_first").click()
    assert score_shown(page, positions[0].facts())
    assert page.locator(".trail").count() == 0
    slider = page.locator("input[type=range]")
    slider.fill(str(len(moves) - 1))
    assert page.locator(".step-text").all_text_contents()[:2] == ["1", "2"]
    assert score_shown(page, positions[-2].facts())
    words.button("to_result").click()
    page.locator(".result").wait_for()
    assert score_shown(page, positions[-1].facts())


def test_after_a_mouse_the_arrow_keys_walk_through_the_game(visit):
    page = open_match(visit, small(GAMES[-1]))
    player = Player(page)
    for _ in range(2):
        player.make(player.view()["moves"][0])
    page.mouse.move(*middle(page, "b2"))
    page.keyboard.press("ArrowLeft")
    Words(page).button("to_now").wait_for()
    page.keyboard.press("ArrowRight")
    Words(page).button("to_now").wait_for(state="detached")


def test_lines_are_drawn_where_the_mouse_points_and_other_cells_say_why_not(visit):
    page = open_match(visit, GOALS)
    view = Player(page).view()
    cell = next(iter(view["lines"]))
    page.mouse.move(*middle(page, cell))
    page.locator("path.line").first.wait_for(state="attached")
    assert page.locator("path.line").count() == len(view["lines"][cell])
    assert page.locator("g.stone.aside").count() > 0
    page.locator("[data-cell='a1']").click()
    assert page.locator("path.line").count() == 0
    refusal = page.request.get("/api/games").json()["games"][0]["refusals"]["turn_empty"]
    bubble = page.locator(".bubble")
    assert refusal["text"][Words(page).language] in bubble.inner_text()
    bubble.get_by_role("button").click()
    page.locator("dialog .asked").wait_for()


def test_a_move_made_while_the_server_is_gone_is_kept_and_sent_when_it_is_back(visit, own_server):
    page = open_match(visit, small(GAMES[-1]), at=own_server, quiet=True)
    player, words = Player(page), Words(page)
    cell = player.view()["moves"][0]["cells"][0]
    own_server.stop()
    page.locator(f"[data-cell='{cell}']").click()
    words.text("move_held").first.wait_for()
    own_server.start()
    player.wait(lambda now: now["at"] == 1)
    words.text("move_held").first.wait_for(state="detached")
    page.get_by_role("alert").wait_for(state="detached")
