"""The view: everything a page needs to show a match, built once per change and the same for everyone."""

from typing import Any

from turncoat.games import Position, words
from turncoat.games.moves import Event
from turncoat.games.results import Result, Score, Side
from turncoat.games.text import Language, Phrase

from .acts import takeback_to
from .errors import PACKAGE
from .match import Match
from .table import change
from .wording import Words, both, options_text


def build(match: Match, now: int) -> dict[str, Any]:
    """The view of a match at that moment."""
    table, position = match.table, match.table.position
    result = _result(match)
    made, events = table.last_turn()
    status = match.status
    return {
        "id": match.facts.id,
        "version": match.seq,
        "ruleset": match.facts.ruleset,
        "game": match.facts.game,
        "kind": match.facts.kind,
        "status": status,
        "created": match.facts.created,
        "clock": match.facts.clock.data(),
        "at": match.at,
        "turn": table.turn,
        "side": position.side.value,
        "mid_turn": position.mid_turn,
        **board(position),
        "moves": table.choices() if status == "playing" else [],
        "trail": trail(events),
        "last": {
            "side": made[0].side.value,
            "moves": [each.move for each in made],
            "changes": [change(event) for event in events],
        }
        if made
        else None,
        "prompt": result["text"] if result else _prompt(match),
        "note": None if result else _note(position),
        "history": [
            {"move": each.move, "side": each.side.value, "turn": each.turn, "at_ms": each.at} for each in table.made
        ],
        "seats": {side.value: _seat(match, side) for side in Side},
        "offers": {kind: None if seat is None else match.side_of(seat).value for kind, seat in match.offers.items()},
        "times": _times(match, now),
        "result": result,
        "options_text": [*options_text(position.ruleset)],
        "rematch": match.rematch,
        "previous": match.facts.previous,
        "chat": [
            {"side": match.side_of(said.seat).value, "name": said.name, "text": said.text, "at": said.at}
            for said in match.chat
        ],
        "can": _can(match),
    }


def board(position: Position) -> dict[str, Any]:
    """What a board shows, of a match or of a preview."""
    facts, grid = position.facts(), position.grid
    return {
        "position": str(position),
        "board": {"width": grid.width, "height": grid.height, "cells": position.board},
        "score": _pair(facts.score),
        "stones": _pair(facts.stones),
        "reserves": facts.reserves and _pair(facts.reserves),
        "targets": facts.goals and _pair(facts.goals),
        "zones": {zone.label: zone.cells for zone in facts.zones},
        "holders": {zone.name: zone.holder and zone.holder.value for zone in facts.zones if zone.holdable},
    }


def _pair(score: Score) -> dict[str, int]:
    return {"first": score.first, "second": score.second}


def trail(events: list[Event]) -> list[tuple[str, str]]:
    """The way of a turn over the board: stones that moved, and from one entered stone to the next."""
    ways: list[tuple[str, str]] = []
    placed: str | None = None
    for event in events:
        if event.kind == "moved" and event.cell and event.to:
            ways.append((event.cell, event.to))
        elif event.kind == "placed" and event.cell:
            if placed:
                ways.append((placed, event.cell))
            placed = event.cell
    return ways


def _prompt(match: Match) -> Words:
    if match.status == "open":
        return both(Phrase("prompts.waiting", package=PACKAGE).text)
    return both(lambda language: words.prompt(match.table.position, language))


def _note(position: Position) -> Words | None:
    """One small line on why it matters, None where there is nothing to say."""
    for event in position.events:
        if event.kind == "given":
            return _say_of(position, "notes.given", event.side)
    facts = position.facts()
    if facts.goals:
        for side in (position.side, position.side.other):
            if facts.goals.of(side) - facts.score.of(side) == 1:
                return _say_of(position, "notes.one_more", side)
    return None


def _say_of(position: Position, key: str, side: Side) -> Words:
    return both(
        lambda language: Phrase(key, {"side": words.side_name(position, side, language)}, PACKAGE).text(language)
    )


def _seat(match: Match, side: Side) -> dict[str, Any]:
    seat = match.seats[match.seat_of(side)]
    return {"kind": seat.kind, "name": seat.name, "level": seat.level}


def _times(match: Match, now: int) -> dict[str, Any] | None:
    if match.facts.clock.kind == "none":
        return None
    times = match.times
    hands = {side: times.shown(match.seat_of(side), now) for side in Side}
    shown: dict[str, Any] = {side.value: hand.ms for side, hand in hands.items()}
    shown["running"] = None if times.running is None else match.side_of(times.running).value
    shown["as_of"] = now
    if match.facts.clock.kind == "byoyomi":
        shown["periods"] = {side.value: hand.periods for side, hand in hands.items()}
        shown["in_period"] = {side.value: times.in_period(match.seat_of(side), now) for side in Side}
    return shown


def _result(match: Match) -> dict[str, Any] | None:
    position = match.table.position
    if match.ending:
        return _beyond_the_rules(match, position)
    result = position.result() if match.status == "over" else None
    if result is None:
        return None
    return {
        "winner": result.winner and result.winner.value,
        "reason": result.reason,
        "rule": result.rule,
        "ended": result.ended,
        "text": both(lambda language: words.describe_result(position, language)),
        "cells": _shown_by(position, result),
    }


def _beyond_the_rules(match: Match, position: Position) -> dict[str, Any]:
    assert match.ending is not None
    reason, loser = match.ending.reason, match.ending.loser
    winner = None if loser is None else match.side_of(1 - loser)
    named = winner or Side.FIRST  # a draw's sentence has no place for either

    def told(language: Language) -> str:
        loser = words.side_name(position, named.other, language)
        data = {"loser": loser, "wins": words.wins(position.ruleset.info, named, language)}
        return Phrase(f"reasons.{reason}", data, PACKAGE).text(language)

    return {
        "winner": winner and winner.value,
        "reason": reason,
        "rule": None,
        "ended": None,
        "text": both(told),
        "cells": [],
    }


def _shown_by(position: Position, result: Result) -> list[str]:
    """The cells that show why the winner has won: those of the zones it holds."""
    held = [zone for zone in position.facts().zones if zone.holdable and zone.holder is result.winner]
    return [cell for zone in held for cell in zone.cells] if result.winner else []


def _can(match: Match) -> dict[str, bool]:
    """What the match has to offer now, whoever asks."""
    kind, status = match.facts.kind, match.status
    playing, alone, people = status == "playing", kind in ("local", "computer"), kind in ("friend", "lobby")
    return {
        "undo": playing and ((alone and match.at > 0) or match.table.position.mid_turn),
        "hint": playing and alone,
        "chat": people,
        "takeback": playing and people and any(takeback_to(match, seat) is not None for seat in (0, 1)),
        "draw": playing and kind != "computer",
        "resign": status != "over",
        "claim": playing and people and match.facts.clock.kind != "days",
        "rematch": status == "over" and not match.rematch and not _withdrawn(match),
    }


def _withdrawn(match: Match) -> bool:
    return match.ending is not None and match.ending.reason == "withdrawn"
