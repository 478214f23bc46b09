"""Checks the definition of a game, its GAME, before anything is played."""

import re
import sys
from collections.abc import Iterator
from dataclasses import Field, fields
from typing import Any

from .board import SYMMETRY_NAMES
from .errors import BadOption
from .info import GameInfo
from .options import Options
from .plain import PlainPosition
from .source import Place, attribute_of
from .text import Phrase

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What a game can be called."""


def definition_problem(info: object) -> tuple[Phrase, Place | None] | None:
    """The first thing that keeps the GAME from being played, with the line that says so; None where nothing does."""
    return next(_problems(info), None)


def _problems(info: object) -> Iterator[tuple[Phrase, Place | None]]:
    if not isinstance(info, GameInfo):
        yield _phrase("no_game"), None
        return
    if not NAME.fullmatch(info.name):
        yield _phrase("name_form", name=info.name), None
    if not (_is_a(info.Options, Options) and _is_a(info.Position, PlainPosition)):
        yield _phrase("classes"), None
        return
    if info.package not in sys.modules:
        yield _phrase("package", got=repr(info.package)), None
    yield from _option_problems(info)
    if missing := sorted(info.Position.__abstractmethods__):
        yield _phrase("unfinished", names=missing), _place(info.Position, "")
    if unknown := [name for name in info.Position.SYMMETRIES if name not in SYMMETRY_NAMES]:
        place = _place(info.Position, "SYMMETRIES")
        yield _phrase("symmetry_name", name=unknown[0], names=SYMMETRY_NAMES[1:]), place


def _option_problems(info: GameInfo) -> Iterator[tuple[Phrase, Place | None]]:
    kind: Any = info.Options
    called = getattr(kind, "game", None)
    if called != info.name:
        yield _phrase("options_name", got=repr(called), name=repr(info.name)), _place(kind, "game")
    if any(isinstance(value, Field) for value in vars(kind).values()):  # which the decorator takes away
        yield _phrase("options_class"), _place(kind, "")
        return
    for each in fields(kind):
        if "read" not in each.metadata:
            yield _phrase("option_kind", name=each.name), _place(kind, each.name)
            continue
        try:
            for text in (each.metadata["write"](each.default), *each.metadata["values"]):
                kind.read_value(each.name, text)
        except BadOption as error:
            yield _phrase("broken", error=Phrase.of(error)), _place(kind, each.name)


def _place(kind: type, name: str) -> Place | None:
    try:
        return attribute_of(kind, name)
    except OSError:  # a package without its sources
        return None


def _is_a(given: object, kind: type) -> bool:
    return isinstance(given, type) and issubclass(given, kind)


def _phrase(key: str, **data: object) -> Phrase:
    return Phrase(f"rules_files.{key}", data)
