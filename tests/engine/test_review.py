"""A review finds the errors of a game, and only those."""

import json
import struct
import xml.etree.ElementTree as ET
import zlib
from random import Random

import numpy as np
import pytest

from turncoat import core, games
from turncoat.engine import Engine, Limit
from turncoat.engine.graph import png, svg
from turncoat.engine.levels import Level
from turncoat.engine.review import Decision, Judgement, Review, Reviewer, Turn, review, verdict_of
from turncoat.games.kit import SWAP, Side
from turncoat.games.record import Record

FEW = Limit(nodes=3000)
SMALL = {"reversi": "reversi:size=4x4", "verto": "verto:size=4", "invector": "invector:size=4x3"}
RULESETS = [SMALL.get(name, f"{name}:target=1/1") for name in games.games()]


def best_game(ruleset, nodes=3000, most=400):
    """A game of the engine against itself."""
    position, moves, engine = core.start(ruleset), list[str](), Engine(ruleset, 4)
    while position.moves() and len(moves) < most:
        moves.append(engine.best(position, Limit(nodes=nodes)).move)
        position = position.play(moves[-1])
    return Record(ruleset, tuple(moves))


def weak_game(ruleset):
    """A game of level 1 against itself."""
    position, moves, level, chance = core.start(ruleset), [], Level(1), Random(4)
    engine = level.engine(ruleset)
    while position.moves():
        moves.append(level.choose(position, engine, chance).move)
        position = position.play(moves[-1])
    return Record(ruleset, tuple(moves))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_game_is_reviewed_to_the_end(ruleset):
    record = weak_game(ruleset)
    found = review(record, FEW)
    assert [each.move for each in found.decisions] == list(record.moves)
    assert len(found.wins) == len(record.moves) + 1
    assert all(0 <= win <= 1 for win in found.wins)
    winner = record.positions()[-1].result().winner
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
    record = Record("reversi:size=4x4", ("b1", "c1"))
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
    best = Engine("verto:size=4", 4).best(core.start("verto:size=4"), Limit(depth=1))
    judged = iter([Judgement(left, proved), Judgement(1.0, proved=True, line=best, best=1.0)])  # from the end backwards
    monkeypatch.setattr(Reviewer, "_judge", lambda self, number: next(judged))
    other = next(move for move in core.start("verto:size=4").moves() if move != best.move)
    found = review(Record("verto:size=4", (other,)), FEW)
    assert found.turns[0].verdict == verdict
    assert (found.decisions[0].line is None) == (verdict == "good")


def test_a_forced_move_is_nobodys_error_and_counts_for_nothing():
    found = review(Record("reversi:size=4x4", ("b1", "c1", "d3", "a1", "pass")), FEW)
    assert found.decisions[-1].forced
    assert found.turns[-1].verdict == "good"


def test_a_turn_of_several_decisions_is_judged_as_one():
    record = Record("vect-reverse", ("d3", "d4-c3"))
    [turn] = review(record, FEW).turns
    assert turn.moves == record.moves
    assert turn.loss == pytest.approx(min(1 - turn.kept, sum(each.loss for each in turn.decisions)))


def test_after_a_swap_the_players_keep_their_seats():
    opening = core.start("invector:size=4x3").moves()[0]
    after = core.start("invector:size=4x3").play(opening).play(SWAP)
    record = Record("invector:size=4x3", (opening, SWAP, after.moves()[0]))
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
    reviewer = Reviewer(Record("verto:size=4", ("b2", "c3", "d3")), FEW)
    assert list(reviewer) == [3, 2, 1, 0]
    assert len(reviewer.found().decisions) == 3


def test_a_game_of_no_moves_has_a_review():
    found = review(Record("verto:size=4"), FEW)
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
    drawn = svg(made(0.3), core.start(game), theme=theme, language=language)
    picture = ET.fromstring(drawn)
    texts = {element.text for element in picture.iter() if element.text}
    assert "100%" in texts
    assert {"en": "blunder", "ja": "悪手"}[language] in texts
    assert "href" not in drawn
    assert drawn == svg(made(0.3), core.start(game), theme=theme, language=language)


def test_the_graph_marks_errors_and_nothing_else():
    legend = 3
    assert svg(made(0.3), core.start("verto")).count("<circle") == legend + 1
    assert svg(made(0.01), core.start("verto")).count("<circle") == legend


def read_png(content):
    """Its size, its texts, and its rows of colours."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    place, chunks = 8, []
    while place < len(content):
        [length] = struct.unpack(">I", content[place : place + 4])
        kind, data = content[place + 4 : place + 8], content[place + 8 : place + 8 + length]
        assert struct.unpack(">I", content[place + 8 + length : place + 12 + length]) == (zlib.crc32(kind + data),)
        chunks.append((kind, data))
        place += 12 + length
    assert chunks[-1] == (b"IEND", b"")
    width, height, depth, colours, *rest = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (chunks[0][0], depth, colours, rest) == (b"IHDR", 8, 2, [0, 0, 0])
    rows = np.frombuffer(zlib.decompress(dict(chunks)[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    texts = {
        data.partition(b"\0")[0].decode(): data.rpartition(b"\0")[2].decode()
        for kind, data in chunks
        if kind == b"iTXt"
    }
    return texts, rows[:, 1:].reshape(height, width, 3)


def count(picture, colour):
    return int((picture == list(bytes.fromhex(colour))).all(axis=2).sum())


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", list(games.games()))
def test_the_graph_is_a_picture_in_pixels_too(game, theme):
    texts, picture = read_png(png(made(0.3), core.start(game), theme=theme, language="ja"))
    assert picture.shape == (2 * 324, 2 * 804, 3)
    assert "勝率の推移" in texts["Title"]
    assert texts["Description"].endswith("悪手。")


def test_the_graph_in_pixels_shows_the_course_and_the_errors():
    start = core.start("reversi")
    _, bad = read_png(png(made(0.3), start, scale=1))
    _, good = read_png(png(made(0.01), start, scale=1))
    red, black, white = "b3261e", "3c4347", "fffdf8"
    assert count(bad, red) > count(good, red) > 0  # the one in the legend is always there
    decision = Decision(1, 1, Side.FIRST, "a1", 1, 1, forced=False, proved=True)
    for wins in ((1.0, 1.0), (0.0, 0.0)):
        _, picture = read_png(png(Review("reversi", (decision,), wins), start, scale=1))
        shown, hidden = (black, white) if wins[0] else (white, black)
        assert count(picture, shown) > 720 * 240 * 0.9
        assert count(picture, hidden) == 0
