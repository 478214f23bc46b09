"""The program itself, in a terminal and in a pipe: what only a real process can show."""

import contextlib
import os
import pty
import select
import subprocess
import sys
import time

import pytest

COMMAND = [sys.executable, "-m", "turncoat.cli"]


def read_until(terminal, word, seconds=20.0):
    """What the terminal shows up to and with that word."""
    seen, end = "", time.monotonic() + seconds
    while word not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 4096).decode(errors="replace")
    assert word in seen
    return seen


def at_terminal(*arguments):
    """The program at a terminal of its own."""
    outside, inside = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TURNCOAT_LANG": "en"}
    environment.pop("NO_COLOR", None)
    program = subprocess.Popen(
        [*COMMAND, *arguments], stdin=inside, stdout=inside, stderr=inside, env=environment, start_new_session=True
    )
    os.close(inside)
    return program, outside


def interrupt_until(program, terminal, word):
    """Presses Ctrl-C as a person would: again, where the first fell between the prompt and the wait for an answer."""
    for _ in range(8):
        program.send_signal(2)
        with contextlib.suppress(AssertionError):
            return read_until(terminal, word, 3.0)
    program.kill()
    program.wait(20)
    raise AssertionError(word)


def test_ctrl_c_leaves_with_130_and_keeps_the_game(state):
    program, terminal = at_terminal("play", "verto")
    shown = read_until(terminal, "Light>")
    assert "\x1b[" in shown  # a terminal gets colours
    os.write(terminal, b"d4\n")
    read_until(terminal, "Dark>")
    shown = interrupt_until(program, terminal, "--continue")
    assert "Traceback" not in shown
    assert program.wait(20) == 130
    os.close(terminal)
    [kept] = state.glob("*.turncoat")
    assert "moves: d4" in kept.read_text()


def test_a_killed_program_has_lost_nothing(state):
    program, terminal = at_terminal("play", "verto")
    read_until(terminal, "Light>")
    os.write(terminal, b"d4\n")
    read_until(terminal, "Dark>")
    program.kill()
    program.wait(20)
    os.close(terminal)
    [kept] = state.glob("*.turncoat")
    assert "moves: d4" in kept.read_text()


def test_long_work_shows_a_bar_and_stops_at_ctrl_c():
    program, terminal = at_terminal("perft", "invector", "9")
    read_until(terminal, "depth 5")
    program.send_signal(2)
    assert program.wait(20) == 130
    os.close(terminal)


def test_a_reader_who_goes_away_is_no_error():
    command = [*COMMAND, "moves", "vect-reverse", "--moves", "d3 d4-c5; b5", "--turns", "--limit", "100000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 0


READING = [  # each way of writing: rich and plain, help, JSON at the end and as it comes, a table, a game
    "games",
    "rules verto --json",
    "moves verto",
    "replay g --all",
    "analyse verto --nodes 500 --json",
    "arena random random --ruleset verto:size=3 --games 2 --workers 0",
    "play --help",
    "play verto",
]


@pytest.mark.parametrize("command", READING)
def test_a_reader_who_goes_away_before_the_first_line_is_no_error(command, tmp_path):
    (tmp_path / "g").write_text("ruleset: verto\nmoves: d4; e5; f6xe5\n")
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(
        [*COMMAND, *command.split()],
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=subprocess.PIPE,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        check=False,
        timeout=60,
    )
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_error_is_told_though_nobody_reads_the_answer():
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run([*COMMAND, "moves", "nogame"], stdout=writer, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(writer)
    assert (ran.returncode, ran.stderr.count(b"\n")) == (2, 1)
