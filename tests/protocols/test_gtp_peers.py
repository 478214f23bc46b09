"""GTP as other programs speak it: Quarry 0.2.0 about our engine, gtp-rhino 0.16.1 against us."""

import sys
from pathlib import Path
from random import Random

import pytest

import turncoat
from tests.moves import texts
from tests.protocols.test_gtp import Gtp
from turncoat.games.moves import PASS
from turncoat.games.notation import read_transcript
from turncoat.games.results import Side
from turncoat.play import Game
from turncoat.protocols.client import EngineFailure, External

RHINO = f"cmd-gtp:'{sys.executable}' '{Path(__file__).with_name('rhino.py')}'"
COLOURS = {Side.FIRST: "black", Side.SECOND: "white"}
# A game that Quarry ran, our engine with Black against gtp-rhino.  After a1 White must pass, which Quarry does not say.
PLAYED = (
    "d3c5f6f5e6e3d6f7g6f4g5e7c6c2g3f3g4c3f2c4d7h3h4f1h2d8c8b6e8f8g8c7g2h1g1h5h6h7d2e1e2d1a6b7a8a7b5b4a4g7b8a5a3b3h8"
    "a2a1b1c1b2"
)


class Quarry(Gtp):
    """Says what Quarry says, in its spelling: no numbers, whole colours, big letters, no passes."""

    def __init__(self, size, *settings):
        super().__init__("--protocol", "gtp")
        assert self.command("protocol_version") == "= 2"
        assert self.command("name") == "= Turncoat"
        assert self.command("version").startswith("= ")
        # Without these two commands Quarry takes an engine for one that plays Go.
        assert {"list_games", "set_game"} <= set(self.command("list_commands").removeprefix("= ").split("\n"))
        assert self.command("list_games") == "= Othello"
        for line in ("set_game Othello", f"boardsize {size}", "clear_board", *settings):
            assert self.command(line) == "="

    def play(self, side, move):
        assert self.command(f"play {COLOURS[side]} {move.upper()}") == "="

    def generate(self, side):
        sign, move = self.command(f"genmove {COLOURS[side]}").split()
        assert sign == "="
        return move

    def close(self):
        assert self.command("quit") == "="
        super().close()


def test_a_game_that_quarry_ran_is_followed_to_its_score():
    quarry, position, passes = Quarry(8), turncoat.start("reversi"), 0
    for move in read_transcript(position, PLAYED):
        if move == PASS:
            passes += 1
        else:
            quarry.play(position.side, move)
        position = position.play(move)
    assert passes == 1
    assert quarry.command("final_score") == "= B+28"
    quarry.close()


@pytest.mark.parametrize(
    ("ours", "settings", "before"),
    [
        (Side.FIRST, (), None),
        (Side.SECOND, ("time_settings 0 2 1",), "2 1"),
        (Side.FIRST, ("time_settings 10 5 10",), "10 0"),
        (Side.SECOND, ("time_settings 10 5 10",), "5 10"),
    ],
)
def test_quarry_plays_whole_games_and_leaves_passes_out(ours, settings, before):
    chance, quarry, passes = Random(3), Quarry(4, *settings), 0
    for _ in range(8):
        assert quarry.command("clear_board") == "="
        position = turncoat.start("reversi:size=4x4")
        while not position.is_over:
            side = position.side
            if position.must_pass:
                passes += 1
                move = PASS
            elif side is ours:
                if before is not None:
                    assert quarry.command(f"time_left {COLOURS[side]} {before}") == "="
                move = quarry.generate(side)
            else:
                move = chance.choice(texts(position))
                quarry.play(side, move)
            position = position.play(move)
    assert passes > 2
    quarry.close()


def test_a_pass_that_was_left_out_is_taken_back_with_the_move_after_it():
    quarry = Quarry(8)
    moves = read_transcript(turncoat.start("reversi"), PLAYED)
    at = moves.index(PASS)
    for number, move in enumerate(moves[:at]):
        quarry.play(Side.SECOND if number % 2 else Side.FIRST, move)
    before = quarry.command("showboard")
    assert "O to move" in before
    assert quarry.command("play black a1").startswith("? illegal move")  # nothing has changed, the pass neither
    assert quarry.command("showboard") == before
    assert quarry.command("reg_genmove black") in ("= b1", "= b2", "= c1")
    assert quarry.command("showboard") == before
    quarry.play(Side.FIRST, moves[at + 1])
    assert quarry.command("undo") == "="
    assert quarry.command("showboard") == before
    assert quarry.command("play white pass") == "="  # said, it is a move of its own
    quarry.play(Side.FIRST, moves[at + 1])
    assert quarry.command("undo") == "="
    assert "X to move" in quarry.command("showboard")
    quarry.close()


@pytest.mark.parametrize(
    ("game", "answer"),
    [("Othello", "="), ("reversi", "="), ("Go", "? unsupported game"), ("Amazons", "? unsupported game"), ("", "?")],
)
def test_only_othello_can_be_set(game, answer):
    quarry = Quarry(8)
    assert quarry.command(f"set_game {game}").startswith(answer)
    quarry.close()


def test_a_program_that_passes_by_itself_is_played_with_to_the_end():
    chance, passed = Random(1), set[bool]()
    with External(RHINO) as rhino:
        for number in range(10):
            rhino.new_game()
            assert rhino.title == "GTP GRhino"
            game = Game.start("reversi")
            while not (position := game.position).is_over:
                theirs = position.side is (Side.FIRST, Side.SECOND)[number % 2]
                if position.must_pass:
                    passed.add(theirs)
                game.play(rhino.choose(game) if theirs else chance.choice(texts(position)))
    assert passed == {True, False}


def test_a_board_that_a_program_does_not_know_is_a_sentence():
    with External(RHINO) as rhino, pytest.raises(EngineFailure, match="refused boardsize 6: unacceptable size"):
        rhino.choose(Game.start("reversi:size=6x6"))
