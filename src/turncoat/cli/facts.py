"""A position in words and as data: scores, whose turn it is, how the game was decided."""

from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.text import Text

from turncoat.games import Position, words
from turncoat.games.facts import Facts
from turncoat.games.results import Result, Score, Side

from .board import stone
from .language import say, spoken


def title(position: Position) -> Text:
    """The game's name and, where it differs from the usual, the ruleset."""
    name = position.ruleset.info.say("name", spoken())
    return Text.assemble((name, "bold"), ("" if ":" not in str(position.ruleset) else f"  {position.ruleset}", "dim"))


def side_name(position: Position, side: Side) -> str:
    """What the game calls the side."""
    return words.side_name(position, side, spoken())


def facts(position: Position, console: Console, *, ascii_only: bool = False) -> list[Text]:
    """The lines beside a board: both sides with their counts, then what the game keeps besides stones."""
    found = position.facts()
    lines = [_side_line(position, found, side, console, ascii_only) for side in Side]
    rest = [*_held(position, found, console, ascii_only), *_counted(position, found), *_state(found)]
    return [*lines, Text(""), *rest] if rest else lines


def _side_line(position: Position, found: Facts, side: Side, console: Console, ascii_only: bool) -> Text:
    decides = position.side is side and not position.is_over
    counts = [say("facts.stones", count=found.stones.of(side))]
    if found.goals:
        counts.insert(0, say("facts.score", count=found.score.of(side)))
    if found.reserves:
        counts.append(say("facts.reserve", count=found.reserves.of(side)))
    line = Text("> " if decides else "  ")
    line.append_text(stone(position, side, console, ascii_only=ascii_only))
    line.append(f" {side_name(position, side)}", style="bold" if decides else "")
    return line.append(f"  {say('facts.and').join(counts)}")


def _held(position: Position, found: Facts, console: Console, ascii_only: bool) -> Iterator[Text]:
    """Who holds which zone, where zones are held."""
    for zone in found.zones:
        if not zone.holdable:
            continue
        line = Text(f"{words.zone_name(position, zone, spoken())}{say('facts.colon')}")
        if zone.holder is None:
            yield line.append(say("facts.nobody"), style="dim")
        else:
            held = stone(position, zone.holder, console, ascii_only=ascii_only)
            yield line.append_text(held).append(f" {side_name(position, zone.holder)}")


def _counted(position: Position, found: Facts) -> Iterator[Text]:
    """Stones by zone, where the game counts them."""
    for zone in found.zones:
        if zone.stones is not None:
            pair = say("facts.pair", first=zone.stones.first, second=zone.stones.second)
            yield Text(f"{words.zone_name(position, zone, spoken())}{say('facts.colon')}{pair}")


def _state(found: Facts) -> Iterator[Text]:
    """Passes just before, and whether the sides may be or were exchanged."""
    if found.passes:
        yield Text(say("facts.passes", count=found.passes))
    if found.swap:
        yield Text(say(f"facts.swap_{found.swap}"))


def outlook(position: Position) -> Text:
    """What is to be done next, or how the game was decided."""
    result = position.result()
    if result is None:
        return Text(words.prompt(position, spoken()))
    return Text(say("facts.over") + decision(position, result), style="bold")


def decision(position: Position, result: Result) -> str:
    """How the game was decided, with the rule."""
    rules = result.rule if result.ended == result.rule else f"{result.ended}, {result.rule}"
    return say("facts.decided", sentence=words.describe_result(position, spoken()), rules=rules)


def reason_sentence(position: Position, winner: Side | None, reason: str) -> str:
    """How games of that kind end, whatever the numbers."""
    one = winner or Side.FIRST
    names = {"winner": side_name(position, one), "loser": side_name(position, one.other)}
    return position.ruleset.info.say(f"reasons.{reason}", spoken(), **names, high=Several(), low=Several())


class Several(int):
    """A number left open, in sentences that hold for any."""

    def __new__(cls) -> "Several":
        """Several, for plurals."""
        return super().__new__(cls, 2)

    def __str__(self) -> str:
        return "…"


def happened(position: Position) -> str:
    """What the last move changed, in words."""
    return say("facts.then").join(event.text(spoken(), side_name(position, event.side)) for event in position.events)


def as_data(position: Position) -> dict[str, Any]:
    """The position for programs."""
    return {
        "position": str(position),
        "ruleset": str(position.ruleset),
        "board": position.grid.rows(position.board),
        "side": str(position.side),
        "mid_turn": position.mid_turn,
        "moves": [move.text for move in position.legal_moves],
        "score": pair(position.score()),
        "stones": pair(position.stones()),
        "zones": [
            {"kind": zone.kind, "name": zone.name, "cells": list(zone.cells), "holder": zone.holder}
            for zone in position.facts().zones
        ],
        "result": result_data(position),
        "events": [
            {"kind": event.kind, "side": str(event.side), "cell": event.cell, "to": event.to}
            for event in position.events
        ],
    }


def pair(score: Score) -> dict[str, int]:
    """A number for each side."""
    return {"first": score.first, "second": score.second}


def result_data(position: Position) -> dict[str, Any] | None:
    """How the game ended, None while it goes on."""
    result = position.result()
    if result is None:
        return None
    winner = None if result.winner is None else str(result.winner)
    text = words.describe_result(position, spoken())
    return {"winner": winner, "rule": result.rule, "reason": result.reason, "ended": result.ended, "text": text}
