"""Looks: how a game wants to be drawn.  They are data of the game, in `looks.toml` beside its rules.

A look names a surface, a kind of stones, a face for each side, and what zones are to a drawing: their *roles*.  A game
without looks is drawn on felt with discs, the zones that can be held outlined.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from turncoat.games import Position
from turncoat.games.text import tables

from .palette import FACES

SURFACES = ("cloth", "wood", "slab", "tiles", "felt")
STONES = ("discs", "pebbles", "piecepack")
ROLES = ("border", "marked", "blocked", "contour", "panel")
"""`border` an area of its own shade, `marked` a cell or block of cells outlined, `blocked` cells hatched, `contour`
cells joined by a line, `panel` cells on one piece of a board put together from pieces."""

DEFAULTS: Mapping[str, Any] = {
    "usual": {"surface": "felt", "stones": "discs", "faces": {"first": "dark", "second": "light"}}
}


@dataclass(frozen=True)
class Look:
    """How a game wants to be drawn: the surface, the kind of stones, each side's face, the roles of its zones."""

    name: str
    surface: str
    stones: str
    faces: Mapping[str, str]
    zones: Mapping[str, str]
    """Roles by the game's word for the kind of zone."""


def looks(position: Position) -> dict[str, Look]:
    """Every look the game offers, the usual one first.

    >>> from turncoat.games import start
    >>> [look.surface for look in looks(start("reversi")).values()]
    ['tiles', 'felt']
    """
    found = _read(position.ruleset.info.package)["looks"]
    if not found:
        held = {zone.kind: "marked" for zone in position.facts().zones if zone.holdable}
        return {name: Look(name, zones=held, **each) for name, each in DEFAULTS.items()}
    return {name: Look(name, **{"zones": {}, **each}) for name, each in found.items()}


def default_look(position: Position) -> Look:
    """The look a game is drawn with where none is asked for."""
    return next(iter(looks(position).values()))


def sample(position: Position) -> str:
    """A game under way from that start, as a transcript, for pictures; empty where the game has none."""
    found: str = _read(position.ruleset.info.package)["sample"]
    return found


@cache
def _read(package: str) -> Mapping[str, Any]:
    """A game's `looks.toml`; nothing where there is none."""
    found = tables(package, "looks.toml", "looks.toml")
    looks = found.get("looks", {})
    return {
        "sample": found.get("sample", ""),
        "looks": {name: _checked(f"look {name} of {package}", look) for name, look in looks.items()},
    }


def _checked(where: str, look: Mapping[str, Any]) -> Mapping[str, Any]:
    """The look; ValueError if a word in it is none that drawings know."""
    asked = [("surface", look.get("surface"), SURFACES), ("stones", look.get("stones"), STONES)]
    asked += [
        (f"face of the {side} side", look.get("faces", {}).get(side), tuple(FACES)) for side in ("first", "second")
    ]
    asked += [(f"role of {kind}", role, ROLES) for kind, role in look.get("zones", {}).items()]
    for what, value, known in asked:
        if value not in known:
            raise ValueError(f"{where}: {what} must be one of {', '.join(known)}; got {value}")
    return look
