"""What the house has to offer, in words: games, options, looks, levels, clocks, and the rules as a page."""

from collections.abc import Callable
from functools import cache, partial
from html import escape
from typing import Any

from markdown_it import MarkdownIt

from turncoat import games
from turncoat.engine import levels
from turncoat.games import GameInfo, Ruleset, draw, rules_text, words
from turncoat.games.notation import read_transcript
from turncoat.games.options import Choice
from turncoat.games.results import Side
from turncoat.games.text import FALLBACK, Language, Phrase, catalogue, knows, translations

from .clock import Clock
from .errors import PACKAGE

Words = dict[str, str]
CLOCKS = {
    "none": Clock(),
    "blitz": Clock("fischer", minutes=3, increment=2),
    "rapid": Clock("fischer", minutes=10, increment=5),
    "byoyomi": Clock("byoyomi", minutes=10, seconds=30, periods=3),
    "days": Clock("days", days=3),
}


def both(say: Callable[[str], str]) -> Words:
    """A text in every language that has its own words for it."""
    return translations(say)


def _own(key: str, **data: object) -> Words:
    return both(Phrase(key, data, PACKAGE).text)


@cache
def offered() -> dict[str, Any]:
    """Every game with its options and looks, every level, and some clocks to choose from."""
    return {
        "games": [_game(game) for game in games.games().values()],
        "levels": [
            {
                "name": name,
                "label": _own("levels.max") if name == levels.MAX else _own("levels.label", name=name),
                "seconds": levels.Level(name).seconds,
            }
            for name in levels.NAMES
        ],
        "clocks": [
            {"name": name, "label": _own(f"clocks.{name}"), "clock": clock.data()} for name, clock in CLOCKS.items()
        ],
    }


def _game(game: GameInfo) -> dict[str, Any]:
    texts, tables = catalogue(game.package), draw.look_tables(game.package)
    return {
        "name": game.name,
        "title": _said(game, "name"),
        "summary": _said(game, "summary"),
        "credit": _said(game, "credit"),
        "sides": {side.value: _said(game, f"sides.{side}") for side in Side},
        "wins": {side.value: both(partial(words.wins, game, side)) for side in Side},
        "ruleset": str(game.Options()),
        "options": [_option(game, choice) for choice in game.Options.choices()],
        "looks": [
            {"name": name, "label": _said(game, f"looks.{name}"), "zones": {}, **look}
            for name, look in tables["looks"].items()
        ],
        "zones": {name: _said(game, f"zones.{name}") for name in texts["zones"]},
        "explain": {name: _said(game, f"explain.{name}") for name in texts.get("explain", {})},
        "sample": _sample(game, tables["sample"]),
    }


def _sample(game: GameInfo, transcript: str) -> dict[str, Any]:
    """The board of a game under way."""
    position = games.start(str(game.Options()))
    for move in read_transcript(position, transcript):
        position = position.play(move)
    grid = position.grid
    return {
        "board": {"width": grid.width, "height": grid.height, "cells": position.board},
        "zones": {zone.label: zone.cells for zone in position.facts().zones},
    }


def _option(game: GameInfo, choice: Choice) -> dict[str, Any]:
    return {
        "name": choice.name,
        "label": _said(game, f"options.{choice.name}.label"),
        "explain": _said(game, f"options.{choice.name}.explain"),
        "default": choice.default,
        "free": "values" not in catalogue(game.package)["options"][choice.name],
        "values": [{"value": value, "label": value_label(game, choice.name, value)} for value in choice.values],
    }


def value_label(game: GameInfo, option: str, value: str) -> Words:
    """What an option's value is called; a number or a size is its own name."""
    key = f"options.{option}.values.{value}"
    return _said(game, key) if knows(game.package, key) else {FALLBACK: value.replace("x", "×")}


def _said(game: GameInfo, key: str) -> Words:
    return both(lambda language: game.say(key, language))


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


@cache
def rules_page(game: str, language: Language, theme: draw.Theme) -> dict[str, Any]:
    """The rules of a game as HTML that is safe to show: Markdown without raw HTML, diagrams drawn here."""
    text = rules_text.rules(games.game(game).name, language)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    parts: list[str] = []
    for block in text.blocks():
        if isinstance(block, str):
            parts.append(markdown.render(block))
        else:
            caption = escape(block.caption(language))
            parts.append(f"<figure>\n{block.svg(language, theme)}\n<figcaption>{caption}</figcaption>\n</figure>\n")
    return {"game": text.game, "language": language, "title": text.title, "html": "".join(parts)}
