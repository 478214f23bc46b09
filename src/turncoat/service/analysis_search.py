"""What the engine does for an analysis, in a worker: it tells what it finds, and ends when it is asked to."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from turncoat.engine import Engine, Limit, Line
from turncoat.engine.levels import MAX_MEMORY
from turncoat.games import Position
from turncoat.games.errors import BadRequest
from turncoat.games.results import FIRST, Result
from turncoat.games.text import Phrase

from . import analysis_work, view_builder
from .analysis_view import Comparison, EngineLine, LineTurn, ValuedMove, Worth
from .engines import ENGINES
from .errors import PACKAGE
from .workers import Report

EVERY = 0.12  # seconds from one message to the next at the least
POLL = 0.04  # seconds between two looks at whether it is to end
SURVEY_NODES, SURVEY_SECONDS = 20_000, 1.0  # for each position of a game
COMPARED_NODES, COMPARED_SECONDS = 200_000, 1.5  # for all moves of a position under one ruleset


@dataclass(frozen=True)
class Asked:
    """A position to be analysed: another one and the moves from there."""

    position: str
    moves: tuple[str, ...] = ()
    threat: bool = False
    """Whether the other side is to move."""

    def find(self) -> Position:
        """The position; an error says why it is none."""
        found = analysis_work.node_of(self.position, self.moves).position
        if not self.threat:
            return found
        threat = found.threat()
        if threat is None:
            raise BadRequest(problem=Phrase("problems.no_threat", {}, PACKAGE))
        return threat


def search(report: Report, asked: Asked, lines: int, seconds: float) -> float:
    """Tells the best lines as they deepen; the seconds that are left of those it was given, 0 once it is through."""
    position = asked.find()
    if position.result() is not None:
        return 0.0
    engine, told, began = _engine(position), 0.0, time.monotonic()
    latest: list[Line] | None = None
    engine.start(position, Limit(time=seconds, lines=lines))
    try:
        busy = True
        while busy:
            found, busy = engine.poll(POLL)
            latest = found[-1] if found else latest
            if latest and (not busy or time.monotonic() - told >= EVERY):
                report(_told(position, latest))
                told, latest = time.monotonic(), None
            if busy and report.ended():
                return max(0.0, seconds - (time.monotonic() - began))
    finally:
        engine.stop()
    return 0.0


def _engine(position: Position) -> Engine:
    return ENGINES.of(position.ruleset, MAX_MEMORY)


def _told(position: Position, lines: Sequence[Line]) -> dict[str, Any]:
    first = lines[0]
    return {
        "depth": first.depth,
        "deepest": max(line.deepest for line in lines),
        "nodes": max(line.nodes for line in lines),
        "seconds": round(max(line.seconds for line in lines), 2),
        "lines": [EngineLine(turns=_turns(position, line.moves), **_worth(position, line)) for line in lines],
    }


def _turns(position: Position, moves: Iterable[str]) -> list[LineTurn]:
    """The moves by whole turns."""
    found: list[LineTurn] = []
    goes_on = False
    for move in moves:
        after = position.play(move)
        if not goes_on:
            found.append(LineTurn(side=position.side, moves=[]))
        found[-1]["moves"].append(move)
        if len(found) == 1:
            found[0].setdefault("events", []).extend(view_builder.event_list(after.events))
        position, goes_on = after, after.mid_turn
    return found


def _worth(position: Position, line: Line) -> Worth:
    own = position.side is FIRST
    worth = Worth(win=round(line.win if own else 1 - line.win, 4), proved=line.proved)
    if line.lead is not None:
        worth["lead"] = line.lead if own else -line.lead
    return worth


def survey(report: Report, position: str, moves: Sequence[str], wanted: Sequence[int]) -> int:
    """Tells what is thought at a glance of the positions after so many moves; how many of them it has come to."""
    path = analysis_work.node_of(position, moves).path()
    for number, at in enumerate(wanted):
        if report.ended():
            return number
        if at < len(path):
            report({"at": at, **_glance(path[at].position)})
    return len(wanted)


def _glance(position: Position) -> Worth:
    result = position.result()
    if result is not None:
        return _worth_of_result(result)
    line = _engine(position).best(position, Limit(nodes=SURVEY_NODES, time=SURVEY_SECONDS))
    return _worth(position, line)


def _worth_of_result(result: Result) -> Worth:
    return Worth(win=0.5 if result.winner is None else float(result.winner is FIRST), proved=True)


def compare(asked: Asked, ruleset: str) -> Comparison:
    """Every move of the position, here and under other rules, the best first."""
    there = Asked(analysis_work.under(asked.position, asked.moves, ruleset))
    return Comparison(here=_valued(asked.find()), there=_valued(there.find()))


def _valued(position: Position) -> list[ValuedMove]:
    if position.result() is not None:
        return []
    limit = Limit(nodes=COMPARED_NODES, time=COMPARED_SECONDS, lines=len(position.legal_moves))
    found: list[Line] = []
    for found in _engine(position).analyse(position, limit):  # noqa: B007 — the last depth is wanted
        pass
    return [ValuedMove(move=line.move, **_worth(position, line)) for line in found]
