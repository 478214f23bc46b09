"""Reviews of whole games: every decision judged by the winning chances it gave away.

>>> game = Game.read("ruleset: reversi:size=4x4\\nmoves: b1 c1 d1 a1")
>>> found = review(game, Limit(nodes=5000))
>>> [(turn.moves, turn.verdict) for turn in found.turns]
[(('b1',), 'good'), (('c1',), 'blunder'), (('d1',), 'good'), (('a1',), 'good')]

The engine goes from the last position to the first, so that what it learnt about the end helps to judge what led there.
What it thinks of every position is noted in the game, whose record tells it from then on.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from turncoat.games.results import Side
from turncoat.games.text import say
from turncoat.native import has_twin
from turncoat.play import Evaluation, Game

from ._arguments import check
from .engine import Engine
from .judgement import Analyst, Judgement, Question
from .line import Limit, Line, check_limit

Verdict = Literal["good", "inaccuracy", "mistake", "blunder"]
THRESHOLDS: tuple[tuple[Verdict, float], ...] = (("blunder", 0.2), ("mistake", 0.1), ("inaccuracy", 0.05))
"""From how much lost probability of winning on a decision or turn is called so.  What is proved counts as 0, ½ or 1, so
whoever gives away a proved win or draw blunders."""
SEVERITY = 4.0  # an accuracy is 100·e^(-4·loss): a mistake costs a third of it, a blunder more than half
CLEAR = 0.75  # what was a proved win a move ago is still one, for all we know, where the estimate is no less
DEFAULT_LIMIT, DEFAULT_PLAIN_LIMIT = (
    Limit(nodes=200_000),
    Limit(nodes=5_000),
)  # the second for games without a native twin
SHOWN = 8  # moves of a better line
ERRORS: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")


def verdict_of(loss: float) -> Verdict:
    """The verdict on a loss of that much probability.

    >>> verdict_of(0.07), verdict_of(0.3)
    ('inaccuracy', 'blunder')
    """
    return next((name for name, least in THRESHOLDS if loss >= least), "good")


@dataclass(frozen=True)
class Decision:
    """A move and its judgement."""

    number: int
    """From 1, as records count."""
    turn: int
    seat: Side
    """Who decided, by the side he or she began with: a swap changes colours, not seats."""
    move: str
    best: float
    """The probability to win with best play, before the move."""
    kept: float
    """What was left of it after the move."""
    forced: bool
    proved: bool
    """Whether both are known rather than estimated."""
    line: Line | None = None
    """The line the engine would have played instead; None where it agrees."""

    @property
    def better(self) -> tuple[str, ...]:
        """The better moves, as text."""
        return self.line.moves[:SHOWN] if self.line else ()

    def worth(self, language: str = "en") -> str:
        """What that line is worth in words: what was proved, or the estimate that the move played was compared with."""
        if self.line is not None and self.line.proved:
            return self.line.text(language)
        return say("turncoat.engine", "values.estimate", language, percent=f"{100 * self.best:.0f}")

    @property
    def loss(self) -> float:
        """The winning probability given away."""
        return max(0.0, self.best - self.kept)

    @property
    def verdict(self) -> Verdict:
        """The verdict on that loss."""
        return verdict_of(self.loss)

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "number": self.number,
            "turn": self.turn,
            "seat": str(self.seat),
            "move": self.move,
            "best": round(self.best, 4),
            "kept": round(self.kept, 4),
            "loss": round(self.loss, 4),
            "verdict": self.verdict,
            "forced": self.forced,
            "proved": self.proved,
            "better": list(self.better),
        }


@dataclass(frozen=True)
class Turn:
    """All decisions of a player until the other decides."""

    number: int
    seat: Side
    decisions: tuple[Decision, ...]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made."""
        return tuple(decision.move for decision in self.decisions)

    @property
    def forced(self) -> bool:
        """Whether there was no choice."""
        return all(decision.forced for decision in self.decisions)

    @property
    def before(self) -> float:
        """The best probability to win that one of its decisions gave away; what was kept where none gave anything away.

        An estimate that falls without an error is no loss: whoever played all the engine's moves is not blamed for it.
        """
        return max([self.kept, *(decision.best for decision in self.decisions if decision.loss)])

    @property
    def kept(self) -> float:
        """The winning probability left after it."""
        return self.decisions[-1].kept

    @property
    def loss(self) -> float:
        """The probability given away: judged decision by decision, losses may be made good, and do not add up."""
        return self.before - self.kept

    @property
    def verdict(self) -> Verdict:
        """The verdict on that loss."""
        return verdict_of(self.loss)

    @property
    def worst(self) -> Decision:
        """The decision that cost most."""
        return max(self.decisions, key=lambda decision: decision.loss)

    @property
    def turning(self) -> bool:
        """Whether an error cost the lead: its player was ahead or level before it, and no longer is."""
        changed = self.before >= 0.5 > self.kept or self.before > 0.5 >= self.kept
        return changed and self.verdict in ("mistake", "blunder")

    def instead(self, win: float, *, proved: bool) -> Verdict:
        """What another turn in its place would be called, after which that is the player's probability to win."""
        best = max(win, CLEAR) if self.before == 1 and not proved else self.before
        return verdict_of(best - win)

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "number": self.number,
            "seat": str(self.seat),
            "moves": list(self.moves),
            "before": round(self.before, 4),
            "kept": round(self.kept, 4),
            "loss": round(self.loss, 4),
            "verdict": self.verdict,
            "decisions": [each.data() for each in self.decisions],
        }


