"""A review finds the errors of a game, and only those."""

import json
import math
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.draw.decoding import count, read_png
from tests.moves import texts
from tests.play.trees import game_of
from turncoat import games, native
from turncoat.engine import Engine, Limit, Line
from turncoat.engine.graph import png, svg
from turncoat.engine.levels import Level
from turncoat.engine.review import Decision, Judgement, Review, Reviewer, Turn, review, verdict_of
from turncoat.games.moves import SWAP
from turncoat.games.results import Side
from turncoat.play import Evaluation

FEW = Limit(nodes=3000)
SMALL = {"reversi": "reversi:size=4x4", "verto": "verto:size=4", "invector": "invector:size=4x3"}
RULESETS = [SMALL.get(name, f"{name}:target=1/1") for name in games.games()]


def best_game(ruleset, nodes=3000, most=400):
    """A game of the engine against itself."""
    position, moves, engine = native.start(ruleset), list[str](), Engine(ruleset, 4)
    while texts(position) and len(moves) < most:
        moves.append(engine.best(position, Limit(nodes=nodes)).move)
        position = position.play(moves[-1])
    return game_of(ruleset, tuple(moves))


def weak_game(ruleset):
    """A game of level 1 against itself."""
    position, moves, level, chance = native.start(ruleset), [], Level(1), Random(4)
    engine = level.engine(ruleset)
    while not position.is_over:
        moves.append(level.choose(position, engine, chance).move)
        position = position.play(moves[-1])
    return game_of(ruleset, tuple(moves))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_game_is_reviewed_to_the_end(ruleset):
    record = weak_game(ruleset)
    found = review(record, FEW)
    assert [each.move for each in found.decisions] == list(record.moves)
    assert len(found.wins) == len(record.moves) + 1
    assert all(0 <= win <= 1 for win in found.wins)
    winner = record.positions[-1].result().winner
    swapped = record.moves.count(SWAP) % 2
    first = Side.SECOND if swapped else Side.FIRST
    assert found.wins[-1] == (0.5 if winner is None else float(winner is first))
    assert json.loads(json.dumps(found.data()))["ruleset"] == ruleset


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_limit_of_nodes_gives_the_same_review(ruleset):
    record = weak_game(ruleset)
    assert review(record, FEW).data() == review(record, FEW).data()


def test_a_perfect_game_has_no_errors():
    record = best_game("reversi:size=4x4", nodes=200_000)
    found = review(record, Limit(nodes=200_000))
    assert {turn.verdict for turn in found.turns} == {"good"}
    assert [found.accuracy(seat) for seat in Side] == [100, 100]


def test_giving_away_a_proved_win_is_a_blunder_with_the_better_line():
    # 4x4 is won by the second player, whatever the first does.
    record = game_of("reversi:size=4x4", ("b1", "c1"))
    found = review(record, Limit(nodes=200_000))
    good, bad = found.turns
    assert (good.verdict, bad.verdict, bad.seat) == ("good", "blunder", Side.SECOND)
    assert (bad.decisions[0].best, bad.decisions[0].kept, bad.decisions[0].proved) == (1.0, 0.0, True)
    assert bad.worst.better[0] in ("a1", "a3")
    assert found.count(Side.SECOND, "blunder") == 1
    assert found.accuracy(Side.FIRST) == 100
    assert (found.accuracy(Side.SECOND) or 0) < 5


@pytest.mark.parametrize(
    ("left", "proved", "verdict"),
    [
        (0.1, False, "good"),
        (0.25, False, "good"),
        (0.32, False, "inaccuracy"),
        (0.5, False, "blunder"),
        (0.9, False, "blunder"),
        (0.0, True, "good"),
        (0.5, True, "blunder"),
        (1.0, True, "blunder"),
    ],
)
def test_a_proved_win_that_is_left_as_a_win_was_not_given_away(left, proved, verdict, monkeypatch):
    best = Engine("verto:size=4", 4).best(native.start("verto:size=4"), Limit(depth=1))
    judged = iter([Judgement(left, proved), Judgement(1.0, proved=True, line=best, best=1.0)])  # from the end backwards
    monkeypatch.setattr(Reviewer, "_judge", lambda self, number: next(judged))
    other = next(move for move in texts(native.start("verto:size=4")) if move != best.move)
    found = review(game_of("verto:size=4", (other,)), FEW)
    assert found.turns[0].verdict == verdict
    assert (found.decisions[0].line is None) == (verdict == "good")


