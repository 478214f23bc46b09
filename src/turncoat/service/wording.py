"""What the service offers, in words: games, options, looks, levels, clocks, and the rules as a page."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, partial
from html import escape
from typing import Any

from markdown_it import MarkdownIt

from turncoat import games
from turncoat.draw import Theme, diagrams, looks, sample
from turncoat.engine import levels
from turncoat.games import GameInfo, Position, Ruleset, rules_text, words
from turncoat.games.facts import Facts
from turncoat.games.notation import read_transcript
from turncoat.games.options import Choice
from turncoat.games.results import Side
from turncoat.games.text import FALLBACK, Language, Phrase, catalogue, knows, message, translations
from turncoat.play import TimeControl

from .errors import PACKAGE
from .time_controls import control_data
from .view import Zone

Words = dict[str, str]
CLOCKS = {
    "none": TimeControl(),
    "blitz": TimeControl.read("3+2"),
    "rapid": TimeControl.read("10+5"),
    "byoyomi": TimeControl.read("10+3x30"),
    "days": TimeControl.read("3d"),
}


def both(say: Callable[[str], str]) -> Words:
    """A text in every language that has its own words for it."""
    return translations(say)


def _own(key: str, **data: object) -> Words:
    return both(Phrase(key, data, PACKAGE).text)


def offered(games: Iterable[GameInfo]) -> dict[str, Any]:
    """Those games with their options and looks, every level, and some clocks to choose from."""
    return {
        "games": [_game(game) for game in games],
        "levels": [
            {
                "name": name,
                "label": _own("levels.max") if name == levels.MAX else _own("levels.label", name=name),
                "seconds": levels.Level(name).seconds,
            }
            for name in levels.NAMES
        ],
        "clocks": [
            {"name": name, "label": _own(f"clocks.{name}"), "clock": control_data(control)}
            for name, control in CLOCKS.items()
        ],
    }


def _game(game: GameInfo) -> dict[str, Any]:
    texts, start = catalogue(game.package), games.start(str(game.Options()))
    return {
        "name": game.name,
        "title": _said(game, "name"),
        "summary": _said(game, "summary"),
        "credit": _said(game, "credit"),
        "sides": {side.value: _said(game, f"sides.{side}") for side in Side},
        "wins": {side.value: both(partial(words.wins, game, side)) for side in Side},
        "ruleset": str(game.Options()),
        "options": [_option(game, choice) for choice in game.Options.choices()],
        "fields": [_field(game, name) for name in game.Position.FIELDS],
        "looks": _looks(game, start),
        "zones": {name: _to_be_filled(game, f"zones.{name}") for name in texts.get("zones", {})},
        "refusals": {
            name: {"text": _said(game, f"refusals.{name}"), "rule": rule}
            for name, rule in game.Position.REFUSALS.items()
        },
        "explain": {name: _said(game, f"explain.{name}") for name in texts.get("explain", {})},
        "sample": _sample(start),
    }


def _looks(game: GameInfo, position: Position) -> list[dict[str, Any]]:
    """The ways to draw the game."""
    return [
        {
            "name": name,
            "label": _said(game, f"looks.{name}" if knows(game.package, f"looks.{name}") else "name"),
            "surface": look.surface,
            "stones": look.stones,
            "faces": look.faces,
            "zones": look.zones,
        }
        for name, look in looks(position).items()
    ]


def _sample(position: Position) -> dict[str, Any]:
    """The board of a game under way."""
    for move in read_transcript(position, sample(position)):
        position = position.play(move)
    grid = position.grid
    return {
        "board": {"width": grid.width, "height": grid.height, "cells": position.board},
        "zones": zone_list(position.facts()),
    }


def zone_list(facts: Facts) -> list[Zone]:
    """The cells that the board marks out, as they are sent."""
    return [
        Zone(kind=zone.kind, name=zone.name, cells=list(zone.cells))
        if zone.name
        else Zone(kind=zone.kind, cells=list(zone.cells))
        for zone in facts.zones
    ]


def _option(game: GameInfo, choice: Choice) -> dict[str, Any]:
    return {
        "name": choice.name,
        "label": option_label(game, choice.name),
        "explain": _said(game, f"options.{choice.name}.explain"),
        "default": choice.default,
        "free": "values" not in catalogue(game.package).get("options", {}).get(choice.name, {}),
        "values": [_value(game, choice.name, value) for value in choice.values],
    }


def option_label(game: GameInfo, option: str) -> Words:
    """What an option is called."""
    return _said(game, f"options.{option}.label")


def _field(game: GameInfo, name: str) -> dict[str, Any]:
    """A field of the game's position texts, for a form: the values it may have, or none where it is typed."""
    key = f"fields.{name}"
    values = game.Position.field_values(name)
    return {
        "name": name,
        "label": _said(game, f"{key}.label"),
        "explain": _said(game, f"{key}.explain"),
        "values": [{"value": each, "label": _field_value(game, f"{key}.values.{each}", each)} for each in values],
    }


def _field_value(game: GameInfo, key: str, value: str) -> Words:
    return _said(game, key) if knows(game.package, key) else {FALLBACK: value}


def _value(game: GameInfo, option: str, value: str) -> dict[str, Any]:
    numbers: tuple[int, ...] = ()
    with suppress(TypeError, ValueError):  # of a game that has no native rules
        numbers = game.Options.read({option: value}).numbers_of(option)
    return {"value": value, "label": value_label(game, option, value), "numbers": numbers}


def value_label(game: GameInfo, option: str, value: str) -> Words:
    """What an option's value is called; a number or a size is its own name."""
    key = f"options.{option}.values.{value}"
    if knows(game.package, key):
        return _said(game, key)
    first, slash, second = value.partition("/")
    if slash and knows(game.package, f"options.{option}.pair"):  # a number for each side
        form = "each" if first == second else "pair"
        return _said(game, f"options.{option}.{form}", first=int(first), second=int(second))
    return {FALLBACK: value.replace("x", "×")}


def _to_be_filled(game: GameInfo, key: str) -> Words:
    """A message whose places the page fills."""
    return both(lambda language: message(game.package, key, language)[0])


def _said(game: GameInfo, key: str, **data: object) -> Words:
    return both(lambda language: game.say(key, language, **data))


@cache
def options_text(ruleset: Ruleset) -> tuple[Words, ...]:
    """A ruleset's options in words, each as `label: value`."""
    game, options = ruleset.info, ruleset.options

    def line(choice: Choice, language: Language) -> str:
        value = value_label(game, choice.name, options.text(choice.name))
        label = game.say(f"options.{choice.name}.label", language)
        data = {"label": label, "value": value.get(language, value[FALLBACK])}
        return Phrase("options.line", data, PACKAGE).text(language)

    return tuple(both(partial(line, choice)) for choice in options.choices())


def rules_page(game: str, language: Language, theme: Theme) -> dict[str, Any]:
    """The rules of a game as HTML that is safe to show: Markdown without raw HTML, diagrams drawn here."""
    text = rules_text.rules(games.game(game).name, language)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    parts: list[str] = []
    for block in text.blocks():
        if isinstance(block, str):
            parts.append(markdown.render(block))
        else:
            caption = escape(block.caption(language))
            parts.append(
                f"<figure>\n{diagrams.picture(block, language, theme)}\n<figcaption>{caption}</figcaption>\n</figure>\n"
            )
    return {"game": text.game, "language": language, "title": text.title, "html": "".join(parts)}
