"""Exact endgames: what is proved is what trying everything says, on boards of every shape and all processors' code."""

import random
from functools import cache

import pytest

import turncoat
from tests.moves import texts
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
        while empties(position) > left and (moves := texts(position)):
            position = position.play(rng.choice(moves))
        if texts(position) and empties(position) <= most:
            found.append(position)
    return found


def lead(position):
    first, second = position.score().first, position.score().second
    return first - second if position.side == "first" else second - first


@cache
def plain_value(position):
    """The lead with best play by trying everything."""
    moves = texts(position)
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
        assert engine.solve_outcome(position) == (value > 0) - (value < 0)


def test_random_endings_hold_passes_and_games_that_end_with_empty_cells():
    # Else the two tests above would not try them.
    positions = [position for size in SIZES for position in endings(size, 25, seed=5, most=7)]
    assert any(position.must_pass for position in positions)
    assert any(plain_value(position) % 2 for position in positions)  # an odd lead leaves an odd number of cells empty


def test_every_move_is_proved_when_every_line_is_asked_for():
    engine = Engine("reversi:size=6x6", memory=4)
    for position in endings("6x6", 10, seed=9, most=7):
        moves = texts(position)
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
            after = [engine.best(position.play(move), Limit()).value for move in texts(position)]
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
    assert engine.solve_outcome(turncoat.start("reversi:size=4x4")) == -1


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
    assert engine.poll()[1] is False


def test_games_without_a_solver_cannot_be_settled():
    assert Engine("verto:size=3", memory=1).solve_outcome(turncoat.start("verto:size=3")) is None


def test_a_limit_that_leaves_room_for_a_proof_is_used_for_it():
    for position in endings("8x8", 4, 5, 19, 19):
        *_, last = Engine("reversi", memory=16).analyse(position, Limit(nodes=4_500_000, lines=2))
        assert last[0].proved


def test_no_line_is_said_to_go_beyond_the_end():
    for seed in range(4):
        (position,) = endings("8x8", 1, seed, 13, 13)
        for lines in Engine("reversi", memory=4).analyse(position, Limit(nodes=30_000, lines=3)):
            assert all(line.depth <= empties(position) for line in lines)


def test_trials_are_told_as_estimates_and_their_lines_can_be_played():
    (position,) = endings("8x8", 1, 5, 19, 19)
    told = [lines[0] for lines in Engine("reversi", memory=4).analyse(position, Limit()) if lines[0].depth == 19]
    assert [line.proved for line in told] == [False] * 5 + [True]
    for line in told:
        after = position
        for move in line.moves:
            after = after.play(move)
    assert after.is_over


def test_of_several_lines_none_is_told_as_better_than_the_one_before_though_the_search_is_cut_off():
    (position,) = endings("8x8", 1, 7, 19, 19)
    for room in range(200_000, 2_000_000, 300_000):
        *_, last = Engine("reversi", memory=4).analyse(position, Limit(nodes=room, lines=4))
        assert [line.value for line in last] == sorted((line.value for line in last), reverse=True)
        assert len({line.move for line in last}) == len(last)


def best_lead(position):
    """The lead at the end for the side to move, by trying everything, where one side may move several times running."""
    after = [(position.side == next_.side, next_) for next_ in map(position.play, texts(position))]
    if not after:
        return lead(position)
    return max(best_lead(next_) if same else -best_lead(next_) for same, next_ in after)


def test_the_end_of_a_game_without_a_solver_is_proved_whoever_wins():
    rng, found = random.Random(3), list[int]()
    engine = Engine("verto:size=4", memory=1)
    for _ in range(40):
        position = turncoat.start("verto:size=4")
        while empties(position) > 5 and (moves := texts(position)):
            position = position.play(rng.choice(moves))
        if len(position.legal_moves) > 1:
            *_, (line,) = engine.analyse(position, Limit())
            assert line.proved
            assert line.lead == best_lead(position)
            found.append(line.value)
    assert min(found) < 0 < max(found)
    assert 0 in found


def test_a_drawn_end_is_proved_on_a_board_where_much_is_believed():
    board = "xooooxxo/oxoooxox/xooooxxx/xoooxxox/xxxx..../xxxx.x../xxxxx.../oooooo.."
    *_, (line,) = Engine("verto").analyse(turncoat.parse(f"verto {board} o"), Limit(nodes=5_000_000))
    assert line.proved
    assert line.lead == 0


def test_the_end_is_proved_on_boards_too_large_for_the_solver():
    position = turncoat.start("reversi:size=10x10")
    rng = random.Random(1)
    while empties(position) > 7 and (moves := texts(position)):
        position = position.play(rng.choice(moves))
    *_, (line,) = Engine(position.ruleset).analyse(position, Limit(nodes=5_000_000))
    assert line.proved
    assert line.lead == plain_value(position)
