"""Claims of the win over an opponent who has left: given away only once every running process confirms the absence."""

from . import commands
from .errors import TooEarly
from .match import Match
from .matches import Who
from .peers import NoAnswer, PeerUpdates
from .presence import Presence


async def claim(match: Match, who: Who, presence: Presence, peers: PeerUpdates) -> commands.Claim:
    """The command, which tells whether the opponent is gone; TooEarly where another process cannot be asked."""
    away = commands.opponent(match, who if isinstance(who, frozenset) else match.seats_held(who))
    confirmed = False
    if away is not None and presence.gone(match, away):
        try:
            absence = await peers.absence(match.terms.id, away)
        except NoAnswer:
            raise TooEarly from None
        confirmed = absence is None or presence.gone_after(match, absence)
    return commands.Claim(lambda seat: confirmed and seat is away and presence.gone(match, seat))