def test_a_forced_move_is_nobodys_error_and_counts_for_nothing():
    found = review(game_of("reversi:size=4x4", ("b1", "c1", "d3", "a1", "pass")), FEW)
    assert found.decisions[-1].forced
    assert found.turns[-1].verdict == "good"


def test_a_turn_of_several_decisions_is_judged_as_one():
    record = game_of("vect-reverse", ("d3", "d4-c3"))
    [turn] = review(record, FEW).turns
    assert turn.moves == record.moves
    assert turn.before in {turn.kept, *(each.best for each in turn.decisions)}
    assert turn.loss == pytest.approx(turn.before - turn.kept)


def turn_of(*decisions):
    """A turn of decisions of which each is what was best and what was kept."""
    made = [
        Decision(number, 1, Side.FIRST, "a1", best, kept, forced=False, proved=False)
        for number, (best, kept) in enumerate(decisions, 1)
    ]
    return Turn(1, Side.FIRST, tuple(made))


@pytest.mark.parametrize(
    ("decisions", "before", "verdict", "worst"),
    [
        ([(0.8, 0.7), (0.7, 0.4)], 0.8, "blunder", 2),
        ([(0.8, 0.5), (0.85, 0.74)], 0.85, "mistake", 1),  # 0.3 and 0.11 are not 0.41: the second estimate was higher
        ([(0.8, 0.5), (0.85, 0.85)], 0.85, "good", 1),  # nothing of the first loss is left
        ([(0.9, 0.9), (0.5, 0.5)], 0.5, "good", 1),  # the engine's own moves are nobody's error
        ([(0.9, 0.9), (0.6, 0.53)], 0.6, "inaccuracy", 2),
    ],
)
def test_a_turn_gives_away_what_is_left_of_the_best_that_it_lost(decisions, before, verdict, worst):
    turn = turn_of(*decisions)
    assert (turn.before, turn.kept) == (before, decisions[-1][1])
    assert (turn.verdict, turn.worst.number) == (verdict, worst)
    assert turn.data()["before"] == before
    assert turn.data()["kept"] == turn.kept
    assert Review("verto", turn.decisions, (0.5,) * 3).accuracy(Side.FIRST) == pytest.approx(
        100 * math.exp(-4 * (before - turn.kept))
    )


def test_whoever_plays_the_proved_move_is_not_blamed_for_what_it_is_estimated_at(monkeypatch):
    best = Engine("verto:size=4", 4).best(native.start("verto:size=4"), Limit(depth=1))
    judged = iter([Judgement(0.5, proved=False), Judgement(1.0, proved=True, line=best, best=1.0)])
    monkeypatch.setattr(Reviewer, "_judge", lambda self, number: next(judged))
    assert review(game_of("verto:size=4", (best.move,)), FEW).turns[0].loss == 0


def test_the_better_line_is_worth_what_it_was_judged_at():
    line = Line(0, 5, 5, 400, False, 9, 0.1, ("a1",), 400.0)
    decision = Decision(1, 1, Side.FIRST, "b2", 0.61, 0.4, forced=False, proved=False, line=line)
    assert (decision.worth(), decision.worth("ja")) == ("61% winning chance", "勝率61%")
    assert replace(decision, line=replace(line, value=600, proved=True)).worth() == "+6, proved"


def test_what_was_judged_before_an_interruption_is_the_end_of_the_game():
    record = game_of("vect-reverse", best_game("vect-reverse", nodes=100, most=5).moves)
    assert record.positions[1].mid_turn
    reviewer = Reviewer(record, FEW)
    assert (reviewer.found().decisions, reviewer.found().wins) == ((), ())
    begun, whole = iter(reviewer), review(record, FEW)
    while next(begun) != 2:
        pass
    found = reviewer.found()
    assert found.data()["turns"] == whole.data()["turns"][1:]
    assert found.data()["wins"] == [None, None, *whole.data()["wins"][2:]]
    next(begun)  # the middle of the first turn: half a turn is not judged
    assert reviewer.found().turns == found.turns


def test_whatever_finds_lines_can_review():
    class Counting:
        asked = 0

        def best(self, position, limit):
            self.asked += 1
            return Engine(position.ruleset, 4).best(position, limit)

    analyst, record = Counting(), game_of("verto:size=4", ("b2", "c3"))
    assert review(record, FEW, analyst).data() == review(record, FEW, Counting()).data()
    assert analyst.asked >= 3


