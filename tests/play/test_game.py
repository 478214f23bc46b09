"""A game in progress: moves, takebacks, variations, seats, and how it ended."""

import pickle
from random import Random

import pytest

from tests.play.trees import RULESETS
from turncoat import native
from turncoat.games import parse, start
from turncoat.games.errors import GameOver, IllegalMove
from turncoat.games.results import FIRST, SECOND
from turncoat.play import BadRecord, Game, Node, Outcome


def played(ruleset, *moves):
    game = Game.start(ruleset)
    for move in moves:
        game.play(move)
    return game


def main_line(game):
    return [node.move for node in game.root.main_line()][1:]


def test_a_game_begins_with_its_rulesets_start_and_no_moves():
    game = Game.start("verto", size=5)
    assert (str(game.ruleset), game.moves, game.position) == ("verto:size=5", (), start("verto:size=5"))
    assert (game.result, game.decider, game.last) == (None, FIRST, game.root)


def test_a_move_is_kept_in_its_one_written_form():
    game = Game.start("invector")
    assert game.play(" D4xD5 ").move == "d4xd5"
    assert game.moves == ("d4xd5",)


def test_an_illegal_move_changes_nothing():
    game = played("verto", "c3")
    with pytest.raises(IllegalMove):
        game.play("c3")
    assert (game.moves, game.current.children) == (("c3",), [])


def test_nothing_is_played_after_the_end():
    game = Game.read("ruleset: reversi:size=4x4\nmoves: d3d2d1d4b4a1")
    with pytest.raises(GameOver):
        game.play("pass")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_positions_are_those_of_the_native_rules_each_played_once(ruleset, monkeypatch):
    game, chance, plays, moves = Game.start(ruleset), Random(3), [], []
    position, kind = game.position, type(game.position)
    play = kind.play

    def counted(position, move):
        plays.append(move)
        return play(position, move)

    monkeypatch.setattr(kind, "play", counted)
    while position.legal_moves:
        moves.append(str(chance.choice(position.legal_moves)))
        position = play(position, moves[-1])
        game.play(moves[-1])
    assert isinstance(game.position, native.NativePosition)
    assert (game.position, game.moves, plays) == (position, tuple(moves), moves)
    str(game), game.turns(), game.undo(5), game.redo(5), game.positions
    assert plays == moves


def test_undo_and_redo_walk_the_main_line_and_stop_at_its_ends():
    game = played("verto", "c3", "d4", "c5")
    assert (game.undo(), game.moves) == (1, ("c3", "d4"))
    assert (game.undo(5), game.moves) == (2, ())
    assert (game.undo(), game.redo(), game.moves) == (0, 1, ("c3",))
    assert (game.redo(5), game.redo(), game.moves) == (2, 0, ("c3", "d4", "c5"))


def test_another_move_after_undo_is_a_variation():
    game = played("verto", "c3", "d4", "c5")
    game.undo(2)
    game.play("e4")
    assert (game.moves, main_line(game)) == (("c3", "e4"), ["c3", "d4", "c5"])


def test_another_move_after_undo_may_become_the_main_line():
    game = played("verto", "c3", "d4", "c5")
    game.undo(2)
    game.play("e4", main=True)
    assert main_line(game) == ["c3", "e4"]
    assert [node.move for node in game.root.children[0].children] == ["e4", "d4"]


def test_the_same_move_again_leads_to_the_same_node():
    game = played("verto", "c3", "d4")
    node = game.current
    game.undo()
    assert game.play(" D4") is node
    assert len(game.root.children[0].children) == 1


def test_a_takeback_may_drop_what_was_played():
    game = played("verto", "c3", "d4", "c5")
    game.undo(2)
    game.cut()
    game.play("e4")
    assert "moves: c3; e4\n" in str(game)


def test_a_variation_is_added_without_going_there():
    game = played("verto", "c3", "d4")
    last = game.add_variation(["e4", "e5"], at=game.root.children[0])
    assert (game.moves, last.moves()) == (("c3", "d4"), ("c3", "e4", "e5"))
    assert "moves: c3; d4 (e4; e5)\n" in str(game)


