"""The second opinion: negamax over every move with the plain rules, no pruning, no hashing, nothing native."""

from tests.moves import texts
from turncoat.games import Position, parse, start
from turncoat.games.moves import SWAP


def final_worth(position: Position, counts_lead: bool) -> int:
    """What an ended game is worth to the side that would be to move."""
    if counts_lead:
        score = position.score()
        return score.of(position.side) - score.of(position.side.other)
    result = position.result()
    assert result is not None
    return 0 if result.winner is None else 1 if result.winner is position.side else -1


def key(position: Position) -> str:
    """The canonical text, less the coins in hand, which change nothing on the board."""
    return str(position.canonical()).partition(" coins=")[0]


def worths(position: Position, counts_lead: bool) -> dict[str, int]:
    """Every position that can come about, by its key, with its worth to the side to move."""
    known: dict[str, int] = {}

    def worth(at: Position) -> int:
        name = key(at)
        if name not in known:
            values = []
            for move in texts(at):
                after = at.play(move)
                over = after.side is not at.side or move == SWAP
                values.append(-worth(after) if over else worth(after))
            known[name] = max(values) if values else final_worth(at, counts_lead)
        return known[name]

    worth(position)
    return known


def worth(position: Position, counts_lead: bool) -> int:
    """What a position is worth to the side to move."""
    return worths(position, counts_lead)[key(position)]


def replayed(position: str, moves: tuple[str, ...], counts_lead: bool) -> int:
    """What the side to move gets if those moves are played, to the very end of the game."""
    at, sign = (parse(position) if " " in position else start(position)), 1
    for move in moves:
        after = at.play(move)
        if after.side is not at.side or move == SWAP:
            sign = -sign
        at = after
    assert at.result() is not None
    return sign * final_worth(at, counts_lead)
