"""Exact endgames: problems, nodes, seconds and nodes a second of the solver, through the engine as anyone calls it.

python -m bench.endgame [--threads N] [--memory MIB] [--set NAME ...] writes bench/results/endgame.json.

Sets: `problems` are some of the well-known FFO problems (their published values are checked); `games` are 20
positions with 24 empty cells that the engine came to in games with itself (20,000 nodes a move after eight moves drawn
by random.Random(0), random.Random(1) and so on; their values, by the solver before it made trials, are checked);
`random` are 100 positions of random games with 12 to 22 empty cells: number i is played by random.Random(1000 + i) down
to 12 + i % 11 empty cells, begun again from the start if the game ends before; `4x4` and `6x6` are whole games from the
start.
Seconds are wall-clock; `cpu` is the processor time of the whole process, which a busy machine disturbs less.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import turncoat
from bench.rules import machine
from turncoat.engine import Engine, Limit

HERE = Path(__file__).parent
SETS = ("problems", "games", "random", "4x4", "6x6")

PROBLEMS = {
    "FFO 40": ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", "x", 38),
    "FFO 41": ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-", "x", 0),
    "FFO 42": ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--", "x", 6),
    "FFO 43": ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX-", "o", -12),
    "FFO 44": ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX--", "o", -14),
    "FFO 45": ("---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO--", "x", 6),
    "FFO 46": ("---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O-", "x", -8),
    "FFO 47": ("-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX--", "o", 4),
}

GAMES = (
    ("OOOOXO----OOXO---OOOXOO-OOOXOOO-OXXXOOO-OXXXXXO---XX------X-----", "x", 4),
    ("---------XXOOO--XXXOOO--OOOOOOXXOOXXXOO-OOOOXXOOO--OXX----O-X---", "x", 24),
    ("--O-XO-----OXOOO-XXXOXOX--XXXOXX--OXXXXX-OOOXXXX--OOOOX------O--", "x", 14),
    ("---X------O-XX---OOOOXO--OOXOOXXOOOOOOOOOOOOXX----OOXXX----O-XXX", "x", 24),
    ("---OOOO----OOO--X-OOOO---XOOOOO-XXOXOOOOOXXXXXO---XXXO------OOO-", "x", 20),
    ("--XOOX----OOXO---OOXXXOOOOXOXXXX-OOOXOX--OOOOOXX--XX-O-----X----", "x", 6),
    ("---XXXX---XXXO----OXOXOX--OOOOOOOOOOOOOO-OOOXOXX--OOOX-------X--", "x", -2),
    ("-X-O-X----XOXX--OOOXOXX-OOOOXOX--OOOOOO--OOOXOX---OOOX-----OOO--", "x", -6),
    ("--XXXXX---XXOX---XXXXXX-X-OXX--O-OOOXOO-OOOOOOO---OOOO-----XXO--", "x", 4),
    ("--OXXO--O-OXXO--OOXOXOOOOXOXXOO-OXXOXXO-O-XXXXX----XXO----------", "x", 0),
    ("---X------X-XX-X-XOOOOOXXXOOXOOX-XOXXXOX-OOOOOXX--OOOO-X----O---", "x", -14),
    ("---X------X-XO-O-XOOXXO---OOOXOX--OOOOO--OOXXXO--O-XXXO-O-XXXXXO", "x", -16),
    ("--O--X----OOOXX--OOOOXXO--OXXXXOOOXXOOXO-OXXXXOO--O-XO-O--O-----", "x", 10),
    ("------------XX--OOOOXX-OOOOXXXO-OOOXXOX-OOOXOOO---XOOX---XXXXXX-", "x", -4),
    ("---OO---O-OOOO--OOOOOOX-OXOXXXXXOXOOXOXOOOOXXXX---O---X--------X", "x", 26),
    ("O--OOO--OOO-OO--OOOOOX--OOOOXX--OOXOXXX-OOOXXX---XXOXX---X------", "x", -30),
    ("-----------OOX---OOOO-X-OOOXOX--OOXOXXX-OXOXXXX-OOOOOO--OOOOOO--", "x", -22),
    ("---------------OOOXXXXOO-OOXXOXOXXOOOXOO-XOOXO-O--XXOX-O--XXXXX-", "x", -6),
    ("--XX------XXO---OXXXXXX--OXXOXO--XOXXOOOXXXOOO----XXOO----OOOOO-", "x", -6),
    ("--OOOOO---XXXO--XXXXOO--XXOXOO--XOXOXX--XXXXO---XXXX-O--XXX-----", "x", 16),
)

Problem = tuple[str, turncoat.Position, int | None]


def empties(position: turncoat.Position) -> int:
    """Cells without a stone."""
    return str(position).split()[1].count(".")


def on_board(board: str, side: str) -> turncoat.Position:
    """The position that 64 letters tell."""
    rows = "/".join(board[i : i + 8] for i in range(0, 64, 8)).replace("-", ".").lower()
    free = board.count("-")
    return turncoat.parse(f"reversi {rows} {side} coins={free // 2}/{free - free // 2}")


def problems() -> Iterator[Problem]:
    """The well-known ones."""
    for name, (board, side, value) in PROBLEMS.items():
        yield name, on_board(board, side), value


def of_games() -> Iterator[Problem]:
    """Those of the engine's games with itself."""
    for number, (board, side, value) in enumerate(GAMES):
        yield f"game {number}", on_board(board, side), value


