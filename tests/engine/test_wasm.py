"""The engine for browsers is the engine: the same nodes, the same lines; what is wrong is refused with a reason."""

import json
from random import Random
from typing import Any

import pytest

import turncoat
from tests.engine.wasm import Job, drive
from tests.house.tree import GAMES, read
from tests.moves import texts
from turncoat import native
from turncoat.engine import Engine, Limit, browser
from turncoat.engine.signature import NODES, positions
from turncoat.games import Position, Ruleset, games

RECORD = json.loads(read("bench/signature.json"))


def test_it_has_the_signature_of_the_native_engine(tmp_path):
    found = drive(tmp_path, [Job(name, positions(name), {"nodes": NODES}) for name in games()])
    assert {
        name: sum(result["lines"][0]["nodes"] for result in job["results"])
        for name, job in zip(games(), found, strict=True)
    } == RECORD


def some_positions(ruleset, count, seed=7):
    """Positions from random games, in the middle of turns too, where the game goes on."""
    random, found = Random(seed), list[Position]()
    while len(found) < count:
        position = native.start(ruleset)
        for _ in range(random.randrange(40)):
            if moves := texts(position):
                position = position.play(random.choice(moves))
        if position.result() is None:
            found.append(position)
    return found


def as_sent(event):
    """An event as views have it."""
    found = {"kind": event.kind, "side": event.side.value, "cell": event.cell, "to": event.to}
    return {name: value for name, value in found.items() if value is not None}


def turns_of(position, moves):
    """The moves by whole turns, with their sides; and what the first turn changes."""
    turns, changes, begins = list[dict[str, Any]](), list[dict[str, Any]](), True
    for move in moves:
        after = position.play(move)
        if begins:
            turns.append({"side": position.side.value, "moves": []})
        turns[-1]["moves"].append(move)
        if len(turns) == 1:
            changes += map(as_sent, after.events)
        position, begins = after, not after.mid_turn
    return turns, changes


# Trained and not, boards of 64 bits and of 128, and every game under its own rules.
LARGE = ("verto:size=9", "reversi:size=10x10", "invector:size=11x10")
RULESETS = (*games(), *LARGE, "verto:size=5", "vect-reverse:bases=outer")


def test_the_rulesets_are_of_every_game():
    assert {Ruleset.read(each).info.name.replace("-", "_") for each in RULESETS} == set(GAMES)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_its_lines_are_those_of_the_native_engine(tmp_path, ruleset):
    asked = some_positions(ruleset, 6)
    [job] = drive(tmp_path, [Job(ruleset, asked, {"nodes": 20_000, "lines": 3})])
    engine = Engine(ruleset, memory=16)
    assert job["scale"] == engine._native.scale
    for position, result in zip(asked, job["results"], strict=True):
        engine.forget()
        *_, expected = engine.analyse(position, Limit(nodes=20_000, lines=3))
        assert result["error"] is None
        assert len(result["lines"]) == len(expected)
        for line, known in zip(result["lines"], expected, strict=True):
            turns, changes = turns_of(position, known.moves)
            assert (line["turns"], line["events"]) == (turns, changes)
            assert (line["depth"], line["value"], line["proved"]) == (known.depth, known.value, known.proved)
            assert line["nodes"] == known.nodes


def walk(ruleset, moves):
    """A random game after so many moves, or at its end."""
    random, position = Random(11), native.start(ruleset)
    while moves and position.result() is None:
        position, moves = position.play(random.choice(texts(position))), moves - 1
    return position


def test_small_boards_and_endgames_are_proved(tmp_path):
    asked = [turncoat.start("reversi:size=4x4"), turncoat.start("invector:size=4x3"), walk("reversi", 46)]
    found = drive(tmp_path, [Job(str(position.ruleset), [position]) for position in asked])
    for position, result in zip(asked, found, strict=True):
        [line] = result["results"][0]["lines"]
        *_, [expected] = Engine(position.ruleset, memory=16).analyse(position, Limit())
        assert line["proved"]
        assert line["value"] == expected.value


def test_nothing_is_found_where_the_game_is_over(tmp_path):
    over = walk("reversi:size=4x4", 100)
    assert over.result() is not None
    [job] = drive(tmp_path, [Job("reversi:size=4x4", [over])])
    assert [(result["lines"], result["error"]) for result in job["results"]] == [([], None)]


