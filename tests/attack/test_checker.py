"""The checker of histories tells what cannot be, and nothing else."""

from dataclasses import replace

import pytest

from tests.attack.history import Claimed, History, Kept, Seen, Sent, violations
from turncoat.games import start

MOVES = ("f5", "d6", "c3")


def position(moves=MOVES):
    found = start("reversi")
    for move in moves:
        found = found.play(move)
    return str(found)


def kept(process="a", moves=MOVES, result=""):
    return Kept("m", process, "reversi", moves, position(moves), "over" if result else "playing", result)


def lived(*times):
    """Moves at these moments, answered a tenth of a second later, on clocks that tell the same."""
    sent, clocks, before = [], [600_000, 600_000], None
    for at, (move, moment) in enumerate(zip(MOVES, times, strict=True)):
        if before is not None:
            clocks[at % 2] -= round(1000 * (moment - before))
        sent.append(Sent("m", at, move, moment, moment, moment + 0.1, (clocks[0], clocks[1])))
        before = moment
    return sent


def whole():
    return History(sent=lived(10.0, 12.0, 15.0), kept=[kept("a"), kept("b")])


def test_what_can_be_is_let_pass():
    history = whole()
    history.sent.append(Sent("m", 3, "f4", 16.0))  # nobody knows whether it is there
    history.seen = [Seen("m", "a", 10, 11, 1, "playing", ""), Seen("m", "a", 10, 12, 0, "playing", "")]  # asked before
    history.claimed = [Claimed("m", 20.0, 15.0, 4.0)]
    assert violations(history) == []


def test_a_lost_move_is_told():
    history = whole()
    history.kept = [kept("a", MOVES[:2]), kept("b", MOVES[:2])]
    assert violations(history) == ["m: acknowledged move 2 c3 is lost: ()"]


def test_a_lost_match_is_told():
    assert violations(replace(whole(), kept=[])) == ["m: the match is lost"]


def test_a_move_nobody_made_is_told():
    history = whole()
    history.sent.pop()
    assert violations(history) == ["m: nobody made move 2 c3"]


def test_the_computer_may_move_unasked():
    history = replace(whole(), computers={"m"})
    history.sent.pop()
    assert violations(history) == []


def test_processes_that_disagree_are_told():
    history = whole()
    history.sent[2].answered = None
    history.kept[1] = kept("b", MOVES[:2])
    assert [line.partition(":")[2][:19] for line in violations(history)] == [" processes disagree"]


def test_a_game_against_the_rules_is_told():
    history = whole()
    history.sent[1] = replace(history.sent[1], move="a1")
    moves = ("f5", "a1", "c3")
    history.kept = [replace(kept(), moves=moves)]
    assert violations(history) == ["m: not a game: a1 is not legal here; legal moves: f4 d6 f6"]


def test_a_position_its_moves_do_not_lead_to_is_told():
    history = replace(whole(), kept=[replace(kept(), position="elsewhere")])
    assert violations(history) == [f"m: its moves lead to {position()}, but it stands at elsewhere"]


def test_a_second_result_is_told():
    history = replace(whole(), seen=[Seen("m", "a", 16, 17, 3, "over", "first won")], kept=[kept(result="second won")])
    assert violations(history) == ["m: several results were told: ['first won', 'second won']"]


def test_a_result_that_is_gone_is_told():
    history = replace(whole(), seen=[Seen("m", "a", 16, 17, 3, "over", "first won")])
    assert violations(history) == ["m: several results were told: ['', 'first won']"]


def test_a_process_that_forgets_is_told():
    history = whole()
    history.seen = [Seen("m", "a", 10, 11, 2, "playing", ""), Seen("m", "a", 11.5, 12, 1, "playing", "")]
    assert violations(history) == ["m: a told 2 '', later 1 ''"]


def test_a_win_over_somebody_who_was_there_is_told():
    history = replace(whole(), claimed=[Claimed("m", 20.0, 17.0, 4.0)])
    assert violations(history) == ["m: won over an opponent who was answered 3.0 s before"]


@pytest.mark.parametrize(
    ("off", "told"),
    [
        (+0.2, []),
        (-0.2, []),
        (-1.0, ["m: move 2 was charged 4.00 s, lived were 3.10 s"]),
        (+1.0, ["m: move 2 was charged 2.00 s only, lived were 2.90 s"]),
        (+4.0, ["m: at move 2 a clock went back by 1.00 s", "m: move 2 was charged -1.00 s only, lived were 2.90 s"]),
    ],
)
def test_a_clock_that_robs_or_gives_is_told(off, told):
    history = whole()
    first, second = history.sent[2].clocks
    history.sent[2].clocks = (first + round(1000 * off), second)
    assert violations(history) == told


def test_an_outage_may_be_given_back_and_no_more():
    history = whole()
    first, second = history.sent[2].clocks
    history.sent[2].clocks = (first + 2000, second)
    history.outages = [(12.5, 14.5)]
    assert violations(history) == []
    history.outages = [(12.5, 13.0)]
    assert violations(history) == ["m: move 2 was charged 1.00 s only, lived were 2.90 s"]


def test_a_clock_that_stands_until_the_first_turn_is_made_charges_nobody():
    history = whole()
    history.sent[1].running = False
    history.sent[2].clocks = tuple(left - 40 for left in history.sent[1].clocks)
    assert violations(history) == []
    history.sent[1].running = True
    assert violations(history) == ["m: move 2 was charged 0.08 s only, lived were 2.90 s"]