@dataclass(frozen=True)
class Outlook:
    """The engine's judgement of a position."""

    win: float
    """The probability that the first player wins."""
    proved: bool
    lead: int | None = None
    """By how many stones the first player is ahead in the end, where that is proved and counted."""


@dataclass(frozen=True)
class Review:
    """The review of a game."""

    ruleset: str
    decisions: tuple[Decision, ...]
    wins: tuple[float, ...]
    """The probability that the first player wins, in every position judged, to the last one of the game."""
    skipped: int = 0
    """How many positions at the beginning of the game were not judged."""
    outlooks: tuple[Outlook, ...] = ()
    """What else is known of the positions judged."""

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The decisions grouped by turns."""
        grouped: dict[int, list[Decision]] = {}
        for decision in self.decisions:
            grouped.setdefault(decision.turn, []).append(decision)
        return tuple(Turn(number, found[0].seat, tuple(found)) for number, found in grouped.items())

    def accuracy(self, seat: Side) -> float | None:
        """0 to 100: the mean of 100·e^(-4·loss) over the player's turns with a choice; None where there was none."""
        losses = [turn.loss for turn in self.turns if turn.seat is seat and not turn.forced]
        return 100 * sum(math.exp(-SEVERITY * loss) for loss in losses) / len(losses) if losses else None

    def count(self, seat: Side, verdict: Verdict) -> int:
        """The number of the player's turns with that verdict."""
        return sum(turn.seat is seat and turn.verdict == verdict and not turn.forced for turn in self.turns)

    def count_steps(self, seat: Side, verdict: Verdict) -> int:
        """The number of the player's single decisions with that verdict."""
        return sum(each.seat is seat and each.verdict == verdict and not each.forced for each in self.decisions)

    def over(self, quicker: "Review") -> "Review":
        """This review, completed by a quicker one of the same game for the turns it has not judged yet."""
        first = self.decisions[0].number if self.decisions else math.inf
        kept = max(0, self.skipped - quicker.skipped)
        return replace(
            quicker,
            decisions=tuple(each for each in quicker.decisions if each.number < first) + self.decisions,
            wins=quicker.wins[:kept] + self.wins,
            outlooks=quicker.outlooks[:kept] + self.outlooks,
        )

    def data(self) -> dict[str, Any]:
        """For programs."""
        sides: dict[str, dict[str, float | None]] = {}
        for seat in Side:
            accuracy = self.accuracy(seat)
            counts = {str(verdict): self.count(seat, verdict) for verdict in ERRORS}
            sides[str(seat)] = {"accuracy": None if accuracy is None else round(accuracy, 1), **counts}
        wins = [*[None] * self.skipped, *(round(win, 4) for win in self.wins)]
        return {"ruleset": self.ruleset, "sides": sides, "wins": wins, "turns": [turn.data() for turn in self.turns]}


