"""How it is measured: in a process of its own, bound to as many processors as it may use threads, the best of a few."""

import os
import subprocess
import sys
import time
from contextlib import ExitStack

from bench.contenders import BULK, EVERY_LEAF, Contender, Work, contenders

LONGEST = 4.0  # seconds that one call may take: the next size up is not tried if it would take longer


def rate(contender: Contender, threads: int, seconds: float, repeats: int) -> float:
    """Units a second, the best of the repeats: what disturbs a measurement only ever makes it slower."""
    if contender.threaded or threads == 1:
        return max(_spawned(contender, [list(range(threads))], seconds, repeats))
    return sum(_spawned(contender, [[cpu] for cpu in range(threads)], seconds, repeats))


def _spawned(contender: Contender, cpus_of_each: list[list[int]], seconds: float, repeats: int) -> list[float]:
    """The rates of processes that measure at the same time."""
    number = contenders().index(contender)
    with ExitStack() as stack:
        running = []
        for cpus in cpus_of_each:
            places = ",".join(map(str, cpus))
            command = [sys.executable, "-m", "bench.stopwatch", str(number), places, str(seconds), str(repeats)]
            pipe = subprocess.PIPE
            running.append(stack.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)))
        for process in running:
            assert process.stdout is not None
            process.stdout.readline()  # its imports and warm-up are over
        # All start together, so that each is measured while the others work too.
        for process in running:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        answers = [process.communicate()[0] for process in running]
    if any(process.returncode for process in running):
        raise RuntimeError(f"{contender.who}, {contender.measure}, {contender.ruleset}: could not be measured")
    return [float(answer) for answer in answers]


def _timed(work: Work, size: int) -> tuple[int, float]:
    begin = time.perf_counter()
    done = work(size)
    return done, time.perf_counter() - begin


def _fitting_size(work: Work, deeper: bool, seconds: float) -> int:
    """The largest size of which one call takes no longer than it should: a depth, or a number of games or moves."""
    size, before = 1, 0.0
    work(size)  # compilers and caches warm up
    while True:
        took = _timed(work, size)[1]
        growth = took / before if deeper and before > 0.001 else 2.0
        if took > seconds / 2 or took * growth > LONGEST:
            return size
        before = took
        size = size + 1 if deeper else size * 2


def _measure(contender: Contender, threads: int, seconds: float, repeats: int) -> float:
    work = contender.prepare(contender.ruleset, threads)
    size = _fitting_size(work, contender.measure in (EVERY_LEAF, BULK), seconds)
    print("ready", flush=True)
    sys.stdin.readline()
    best = 0.0
    for _ in range(repeats):
        done, took = 0, 0.0
        while took < seconds:
            more, longer = _timed(work, size)
            done, took = done + more, took + longer
        best = max(best, done / took)
    return best


if __name__ == "__main__":
    number, places, seconds, repeats = sys.argv[1:]
    cpus = [int(cpu) for cpu in places.split(",")]
    allowed = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {allowed[cpu % len(allowed)] for cpu in cpus})
    print(_measure(contenders()[int(number)], len(cpus), float(seconds), int(repeats)))
