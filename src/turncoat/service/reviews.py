"""Reviews of finished matches: judged position by position, for as long as anyone is watching.

They are made in small jobs of the engine pool, which is shared fairly by client: a quick one of the whole match first,
then one as deep as that of the command line. What is known is kept, so that whoever comes later has it at once.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from typing import TypeVar

from turncoat.engine import Limit
from turncoat.engine.judgement import Judgement, Question
from turncoat.engine.review import DEFAULT_LIMIT, DEFAULT_PLAIN_LIMIT, Review, Reviewer, Turn
from turncoat.games import Ruleset
from turncoat.play import Node

from . import engines, review_builder
from .engine_pool import EnginePool
from .errors import Busy, NotPossible
from .match import Match, legal_move
from .review_view import Attempt, Attempted, JudgedMessage, JudgedTurn, Outlook, ReviewMessage
from .rules import Rules, has_twin
from .subscriptions import Subscription
from .tasks import BackgroundTasks
from .wire import json_text

T = TypeVar("T", Outlook, JudgedTurn)
MOST_KEPT = 200
QUICKER = 10  # how many times fewer nodes the quick review has for a position
SECONDS = 2.0  # for a position at the most, on rules that are slow
USUAL_SECONDS = 0.3  # what a judgement is reckoned with, as far as sharing the engine fairly goes
EVERY = 0.1  # seconds from one message to the next at the least
AFTER_REFUSAL = 1.0  # seconds until a busy pool is asked again


class _Work:
    """The review of one match, as far as it has come."""

    def __init__(self, match: Match, quick: Limit, deep: Limit) -> None:
        self.match = match
        game = match.whole_game()
        self.reviewers = Reviewer(game, quick), Reviewer(game, deep)
        self.nodes = list(game.root.main_line())
        self.watchers: dict[Subscription, str] = {}
        """Who follows it, each with its owner as far as sharing the engine fairly goes."""
        self.task: asyncio.Task[None] | None = None
        self.known: dict[tuple[int, tuple[str, ...]], Sequence[Node]] = {}
        """Better ends of turns, by decision and line."""
        self.review = Review(str(match.terms.ruleset), (), ())
        self.told = self._message()
        self.told_at = 0.0

    @property
    def left(self) -> int:
        """How many judgements are still to come."""
        return sum(reviewer.left for reviewer in self.reviewers)

    def assemble(self) -> None:
        """Puts together what is judged by now."""
        quick, deep = self.reviewers
        self.review = deep.found().over(quick.found())

    def broadcast(self) -> None:
        """Tells everyone what has changed since it was told last."""
        before, now = self.told, self._message()
        self.told, self.told_at = now, time.monotonic()
        message = JudgedMessage(
            type="judged",
            left=now["left"],
            positions=_changed(before["positions"], now["positions"], lambda each: each["at"]),
            turns=_changed(before["turns"], now["turns"], lambda each: each["turn"]),
            sides=now["sides"],
        )
        text = json_text(message)
        for watcher in self.watchers:
            watcher.update(text)

    def _message(self) -> ReviewMessage:
        return ReviewMessage(
            type="review",
            left=self.left,
            total=len(self.reviewers) * len(self.nodes),
            positions=review_builder.positions(self.review, self.match),
            turns=review_builder.turns(self.review, self.match, self.known),
            sides=review_builder.sides(self.review, self.match),
        )

    def end(self, error: Exception | None = None) -> None:
        """Nothing more is told; where something went wrong, everyone hears of that."""
        for watcher in self.watchers:
            watcher.close(error)
        self.watchers.clear()


class Reviews:
    """The reviews of one process."""

    def __init__(
        self, pool: EnginePool, tasks: BackgroundTasks, rules: Rules, twin: Callable[[Ruleset], bool] = has_twin
    ) -> None:
        self._pool, self._tasks, self._rules, self._twin = pool, tasks, rules, twin
        self._kept: OrderedDict[str, _Work] = OrderedDict()

    def watching(self, match: Match, owner: str) -> AbstractContextManager[Subscription]:
        """Follows the review of a finished match: all of it that is known, then every judgement, until it is done."""
        if match.status != "over" or not match.at:
            raise NotPossible  # while a match is played nobody is told what to play
        return self._watched(self._of(match), owner)

    def _of(self, match: Match) -> _Work:
        work = self._kept.pop(match.terms.id, None)
        if work is None:
            usual = DEFAULT_LIMIT if self._twin(match.terms.ruleset) else DEFAULT_PLAIN_LIMIT
            deep = replace(usual, time=SECONDS)
            work = _Work(match, replace(deep, nodes=(deep.nodes or 0) // QUICKER), deep)
        self._kept[match.terms.id] = work
        idle = [match_id for match_id, each in self._kept.items() if not each.watchers and each is not work]
        for match_id in idle[: max(0, len(self._kept) - MOST_KEPT)]:
            del self._kept[match_id]
        return work

    @contextmanager
    def _watched(self, work: _Work, owner: str) -> Iterator[Subscription]:
        subscription = Subscription(lambda _: json_text(work.told))
        if work.left or work.task is not None:
            work.watchers[subscription] = owner
            work.task = work.task or self._tasks.start(self._go_on(work))
        else:
            subscription.close()
        try:
            yield subscription
        finally:
            work.watchers.pop(subscription, None)
            if not work.watchers and work.task is not None:
                work.task.cancel()  # what is judged by now is kept
                work.task = None

    async def _go_on(self, work: _Work) -> None:
        """Judges what is left."""
        try:
            for reviewer in work.reviewers:
                for question in reviewer.questions():
                    reviewer.take(question, await self._judged(work, question))
                    if time.monotonic() - work.told_at >= EVERY:
                        await self._broadcast(work)
            await self._broadcast(work)
        except Exception as error:
            work.task = None
            work.end(error)
            raise
        work.task = None
        work.end()

    async def _judged(self, work: _Work, question: Question) -> Judgement:
        while True:
            owner = next(iter(work.watchers.values()))
            try:
                return await self._pool.ask(owner, USUAL_SECONDS, engines.judge, question)
            except Busy:  # nobody is owed the next judgement at once
                await asyncio.sleep(AFTER_REFUSAL)

    async def _broadcast(self, work: _Work) -> None:
        work.assemble()
        for turn in work.review.turns:
            worst = turn.worst
            if turn.verdict == "good" or worst.line is None or (worst.number, worst.line.moves) in work.known:
                continue
            with suppress(Busy):  # rules that are slow: the next message tells it
                end = await self._end_of_turn(work.nodes[worst.number - 1], worst.line.moves)
                work.known[worst.number, worst.line.moves] = end
        work.broadcast()

    async def _end_of_turn(self, node: Node, moves: Iterable[str]) -> list[Node]:
        """What the moves lead to, as far as they belong to the turn."""
        found: list[Node] = []
        for move in moves:
            node = Node(await self._rules.play(node.position, move), move, node)
            found.append(node)
            if not node.position.mid_turn:
                break
        return found

    async def attempt(self, match: Match, at: int, moves: Sequence[str], owner: str) -> Attempt:
        """A turn tried in place of the one after `at` moves: what may follow or, once it is whole, what it is worth."""
        work = self._kept.get(match.terms.id)
        turn = next((each for each in work.review.turns if each.decisions[0].number == at + 1), None) if work else None
        if work is None or turn is None:
            raise NotPossible  # only what is judged can be done better
        node = work.nodes[at]
        for move in moves:
            if node.number > at and not node.position.mid_turn:
                raise NotPossible
            made = legal_move(node.position, move)
            node = Node(await self._rules.play(node.position, made), made, node)
        whole = node.number > at and not node.position.mid_turn
        judged = await self._worth(work, turn, node, owner) if whole else None
        return review_builder.attempt(node, at, judged)

    async def _worth(self, work: _Work, turn: Turn, after: Node, owner: str) -> Attempted:
        moves = after.moves()[turn.decisions[0].number - 1 :]
        known = review_builder.known_worth(turn, moves, work.known)
        if known is not None:
            return known
        position, (_, deep) = after.position, work.reviewers
        result = position.result()
        if result is not None:
            return review_builder.attempted(turn, after, Judgement.of_result(position, result))
        question = Question(after.number, position, None, deep.limit)
        return review_builder.attempted(
            turn, after, await self._pool.ask(owner, USUAL_SECONDS, engines.judge, question)
        )


def _changed(before: Sequence[T], now: Sequence[T], name: Callable[[T], int]) -> list[T]:
    """What is new, or not as it was told before, by what goes by that number."""
    known = {name(each): each for each in before}
    return [each for each in now if known.get(name(each)) != each]