def test_after_a_swap_the_players_keep_their_seats():
    opening = texts(native.start("invector:size=4x3"))[0]
    after = native.start("invector:size=4x3").play(opening).play(SWAP)
    record = game_of("invector:size=4x3", (opening, SWAP, texts(after)[0]))
    seats = [each.seat for each in review(record, FEW).decisions]
    assert seats == [Side.FIRST, Side.SECOND, Side.FIRST]


def test_losses_have_their_names_from_the_thresholds_on():
    assert [verdict_of(loss) for loss in (0, 0.049, 0.05, 0.1, 0.2, 1)] == [
        "good",
        "good",
        "inaccuracy",
        "mistake",
        "blunder",
        "blunder",
    ]


def test_progress_is_told_position_by_position_from_the_end():
    reviewer = Reviewer(game_of("verto:size=4", ("b2", "c3", "d3")), FEW)
    assert list(reviewer) == [3, 2, 1, 0]
    assert len(reviewer.found().decisions) == 3


def test_a_game_of_no_moves_has_a_review():
    found = review(game_of("verto:size=4"), FEW)
    assert (found.turns, len(found.wins)) == ((), 1)
    assert found.accuracy(Side.FIRST) is None


def made(loss):
    """A review of one turn that lost so much."""
    decision = Decision(1, 1, Side.FIRST, "a1", 0.5 + loss, 0.5, forced=False, proved=False)
    return Review("verto", (decision,), (0.5 + loss, 0.5))


@pytest.mark.parametrize(("loss", "accuracy"), [(0, 100), (0.1, 67.0), (0.2, 44.9)])
def test_accuracy_falls_with_what_was_given_away(loss, accuracy):
    assert made(loss).accuracy(Side.FIRST) == pytest.approx(accuracy, abs=0.1)
    assert Turn(1, Side.FIRST, made(loss).decisions).loss == pytest.approx(loss)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", list(games.games()))
def test_the_graph_is_a_picture_of_its_own(game, theme, language):
    drawn = svg(made(0.3), native.start(game), theme=theme, language=language)
    picture = ET.fromstring(drawn)
    texts = {element.text for element in picture.iter() if element.text}
    assert "100%" in texts
    assert {"en": "blunder", "ja": "悪手"}[language] in texts
    assert "href" not in drawn
    assert drawn == svg(made(0.3), native.start(game), theme=theme, language=language)


def test_the_graph_marks_errors_and_nothing_else():
    legend = 3
    assert svg(made(0.3), native.start("verto")).count("<circle") == legend + 1
    assert svg(made(0.01), native.start("verto")).count("<circle") == legend


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", list(games.games()))
def test_the_graph_is_a_picture_in_pixels_too(game, theme):
    texts, picture = read_png(png(made(0.3), native.start(game), theme=theme, language="ja"))
    assert picture.shape == (2 * 348, 2 * 804, 4)
    assert "勝率の推移" in texts["Title"]
    assert texts["Description"].endswith("悪手。")


def test_the_graph_in_pixels_shows_the_course_and_the_errors():
    start = native.start("reversi")
    _, bad = read_png(png(made(0.3), start, scale=1))
    _, good = read_png(png(made(0.01), start, scale=1))
    red, black, white = "#b3261e", "#3c4347", "#fffdf8"
    assert count(bad, red) > count(good, red) > 0  # the one in the legend is always there
    decision = Decision(1, 1, Side.FIRST, "a1", 1, 1, forced=False, proved=True)
    for wins in ((1.0, 1.0), (0.0, 0.0)):
        _, picture = read_png(png(Review("reversi", (decision,), wins), start, scale=1))
        shown, hidden = (black, white) if wins[0] else (white, black)
        assert count(picture, shown) > 720 * 240 * 0.9
        assert count(picture, hidden) < 720 * 240 * 0.01  # a name is written in it


class Saying:
    """An analyst who says of each position, by the moves that led to it, which move is best and what it is worth."""

    def __init__(self, ruleset, start=None, **more):
        self.first = native.parse(start) if start else native.start(ruleset)
        self.says = {}

    def after(self, *moves, best=None, value=0, proved=False, line=()):
        """The value in hundredths of the log-odds (100: 73 %) for who is to move after those moves."""
        position = self.first
        for move in moves:
            position = position.play(move)
        self.says[str(position)] = Line(0, 1, 1, value, proved, 1, 0.0, (best or texts(position)[0], *line), 100.0)
        return self

    def best(self, position, limit):
        return self.says[str(position)]


