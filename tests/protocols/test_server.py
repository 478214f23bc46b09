"""What the servers of all protocols promise whatever goes wrong, within this process."""

import os

import pytest

import turncoat
from tests.moves import texts
from turncoat.engine import Engine
from turncoat.protocols.server import PROTOCOLS, Wire, session


def converse(protocol, *lines):
    """All that is answered to those lines."""
    ears, mouth = os.pipe(), os.pipe()
    os.write(ears[1], "".join(f"{line}\n" for line in lines).encode())
    os.close(ears[1])
    PROTOCOLS[protocol](Wire(ears[0], mouth[1]), None, "1").run()
    os.close(mouth[1])
    with os.fdopen(mouth[0]) as answers:
        said = answers.read().splitlines()
    os.close(ears[0])
    return said


def fail(*_, **__):
    raise RuntimeError("a secret")


FAULTS = {
    "ugi": ("position startpos moves f5", "info string error: ", "query gameover", "response false"),
    "nboard": ("set game (;BO[4 -----O*--*O----- *];)", "status error: ", "ping 1", "pong 1"),
    "gtp": ("7 boardsize 8", "?7 ", "8 name", "=8 Turncoat"),
}


@pytest.mark.parametrize("protocol", FAULTS)
def test_a_fault_of_ours_costs_one_line_and_not_the_session(monkeypatch, caplog, protocol):
    line, answer, after, answered = FAULTS[protocol]
    server = PROTOCOLS[protocol]
    made = server.__init__

    def make(self, *arguments):
        made(self, *arguments)
        monkeypatch.setattr(self.session, "set_up", fail)

    monkeypatch.setattr(server, "__init__", make)
    said = [each for each in converse(protocol, line, after) if each]
    assert said == [f"{answer}internal error on this line (RuntimeError)", answered]
    assert "a secret" in caplog.text


@pytest.mark.parametrize("affordable", [64, 1, 0])
def test_a_ready_and_a_move_come_however_little_memory_there_is(monkeypatch, affordable):
    def make(ruleset, memory, weights):
        if memory > affordable:
            raise MemoryError
        return Engine(ruleset, memory, weights)

    monkeypatch.setattr(session, "Engine", make)
    script = [
        "setoption name Ruleset value reversi",
        "setoption name Hash value 128",
        "isready",
        "isready",
        "go nodes 10",
    ]
    said = converse("ugi", *script)
    assert said.count("readyok") == 2
    assert said[0] == "info string error: cannot allocate 128 MiB of memory; keeping 64 MiB"
    assert said[-1].split()[0] == "bestmove"
    assert said[-1].split()[1] in texts(turncoat.start("reversi"))
    assert any(line.startswith("info depth") for line in said) == (affordable > 0)


def test_more_threads_than_there_is_memory_for_are_given_up(monkeypatch):
    start = Engine.start

    def begin(self, position, limit, *, ponder=False):
        if limit.threads > 1:
            raise MemoryError
        start(self, position, limit, ponder=ponder)

    monkeypatch.setattr(Engine, "start", begin)
    said = converse("ugi", "setoption name Ruleset value reversi", "setoption name Threads value 200", "go nodes 10")
    assert said[0] == "info string error: not enough memory for 200 threads; using 1"
    assert said[1].startswith("info depth 1 ")
    assert said[-1].startswith("bestmove ")


def test_a_search_that_breaks_off_is_answered_all_the_same(monkeypatch):
    monkeypatch.setattr(Engine, "poll", fail)
    monkeypatch.setattr("threading.excepthook", lambda _: None)
    said = converse("ugi", "setoption name Ruleset value reversi", "go nodes 10", "stop", "isready")
    assert said == ["bestmove d3", "readyok"]
