"""The engine, the players and the solver without a native twin: weak, but sound, and the same every time."""

import asyncio
import threading
from random import Random
from typing import Any

import pytest

import turncoat
from turncoat import native
from turncoat.engine import Engine, Limit, analyse, analyse_async, best
from turncoat.engine.clock import allot, decisions_left, turn_share
from turncoat.engine.levels import NAMES, Level
from turncoat.engine.review import review
from turncoat.games.errors import BadRequest
from turncoat.games.results import FIRST, SECOND, Result
from turncoat.play import Budget, Game, TimeLeft
from turncoat.play.grammar import make_player
from turncoat.solve import Solver, solve

SMALL = "breakaway:size=3x5"
WON = f"{SMALL} .../.x./o../.o./.x. x"  # b2 reaches the edge at once

pytestmark = pytest.mark.usefixtures("breakaway")


def worth(position):
    """Who wins with best play, looked up by nothing but trying everything: 1 the side to move, -1 the other."""
    result = position.result()
    if result is not None:
        return 1 if result.winner is position.side else -1
    return 1 if any(worth(position.play(move)) < 0 for move in position.legal_moves) else -1


def late_positions(count):
    """Positions near the end of random games, whose whole tree is small."""
    random = Random(3)
    found: list[Any] = []
    while len(found) < count:
        game = [turncoat.start("breakaway:size=2x5")]
        while game[-1].legal_moves:
            game.append(game[-1].play(random.choice(game[-1].legal_moves)))
        found.append(game[max(0, len(game) - 5)])
    return found


def test_a_win_at_once_is_seen_and_proved():
    line = best(turncoat.parse(WON), Limit(depth=3))
    assert line.move in ("b2-a1", "b2-b1", "b2-c1")
    assert (line.proved, line.moves_to_end, line.win) == (True, 1, 1.0)
    assert line.text() == "wins in 1 move"


def test_what_is_proved_is_so():
    for position in late_positions(12):
        line = best(position, Limit(depth=30))
        assert line.proved
        assert (line.value > 0) == (worth(position) > 0)
        assert line.moves_to_end == len(line.moves)


def test_every_line_says_what_its_own_move_is_worth():
    for position in late_positions(4):
        if len(position.legal_moves) > 1:
            *_, lines = analyse(position, Limit(depth=30, lines=20))
            assert len(lines) == len(position.legal_moves)
            assert [line.rank for line in lines] == list(range(len(lines)))
            assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
            for line in lines:
                assert (line.value > 0) == (worth(position.play(line.move)) < 0)


def test_depths_come_one_after_another_and_the_same_nodes_give_the_same_lines():
    position = turncoat.start(SMALL)
    found = [list(analyse(position, Limit(nodes=1500, lines=3))) for _ in range(2)]
    told = [[(line.depth, line.value, line.nodes, line.moves) for lines in each for line in lines] for each in found]
    assert told[0] == told[1]
    assert [lines[0].depth for lines in found[0]] == list(range(1, len(found[0]) + 1))
    assert all(len(lines) == 3 for lines in found[0])
    assert found[0][-1][0].nodes <= 1500


def test_an_engine_that_was_used_and_has_forgotten_is_like_a_new_one():
    engine, position = Engine(SMALL), turncoat.start(SMALL)
    first = engine.best(position, Limit(nodes=800))
    engine.best(position.play("a4-a3"), Limit(nodes=800))
    engine.forget()
    again = engine.best(position, Limit(nodes=800))
    assert (again.moves, again.value, again.nodes) == (first.moves, first.value, first.nodes)


def test_a_search_ends_when_told_and_still_names_a_move():
    engine, position = Engine("breakaway"), turncoat.start("breakaway")
    engine.start(position, Limit())
    timer = threading.Timer(0.2, engine.stop)
    timer.start()
    lines, busy = [], True
    while busy:
        found, busy = engine.poll()
        lines += [line for depth in found for line in depth]
    timer.join()
    assert position.find(lines[-1].move)


def test_a_search_stopped_before_its_first_depth_names_a_legal_move():
    engine, position = Engine("breakaway"), turncoat.start("breakaway")
    for _ in range(5):
        engine.start(position, Limit())
        engine.stop()
        busy, lines = True, []
        while busy:
            found, busy = engine.poll()
            lines += found
        assert position.find(lines[-1][0].move)


def test_pondering_goes_on_until_the_move_is_played():
    engine = Engine(SMALL)
    engine.start(turncoat.parse(WON), Limit(time=0.01), ponder=True)
    assert engine.poll(0.3)[1]
    while engine.poll(0.05)[0]:
        pass
    assert engine.poll(0.05)[1]
    engine.ponder_hit()
    busy = True
    while busy:
        _, busy = engine.poll(0.2)


def test_the_event_loop_may_listen_too():
    async def listen():
        return [lines[0].depth async for lines in analyse_async(turncoat.start(SMALL), Limit(depth=3))]

    assert asyncio.run(listen()) == [1, 2, 3]


