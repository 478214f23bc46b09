"""How a review is built: the engine's judgements in the shapes that are sent."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

import orjson

from turncoat import native
from turncoat.engine.judgement import Judgement
from turncoat.engine.review import ERRORS, Decision, Review, Turn
from turncoat.games import words
from turncoat.games.results import FIRST, Side
from turncoat.play import Node

from . import view_builder
from .match import Match
from .review_view import (
    Attempt,
    Attempted,
    BetterTurn,
    ErrorCounts,
    JudgedTurn,
    Outlook,
    ReviewSides,
    SideReview,
)

if TYPE_CHECKING:
    from .view import Choice

FROM_BEST = ("good", *ERRORS)

Continuations = Mapping[tuple[int, tuple[str, ...]], Sequence[Node]]
"""By decision and line: the moves of the line that end the turn."""


def positions(review: Review, match: Match) -> list[Outlook]:
    """What is thought of every position judged."""
    turned = match.side_of(FIRST) is not FIRST
    found = []
    for at, outlook in enumerate(review.outlooks, review.skipped):
        told = Outlook(at=at, win=_share(1 - outlook.win if turned else outlook.win), proved=outlook.proved)
        if outlook.lead is not None:
            told["lead"] = -outlook.lead if turned else outlook.lead
        found.append(told)
    return found


def turns(review: Review, match: Match, known: Continuations) -> list[JudgedTurn]:
    """Every whole turn judged."""
    return [_turn(turn, match, known) for turn in review.turns]


def _turn(turn: Turn, match: Match, known: Continuations) -> JudgedTurn:
    return JudgedTurn(
        turn=turn.number,
        side=match.side_of(turn.seat),
        begin=turn.decisions[0].number - 1,
        end=turn.decisions[-1].number,
        before=_share(turn.before),
        kept=_share(turn.kept),
        proved=turn.decisions[-1].proved,
        verdict=turn.verdict,
        forced=turn.forced,
        turning=turn.turning,
        steps=[decision.verdict for decision in turn.decisions],
        better=_better(turn.worst, known) if turn.verdict != "good" else None,
    )


def _better(worst: Decision, known: Continuations) -> BetterTurn | None:
    line = worst.line
    end = known.get((worst.number, line.moves)) if line else None
    if line is None or end is None:
        return None
    told = BetterTurn(
        at=worst.number - 1,
        moves=[view_builder.played_move(node) for node in end],
        win=_share(line.win if line.proved else worst.best),
        proved=line.proved,
    )
    if line.lead is not None:
        told["lead"] = line.lead
    return told


def sides(review: Review, match: Match) -> ReviewSides:
    """How well each side has played."""
    first, second = (_side(review, match.side_of(side)) for side in Side)
    return ReviewSides(first=first, second=second)


def _side(review: Review, seat: Side) -> SideReview:
    accuracy = review.accuracy(seat)
    by_turns, by_steps = (
        ErrorCounts(**{error: count(seat, error) for error in ERRORS})  # type: ignore[typeddict-item] # all of them
        for count in (review.count, review.count_steps)
    )
    return SideReview(accuracy=None if accuracy is None else round(accuracy, 1), turns=by_turns, steps=by_steps)


def attempt(node: Node, at: int, judged: Attempted | None) -> Attempt:
    """The moment that a turn tried after `at` moves has come to."""
    position, played = node.position, list[Node]()
    step = node
    while step.number > at and step.parent is not None:
        played.append(step)
        step = step.parent
    result, open_ = position.result(), judged is None
    return Attempt(
        at=at,
        side=position.side,
        mid_turn=position.mid_turn,
        prompt=view_builder.both(
            lambda language: words.describe_result(position, language) if result else words.prompt(position, language)
        ),
        played=[view_builder.played_move(each) for each in reversed(played)],
        moves=cast("list[Choice]", orjson.Fragment(native.legal_json(position))) if open_ else [],
        lines={cell: list(ends) for cell, ends in position.lines().items()} if open_ else {},
        judged=judged,
        **view_builder.board(position),
    )


def attempted(turn: Turn, after: Node, judged: Judgement) -> Attempted:
    """What the position after a turn that was tried says about it."""
    own = after.decider is turn.seat
    win = judged.win if own else 1 - judged.win
    verdict = turn.instead(win, proved=judged.proved)
    better = FROM_BEST.index(verdict) < FROM_BEST.index(turn.verdict)
    told = Attempted(win=_share(win), proved=judged.proved, verdict=verdict, better=better)
    if judged.lead is not None:
        told["lead"] = judged.lead if own else -judged.lead
    return told


def known_worth(turn: Turn, moves: Sequence[str], known: Continuations) -> Attempted | None:
    """What the turn that was played, or the better one that was told, is worth; None of any other."""
    if tuple(moves) == turn.moves:
        return Attempted(win=_share(turn.kept), proved=turn.decisions[-1].proved, verdict=turn.verdict, better=False)
    better = _better(turn.worst, known)
    if better is None or [*turn.moves[: turn.worst.number - turn.decisions[0].number], *_texts(better)] != list(moves):
        return None
    told = Attempted(win=better["win"], proved=better["proved"], verdict="good", better=True)
    if "lead" in better:
        told["lead"] = better["lead"]
    return told


def _texts(better: BetterTurn) -> list[str]:
    return [each["move"] for each in better["moves"]]


def _share(chance: float) -> float:
    return round(chance, 4)
