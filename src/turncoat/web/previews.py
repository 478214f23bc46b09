"""What programs are told that preview a link: title, words, a picture; and which pages are not to be indexed.

A private match says nothing by its own link, whatever it is asked: only a public link shows the board.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import cast
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from turncoat.extras import MissingExtra, need
from turncoat.games import words
from turncoat.games.errors import TurncoatError
from turncoat.games.results import Side
from turncoat.games.text import FALLBACK, LANGUAGES, Language, say
from turncoat.service import Service, view_builder
from turncoat.service.match import Match

LONGEST_NAME, LONGEST_NUMBER = 32, 6
PACKAGE = "turncoat.web"


@dataclass(frozen=True)
class Head:
    """What the head of a page says about one link."""

    language: Language = FALLBACK
    title: str = ""
    text: str = ""
    address: str = ""
    picture: str = ""
    indexed: bool = False

    def written(self, page: str) -> str:
        """The page with it."""
        if self.title:
            page = page.replace("<title>Turncoat</title>", f"<title>{escape(self.title)}</title>", 1)
        return page.replace("</head>", f"{''.join(self._tags())}</head>", 1)

    def _tags(self) -> list[str]:
        named = {} if self.indexed else {"robots": "noindex"}
        if self.title:
            named |= {"twitter:card": "summary_large_image" if self.picture else "summary"}
        told = {
            "og:site_name": "Turncoat",
            "og:type": "website",
            "og:locale": self.language,
            "og:title": self.title,
            "og:description": self.text,
            "og:url": self.address,
            "og:image": self.picture,
            "og:image:width": "1200" if self.picture else "",
            "og:image:height": "630" if self.picture else "",
            "og:image:alt": self.title if self.picture else "",
        }
        tags = [f'<meta name="{name}" content="{escape(value)}">' for name, value in named.items()]
        shown = told.items() if self.title else ()
        return tags + [f'<meta property="{name}" content="{escape(value)}">' for name, value in shown if value]


HIDDEN = Head()
"""Of a page that is nobody else's business."""


class Previews:
    """The heads of the pages that others send each other."""

    def __init__(self, origins: Collection[str]) -> None:
        self._origin = next(iter(origins), None)

    async def head(self, scope: Scope, service: Service) -> Head | None:
        """What the head of the page at that address says beyond the usual; None where there is nothing to say."""
        first, _, name = scope["path"].strip("/").partition("/")
        if first not in ("m", "g", "embed", "study"):
            return None
        if not (name.isascii() and name.isalnum() and len(name) <= LONGEST_NAME):
            return HIDDEN
        try:
            found = await service.sharing.links.find(name) if first in ("m", "g") else None
        except TurncoatError:
            return HIDDEN
        return HIDDEN if found is None else self._of_game(scope, found.match, name, names=found.link is None)

    def _of_game(self, scope: Scope, match: Match, name: str, *, names: bool) -> Head:
        given = Headers(scope=scope)
        language = preferred(given.get("accept-language", ""))
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("at", [""])[0]
        at = int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= LONGEST_NUMBER else None
        title, *others = lines(match, match.at if at is None else min(at, match.at), language, names=names)
        base = self._origin or f"{scope['scheme']}://{given.get('host', '')}"
        moment = "" if at is None else f"?at={at}"
        card = f"{base}/api/public/{name}/card.png?language={language}{'' if at is None else f'&at={at}'}"
        return Head(
            language=language,
            title=f"{title} · Turncoat",
            text=". ".join(others),
            address=f"{base}{scope['path']}{moment}",
            picture=card if makes_pictures() else "",
            indexed=names and at is None,
        )


@cache
def makes_pictures() -> bool:
    """Whether the packages for pictures of pixels are installed."""
    try:
        need("web", "resvg_py")
    except MissingExtra:
        return False
    return True


def preferred(accepted: str) -> Language:
    """The first of our languages that a browser asks for; English if it asks for none of them.

    >>> preferred("fr, ja;q=0.8"), preferred("de"), preferred("")
    ('ja', 'en', 'en')
    """
    asked = (each.partition(";")[0].strip().partition("-")[0].lower() for each in accepted.split(","))
    return next((each for each in asked if each in LANGUAGES), FALLBACK)


def lines(match: Match, at: int, language: Language, *, names: bool) -> list[str]:
    """A moment of a match in a few lines: the game, who plays, how it stands."""
    game = match.terms.ruleset.info
    players = " – ".join(_player(match, side, language, names=names) for side in Side)
    if at < match.at or match.status != "over":
        stands = say(PACKAGE, "preview.moment" if at else "preview.start", language, at=at, last=match.at)
    else:
        result = view_builder.result_of(match)
        texts: Mapping[str, str] = cast("Mapping[str, str]", result["text"]) if result else {}
        stands = texts.get(language, texts.get(FALLBACK, ""))
    return [game.title(language), players, stands]


def _player(match: Match, side: Side, language: Language, *, names: bool) -> str:
    seat = match.seats[match.side_of(side)]
    if seat.level:
        return say(PACKAGE, "preview.computer", language, level=seat.level)
    own = seat.name if names else None
    return own or words.side_name(match.position, side, language)
