"""Other processes that play: how they begin, and that nothing of them is left."""

import re
import shlex
import signal
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.lab.arena import stub_players
from turncoat.games.errors import BadRequest
from turncoat.lab.arena import Match, workers

SMALL = Match(("random", "random"), "reversi:size=4x4", pairs=1)
THINKER = """
import os, sys, time
for line in sys.stdin:
    if line.startswith("ugi"): print("ugiok", flush=True)
    if line.startswith("isready"): print("readyok", flush=True)
    if line.startswith("go"):
        open(sys.argv[1], "w").write(str(os.getpid()))
        time.sleep(600)
"""


def is_running(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def test_a_program_that_thinks_ends_with_the_worker_that_asked_it(tmp_path):
    told = tmp_path / "process"
    command = shlex.join([sys.executable, "-c", THINKER, str(told)])
    match = Match((f"cmd-ugi:{command}", "random"), "reversi:size=4x4", pairs=1, opening_moves=0)
    with closing(workers.ProcessPool(match, 1)) as pool:
        pool.submit(next(match.units()).tasks[0])
        patience = time.monotonic() + 60
        while not (told.exists() and told.read_text()):
            assert time.monotonic() < patience
            time.sleep(0.02)
        process = int(told.read_text())
        assert is_running(process)
    assert not is_running(process)


def test_a_worker_never_hears_an_interruption_not_even_while_it_starts():
    handler = signal.getsignal(signal.SIGINT)
    with closing(workers.ProcessPool(SMALL, 1)) as pool:
        status = Path(f"/proc/{pool._workers[0].process.pid}/status").read_text()
    [ignored] = re.findall(r"^SigIgn:\t([0-9a-f]+)$", status, re.MULTILINE)
    assert int(ignored, 16) >> (signal.SIGINT - 1) & 1
    assert signal.getsignal(signal.SIGINT) is handler


def fail_at(monkeypatch, *places):
    """Lets the workers with those numbers, counted from 0, die before they begin; all that were started."""
    real, serve, made = workers.Worker, workers.serve, list[workers.Worker]()

    def start(match, attempts=0):
        monkeypatch.setattr(workers, "serve", stub_players.stillborn if len(made) in places else serve)
        made.append(real(match, attempts))
        return made[-1]

    monkeypatch.setattr(workers, "Worker", start)
    return made


def test_a_worker_that_cannot_begin_ends_the_match_where_none_ever_began(monkeypatch):
    fail_at(monkeypatch, 0)
    with (
        closing(workers.ProcessPool(SMALL, 1)) as pool,
        pytest.raises(BadRequest, match="cannot start a worker process: exit code 7"),
    ):
        list(pool.results())


@pytest.mark.parametrize("failures", [2, 1 + workers.RESTARTS])
def test_a_worker_in_the_place_of_another_may_fail_to_begin_a_few_times(monkeypatch, failures):
    made = fail_at(monkeypatch, *range(1, 1 + failures))
    one, other = next(SMALL.units()).tasks
    with closing(workers.ProcessPool(SMALL, 1)) as pool:
        pool.submit(one)
        assert [task for task, _ in pool.results()] == [one]
        made[0].process.kill()
        made[0].process.join()
        pool.submit(other)
        assert [game.ending for _, game in pool.results()] == ["crash"]  # it went with its process
        pool.submit(other)
        if failures > workers.RESTARTS:
            with pytest.raises(BadRequest, match="cannot start a worker process"):
                list(pool.results())
            return
        assert [(task, game.ending) for task, game in pool.results()] == [(other, "rules")]


def test_all_workers_are_gone_when_the_pool_is(monkeypatch):
    made = fail_at(monkeypatch)
    workers.ProcessPool(SMALL, 2).close()
    assert [is_running(worker.process.pid or 0) for worker in made] == [False, False]