def test_a_walk_comes_by_what_was_played_first_before_its_variations():
    game = Game.read("ruleset: verto\nmoves: c3; d4 (e4; e5) (f4); c5")
    assert [node.move for node in game.root.walk()] == ["", "c3", "d4", "c5", "e4", "e5", "f4"]


def test_a_variation_of_a_variation_is_promoted_to_the_main_line():
    game = played("verto", "c3", "d4")
    node = game.add_variation(["e4", "e5"], at=game.root.children[0])
    other = game.add_variation(["f5"], at=node.parent)
    game.promote(other)
    assert main_line(game) == ["c3", "e4", "f5"]
    assert "moves: c3; e4 (d4); f5 (e5)\n" in str(game)


def test_who_looks_at_a_deleted_line_looks_at_where_it_branched_off():
    game = played("verto", "c3", "d4", "c5")
    game.delete(game.root.children[0].children[0])
    assert (game.moves, main_line(game)) == (("c3",), ["c3"])


def test_who_looks_elsewhere_stays_there_when_a_line_is_deleted():
    game = played("verto", "c3", "d4")
    game.delete(game.add_variation(["e4"], at=game.root.children[0]))
    assert (game.moves, len(game.root.children[0].children)) == (("c3", "d4"), 1)


def test_to_delete_the_root_clears_the_board():
    game = played("verto", "c3", "d4")
    game.delete(game.root)
    assert (game.moves, str(game)) == ((), "ruleset: verto\nmoves:\n")


def test_a_node_of_another_game_is_refused():
    game, other = played("verto", "c3"), played("verto", "c3")
    for act in (game.go_to, game.promote, game.delete):
        with pytest.raises(ValueError, match="another game"):
            act(other.current)
    assert game.go_to(game.root) == game.root.position


def test_moves_are_grouped_by_turns():
    game = played("vect-reverse", "d3", "d4-c5", "e3")
    assert [(turn.number, turn.seat, turn.moves) for turn in game.turns()] == [
        (1, FIRST, ("d3", "d4-c5")),
        (2, SECOND, ("e3",)),
    ]
    assert [turn.moves for turn in game.turns(game.root.children[0])] == [("d3",)]


def test_a_game_that_begins_within_a_turn_begins_with_turn_one():
    game = Game.from_position(start("vect-reverse").play("d3"))
    game.play("d4-c5")
    game.play("e3")
    assert [(turn.number, turn.moves) for turn in game.turns()] == [(1, ("d4-c5",)), (2, ("e3",))]


def test_the_decisions_of_the_turn_under_way_are_counted():
    game = Game.start("vect-reverse")
    assert game.current.begun == 0
    assert game.play("d3").begun == 1
    assert game.play("d4-c5").begun == 0
    begun = Game.from_position(start("vect-reverse").play("d3"))
    assert (begun.current.begun, begun.play("d4-c5").begun) == (1, 0)


def test_who_exchanges_sides_twice_sits_as_before():
    # None of our games allows it; another may.
    position, nodes = native.start("verto"), [Game.start("verto").root]
    for move in ("c3", "swap", "swap", "d4"):
        nodes.append(Node(position, move, nodes[-1]))
    assert [node.swapped for node in nodes] == [False, False, True, False, False]
    assert [node.seat_of(FIRST) for node in nodes] == [FIRST, FIRST, SECOND, FIRST, FIRST]
    assert nodes[-1].player is nodes[1].player is FIRST


def test_a_swap_exchanges_seats_until_it_is_taken_back():
    game = played("invector", "a1xb1")
    assert game.decider is SECOND
    game.play("swap")
    # The second player took over the first side; the first player, now second, is to move.
    assert (game.position.side, game.decider) == (SECOND, FIRST)
    assert (game.seat_of(FIRST), game.side_of(FIRST)) == (SECOND, SECOND)
    assert [turn.seat for turn in game.turns()] == [FIRST, SECOND]
    game.play(game.position.legal_moves[0])
    assert game.turns()[-1].seat is FIRST
    assert (game.seat_of(FIRST), game.current.swapped) == (SECOND, True)
    game.undo(2)
    assert (game.seat_of(FIRST), game.decider) == (FIRST, SECOND)


def test_known_moves_lead_from_the_rulesets_start():
    assert played("verto", "c3").known_moves == ("c3",)
    begun = Game.from_position("verto:size=3 .../.x./... o")
    begun.play("a1")
    assert (begun.moves, begun.known_moves) == (("a1",), None)