def percent(value):
    """The chance to win that an estimate of so many hundredths stands for."""
    return pytest.approx(1 / (1 + math.exp(-value / 100)))


def test_a_swap_that_would_have_been_best_is_worth_what_it_leaves_to_who_swaps():
    ruleset = "invector:size=4x3"
    opening = texts(native.start(ruleset))[0]
    refused = next(move for move in texts(native.start(ruleset).play(opening)) if move != SWAP)
    sage = Saying(ruleset).after(value=0, best=opening).after(opening, best=SWAP, value=90)
    sage.after(opening, SWAP, value=-140)  # bad for White, who is the other person now
    sage.after(opening, refused, value=50)
    [_, missed] = review(game_of(ruleset, (opening, refused)), FEW, sage).decisions
    assert (missed.seat, missed.better) == (Side.SECOND, (SWAP,))
    assert (missed.best, missed.kept) == (percent(140), percent(-50))
    assert missed.verdict == "blunder"


def test_a_swap_that_was_played_is_kept_by_who_swapped():
    ruleset = "invector:size=4x3"
    opening = texts(native.start(ruleset))[0]
    sage = Saying(ruleset).after(value=0, best=opening).after(opening, best=SWAP, value=140)
    found = review(game_of(ruleset, (opening, SWAP)), FEW, sage.after(opening, SWAP, value=-140))
    assert [(each.seat, each.loss) for each in found.decisions] == [(Side.FIRST, 0), (Side.SECOND, 0)]
    assert found.wins == (percent(0), percent(-140), percent(-140))  # of who began, whatever colour that is now


def test_what_the_best_move_would_have_kept_is_seen_by_who_missed_it():
    sage = Saying("verto:size=4").after(best="b2", value=60).after("b2", value=-90).after("c3", value=20)
    [missed] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert (missed.best, missed.kept) == (percent(90), percent(-20))


def test_what_the_best_move_would_have_kept_is_ones_own_where_the_turn_goes_on():
    sage = Saying("vect-reverse").after(best="d3", value=60).after("d3", value=90, best="d4-c3")
    sage.after("d3", "d4-c3", value=-90).after("c4", value=20).after("c4", "d4-c3", value=-20)
    first = review(game_of("vect-reverse", ("c4", "d4-c3")), FEW, sage).decisions[0]
    assert (first.best, first.kept) == (percent(90), percent(20))


LAST = "invector:size=4x3 x.../.xo./.... x pie=swapped"


def test_a_best_move_that_wins_at_once_would_have_kept_everything():
    position = native.parse(LAST)
    winning = next(move for move in texts(position) if (result := position.play(move).result()) and result.winner)
    other = next(move for move in texts(position) if move != winning)
    sage = Saying("", LAST).after(best=winning, value=500).after(other, value=-30)
    [missed] = review(game_of("invector:size=4x3", (other,), LAST), FEW, sage).decisions
    assert (missed.best, missed.kept) == (1.0, percent(30))


def last_choice(ruleset):
    """A position in which one move draws at once and another one does not end the game, and the two moves."""
    for seed in range(10_000):
        chance, position = Random(seed), native.start(ruleset)
        while not position.is_over:
            ends = {move: position.play(move).result() for move in texts(position)}
            drawing = [move for move, result in ends.items() if result and result.winner is None]
            others = [move for move, result in ends.items() if result is None]
            if drawing and others:
                return position, drawing[0], others[0]
            position = position.play(chance.choice(texts(position)))
    raise AssertionError


def test_a_best_move_that_draws_at_once_would_have_kept_half():
    position, drawing, other = last_choice("reversi:size=6x4")
    stays = position.play(other).side is position.side
    sage = Saying("", str(position)).after(best=drawing, value=100).after(other, value=-200 if stays else 200)
    [missed] = review(game_of(position.ruleset, (other,), str(position)), FEW, sage).decisions
    assert (missed.best, missed.kept) == (0.5, percent(-200))