def test_an_error_in_the_rules_comes_to_whoever_waits(breakaway, monkeypatch):
    monkeypatch.setattr(breakaway.Position, "after", lambda self, move: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        best(turncoat.start(SMALL), Limit(depth=2))


@pytest.mark.parametrize("name", NAMES[:-1])
def test_every_level_plays_a_legal_move(name):
    position = turncoat.start(SMALL)
    if name in ("9", "10"):
        position = late_positions(1)[0]  # they have nodes for seconds
    assert position.find(Level(name).choose(position, rng=Random(5)).move)


@pytest.mark.parametrize("name", ["1", "2", "3"])  # on a slow machine time ends the others before their nodes do
def test_the_same_seed_plays_the_same(name):
    assert len({Level(name).choose(turncoat.start(SMALL), rng=Random(5)).move for _ in range(3)}) == 1


def test_a_level_takes_the_win_it_sees():
    assert Level(5).choose(turncoat.parse(WON), rng=Random(1)).move.startswith("b2-")


def test_the_clock_is_shared_out_by_the_plain_rules_too():
    position = turncoat.start("breakaway")
    assert 5 < decisions_left(position) <= 60
    assert allot(TimeLeft(60), decisions_left(position)).hard < 30
    assert turn_share(position) == 1.0


@pytest.mark.parametrize("who", ["uct:80", "nodes:300", "depth:2", "level:2", "random"])
def test_every_kind_of_player_plays_the_game_to_its_end(who):
    game, player = Game.start(SMALL), make_player(who, SMALL)
    player.begin(4)
    while game.position.legal_moves:
        game.play(player.choose(game, Budget(nodes=300)).move)
    result = game.position.result()
    assert result is not None
    assert result.rule in ("R4", "R5")
    assert Game.read(str(game)).moves == game.moves


def test_uct_sees_a_win_at_once_and_repeats_itself_with_a_seed():
    game = Game.from_position(turncoat.parse(WON))
    moves = []
    for _ in range(2):
        player = make_player("uct:300", SMALL)
        player.begin(7)
        moves.append(player.choose(game).move)
    assert moves[0] == moves[1]
    assert moves[0].startswith("b2-")


def test_a_game_is_reviewed():
    random, game = Random(4), Game.start(SMALL)
    while game.position.legal_moves:
        game.play(random.choice(game.position.legal_moves).text)
    found = review(game, Limit(nodes=200))
    assert len(found.wins) == len(game.moves) + 1
    result = game.position.result()
    assert result is not None
    assert found.wins[-1] == float(result.winner is FIRST)


def test_the_solver_agrees_with_trying_everything():
    solver = Solver("breakaway:size=2x5")
    for position in late_positions(8):
        assert solver.worth(position) == worth(position)


def test_a_solution_has_a_line_that_both_sides_keep_to():
    solution = solve(turncoat.start("breakaway:size=2x5"))
    position: Any = turncoat.start("breakaway:size=2x5")
    assert (solution.outcome, solution.lead, solution.exact) == ("loss", None, True)
    for move in solution.moves:
        position = position.play(move)
    assert position.result().winner is SECOND


def test_a_solver_goes_on_from_its_checkpoint(tmp_path):
    position, file = turncoat.start("breakaway:size=2x5"), tmp_path / "proof"
    first = solve(position, checkpoint=file)
    again = solve(position, checkpoint=file)
    assert again.worth == first.worth
    assert again.nodes - first.nodes < first.nodes / 10


def test_a_solver_stops_where_its_nodes_run_out():
    solver = Solver(SMALL)
    assert solver.reaches(turncoat.start(SMALL), 1, nodes=50) is None
    assert 50 <= solver.nodes <= 52


def test_df_pn_needs_a_twin_and_says_what_does_not():
    with pytest.raises(BadRequest, match="alpha-beta works for every game"):
        Solver(SMALL, method="df-pn")


def test_perft_counts_what_the_moves_say():
    position = turncoat.start(SMALL)
    for unit in ("turn", "move"):
        assert turncoat.perft(position, 2, unit) == sum(
            len(position.play(move).legal_moves) for move in position.legal_moves
        )
    assert turncoat.perft(position, 0) == 1
    assert turncoat.perft(position, 3) == turncoat.perft(position, 3, bulk=False)
    told: list[float] = []
    turncoat.perft(position, 2, progress=told.append)
    assert told[-1] == 1.0


def test_random_games_are_the_same_for_the_same_seed_and_their_moves_are_known():
    few, many = turncoat.playouts(SMALL, 3, seed=9), turncoat.playouts(SMALL, 6, seed=9)
    assert many.moves.tolist()[:3] == few.moves.tolist()
    assert many.first + many.second == 6
    position = turncoat.start(SMALL)
    for move in native.playout_moves(SMALL, 9, 4):
        position = position.play(move)
    assert position.result() == many.result(4)
    assert position.score() == many.score(4)
    assert sum(many.by_reason().values()) == 6
    assert isinstance(many.result(0), Result)
    assert len(turncoat.playouts(SMALL, 0)) == 0


def test_an_endless_game_is_told_and_not_played_for_ever(breakaway, monkeypatch):
    monkeypatch.setattr(breakaway.Position, "after", lambda self, move: turncoat.games.start(SMALL))
    monkeypatch.setattr("turncoat.native._plain.MAX_MOVES", 500)
    with pytest.raises(BadRequest, match="for ever"):
        turncoat.playouts(SMALL, 1)


def test_a_limit_of_time_ends_the_search():
    line = best(turncoat.start("breakaway"), Limit.for_move(0.3))
    assert line.depth < 12  # or it would have thought for days
