"""Stand-ins for compiled code, for games without a twin: slower, with the same results."""

from collections.abc import Iterator
from random import Random

from turncoat.games import Position
from turncoat.games.errors import BadRequest
from turncoat.games.text import Phrase

from ._position import Progress

MAX_MOVES = 100_000  # of a random game: rules under which it takes longer let games go on for ever


def perft(position: Position, depth: int, by_turn: bool, bulk: bool, progress: Progress | None) -> int:
    """The number of sequences of exactly that many turns or moves."""
    if depth == 0:
        return 1
    total, moves = 0, position.legal_moves
    for number, move in enumerate(moves):
        if bulk and depth == 1 and (not by_turn or move.ends_turn):
            total += 1
        else:
            after = position.play(move)
            total += perft(after, depth - (not by_turn or not after.mid_turn), by_turn, bulk, None)
        if progress:
            progress((number + 1) / len(moves))
    return total


def random_game(start: Position, seed: int, game: int) -> Iterator[tuple[str, Position]]:
    """The moves of one random game and the position after each; the same for the same seed and number, always."""
    random, position = Random(f"{seed} {game}"), start
    for _ in range(MAX_MOVES):
        moves = position.legal_moves
        if not moves:
            return
        move = moves[random.randrange(len(moves))]
        position = position.play(move)
        yield move.text, position
    raise BadRequest(problem=Phrase("problems.endless", {"moves": MAX_MOVES}, "turncoat.native"))
