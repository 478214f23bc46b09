"""One game: its rules, its clocks, its proofs, and who loses when something goes wrong."""

import pytest

from tests.lab.arena import stub_players
from tests.moves import texts
from turncoat import native
from turncoat.games.errors import BadRequest
from turncoat.games.results import Side
from turncoat.lab.arena import Opening, Played, Referee, Terms, random_openings, read_openings
from turncoat.lab.arena.referee import lost_process, points
from turncoat.play import Choice, Player, TimeControl

RULESET = "reversi:size=4x4"
START = Opening(str(native.start(RULESET)))


def play(first: type[stub_players.Sound], second: type[stub_players.Sound], **terms):
    players: list[Player] = [first(RULESET), second(RULESET)]
    return Referee(Terms(RULESET, **terms), players, START).play((1, 2))


def seconds(text):
    return TimeControl.read(text, "s")


def test_a_game_played_to_its_end_ends_by_its_rules():
    game = play(stub_players.Sound, stub_players.Sound)
    assert game.ending == "rules"
    position = native.start(RULESET)
    for move in game.moves:
        position = position.play(move)
    result = position.result()
    assert result is not None
    assert game.winner is result.winner


@pytest.mark.parametrize(
    ("failing", "ending", "said"),
    [
        (stub_players.Raising, "crash", "RuntimeError: out of ideas"),
        (stub_players.Unready, "crash", "RuntimeError: not today"),
        (stub_players.Babbling, "crash", "AttributeError"),
        (stub_players.Cheating, "illegal", "z99"),
    ],
)
def test_a_player_that_fails_or_cheats_loses_that_game(failing, ending, said):
    game = play(failing, stub_players.Sound)
    assert (game.winner, game.ending) == (Side.SECOND, ending)
    assert said in game.note
    assert play(stub_players.Sound, failing).winner is Side.FIRST


def test_a_player_that_oversteps_its_clock_loses_and_without_a_clock_it_does_not():
    game = play(stub_players.Slow, stub_players.Sound, clock=seconds("0.5"))
    assert (game.winner, game.ending) == (Side.SECOND, "time")
    assert game.seconds[0] >= 0.8
    assert play(stub_players.Sound, stub_players.Sound, clock=seconds("60+1")).ending == "rules"


def test_the_clock_a_player_sees_runs_down_and_is_given_its_increment():
    shown = []

    class Looking(stub_players.Sound):
        def choose(self, game, budget=None):
            shown.append(budget.clocks)
            return super().choose(game)

    play(Looking, stub_players.Sound, clock=seconds("60+5"))
    assert shown[0][Side.FIRST].remaining == shown[0][Side.SECOND].remaining == 60
    assert 60 < shown[1][Side.FIRST].remaining <= 65
    assert shown[1][Side.FIRST].increment == 5


def test_a_proved_win_ends_the_game_where_the_player_is_ours_and_the_option_is_on():
    game = play(stub_players.Winner, stub_players.Sound)
    assert (game.winner, game.ending, game.note, len(game.moves)) == (Side.FIRST, "proof", "proved it", 1)
    assert play(stub_players.Winner, stub_players.Sound, adjudicate=False).ending == "rules"

    class Stranger(stub_players.Winner):
        exact = False

    assert play(Stranger, stub_players.Sound).ending == "rules"


def test_a_proved_loss_does_not_end_the_game_for_the_opponent_may_not_know():
    assert play(stub_players.Loser, stub_players.Sound).ending == "rules"


def test_a_draw_must_be_proved_by_both():
    assert play(stub_players.Drawer, stub_players.Sound).ending == "rules"
    game = play(stub_players.Drawer, stub_players.Drawer)
    assert (game.winner, game.ending, len(game.moves)) == (None, "proof", 2)