def test_a_game_from_a_position_of_the_plain_rules_is_played_natively():
    game = Game.from_position(parse("verto:size=3 .../.x./... o"))
    assert isinstance(game.position, native.NativePosition)


def test_a_game_that_ended_by_its_rules_says_by_which():
    game = Game.read("ruleset: reversi:size=4x4\nmoves: d3d2d1d4b4a1")
    assert game.result == Outcome(FIRST, "majority", "R8")
    assert game.result.loser is SECOND
    assert game.ending is None


def test_a_game_that_ended_by_its_rules_is_not_ended_otherwise():
    game = Game.read("ruleset: reversi:size=4x4\nmoves: d3d2d1d4b4a1")
    game.end("resigned", winner=SECOND)
    assert (str(game.result), game.ending) == ("first R8 majority", None)
    assert "result: first R8 majority\n" in str(game)


@pytest.mark.parametrize(
    ("how", "winner", "decided", "text"),
    [
        ("resigned", SECOND, True, "second resigned"),
        ("time", FIRST, True, "first time"),
        ("agreed", None, True, "draw agreed"),
        ("broken off", None, False, "none broken off"),
    ],
)
def test_an_ending_beyond_the_rules_is_kept_until_the_game_goes_on(how, winner, decided, text):
    game = played("verto", "c3")
    game.end(how, winner, decided=decided)
    assert str(game) == f"ruleset: verto\nresult: {text}\nmoves: c3\n"
    assert game.ending == game.result == Game.read(str(game)).result == Outcome(winner, how, decided=decided)
    game.reopen()
    assert (game.result, str(game)) == (None, "ruleset: verto\nmoves: c3\n")


def test_the_result_is_that_of_the_main_line():
    game = Game.read("ruleset: verto:size=3\nmoves: b2 (b1)")
    line = game.root.children[1]
    while line.position.legal_moves:
        line = line.add(str(line.position.legal_moves[0]))
    assert game.result is None
    game.promote(line)
    assert str(game.result) == "first R9 majority"


def test_headers_are_one_line_each_and_names_in_small_letters():
    game = Game.start("verto", headers={" Event ": "Spring\nmoves: c3\u2028cup "})
    assert dict(game.headers) == {"event": "Spring moves: c3 cup"}
    assert Game.read(str(game)) == game


@pytest.mark.parametrize("name", ["ruleset", "start", "Moves", "", "time control", "a:b", "#note", "elo1"])
def test_headers_that_would_read_back_as_something_else_are_refused(name):
    with pytest.raises(BadRecord) as refused:
        Game.start("verto", headers={"first": "Ann", name: "1"})
    assert refused.value.text("ja") != refused.value.text("en")


def test_games_are_equal_when_their_trees_and_notes_are():
    one, two = played("verto", "c3", "d4"), played("verto", "c3", "d4")
    two.undo()
    assert one == two
    for change in ("comment", "symbols", "clock", "evaluation"):
        two = played("verto", "c3", "d4")
        setattr(two.current, change, {"comment": "x", "symbols": ("!",), "clock": 0, "evaluation": object()}[change])
        assert one != two
    two = played("verto", "c3", "d4")
    two.add_variation(["e4"], two.root)
    assert one != two
    assert one != played("verto:size=9", "c3", "d4")
    assert one != "ruleset: verto\nmoves: c3; d4\n"


def test_a_game_travels_between_processes_with_its_tree_and_where_it_stands():
    game = Game.read("ruleset: verto\nfirst: Ann\nmoves: c3 {x}; d4 (e4; e5); c5")
    game.go_to(game.root.children[0].children[1])
    again = pickle.loads(pickle.dumps(game))
    assert (again, again.moves) == (game, ("c3", "e4"))


@pytest.mark.parametrize("symbol", ["", "!!!", "$", "good", "$ 5"])
def test_a_symbol_nobody_knows_is_refused(symbol):
    node = played("verto", "c3").current
    with pytest.raises(ValueError, match="a symbol is one of"):
        node.symbols = (symbol,)
    node.symbols = ["$5", "$14"]
    assert node.symbols == ("!?", "$14")