class Reviewer:
    """Judges the positions of a game's main line one after another; `review` does all at once.

    >>> reviewer = Reviewer(Game.read("ruleset: verto:size=3\\nmoves: b2 a1"), Limit(nodes=1000))
    >>> [left for left in reviewer]
    [2, 1, 0]
    >>> len(reviewer.found().turns)
    2
    """

    def __init__(self, game: Game, limit: Limit | None = None, engine: Analyst | None = None) -> None:
        """`limit` for each position."""
        check("game", game, Game, "game")
        limit = limit if limit is not None else DEFAULT_LIMIT if has_twin(game.ruleset) else DEFAULT_PLAIN_LIMIT
        check_limit(limit)
        self._nodes, self.limit = list(game.root.main_line()), limit
        self._positions = [node.position for node in self._nodes]
        self._moves = tuple(node.move for node in self._nodes[1:])
        self._given = engine
        self._judged: dict[int, Judgement] = {}
        self.ruleset = str(game.ruleset)

    def __iter__(self) -> Iterator[int]:
        """Judges a position more with every step: the number of the position, from the last to 0."""
        for number in range(len(self._positions) - 1, -1, -1):
            self._judged[number] = self._judge(number)
            self._note(number)
            yield number

    @cached_property
    def _engine(self) -> Analyst:
        return self._given or Engine(self._nodes[0].position.ruleset)

    def questions(self) -> Iterator[Question]:
        """The questions left for an engine elsewhere, from the last position on; pass each answer to `take`."""
        for number in range(len(self._positions) - 1, -1, -1):
            known = self._judged.get(number) or self._known(number)
            if known is None:
                yield self._question(number)
            else:
                self._judged[number] = known

    def take(self, question: Question, judged: Judgement) -> None:
        """Records an engine's answer."""
        self._judged[question.number] = judged

    @property
    def left(self) -> int:
        """The number of positions left to judge."""
        return len(self._positions) - len(self._judged)

    def _note(self, number: int) -> None:
        """Writes what is thought of the position into the game."""
        judged, side = self._judged[number], self._positions[number].side
        win = judged.win if side is Side.FIRST else 1 - judged.win
        self._nodes[number].evaluation = Evaluation(win, judged.proved, judged.line.depth if judged.line else None)

    def _judge(self, number: int) -> Judgement:
        return self._known(number) or self._question(number).answer(self._engine)

    def _known(self, number: int) -> Judgement | None:
        """What no engine need be asked about."""
        position = self._positions[number]
        if (result := position.result()) is not None:
            return Judgement.of_result(position, result)
        if len(position.legal_moves) > 1 or number + 1 not in self._judged:
            return None
        after = self._judged[number + 1]  # forced: what comes of it is what it is worth
        lead = None if after.lead is None else self._toward(number, number + 1) * after.lead
        return Judgement(self._seen_from(number, number + 1), after.proved, lead=lead)

    def _question(self, number: int) -> Question:
        played = self._moves[number] if number < len(self._moves) else None
        return Question(number, self._positions[number], played, self.limit)

    def _seat(self, number: int) -> Side:
        """Who decides in a position, or would if the game went on."""
        return self._nodes[number].decider

    def _seen_from(self, viewer: int, number: int) -> float:
        """The probability to win in a position for who decides in another."""
        win = self._judged[number].win
        return win if self._toward(viewer, number) > 0 else 1 - win

    def _toward(self, viewer: int, number: int) -> int:
        """1 where the same player decides in both positions, -1 where not."""
        return 1 if self._seat(viewer) is self._seat(number) else -1

    def found(self) -> Review:
        """The review: of the game or, before every position is judged, of the whole turns at its end that are."""
        skipped = min(self._judged, default=len(self._positions))
        decisions, turn, begin = list[Decision](), 0, 0
        for number, move in enumerate(self._moves):
            if number == 0 or not self._positions[number].mid_turn:
                turn, begin = turn + 1, number
            if begin >= skipped:
                decisions.append(self._decision(number, move, turn))
        outlooks = tuple(self._outlook(number) for number in range(skipped, len(self._positions)))
        return Review(self.ruleset, tuple(decisions), tuple(each.win for each in outlooks), skipped, outlooks)

    def _outlook(self, number: int) -> Outlook:
        judged = self._judged[number]
        if self._seat(number) is Side.FIRST:
            return Outlook(judged.win, judged.proved, judged.lead)
        return Outlook(1 - judged.win, judged.proved, None if judged.lead is None else -judged.lead)

    def _decision(self, number: int, move: str, turn: int) -> Decision:
        judged, after = self._judged[number], self._judged[number + 1]
        kept = self._seen_from(number, number + 1)
        line = judged.line
        agrees = line is None or line.move == move
        best = kept if agrees else max(judged.best, kept)
        if not agrees and judged.proved and not after.proved and judged.win == 1:
            # A proof cannot be compared with an estimate, which is never sure: only what falls short of a win was lost.
            best = max(kept, CLEAR)
        differs = line is not None and not agrees and best > kept
        return Decision(
            number + 1,
            turn,
            self._seat(number),
            move,
            best,
            kept,
            forced=len(self._positions[number].legal_moves) == 1,
            proved=judged.proved and after.proved,
            line=line if differs else None,
        )


def review(game: Game, limit: Limit | None = None, engine: Analyst | None = None) -> Review:
    """Reviews the whole main line with that limit per position; with a node limit the result is always the same."""
    reviewer = Reviewer(game, limit, engine)
    for _ in reviewer:
        pass
    return reviewer.found()