def test_random_openings_are_all_different_and_none_is_decided():
    source = random_openings("verto:size=4", 2, seed=5)
    found = [next(source) for _ in range(20)]
    assert len(set(found)) == 20
    assert all(len(opening.moves) >= 2 for opening in found)
    again = random_openings("verto:size=4", 2, seed=5)
    assert [next(again) for _ in range(20)] == found
    assert next(random_openings("verto:size=4", 2, seed=6)) != found[0]


def test_a_random_opening_ends_with_a_whole_turn():
    source = random_openings("vect-reverse", 3, seed=1)
    for _ in range(20):
        position = native.start("vect-reverse")
        for move in next(source).moves:
            position = position.play(move)
        assert not position.mid_turn


def test_where_there_are_few_openings_they_come_again():
    source = random_openings("verto:size=3", 0, seed=1)
    assert next(source) == next(source) == Opening(str(native.start("verto:size=3")))


def test_a_game_too_short_for_its_opening_is_refused():
    with pytest.raises(BadRequest, match="ask for fewer"):
        next(random_openings("verto:size=3", 100, seed=1))


def test_openings_are_read_from_positions_and_transcripts():
    text = "# two of them\n\nd3; c3\n"
    text += "reversi ......../......../...x..../...xx.../...xo.../......../......../........ o coins=29/30\n"
    transcript, position = read_openings(text, "reversi")
    assert transcript.moves == ("d3", "c3")
    assert position == Opening(str(native.start("reversi").play("d3")))


def test_a_file_of_openings_may_begin_with_a_byte_order_mark():
    assert [opening.moves for opening in read_openings("\ufeffd3; c3\n", "reversi")] == [("d3", "c3")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no opening"),
        ("\nd3; z9", "opening 2: .*z9"),
        ("verto:size=3 .../.x./... o", "opening 1: it is for verto:size=3"),
        ("reversi:size=4x4 xxxx/xxxx/xxxx/xxxx o coins=1/1", "opening 1: it is for"),
    ],
)
def test_an_opening_that_cannot_be_is_refused_with_its_line(text, said):
    with pytest.raises(BadRequest, match=said):
        read_openings(text, "reversi")


@pytest.mark.parametrize("text", ["", "fast", "0", "10+-1", "10+x", "inf"])
def test_a_clock_that_cannot_be_is_refused(text):
    with pytest.raises(BadRequest, match="a clock is"):
        seconds(text)


def test_a_choice_may_be_written_in_any_way_the_rules_read():
    class Loud(stub_players.Sound):
        def choose(self, game, budget=None):
            return Choice(f" {texts(game.position)[0].upper()} ")

    game = play(Loud, stub_players.Sound)
    assert game.ending == "rules"
    assert game.moves == play(stub_players.Sound, stub_players.Sound).moves


def test_a_player_that_resigns_loses_and_one_that_tries_moves_on_the_board_changes_nothing():
    class Trying(stub_players.Sound):
        def choose(self, game, budget=None):
            game.play(texts(game.position)[-1])
            game.undo()
            game.play(texts(game.position)[0])
            return Choice(game.current.move)

    assert play(Trying, stub_players.Sound).moves == play(stub_players.Sound, stub_players.Sound).moves

    class Resigning(stub_players.Sound):
        def choose(self, game, budget=None):
            return Choice.resign()

    game = play(stub_players.Sound, Resigning)
    assert (game.winner, game.ending, len(game.moves)) == (Side.FIRST, "resign", 1)


def test_a_swap_in_the_opening_exchanges_nobody():
    ruleset = "invector:size=4x3"
    opening = Opening(str(native.start(ruleset)), ("a1xb1", "swap"))
    asked = []

    class Asked(stub_players.Sound):
        def choose(self, game, budget=None):
            asked.append((self, game.position.side))
            return super().choose(game)

    players: list[Player] = [Asked(ruleset), Asked(ruleset)]
    game = Referee(Terms(ruleset), players, opening).play((1, 2))
    assert [(players.index(player), side) for player, side in asked[:2]] == [(1, Side.SECOND), (0, Side.FIRST)]
    assert not game.exchanged