def random_endings() -> Iterator[Problem]:
    """A hundred of random games."""
    for number in range(100):
        rng, target = random.Random(1000 + number), 12 + number % 11
        position = turncoat.start("reversi")
        while empties(position) > target or position.is_over:
            moves = position.legal_moves
            position = position.play(rng.choice(moves)) if moves else turncoat.start("reversi")
        yield f"random {number}", position, None


def chosen(names: list[str]) -> Iterator[tuple[str, Problem]]:
    """The problems of the sets of those names."""
    for name in names:
        if name == "problems":
            yield from ((name, problem) for problem in problems())
        elif name == "games":
            yield from ((name, problem) for problem in of_games())
        elif name == "random":
            yield from ((name, problem) for problem in random_endings())
        else:
            yield name, (name, turncoat.start(f"reversi:size={name}"), {"4x4": -8, "6x6": -4}[name])


def measure(engine: Engine, position: turncoat.Position, threads: int) -> dict[str, Any]:
    """One problem by an engine that knows nothing yet."""
    engine.forget()
    begin, cpu = time.perf_counter(), time.process_time()
    line = engine.best(position, Limit(threads=threads))
    seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
    assert line.proved
    return {"empties": empties(position), "value": line.lead, "nodes": line.nodes, "seconds": seconds, "cpu": cpu}


def main() -> None:
    """Measures the sets asked for and records them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, default=512, help="MiB, half of it for the exact search")
    parser.add_argument("--set", nargs="+", choices=SETS, default=["problems", "games", "random", "4x4"])
    asked = parser.parse_args()

    place, results = machine(), []
    engines: dict[turncoat.Ruleset, Engine] = {}
    for group, (name, position, value) in chosen(asked.set):
        engine = engines.setdefault(position.ruleset, Engine(position.ruleset, memory=asked.memory))
        run = {"threads": asked.threads, "memory": asked.memory, "load": place["load"]}
        found = {"set": group, "name": name, **run, **measure(engine, position, asked.threads)}
        assert value is None or found["value"] == value, f"{name}: {found['value']}, not {value}"
        results.append(found)
        rate = found["nodes"] / max(found["cpu"], 1e-6) / 1e6
        print(
            f"{name:12}{found['empties']:3} empties {found['value']:+4d} {found['nodes']:15,} nodes "
            f"{found['seconds']:8.2f} s {found['cpu']:8.2f} s cpu {rate:6.1f} M/s",
            flush=True,
        )
    for group in asked.set:
        of = [each for each in results if each["set"] == group]
        nodes, seconds, cpu = (sum(each[key] for each in of) for key in ("nodes", "seconds", "cpu"))
        middle = statistics.geometric_mean(max(each["seconds"], 1e-6) for each in of)
        print(
            f"{group}: {len(of)} in {seconds:.1f} s, {middle:.2f} s in the geometric mean, {cpu:.1f} s cpu, "
            f"{nodes / 1e6:,.0f} M nodes"
        )
    path = HERE / "results/endgame.json"
    before = json.loads(path.read_text("utf-8"))["results"] if path.exists() else []
    kept = [each for each in before if each["set"] not in asked.set]
    record = {"machine": place, "results": kept + results}
    path.write_text(json.dumps(record, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
