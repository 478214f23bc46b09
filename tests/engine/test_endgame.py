"""Exact endgames: what is proved is what trying everything says, on boards of every shape and all processors' code."""

import random
from functools import cache

import pytest

import turncoat
from turncoat.engine import Engine, Limit

SIZES = ["4x4", "6x6", "8x8", "6x4", "4x8", "8x6"]

# Problems of a set that solvers of the game have long been measured by: the board, the side to move, the value.
KNOWN = [
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", "x", 38),
    ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-", "x", 0),
]


def engine_for(size, memory=4):
    return Engine(turncoat.start(f"reversi:size={size}").ruleset, memory=memory)


def empties(position):
    return str(position).split()[1].count(".")


def endings(size, count, seed, most, fewest=1):
    """Positions of random games with at most that many empty cells, the game not yet over."""
    rng = random.Random(seed)
    found: list[turncoat.Position] = []
    while len(found) < count:
        position = turncoat.start(f"reversi:size={size}")
        left = rng.randint(fewest, most)
        while empties(position) > left and (moves := position.moves()):
            position = position.play(rng.choice(moves))
        if position.moves() and empties(position) <= most:
            found.append(position)
    return found


def lead(position):
    first, second = position.score().first, position.score().second
    return first - second if position.side == "first" else second - first


@cache
def plain_value(position):
    """The lead with best play by trying everything."""
    moves = position.moves()
    if not moves:
        return lead(position)
    return max(-plain_value(position.play(move)) for move in moves)


def known(board, side):
    rows = "/".join(board[i : i + 8] for i in range(0, 64, 8)).replace("-", ".").lower()
    free = board.count("-")
    return turncoat.parse(f"reversi {rows} {side} coins={free // 2}/{free - free // 2}")


@pytest.mark.parametrize("size", SIZES)
def test_a_proof_agrees_with_trying_everything_in_value_and_line(size, processor):
    engine = engine_for(size)
    for position in endings(size, 25, seed=5, most=7):
        line = engine.best(position, Limit())
        assert line.proved
        assert line.lead == plain_value(position)
        end = position
        for move in line.moves:
            end = end.play(move)
        assert end.result() is not None
        assert (lead(end) if end.side == position.side else -lead(end)) == line.lead


@pytest.mark.parametrize("size", SIZES)
def test_who_wins_agrees_with_trying_everything(size, processor):
    engine = engine_for(size)
    for position in endings(size, 25, seed=6, most=7):
        value = plain_value(position)
        assert engine.settle(position) == (value > 0) - (value < 0)


def test_random_endings_hold_passes_and_games_that_end_with_empty_cells():
    # Else the two tests above would not try them.
    positions = [position for size in SIZES for position in endings(size, 25, seed=5, most=7)]
    assert any(position.moves() == ["pass"] for position in positions)
    assert any(plain_value(position) % 2 for position in positions)  # an odd lead leaves an odd number of cells empty


def test_every_move_is_proved_when_every_line_is_asked_for():
    engine = Engine("reversi:size=6x6", memory=4)
    for position in endings("6x6", 10, seed=9, most=7):
        moves = position.moves()
        *_, lines = engine.analyse(position, Limit(lines=len(moves)))
        assert sorted(line.move for line in lines) == sorted(moves)
        assert all(line.proved and line.lead == -plain_value(position.play(line.move)) for line in lines)
        assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)


@pytest.mark.parametrize(("board", "side", "value"), KNOWN)
def test_known_problems_have_their_known_values(board, side, value):
    with Engine("reversi", memory=128) as engine:
        line = engine.best(known(board, side), Limit())
    assert (line.proved, line.lead) == (True, value)


def test_trials_before_a_proof_change_no_value():
    # After a move 17 cells are empty, and no trials are made.
    for position in endings("8x8", 4, seed=21, most=18, fewest=18):
        with Engine("reversi", memory=16) as engine:
            after = [engine.best(position.play(move), Limit()).value for move in position.moves()]
            engine.forget()
            line = engine.best(position, Limit())
        assert (line.proved, line.value) == (True, -min(after))


def test_a_table_that_grows_changes_no_value():
    positions = [position for left in (8, 12, 16, 19) for position in endings("8x8", 2, 22, most=left, fewest=left)]
    with Engine("reversi", memory=16) as one, Engine("reversi", memory=16) as anew:
        for position in [*positions, *positions]:
            anew.forget()
            assert one.best(position, Limit()).lead == anew.best(position, Limit()).lead


def test_the_smallest_game_is_lost_by_eight_at_once():
    engine = Engine("reversi:size=4x4", memory=4)
    assert engine.best(turncoat.start("reversi:size=4x4"), Limit()).lead == -8
    assert engine.settle(turncoat.start("reversi:size=4x4")) == -1


def test_two_threads_prove_the_same():
    [position] = endings("8x8", 1, seed=3, most=17, fewest=17)
    alone, together = (Engine("reversi", memory=16).best(position, Limit(threads=threads)) for threads in (1, 2))
    assert (alone.proved, alone.lead) == (together.proved, together.lead) == (True, alone.lead)


def test_one_thread_takes_the_same_nodes_every_time():
    [position] = endings("8x8", 1, seed=11, most=14, fewest=14)
    engine = Engine("reversi", memory=4)
    first = engine.best(position, Limit())
    engine.forget()
    second = engine.best(position, Limit())
    assert (first.nodes, first.moves) == (second.nodes, second.moves)


def test_a_search_that_may_not_look_so_far_does_not_prove():
    position = known(*KNOWN[0][:2])
    assert not Engine("reversi", memory=4).best(position, Limit(depth=4)).proved
    assert Engine("reversi", memory=4).best(position, Limit(nodes=20_000)).nodes < 40_000


def test_a_proof_under_way_stops_when_told():
    engine = Engine("reversi", memory=16)
    engine.start(known(*KNOWN[1][:2]), Limit())
    engine.stop()
    assert engine.news()[1] is False


def test_games_without_a_solver_cannot_be_settled():
    assert Engine("verto:size=3", memory=1).settle(turncoat.start("verto:size=3")) is None