def test_after_a_swap_the_players_move_for_each_others_sides():
    ruleset = "invector:size=4x3"
    asked = []

    class Swapping(stub_players.Sound):
        def choose(self, game, budget=None):
            moves = texts(game.position)
            asked.append((self, game.position.side, "swap" in moves))
            return Choice("swap" if "swap" in moves else moves[0])

    players: list[Player] = [Swapping(ruleset), Swapping(ruleset)]
    game = Referee(Terms(ruleset), players, Opening(str(native.start(ruleset)))).play((1, 2))
    assert game.moves[1] == "swap"
    assert game.exchanged
    # The second player swaps; the first, now White, moves next, and so on in turn.
    assert [players.index(player) for player, _, _ in asked[:4]] == [0, 1, 0, 1]
    assert [side for _, side, _ in asked[:4]] == [Side.FIRST, Side.SECOND, Side.SECOND, Side.FIRST]
    position = native.start(ruleset)
    for move in game.moves:
        position = position.play(move)
    result = position.result()
    assert result is not None
    assert result.winner is not None
    assert game.winner is result.winner.other


class Timed(stub_players.Sound):
    """Takes for each move the time it was told to take, on a clock that only it moves; remembers what it was shown."""

    now = 0.0

    def __init__(self, *takes):
        super().__init__(RULESET)
        self.takes, self.shown = list(takes), []

    def choose(self, game, budget=None):
        side = game.position.side
        clocks = [budget.clocks[each].remaining for each in (side, side.other) if budget.clocks]
        self.shown.append((tuple(clocks), game.moves, str(game.root.position)))
        Timed.now += self.takes.pop(0) if self.takes else 0.0
        return super().choose(game)


@pytest.fixture
def played_in_time(monkeypatch):
    """Plays a game in which time passes only while a player says it does."""
    monkeypatch.setattr("turncoat.lab.arena.referee.perf_counter", lambda: Timed.now)
    monkeypatch.setattr(Timed, "now", 0.0)

    def play(first, second, **terms):
        return Referee(Terms(RULESET, **terms), [first, second], START).play((1, 2))

    return play


@pytest.mark.parametrize(("takes", "ending"), [(60.5, "rules"), (60.51, "time")])
def test_a_clock_may_be_overdrawn_by_its_grace_and_not_by_more(takes, ending, played_in_time):
    game = played_in_time(Timed(takes), Timed(), clock=seconds("60"), grace=0.5)
    assert (game.ending, game.winner) == (ending, Side.SECOND)  # who plays the first move loses on this board anyway
    assert game.seconds == (takes, 0)
    assert ("0.510 s over" in game.note) == (ending == "time")


@pytest.mark.parametrize(("takes", "ending"), [(62, "rules"), (62.001, "time")])
def test_a_grace_of_two_seconds_is_two_thousand_milliseconds(takes, ending, played_in_time):
    assert played_in_time(Timed(takes), Timed(), clock=seconds("60"), grace=2).ending == ending


def test_what_was_overdrawn_within_the_grace_is_not_owed(played_in_time):
    late = Timed(60.5)
    played_in_time(late, Timed(), clock=seconds("60+2"), grace=0.5)
    assert late.shown[1][0][0] == 2


def test_each_player_is_shown_its_own_clock_and_the_opponents(played_in_time):
    first, second = Timed(10, 5), Timed(25)
    game = played_in_time(first, second, clock=seconds("60+2"))
    assert [clocks for clocks, _, _ in first.shown[:3]] == [(60, 60), (52, 37), (49, 39)]
    assert [clocks for clocks, _, _ in second.shown[:2]] == [(60, 52), (37, 49)]
    assert game.seconds == (15, 25)


