"""What a position says to people: whose side is called what, what to do next, how a finished game was decided."""

from dataclasses import replace

from . import GAMES, parse
from .kit import PASS, SWAP, Game, Position, Side
from .text import catalogue


def plain(position: object) -> Position:
    """The position in plain rules, whichever twin it came from; what its last move changed comes along."""
    if isinstance(position, Position):
        return position
    return replace(parse(str(position)), events=tuple(getattr(position, "events", ())))


def game_of(position: object) -> Game:
    """The game a position belongs to."""
    return GAMES[plain(position).options.game]


def side_name(position: object, side: Side, language: str = "en") -> str:
    """What the game calls the side.

    >>> from turncoat.games import start
    >>> side_name(start("verto"), Side.FIRST), side_name(start("verto"), Side.FIRST, "ja")
    ('Light', '白')
    """
    return game_of(position).say(f"sides.{side}", language)


def zone_name(position: object, zone: str, language: str = "en") -> str:
    """What the game calls a zone of the position; of `base b2` the first word is looked up, the rest filled in."""
    kind, _, which = zone.partition(" ")
    known = catalogue(game_of(position).package)["zones"]
    key = zone.replace(" ", "_")
    return game_of(position).say(f"zones.{key if key in known else kind}", language, which=which)


def situation(position: object) -> str:
    """The kind of decision to make: `move`, `capture`, `step`, `chain`, `swap`, `pass`, or `over`."""
    now = plain(position)
    moves = now.moves()
    if not moves:
        return "over"
    if moves == [PASS]:
        return "pass"
    if SWAP in moves:
        return "swap"
    if now.mid_turn:
        return "step" if [event.kind for event in now.events] == ["placed"] else "chain"
    return "capture" if any(_captures(now, move) for move in moves) else "move"


def prompt(position: object, language: str = "en") -> str:
    """One sentence on what the side to move has to do.

    >>> from turncoat.games import start
    >>> prompt(start("verto"))
    'Light: enter a stone on an empty cell.'
    """
    now = plain(position)
    kind = situation(now)
    if kind == "over":
        return describe_result(now, language)
    side, other = side_name(now, now.side, language), side_name(now, now.side.other, language)
    stone = "" if now.chain is None else now.grid.name(now.chain)
    return game_of(now).say(f"prompts.{kind}", language, side=side, other=other, stone=stone)


def describe_result(position: object, language: str = "en") -> str:
    """How a finished game was decided; empty while it goes on.

    >>> from turncoat.games import parse
    >>> describe_result(parse("reversi:size=4x4 xxxx/xxxx/xxxx/xxxo o coins=1/1"))
    'Symbols win with 15 coins to 1.'
    """
    now = plain(position)
    result = now.result()
    if result is None:
        return ""
    game, score = game_of(now), now.tally(result.reason)
    winner = result.winner or Side.FIRST  # a draw's sentence has no place for either
    names = {"winner": side_name(now, winner, language), "loser": side_name(now, winner.other, language)}
    decided = game.say(f"reasons.{result.reason}", language, **names, high=score.of(winner), low=score.of(winner.other))
    if result.ended == result.rule:
        return decided
    return game.say("ended.both", language, ended=game.say(f"ended.{result.ended}", language), decided=decided)


def _captures(position: Position, move: str) -> bool:
    cells = position.grid.cells_in(move)
    return len(cells) == 2 and move == "x".join(cells)