def test_a_drawn_game_was_even_in_the_end():
    for seed in range(1000):
        chance, position, moves = Random(seed), native.start("verto:size=4"), []
        while not position.is_over:
            moves.append(chance.choice(texts(position)))
            position = position.play(moves[-1])
        result = position.result()
        assert result is not None
        if result.winner is None:
            break
    assert review(game_of("verto:size=4", tuple(moves)), FEW).wins[-1] == 0.5


def test_whoever_played_better_than_the_engine_knew_gave_nothing_away():
    sage = Saying("verto:size=4").after(best="b2", value=10).after("b2", value=-10).after("c3", value=-80)
    [found] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert (found.best, found.kept, found.loss) == (percent(80), percent(80), 0)
    assert found.line is None
    sage.after("c3", value=-10)  # and as good as the engine's own is good enough
    assert review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions[0].line is None


@pytest.mark.parametrize(("value", "worth", "kept", "verdict"), [(0, 0.5, -100, "blunder"), (-600, 0.0, -200, "good")])
def test_a_proved_draw_or_loss_is_compared_as_what_it_is(value, worth, kept, verdict):
    sage = Saying("verto:size=4").after(best="b2", value=value, proved=True).after("c3", value=-kept)
    [found] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert found.kept == percent(kept)
    assert found.best == pytest.approx(max(worth, found.kept))
    assert found.verdict == verdict
    assert not found.proved


def test_a_proved_win_that_is_clearly_kept_was_worth_no_less_than_what_was_kept():
    sage = Saying("verto:size=4").after(best="b2", value=600, proved=True).after("c3", value=-220)
    [found] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert (found.best, found.kept, found.loss) == (percent(220), percent(220), 0)


def test_a_decision_is_proved_where_it_was_before_and_after():
    sage = Saying("verto:size=4").after(best="b2", value=0, proved=False).after("b2", value=5, proved=False)
    sage.after("c3", value=600, proved=True)
    [found] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert (found.kept, found.proved) == (0, False)


def test_the_best_line_is_told_for_eight_moves():
    line = Line(0, 9, 9, 5, False, 9, 0.1, tuple("abcdefghij"), 400.0)
    decision = Decision(1, 1, Side.FIRST, "z", 0.61, 0.4, forced=False, proved=False, line=line)
    assert decision.better == tuple("abcdefgh")
    assert decision.data()["better"] == list("abcdefgh")


def test_a_forced_move_is_worth_what_comes_of_it_to_who_makes_it():
    moves = ("b1", "c1", "d3", "a1", "pass")
    sage, record = Saying("reversi:size=4x4"), game_of("reversi:size=4x4", moves)
    for number in range(6):
        if number != 4:
            sage.after(*moves[:number], best=(*moves, None)[number], value=80)
    found = review(record, FEW, sage)
    assert found.decisions[4].forced
    assert found.wins[4] == found.wins[5] == percent(-80 if record.positions[5].side is Side.SECOND else 80)
    assert (found.decisions[4].loss, found.decisions[4].line) == (0, None)


def test_a_choice_of_two_is_a_choice():
    position = native.start("verto")
    while len(texts(position)) != 2:
        position = position.play(Random(len(texts(position))).choice(texts(position)))
    best, other = texts(position)
    sage = Saying("", str(position)).after(best=best, value=10).after(best, value=-10).after(other, value=-10)
    assert not review(game_of("verto", (other,), str(position)), FEW, sage).decisions[0].forced


def test_forced_turns_make_nobody_more_accurate():
    free = Decision(1, 1, Side.FIRST, "a1", 0.75, 0.5, forced=False, proved=False)
    forced = Decision(3, 3, Side.FIRST, "pass", 0.5, 0.5, forced=True, proved=False)
    found = Review("verto", (free, forced), (0.75, 0.5, 0.5, 0.5))
    assert found.accuracy(Side.FIRST) == pytest.approx(36.8, abs=0.1)
    assert (found.count(Side.FIRST, "good"), found.count(Side.FIRST, "blunder")) == (0, 1)
    assert found.accuracy(Side.SECOND) is None


@pytest.mark.parametrize(("share", "verdict"), [(0.05, "inaccuracy"), (0.1, "mistake"), (0.2, "blunder")])
def test_a_turn_that_loses_exactly_as_much_as_an_error_is_one(share, verdict):
    decision = Decision(1, 1, Side.FIRST, "a1", share, 0.0, forced=False, proved=False)
    found = Review("verto", (decision,), (share, 0.0))
    assert (decision.verdict, found.turns[0].verdict, found.count(Side.FIRST, verdict)) == (verdict, verdict, 1)