def line_of(ruleset, count):
    """The moves of a random game, as many as that or to its end, and where they lead."""
    random, position, moves = Random(5), native.start(ruleset), list[str]()
    while len(moves) < count and position.result() is None:
        moves.append(random.choice(texts(position)))
        position = position.play(moves[-1])
    return moves, position


@pytest.mark.parametrize("ruleset", games())
def test_moves_from_a_position_lead_where_the_rules_say(tmp_path, ruleset):
    moves, position = line_of(ruleset, 15)
    start, there = (
        Job(ruleset, [turncoat.start(ruleset)], {"nodes": 5000}, moves=moves),
        Job(ruleset, [position], {"nodes": 5000}),
    )
    [[led], [asked]] = [job["results"] for job in drive(tmp_path, [start, there])]
    assert (led["error"], led["ended"]) == (None, None)
    assert led["lines"][0]["turns"] == asked["lines"][0]["turns"]
    assert led["lines"][0]["nodes"] == asked["lines"][0]["nodes"]


@pytest.mark.parametrize("ruleset", games())
def test_how_a_game_has_ended_is_told(tmp_path, ruleset):
    moves, position = line_of(ruleset, 5000)
    winner = position.result().winner
    [job] = drive(tmp_path, [Job(ruleset, [turncoat.start(ruleset)], moves=moves)])
    assert job["results"][0]["ended"] == ("nobody" if winner is None else winner.value)


def test_a_move_that_is_not_legal_is_refused_with_the_reason(tmp_path):
    [job] = drive(tmp_path, [Job("reversi", [turncoat.start("reversi")], moves=["d3", "d3"])])
    assert job["results"][0]["error"] == "Error: a legal move is wanted; got d3"


def test_a_limit_of_time_is_kept(tmp_path):
    [job] = drive(tmp_path, [Job("verto", [turncoat.start("verto")], {"seconds": 0.3})])
    assert 0.3 <= job["results"][0]["seconds"] < 5
    assert job["results"][0]["lines"][0]["depth"] > 3


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("xo./.../... x", "another number of cells in a row is wanted; got xo."),
        ("", "another number of cells in a row is wanted; got "),
        (f"{'.' * 8}/" * 7 + "......?. x", "a board is made of x o . #; got ......?."),
        (f"{'.' * 8}/" * 7 + "........ z", "x or o is wanted; got z"),
        (f"{'.' * 8}/" * 7 + "........ x coins=1", "a field of the game is wanted; got coins"),
    ],
)
def test_a_position_that_is_none_is_refused_with_the_reason(tmp_path, position, why):
    [job] = drive(tmp_path, [Job("verto", [position, turncoat.start("verto")], {"depth": 2})])
    assert job["results"][0]["error"].startswith(f"Error: {why}")
    assert job["results"][1]["lines"]  # a new instance is none the worse


def test_a_ruleset_without_native_rules_is_refused_with_the_reason(tmp_path):
    common: dict[str, Any] = {"memory": 1, "weights": None, "positions": [], "limits": {"lines": 1}}
    found = drive(
        tmp_path,
        [{"game": "nonsense", "numbers": [8], **common}, {"game": "reversi", "numbers": [64, 64], **common}],
    )
    assert [job["error"] for job in found] == [
        f"Error: no compiled rules hold this ruleset of {name}" for name in ("nonsense", "reversi")
    ]


def test_weights_that_are_none_are_refused_with_the_reason(tmp_path):
    name = next(each.name for each in browser.offered() if each.game == "verto" and each.numbers[0] == 8)
    whole = browser.pack(name)
    step_0 = whole[:4] + bytes(4) + whole[8:]
    broken = {"empty": b"", "torn": whole[:-1], "other": b"\xff" * 100, "step": step_0, "head": whole[:400]}
    common = {"game": "verto", "numbers": Ruleset.read("verto").options.numbers(), "memory": 1}
    jobs = []
    for each, content in broken.items():
        (tmp_path / each).write_bytes(content)
        jobs.append({**common, "weights": str(tmp_path / each), "positions": [], "limits": {"lines": 1}})
    reasons = [job["error"] for job in drive(tmp_path, jobs)]
    assert reasons == [
        "Error: these are no weights",
        "Error: the weights do not divide into their sets",
        "Error: these are no weights",
        "Error: a step is 1 to 256",
        "Error: these are no weights",
    ]
