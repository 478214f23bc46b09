"""What a view of a match must show, worked out from its model and the plain rules."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from tests.attack.match_model import Held, MatchModel, ModelMove
from turncoat.games.facts import Facts
from turncoat.games.moves import Event
from turncoat.games.results import Score, Side

UNSAID = frozenset({"prompt", "note", "options_text", "lines", "zones"})
"""Fields of a view that are not compared: words, and what only the picture of the board depends on."""


def view(match: MatchModel, held: Held, as_of: int) -> dict[str, Any]:
    """The view for whoever holds these seats, its clocks at that moment."""
    position = match.position
    facts = position.facts()
    deciding = match.status == "playing" and match.decider in held
    last = match.made[-1].turn if match.made else 0
    return {
        "id": match.id,
        "version": match.version,
        "ruleset": str(match.ruleset),
        "game": match.ruleset.info.name,
        "kind": match.kind,
        "status": match.status,
        "created": match.created,
        "clock": dict(match.control),
        "at": match.at,
        "turn": last + (not (match.made and position.mid_turn)),
        "side": position.side,
        "mid_turn": position.mid_turn,
        "position": str(position),
        "board": {"width": position.grid.width, "height": position.grid.height, "cells": position.board},
        "score": _pair(facts.score),
        "stones": _pair(facts.stones),
        "reserves": facts.reserves and _pair(facts.reserves),
        "goals": facts.goals and _pair(facts.goals),
        "holders": _holders(facts),
        "start": _start(match),
        "history": [_told(made, match.clock.kind) for made in match.made],
        "seats": {side: _seat(match, side) for side in Side},
        "offers": {kind: seat and match.side_of(seat) for kind, seat in match.offers.items()},
        "times": _times(match, as_of),
        "result": _result(match),
        "rematch": match.rematch,
        "previous": match.previous,
        "chat": [
            {"side": match.side_of(seat), "name": match.seats[seat].name, "text": text, "at": at}
            for seat, text, at in match.chat[-50:]
        ],
        "can": _can(match),
        "moves": [_choice(each) for each in position.legal_moves] if deciding else [],
    }


def you(match: MatchModel, held: Held) -> list[Side]:
    """The sides that these seats play now."""
    return [side for side in Side if match.side_of(side) in held]


def _pair(score: Score) -> dict[str, int]:
    return {"first": score.first, "second": score.second}


def _holders(facts: Facts) -> dict[str, Side | None]:
    return {zone.name: zone.holder for zone in facts.zones if zone.holdable}


def _events(events: Iterable[Event]) -> list[dict[str, str]]:
    told = [{"kind": each.kind, "side": each.side, "cell": each.cell, "to": each.to} for each in events]
    return [{name: value for name, value in each.items() if value is not None} for each in told]


def _choice(move: Any) -> dict[str, Any]:
    return {"move": move.text, "cells": list(move.cells), "events": _events(move.events), "ends_turn": move.ends_turn}


def _start(match: MatchModel) -> dict[str, Any]:
    start = match.ruleset.start()
    facts, holders = start.facts(), _holders(start.facts())
    told: dict[str, Any] = {"cells": start.board, "score": _pair(facts.score)}
    if facts.reserves:
        told["reserves"] = _pair(facts.reserves)
    if holders:
        told["holders"] = holders
    clock = type(match.clock)(match.control)
    first, second = (clock.shown(side, 0) for side in Side)
    return told | _clocks(match.clock.kind, first, second)


@lru_cache(10_000)
def _told(made: ModelMove, control: str) -> dict[str, Any]:
    """A move, and what it made different."""
    was, now = made.before.facts(), made.position.facts()
    told: dict[str, Any] = {
        "move": made.move,
        "side": made.before.side,
        "turn": made.turn,
        "at_ms": made.at,
        "events": _events(made.position.events),
    }
    if now.score != was.score:
        told["score"] = _pair(now.score)
    if now.reserves and now.reserves != was.reserves:
        told["reserves"] = _pair(now.reserves)
    if _holders(now) != _holders(was):
        told["holders"] = _holders(now)
    return told | _clocks(control, *made.clocks)


def _clocks(control: str, first: tuple[int, int], second: tuple[int, int]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if control != "none":
        told["left"] = {"first": first[0], "second": second[0]}
    if control == "byoyomi":
        told["periods"] = {"first": first[1], "second": second[1]}
    return told


def _seat(match: MatchModel, side: Side) -> dict[str, str | None]:
    seat = match.seats[match.side_of(side)]
    return {"kind": seat.kind, "name": seat.name, "level": seat.level}


def _times(match: MatchModel, as_of: int) -> dict[str, Any] | None:
    clock = match.clock
    if clock.kind == "none":
        return None
    first, second = (clock.shown(match.side_of(side), as_of) for side in Side)
    running = clock.running and match.side_of(clock.running)
    told: dict[str, Any] = {"first": first[0], "second": second[0], "running": running, "as_of": as_of}
    if clock.kind == "byoyomi":
        told["periods"] = {"first": first[1], "second": second[1]}
        told["in_period"] = {side: clock.in_period(match.side_of(side), as_of) for side in Side}
    return told


def _result(match: MatchModel) -> dict[str, Any] | None:
    if match.ended:
        reason, loser = match.ended
        winner = None if loser is None else match.side_of(loser).other
        return {"winner": winner, "reason": reason, "rule": None, "ended": None}
    result = match.position.result()
    if result is None:
        return None
    return {"winner": result.winner, "reason": result.reason, "rule": result.rule, "ended": result.ended}


def _can(match: MatchModel) -> dict[str, bool]:
    playing, clients = match.status == "playing", not match.alone
    taken = any(match.takeback_to(seat) is not None for seat in Side)
    return {
        "undo": playing and (match.position.mid_turn or (match.alone and match.at > 0)),
        "hint": playing and match.alone,
        "chat": clients,
        "takeback": playing and clients and taken,
        "draw": playing and match.kind != "computer",
        "resign": match.status != "over",
        "claim": playing and clients and match.clock.kind != "days",
        "rematch": match.status == "over" and not match.rematch and not match.withdrawn,
    }


def differences(match: MatchModel, held: Held, shown: dict[str, Any]) -> list[str]:
    """Where a view is not as it must be."""
    times = shown["times"]
    wanted = view(match, held, times["as_of"] if times else 0)
    found = {name: value for name, value in shown.items() if name not in UNSAID}
    if found["result"]:
        found["result"] = {name: found["result"][name] for name in ("winner", "reason", "rule", "ended")}
    return [
        f"{match.id}: {name} is {found.get(name)!r}, must be {wanted.get(name)!r}"
        for name in sorted(wanted.keys() | found.keys())
        if wanted.get(name) != found.get(name)
    ]


def record_moves(match: MatchModel) -> str:
    """The moves as a record writes them: a turn's apart by blanks, turns by semicolons."""
    turns: dict[int, list[str]] = {}
    for made in match.made:
        turns.setdefault(made.turn, []).append(made.move)
    return "; ".join(" ".join(turn) for turn in turns.values())