def heights(drawn):
    """Where the texts of a graph stand, from above."""
    return {each.text: float(each.attrib["y"]) for each in ET.fromstring(drawn).iter() if "y" in each.attrib}


def test_an_error_is_marked_where_it_led():
    first = Decision(1, 1, Side.FIRST, "a1", 0.6, 0.6, forced=False, proved=False)
    bad = Decision(2, 2, Side.SECOND, "b2", 0.4, 0.1, forced=False, proved=False)
    last = Decision(3, 3, Side.FIRST, "c3", 0.9, 0.9, forced=False, proved=False)
    drawn = svg(Review("verto", (first, bad, last), (0.6, 0.6, 0.9, 0.9)), native.start("verto"))
    mark = next(each for each in ET.fromstring(drawn).iter() if each.tag.endswith("circle"))
    assert float(mark.attrib["cx"]) == pytest.approx(480)  # after 2 of 3 moves
    assert float(mark.attrib["cy"]) == pytest.approx(24)  # at 90 %


def test_the_graph_has_certainty_above_and_the_first_player_below():
    at = heights(svg(made(0.3), native.start("verto")))
    assert at["100%"] < at["75%"] < at["50%"] < at["25%"] < at["0%"]
    assert at["Dark"] < at["50%"] < at["Light"]  # each in the area that grows with its chances


def test_the_graph_is_drawn_as_it_was_looked_at():
    first = Decision(1, 1, Side.FIRST, "a1", 0.6, 0.55, forced=False, proved=False)
    second = Decision(2, 2, Side.SECOND, "b2", 0.45, 0.2, forced=False, proved=False)
    third = Decision(3, 3, Side.FIRST, "c3", 0.8, 0.68, forced=False, proved=False)
    found = Review("verto", (first, second, third), (0.6, 0.55, 0.8, 0.68))
    drawn = svg(found, native.start("verto")).replace("><", ">\n<") + "\n"
    assert drawn == (Path(__file__).parent / "graph.svg").read_text("utf-8")


def test_programs_are_told_accuracy_and_errors_of_each_player():
    sides = made(0.1001).data()["sides"]
    assert sides["first"] == {"accuracy": 67.0, "inaccuracy": 0, "mistake": 1, "blunder": 0}
    assert sides["second"] == {"accuracy": None, "inaccuracy": 0, "mistake": 0, "blunder": 0}


def test_programs_are_told_chances_to_four_digits():
    decision = Decision(1, 1, Side.FIRST, "a1", 0.87654321, 0.12345678, forced=False, proved=False)
    told = Review("verto", (decision,), (0.87654321, 0.12345678)).data()
    [turn] = told["turns"]
    [found] = turn["decisions"]
    assert told["wins"] == [0.8765, 0.1235]
    assert (turn["before"], turn["kept"], turn["loss"]) == (0.8765, 0.1235, 0.7531)
    assert (found["best"], found["kept"], found["loss"]) == (0.8765, 0.1235, 0.7531)


def test_the_game_notes_for_the_first_side_what_was_thought_of_each_position():
    sage = Saying("verto:size=4").after(best="c3", value=60).after("c3", value=90)
    game = game_of("verto:size=4", ("c3",))
    assert [node.evaluation for node in game.root.main_line()] == [None, None]
    review(game, FEW, sage)
    assert [node.evaluation for node in game.root.main_line()] == [
        Evaluation(0.6457, depth=1),
        Evaluation(0.2891, depth=1),
    ]


def test_the_end_of_a_game_is_noted_as_proved_without_a_depth():
    game = game_of("reversi:size=4x4", best_game("reversi:size=4x4").moves)
    review(game, FEW)
    *_, last = game.root.main_line()
    assert last.evaluation == Evaluation(0.0, proved=True)  # the second side wins


def test_an_estimate_that_rounds_to_certainty_is_compared_with_estimates_as_ever():
    sage = Saying("verto:size=4").after(best="b2", value=5000).after("b2", value=-40).after("c3", value=20)
    [found] = review(game_of("verto:size=4", ("c3",)), FEW, sage).decisions
    assert (found.best, found.kept) == (percent(40), percent(-20))
