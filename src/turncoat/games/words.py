"""What a position says to people: whose side is called what, what to do next, how a finished game was decided."""

from .facts import Zone
from .info import GameInfo
from .moves import SWAP
from .position import Position
from .results import Side
from .text import knows, say


def side_name(position: Position, side: Side, language: str = "en") -> str:
    """What the game calls the side.

    >>> from turncoat.games import start
    >>> side_name(start("verto"), Side.FIRST), side_name(start("verto"), Side.FIRST, "ja")
    ('Light', '白')
    """
    return position.ruleset.info.say(f"sides.{side}", language)


def wins(game: GameInfo, side: Side, language: str = "en") -> str:
    """Who wins, in a few words; a game whose sides' names are plurals says it in its own way.

    >>> from turncoat.games import game
    >>> wins(game("verto"), Side.FIRST), wins(game("reversi"), Side.FIRST)
    ('Light wins', 'Symbols win')
    """
    if knows(game.package, f"wins.{side}", language):
        return game.say(f"wins.{side}", language)
    return say("turncoat.games", "board.wins", language, side=game.say(f"sides.{side}", language))


def zone_name(position: Position, zone: Zone, language: str = "en") -> str:
    """What the game calls a zone of the position."""
    info = position.ruleset.info
    own = f"zones.{zone.kind}_{zone.name}"
    return info.say(own if knows(info.package, own) else f"zones.{zone.kind}", language, which=zone.name)


def situation(position: Position) -> str:
    """The kind of decision to make: `move`, `capture`, `step`, `chain`, `swap`, `pass`, or `over`."""
    moves = position.legal_moves
    if not moves:
        return "over"
    if position.must_pass:
        return "pass"
    if moves[-1].text == SWAP:
        return "swap"
    if position.mid_turn:
        return "step" if [event.kind for event in position.events] == ["placed"] else "chain"
    return "capture" if any(_captures(position, move.text) for move in moves) else "move"


def prompt(position: Position, language: str = "en") -> str:
    """One sentence on what the side to move has to do.

    >>> from turncoat.games import start
    >>> prompt(start("verto"))
    'Light: enter a stone on an empty cell.'
    """
    kind = situation(position)
    if kind == "over":
        return describe_result(position, language)
    side, other = (side_name(position, each, language) for each in (position.side, position.side.other))
    stone = (position.facts().chain or "") if position.mid_turn else ""
    return position.ruleset.info.say(f"prompts.{kind}", language, side=side, other=other, stone=stone)


def describe_result(position: Position, language: str = "en") -> str:
    """How a finished game was decided; empty while it goes on.

    >>> from turncoat.games import parse
    >>> describe_result(parse("reversi:size=4x4 xxxx/xxxx/xxxx/xxxo o coins=1/1"))
    'Symbols win by 15 coins to 1.'
    """
    result = position.result()
    if result is None:
        return ""
    game, score = position.ruleset.info, position.facts().tally(result.reason)
    winner = result.winner or Side.FIRST  # a draw's sentence has no place for either
    names = {"winner": side_name(position, winner, language), "loser": side_name(position, winner.other, language)}
    decided = game.say(f"reasons.{result.reason}", language, **names, high=score.of(winner), low=score.of(winner.other))
    if result.ended == result.rule:
        return decided
    return game.say("ended.both", language, ended=game.say(f"ended.{result.ended}", language), decided=decided)


def _captures(position: Position, move: str) -> bool:
    """Whether the move names the cell that captures and the one captured: an x may be a column's letter as well."""
    cells = position.grid.cells_in(move) if "x" in move else ()
    return len(cells) == 2 and move == "x".join(cells)
