"""Plain UCT over the plain rules, for games without a native twin."""

import math
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from turncoat.games import Position
from turncoat.games.moves import SWAP
from turncoat.games.results import Side


@dataclass
class _Node:
    position: Position
    mine: Side
    """The side that whoever asks plays here: a swap exchanges sides."""
    untried: list[str]
    visits: int = 0
    wins: float = 0.0
    """For whoever made the move that led here."""
    children: dict[str, "_Node"] = field(default_factory=dict)


class PlainUct:
    """So many random games, each begun where the ones before did best."""

    def search(self, position: Position, playouts: int, exploration: float, seed: int) -> list[tuple[str, int, float]]:
        """The moves of a position, how many games went through each and how many of them it won."""
        random = Random(seed)
        root = _node(position, position.side)
        for _ in range(playouts):
            self._play_one(root, exploration, random)
        return [(move, child.visits, child.wins / child.visits) for move, child in root.children.items()]

    def _play_one(self, root: _Node, exploration: float, random: Random) -> None:
        path, node = [root], root
        while not node.untried and node.children:
            node = _best(node, exploration)
            path.append(node)
        if node.untried:
            move = node.untried.pop(random.randrange(len(node.untried)))
            child = _child(node, move)
            node.children[move] = child
            path.append(child)
        won = _random_end(path[-1].position, path[-1].mine, random)
        for before, after in pairwise(path):
            after.visits += 1
            after.wins += won if before.position.side is before.mine else 1 - won
        root.visits += 1


def _node(position: Position, mine: Side) -> _Node:
    return _Node(position, mine, [move.text for move in position.legal_moves])


def _child(node: _Node, move: str) -> _Node:
    return _node(node.position.play(move), node.mine.other if move == SWAP else node.mine)


def _best(node: _Node, exploration: float) -> _Node:
    total = math.log(node.visits)
    return max(
        node.children.values(),
        key=lambda child: child.wins / child.visits + exploration * math.sqrt(total / child.visits),
    )


def _random_end(position: Position, mine: Side, random: Random) -> float:
    """How a random game ends for that side: 1 won, ½ drawn, 0 lost."""
    while moves := position.legal_moves:
        move = moves[random.randrange(len(moves))]
        position = position.play(move)
        mine = mine.other if move.text == SWAP else mine
    result = position.result()
    if result is None or result.winner is None:
        return 0.5
    return float(result.winner is mine)