def test_a_player_is_told_where_the_game_began_and_every_move_since():
    first, second = Timed(), Timed()
    opening = Opening(START.start, ("b1",))
    game = Referee(Terms(RULESET), [first, second], opening).play((1, 2))
    assert [moves for _, moves, _ in second.shown[:2]] == [("b1",), game.moves[:3]]
    assert {begin for _, _, begin in first.shown + second.shown} == {START.start}


def test_what_a_player_tries_on_the_board_is_no_part_of_the_game_and_nobody_else_sees_it():
    seen = []

    class Trying(stub_players.Sound):
        def choose(self, game, budget=None):
            seen.append([len(node.children) for node in game.root.walk()])
            while game.position.legal_moves:
                game.play(game.position.legal_moves[-1])
            game.undo(len(game.moves) - len(seen) + 1)
            return super().choose(game)

    game = Referee(Terms(RULESET), [Trying(RULESET), Trying(RULESET)], START).play((1, 2))
    assert (game.ending, game.moves) == ("rules", play(stub_players.Sound, stub_players.Sound).moves)
    assert seen == [[1] * number + [0] for number in range(len(game.moves))]


def test_each_player_draws_chance_from_its_own_seed():
    begun = []

    class Drawing(stub_players.Sound):
        def begin(self, seed):
            begun.append(seed)

    Referee(Terms(RULESET), [Drawing(RULESET), Drawing(RULESET)], START).play((11, 22))
    assert begun == [11, 22]


class Wavering(stub_players.Prophet):
    """Says move by move what it was told to have proved."""

    def __init__(self, *proofs):
        super().__init__(RULESET)
        self.proofs = list(proofs)

    def choose(self, game, budget=None):
        self.proof = self.proofs.pop(0) if self.proofs else None
        return super().choose(game)


@pytest.mark.parametrize(("first", "second", "moves"), [((0, None), (None, 0), None), ((0, 0), (None, 0), 4)])
def test_a_draw_is_agreed_where_both_have_proved_it_and_neither_has_taken_it_back(first, second, moves):
    game = Referee(Terms(RULESET), [Wavering(*first), Wavering(*second)], START).play((1, 2))
    if moves is None:
        assert game.ending == "rules"
    else:
        assert (game.ending, game.winner, len(game.moves)) == ("proof", None, moves)


def test_a_game_that_the_last_move_ends_has_ended_by_its_rules():
    class Late(stub_players.Prophet):
        def choose(self, game, budget=None):
            self.proof = 1 if game.position.play(texts(game.position)[0]).result() else None
            return super().choose(game)

    game = play(Late, Late)
    assert game.ending == "rules"
    assert game.winner is play(stub_players.Sound, stub_players.Sound).winner


def test_a_swap_in_the_opening_is_not_the_players():
    ruleset = "invector:size=4x3"
    opening = Opening(str(native.start(ruleset)), ("a1xb1", "swap"))
    game = Referee(Terms(ruleset), [stub_players.Sound(ruleset), stub_players.Sound(ruleset)], opening).play((1, 2))
    position = native.start(ruleset)
    for move in game.moves:
        position = position.play(move)
    assert not game.exchanged
    result = position.result()
    assert result is not None
    assert game.winner is result.winner


@pytest.mark.parametrize(("winner", "first", "second"), [(Side.FIRST, 2, 0), (Side.SECOND, 0, 2), (None, 1, 1)])
def test_a_game_is_worth_two_half_points(winner, first, second):
    game = Played(START, (), winner, "rules")
    assert (points(game, Side.FIRST), points(game, Side.SECOND)) == (first, second)


@pytest.mark.parametrize("number", [0, 1])
def test_whose_process_is_lost_has_lost_the_game_and_thought_for_nobody_knows_how_long(number):
    game = lost_process(Opening(START.start, ("b1",)), number, "it died")
    assert (game.winner, game.ending, game.note) == ((Side.SECOND, Side.FIRST)[number], "crash", "it died")
    assert (game.moves, game.seconds) == (("b1",), (0, 0))
