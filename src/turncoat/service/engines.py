"""What an engine worker runs in its own process (workers.py): a few engines, kept ready.

Making an engine holds Python up for a fifth of a second: in the process that plays live matches everyone would feel it.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence

from turncoat.engine import Engine, Limit, Line
from turncoat.engine.judgement import Judgement, Question
from turncoat.engine.levels import LEVEL_MEMORY, MAX_MEMORY, Level
from turncoat.engine.players import LevelPlayer
from turncoat.games import Position, Ruleset
from turncoat.play import Budget, Game

MAX_ENGINES = 4


class _Engines(threading.local):
    """The engines of one worker, the ones used last kept ready."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Ruleset, int], Engine] = OrderedDict()

    def of(self, ruleset: Ruleset, memory: int) -> Engine:
        """An engine for the ruleset with so many MiB."""
        key = (ruleset, memory)
        engine = self._kept.pop(key, None) or Engine(ruleset, memory)
        self._kept[key] = engine
        while len(self._kept) > MAX_ENGINES:
            self._kept.popitem(last=False)
        return engine


ENGINES = _Engines()


def choose(name: str, first: Position, moves: Sequence[str], budget: Budget) -> str:
    """The move of a level in a game that has come from that position by these moves."""
    game, level = Game(first), Level(name)
    for move in moves:
        game.play(move)
    engine = ENGINES.of(game.ruleset, LEVEL_MEMORY if level.strength else MAX_MEMORY)
    return LevelPlayer(level, game.ruleset, engine=engine).choose(game, budget).move


def best(position: Position, limit: Limit) -> Line:
    """The best line within the limit."""
    return ENGINES.of(position.ruleset, LEVEL_MEMORY).best(position, limit)


def judge(question: Question) -> Judgement:
    """What is thought of a position of a game that is reviewed."""
    return question.answer(ENGINES.of(question.position.ruleset, LEVEL_MEMORY))
