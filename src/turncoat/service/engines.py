"""What a worker does: it keeps a few engines ready and asks them.  Runs in processes of its own.

Making an engine holds Python up for a fifth of a second: in the process that plays live matches everyone would feel it.
"""

import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

from turncoat.engine import Engine, Limit, Line
from turncoat.engine.levels import LITTLE, MUCH, Level
from turncoat.games import Position, Ruleset

KEPT = 4
POLITE = 5  # how much a worker steps back behind live play


class _Engines(threading.local):
    """The engines of one worker, the ones used last kept ready."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Ruleset, int], Engine] = OrderedDict()

    def of(self, ruleset: Ruleset, memory: int) -> Engine:
        """An engine for the ruleset with so many MiB."""
        key = (ruleset, memory)
        engine = self._kept.pop(key, None) or Engine(ruleset, memory)
        self._kept[key] = engine
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return engine


ENGINES = _Engines()


def choose(position: Position, name: str, limit: Limit | None) -> str:
    """The move of a level."""
    level = Level(name)
    engine = ENGINES.of(position.ruleset, LITTLE if level.strength else MUCH)
    return level.choose(position, engine, limit=limit).move


def best(position: Position, limit: Limit) -> Line:
    """The best line within the limit."""
    return ENGINES.of(position.ruleset, LITTLE).best(position, limit)


def processes(workers: int) -> Executor:
    """Worker processes, started when they are first needed."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_begin)


def threads(workers: int) -> Executor:
    """Worker threads of this process."""
    return ThreadPoolExecutor(workers, thread_name_prefix="engine")


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which then ends its workers
    os.nice(POLITE)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    """Ends the worker with the service, also when that was killed and could not say so."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def end(executor: Executor) -> None:
    """Begins nothing more and ends what is under way."""
    workers = dict(getattr(executor, "_processes", None) or {})
    executor.shutdown(wait=False, cancel_futures=True)
    for process in workers.values():
        process.terminate()
