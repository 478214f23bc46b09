"""What several tests of the protocols share."""

import pytest

from tests.protocols.engine_process import EngineProcess


@pytest.fixture(scope="module")
def ugi_process():
    """A process of `turncoat engine` for all the tests of a file."""
    talk = EngineProcess()
    yield talk
    talk.close()


@pytest.fixture
def ugi(ugi_process):
    """The one process, in its first state."""
    ugi_process.say("stop", "setoption name MultiPV value 1", "setoption name Ponder value false")
    ugi_process.say("setoption name Level value max", "setoption name Seed value 0")
    ugi_process.say("setoption name Ruleset value reversi", "isready")
    ugi_process.receive("readyok")
    return ugi_process
