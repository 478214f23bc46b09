"""The one palette: every colour by theme and surface, and how each part of a board is painted with them."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Literal, get_args

Theme = Literal["light", "dark", "contrast"]
THEMES: tuple[Theme, ...] = get_args(Theme)
Attributes = dict[str, Any]


@cache
def _read(name: str) -> Mapping[str, Any]:
    return MappingProxyType(tomllib.loads(resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8")))


def lengths(name: str) -> Mapping[str, Any]:
    """A table of `geometry.toml`.

    >>> lengths("stone")["radius"]
    25
    """
    found: Mapping[str, Any] = _read("geometry")[name]
    return found


CELL: float = _read("geometry")["cell"]
FACES: Mapping[str, Mapping[str, str]] = lengths("faces")
SUITS: list[str] = [suit["shape"] for suit in _read("geometry")["suits"]]
FONT: str = lengths("letters")["family"]


@cache
def page_colours(theme: str) -> Mapping[str, str]:
    """The colours of pages and documents in a theme.

    >>> page_colours("light")["paper"]
    '#f6f3ec'
    """
    found = _read("palette")
    return MappingProxyType({**found["light"]["page"], **found[theme]["page"]})


@cache
def board_colours(theme: str, surface: str) -> Mapping[str, str]:
    """The colours of a surface, and of stones and marks on it, in a theme (`terminal` is one, too).

    >>> board_colours("dark", "wood")["cell"], board_colours("contrast", "wood")["cell"]
    ('#7a5d3a', '#ffffff')
    """
    found, merged = _read("palette"), dict[str, str]()
    for each in dict.fromkeys(("light", theme)):
        merged |= found[each]["board"] | found[each].get(surface, {})
    return MappingProxyType(merged)


class Paint:
    """What parts of a board are painted with in one theme, on one surface."""

    def __init__(self, theme: Theme, surface: str) -> None:
        self.theme, self.colours = theme, board_colours(theme, surface)

    def part(self, *names: str, **colours: str) -> Attributes:
        """The attributes of parts, the later over the earlier; `colours` are names for this one time.

        >>> Paint("light", "cloth").part("under")
        {'fill': '#000000', 'fill-opacity': 0.2}
        >>> Paint("light", "cloth").part("symbol", below="suit", suit="suit-1")
        {'fill': '#23272d'}
        """
        merged, parts = Attributes(), _read("parts")
        for each in dict.fromkeys(("light", self.theme)):
            for name in names:
                merged |= parts.get(each, {}).get(name, {})
        found = Attributes()
        for key, value in merged.items():
            found |= self._colour(key, value, colours) if key in ("fill", "stroke") else {key: value}
            if key.removesuffix("-opacity") != key and key in ("fill-opacity", "stroke-opacity"):
                colour = self.colour(merged.get(key.removesuffix("-opacity"), "none"), colours)
                found[key] = round(value * _opacity(colour), 3)
        return found

    def colour(self, name: str, colours: Mapping[str, str] | None = None) -> str:
        """The colour of that name, `none` for none."""
        while colours and name in colours:
            name = colours[name]
        return "none" if name == "none" else self.colours[name]

    def _colour(self, key: str, name: str, colours: Mapping[str, str]) -> Attributes:
        colour = self.colour(name, colours)
        if colour == "none" or _opacity(colour) == 1:
            return {key: colour}
        return {key: colour[:7], f"{key}-opacity": round(_opacity(colour), 3)}


def over(colour: str, ground: str) -> str:
    """What is seen where a colour lies over an opaque one.

    >>> over("#ffffff80", "#000000")
    '#808080'
    """
    share = _opacity(colour)
    mixed = (
        round(share * int(colour[at : at + 2], 16) + (1 - share) * int(ground[at : at + 2], 16)) for at in (1, 3, 5)
    )
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _opacity(colour: str) -> float:
    """How opaque a colour such as #22262b or #22262b80 is."""
    return int(colour[7:], 16) / 255 if len(colour) == 9 else 1.0
