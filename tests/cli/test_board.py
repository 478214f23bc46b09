"""Boards, texts and questions in terminals of every kind."""

import io
import re

import pytest
from rich.console import Console
from rich.text import Text

from turncoat.cli.board import Board, marks
from turncoat.cli.facts import facts
from turncoat.cli.language import speak
from turncoat.cli.wrapping import Wrapped
from turncoat.games import games, start

AMBIGUOUS = "●○◆◇·×╱░"


def written(console):
    """Everything written to a console whose file is a string."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def drawn(position, wide=False, width=80, **settings):
    """The screen after the board was written to a terminal that may draw stones two columns wide."""
    console = Console(file=io.StringIO(), force_terminal=True, width=width, _environ={"TERM": "xterm"}, **settings)
    console.print(Board(position, facts(position, console), marks=marks(position)), crop=False, end="")
    return [screen(line, wide) for line in written(console).split("\n")]


def screen(line, wide):
    cells, column = {}, 0
    for part in re.findall(r"\x1b\[\d+G|\x1b\[[\d;]*m|.", line):
        if part.endswith("G") and part.startswith("\x1b"):
            column = int(part[2:-1]) - 1
        elif not part.startswith("\x1b"):
            cells[column] = part
            if wide and part in AMBIGUOUS:
                cells[column + 1] = ""
            column += 2 if wide and part in AMBIGUOUS else 1
    return [cells.get(number, " ") for number in range(max(cells, default=-1) + 1)]


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("colours", [None, "truecolor"])
def test_wide_stones_do_not_shift_the_board(game, colours):
    position = start(game)
    narrow, wide = (drawn(position, wide, color_system=colours) for wide in (False, True))
    board = 3 + 3 * position.grid.width
    for thin, thick in zip(narrow, wide, strict=True):
        for column in range(4, min(board, len(thin)), 3):
            assert thin[column] == thick[column]
        # Facts beside the board begin at their own column in either terminal.
        assert thin[board + 3 : board + 5] == thick[board + 3 : board + 5]


def test_a_terminal_and_a_pipe_show_the_same_board():
    position = start("vect-reverse").play("d3")
    plain = Console(file=io.StringIO(), width=80)
    plain.print(Board(position, facts(position, plain), marks=marks(position)), crop=False, end="")
    piped = [line.rstrip() for line in written(plain).split("\n")]
    assert ["".join(line).rstrip() for line in drawn(position, color_system=None)] == piped


def test_facts_go_below_the_board_where_there_is_no_room_beside_it():
    lines = ["".join(line) for line in drawn(start("verto"), width=40, color_system=None)]
    assert lines[8].startswith(" 8 ")
    assert "Light" in lines[9]


def test_no_colour_is_written_where_none_is_wanted(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=80)
    position = start("reversi")
    console.print(Board(position, facts(position, console)), crop=False, end="")
    assert not re.search(r"\x1b\[[\d;]*(?:3[0-8]|4[0-8])[;m]", written(console))


def folded(text, width):
    console = Console(file=io.StringIO(), width=width)
    console.print(Wrapped(text))
    return written(console).splitlines()


def test_japanese_is_broken_anywhere_but_before_a_closing_sign():
    assert folded("R1 盤は正方形です。石はまだない。", 12) == ["R1 盤は正方", "形です。石は", "まだない。"]
    assert folded("あいうえお、か", 10) == ["あいうえ", "お、か"]
    assert folded("あいう（えお）", 8) == ["あいう", "（えお）"]


def test_english_is_broken_between_words():
    assert folded("Place a stone that outflanks.", 12) == ["Place a", "stone that", "outflanks."]


def test_styles_survive_folding():
    text = Text.assemble(("盤", "bold"), "は正方形です")
    console = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=6)
    console.print(Wrapped(text))
    assert "\x1b[1m盤\x1b[0mは正" in written(console)


def test_the_facts_are_told_in_the_language_spoken():
    console = Console(file=io.StringIO(), width=80)
    speak("ja")
    try:
        lines = [line.plain for line in facts(start("vect-reverse"), console)]
    finally:
        speak("en")
    assert any("中央エリア" in line for line in lines)
