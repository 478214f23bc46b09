"""How strong the levels are: every level against the one below it, in every game.

`python -m bench.levels` plays the games, writes a record into bench/results and the tables of docs/levels.md.
"""

import argparse
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from bench.rules import machine
from turncoat import games
from turncoat.engine.levels import STRENGTHS
from turncoat.games import Position
from turncoat.games.results import Score, Side
from turncoat.lab.arena import Match, Tournament
from turncoat.play import Budget, Choice, Game, Player

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "levels.md"
BEGIN, END = "<!-- tables, written by bench/levels.py -->", "<!-- end of the tables -->"
RANDOM, NEWCOMER, CORNER_PLAYER = "random", "python:bench.levels:Newcomer", "python:bench.levels:CornerPlayer"
TOP = "nodes:2000000"  # what `max` looks at in a second or less: five for every move would take days
NAMES = {
    RANDOM: "random moves",
    NEWCOMER: "a newcomer",
    CORNER_PLAYER: "a newcomer told of corners",
    TOP: "max, 2,000,000 nodes",
}
LADDER = [f"level:{number}" for number in range(1, len(STRENGTHS) + 1)]


class Newcomer(Player):
    """Knows the rules and grabs what can be counted: the move after which it leads by most, of several any."""

    def __init__(self, ruleset: str) -> None:
        self._random = Random(ruleset)

    def begin(self, seed: int) -> None:
        """A stream of its own for every game."""
        self._random = Random(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> Choice:
        """The greediest move."""
        side, moves = game.position.side, self.consider(game.position)
        leads = [_lead(game.position.play(move).score(), side) for move in moves]
        return Choice(
            self._random.choice([move for move, lead in zip(moves, leads, strict=True) if lead == max(leads)])
        )

    def consider(self, position: Position) -> list[str]:
        """The moves among which it grabs."""
        return [move.text for move in position.legal_moves]


class CornerPlayer(Newcomer):
    """Has heard that corners are worth having: takes one, and goes beside an open one only if it must."""

    def consider(self, position: Position) -> list[str]:
        """A corner; else what does not offer one; else anything."""
        grid, board, moves = position.grid, position.board, [move.text for move in position.legal_moves]
        corners = [cell for cell in grid.cells if len(grid.around[cell]) == 3]
        beside = {near for corner in corners if board[corner] == "." for near in grid.around[corner]}
        taken = [move for move in moves if grid.cell(move) in corners]
        safe = [move for move in moves if grid.cell(move) not in beside]
        return taken or safe or moves


def _lead(score: Score, side: Side) -> int:
    return score.of(side) - score.of(side.other)


def plan(ruleset: str, count: int) -> list[tuple[list[str], int]]:
    """Who meets in how many games: more where they are quick, fewer where they are slow."""
    return [
        ([NEWCOMER, LADDER[0]], 4 * count),
        *([([CORNER_PLAYER, LADDER[0]], 4 * count)] if ruleset.startswith("reversi") else []),
        ([RANDOM, *LADDER[:2]], 4 * count),
        (LADDER[1:], count),
        ([LADDER[-1], TOP], max(2, count // 2)),
    ]


def measure(players: list[str], ruleset: str, count: int, workers: int) -> list[dict[str, Any]]:
    """Each player against the next; the results seen by the second of the two."""
    match = Match(tuple(players), ruleset, pairs=count // 2, opening_moves=4, pairings="next", adjudicate=False)
    tournament = Tournament(match, workers)
    for standing in tournament.play():
        print(f"\r{ruleset}: {standing.games}/{standing.planned} games", end="", flush=True)
    print()
    return [_turned(each) for each in tournament.standing.data()["pairings"]]


def _turned(pairing: dict[str, Any]) -> dict[str, Any]:
    one, other = pairing["players"]
    low, value, high = (pairing["elo"][name] for name in ("low", "value", "high"))
    elo = [None if each is None else -each for each in (high, value, low)]
    counts = {"games": pairing["games"], "won": pairing["losses"], "drawn": pairing["draws"], "lost": pairing["wins"]}
    return {"player": other, "opponent": one, **counts, "elo": elo}


def tables(record: dict[str, Any]) -> str:
    """The record for people: a table for every game, and where it was made."""
    parts = []
    for ruleset, rows in record["results"].items():
        lines = ["| player | against | games | won | drawn | lost | Elo | 95 % |", "| --- | --- " + "| ---: " * 6 + "|"]
        lines += [_row(row) for row in rows]
        parts.append(f"### {ruleset}\n\n" + "\n".join(lines) + "\n")
    place, made = record["machine"], f"python -m bench.levels --games {record['games']}"
    where = f"{place['cpu']}, {place['cores']} processors, load average {place['load']} at the beginning"
    parts.append(f"Made by `{made}` on {record['when']} ({where}).\n")
    if record.get("note"):
        parts.append(f"{record['note']}\n")
    return "\n".join(parts)


def _row(row: dict[str, Any]) -> str:
    above = (False, row["won"] > row["lost"], True)  # on which side an end lies that is infinite
    low, value, high = (_signed(each, above=side) for each, side in zip(row["elo"], above, strict=True))
    numbers = [str(row[name]) for name in ("games", "won", "drawn", "lost")]
    return f"| {' | '.join([_name(row['player']), _name(row['opponent']), *numbers, value, f'{low} … {high}'])} |"


def _name(player: str) -> str:
    return NAMES.get(player, player.replace(":", " "))


def _signed(elo: float | None, *, above: bool) -> str:
    return f"{elo:+.0f}" if elo is not None else "+∞" if above else "-∞"


def write(record: dict[str, Any]) -> None:
    """The tables of docs/levels.md."""
    head, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, tail = rest.partition(END)
    PAGE.write_text(f"{head}{BEGIN}\n\n{tables(record)}\n{END}{tail}", "utf-8")


def main() -> None:
    """Plays, records, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of every pairing")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes that play")
    parser.add_argument("--only", default="", help="this game alone; prints without recording")
    parser.add_argument("--note", default="", help="what a reader of the tables must know; printed below them")
    asked = parser.parse_args()

    place, results = machine(), {}
    for ruleset in games.games():
        if asked.only in ruleset:
            results[ruleset] = [
                row
                for players, count in plan(ruleset, asked.games)
                for row in measure(players, ruleset, count, asked.workers)
            ]
    now = datetime.now(UTC)
    record = {"when": f"{now:%Y-%m-%d}", "games": asked.games, "machine": place, "note": asked.note, "results": results}
    if asked.only:
        print(tables(record))
        return
    path = HERE / f"results/levels-{now:%Y%m%d-%H%M}.json"
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    write(record)
    print("wrote", path, PAGE)


if __name__ == "__main__":
    main()
