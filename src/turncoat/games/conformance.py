"""Whether a game keeps what it promises to everything that plays it: one test for all games.

Random games are played under some rulesets, and looked at at every step.  What is found names the line of the rules.

>>> from turncoat.games import game
>>> check_game(game("verto"), games=1, most_rulesets=1)
[]
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import FrozenInstanceError, dataclass
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

from .board import HOLE, SYMMETRY_NAMES
from .changes import board_after
from .errors import TurncoatError
from .facts import Facts, Zone
from .info import GameInfo
from .moves import PASS, SWAP, Event, Move
from .plain import PlainPosition
from .results import FIRST, Result, Score, Side
from .ruleset import Ruleset
from .source import RULE, Place, Source
from .text import FALLBACK, Language, Phrase
from .time_limit import TooSlow, limited
from .word_check import word_problems

GAMES = 4
RULESETS = 12
EVERY = 5  # how often the slower looks are taken
SECONDS = 20.0  # for what the rules say of one position; theirs take milliseconds


@dataclass(frozen=True)
class Finding:
    """Something that a game does not keep: what, in which line of its rules, and in which position."""

    problem: Phrase
    place: Place | None = None
    position: str = ""
    file: Path | None = None
    """Where it is no line of the rules: the file of words."""

    @property
    def code(self) -> str:
        """What is not kept, for programs."""
        return self.problem.key.rpartition(".")[2]

    def text(self, language: Language = FALLBACK) -> str:
        """The finding in that language."""
        where = str(self.place or (self.file.name if self.file else ""))
        said = self.problem.text(language)
        lines = [f"{where}: {said}" if where else said]
        return "\n".join([*lines, *([f"    {self.position}"] if self.position else [])])

    def data(self, language: Language = FALLBACK) -> dict[str, Any]:
        """For programs."""
        place = self.place
        where = place.path if place else self.file
        return {
            "code": self.code,
            "text": self.problem.text(language),
            "file": str(where) if where else None,
            "line": place.line if place else None,
            "rule": place.rule or None if place else None,
            "position": self.position or None,
        }


class _Broken(Exception):
    """Raised to leave a game after its first finding: what follows would only repeat it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.code)
        self.finding = finding


def check_game(
    info: GameInfo, games: int = GAMES, seed: int = 0, most_rulesets: int = RULESETS, seconds: float = SECONDS
) -> list[Finding]:
    """What the game does not keep, each thing once; nothing where all is well.

    Rules that take longer than `seconds` over one position are stopped there, if this is called in the main thread.
    """
    checker = _Checker(info, seconds)
    for number, ruleset in enumerate(islice(_rulesets(info), most_rulesets)):
        for game in range(games):
            checker.play(ruleset, Random(f"{seed} {number} {game}"))
    found = [*checker.findings.values(), *checker.class_findings()]
    return [*found, *(Finding(problem, file=file) for problem, file in word_problems(info, checker.results))]


def _rulesets(info: GameInfo) -> Iterator[Callable[[], Ruleset]]:
    """The usual ruleset, then combinations of the values a menu offers."""
    yield lambda: Ruleset.read(info.name)
    for options in info.Options.combinations():
        if options != info.Options():
            yield lambda options=options: Ruleset.of(options)  # type: ignore[misc]


class _Checker:
    """Plays a game and gathers what is found."""

    def __init__(self, info: GameInfo, seconds: float) -> None:
        self.info, self.source, self.seconds = info, Source(info), seconds
        self.findings: dict[tuple[str, str], Finding] = {}
        self.results: dict[tuple[str, str], Result] = {}

    def play(self, ruleset: Callable[[], Ruleset], random: Random) -> None:
        """One random game, looked at at every step."""
        position: Any = None
        try:
            with limited(self.seconds):
                position = ruleset().start()
                self._start(position)
            for number in range(most_moves(position)):
                with limited(self.seconds):
                    self._check(position, thoroughly=number % EVERY == 0 or position.result() is not None)
                    if position.result() is not None:
                        return
                    position = position.play(random.choice(position.legal_moves))
            self._found("endless", self.source.hook("result"), position, moves=most_moves(position))
        except _Broken as broken:
            finding = broken.finding
            self.findings.setdefault((finding.code, str(finding.place)), finding)
        except Exception as error:  # noqa: BLE001 — rules may raise anything, and what they do is to be told
            problem = Phrase("conformance.raises", {"error": f"{type(error).__name__}: {error}"})
            if isinstance(error, TooSlow):
                problem = Phrase("conformance.too_slow", {"seconds": self.seconds})
            where = str(position) if isinstance(position, PlainPosition) and _has_text(position) else ""
            finding = Finding(problem, self.source.of_error(error) or self.source.hook("__class__"), where)
            self.findings.setdefault((finding.code, str(finding.place)), finding)

    def class_findings(self) -> Iterator[Finding]:
        """What is wrong with the class itself, whatever is played."""
        kind = self.info.Position
        if kind.__eq__ is not PlainPosition.__eq__ or kind.__hash__ is not PlainPosition.__hash__:
            yield Finding(Phrase("conformance.own_equality"), self.source.hook("__class__"))
        for name, values in kind.FIELD_VALUES.items():
            if name not in kind.FIELDS or not values:
                yield Finding(Phrase("conformance.field_values", {"name": name}), self.source.hook("FIELD_VALUES"))

    def _found(self, key: str, place: Place | None, position: PlainPosition, **data: object) -> None:
        raise _Broken(Finding(Phrase(f"conformance.{key}", data), place, str(position)))

    def _start(self, position: PlainPosition) -> None:
        hook = self.source.hook("start")
        if position.side is not FIRST:
            self._found("start_side", hook, position)
        if len(position.board) != len(position.grid.cells):
            self._found("board_size", hook, position, got=len(position.board), cells=len(position.grid.cells))
        if strange := set(position.board) - set("xo.#"):
            self._found("board_marks", hook, position, marks=sorted(strange))
        if {cell for cell, mark in enumerate(position.board) if mark == HOLE} != position.holes(position.options):
            self._found("board_holes", self.source.hook("holes"), position)
        try:
            position.board = position.board  # type: ignore[misc]
        except (FrozenInstanceError, AttributeError):
            return
        self._found("not_frozen", self.source.hook("__class__"), position)

    def _check(self, position: PlainPosition, *, thoroughly: bool) -> None:
        """Everything that holds of a position and of the moves from it."""
        text = str(position)
        self._kinds(position)
        result = position.result()
        if result is not None:
            self._result(position, result)
        else:
            self._threat(position)
            self._moves(position)
        self._text(position, thoroughly)
        if result is None:
            for move in position.legal_moves if thoroughly else position.legal_moves[:2]:
                self._move(position, move)
        if thoroughly:
            self._symmetries(position)
        if str(position) != text:
            self._found("changed", self.source.hook("after"), position)

    def _kinds(self, position: Any) -> None:
        """What the methods return is what it must be."""
        moves = position.list_moves() if position.result() is None else ()
        if not isinstance(moves, Iterable) or not all(isinstance(move, str) for move in moves):
            self._found("moves_kind", self.source.hook("list_moves"), position)
        score, facts, zones = position.score(), position.facts(), position.zones()
        if not isinstance(score, Score) or not all(isinstance(number, int) for number in score):
            self._found("kind", self.source.hook("score"), position, method="score", kind="Score")
        if not isinstance(facts, Facts):
            self._found("kind", self.source.hook("facts"), position, method="facts", kind="Facts")
        if not isinstance(zones, tuple) or not all(isinstance(zone, Zone) for zone in zones):
            self._found("zones_kind", self.source.hook("zones"), position)

    def _text(self, position: PlainPosition, thoroughly: bool) -> None:
        if position.chain is not None and "chain" not in position.FIELDS:
            self._found("chain_field", self.source.hook("FIELDS"), position)
        try:
            again = position.ruleset.parse(str(position).partition(" ")[2])
        except TurncoatError as error:
            place = self.source.hook("problem" if error.code == "bad_position" else "read_fields")
            self._found("unread", place, position, error=Phrase.of(error))
            return
        same = again == position and hash(again) == hash(position) and again.side is position.side
        if not same:
            self._found("read_differently", self.source.hook("write_fields"), position, again=str(again))
        if thoroughly and (_texts(again) != _texts(position) or again.result() != position.result()):
            self._found("forgotten", self.source.hook("FIELDS"), position)

    def _threat(self, position: PlainPosition) -> None:
        """The same board, the other side to move, between two turns of a game that goes on."""
        threat = position.threat()
        if threat is None:
            return
        same = threat.board == position.board and threat.side is position.side.other
        open_ = not (position.mid_turn or threat.mid_turn) and threat.result() is None
        if not (same and open_) or position.ruleset.parse(str(threat).partition(" ")[2]) != threat:
            self._found("threat", self.source.hook("turned"), position, threat=str(threat))

    def _moves(self, position: PlainPosition) -> None:
        moves, hook = _texts(position), self.source.hook("list_moves")
        if not moves:
            self._found("no_move", hook, position)
        if moves != tuple(position.list_moves()):
            self._found("unsteady_moves", hook, position)
        keys: list[tuple[tuple[int, ...], str]] = []
        for number, move in enumerate(moves):
            cells = position.grid.cells_in(move)
            if move in moves[:number]:
                self._found("twice", self._listing(position, move), position, move=move)
            if move != position.read_move(move) or " " in move or ";" in move:
                self._found("move_form", self._listing(position, move), position, move=move)
            if move in (PASS, SWAP):
                continue
            if not cells or any(position.grid.cell(name) is None for name in cells):
                self._found("move_cells", self._listing(position, move), position, move=move)
            keys.append((tuple(map(position.grid.number, cells)), move))
        for (before, _), (after, move) in pairwise(keys):
            if after < before:
                self._found("order", self._listing(position, move), position, move=move)
        if list(moves[: len(keys)]) != [move for _, move in keys]:
            self._found("pass_last", hook, position)

    def _listing(self, position: PlainPosition, move: str) -> Place:
        """The line that lists the move."""

        def lists(value: object) -> bool:
            return value == move or (isinstance(value, list | tuple) and move in value)

        return self.source.returning(lambda: list(position.list_moves()), lists) or self.source.hook("list_moves")

    def _move(self, position: PlainPosition, move: Move) -> None:
        made: Any = position.after(move.text)
        if not isinstance(made, type(position)) or not isinstance(made.board, str):
            self._found("after_kind", self._making(position, move), position, move=move)
        if not isinstance(made.events, tuple) or not all(isinstance(event, Event) for event in made.events):
            self._found("events_kind", self._making(position, move), position, move=move)
        after = position.play(move)
        if position.play(move.text) != after or str(position.after(move.text)) != str(after):
            self._found("unsteady_after", self._making(position, move), position, move=move)
        if after is position:
            self._found("after_kind", self._making(position, move), position, move=move)
        if board_after(position, after.events) != after.board:
            told = ", ".join(f"{each.kind} {each.cell or ''}".strip() for each in after.events)
            self._found("events", self._making(position, move), position, move=move, events=told or "-")
        if move.text in (PASS, SWAP) and after.board != position.board:
            self._found("pass_changes", self._making(position, move), position, move=move)
        turned = after.side is not position.side
        if after.mid_turn and turned:
            self._found("turn_goes_on", self._making(position, move), position, move=move)
        if not after.mid_turn and not turned and move.text != SWAP and after.result() is None:
            self._found("side_stays", self._making(position, move), position, move=move)

    def _making(self, position: PlainPosition, move: Move) -> Place:
        """The line that made the position after the move."""
        made = self.source.returning(lambda: position.after(move.text), lambda value: isinstance(value, PlainPosition))
        return made or self.source.hook("after")

    def _result(self, position: PlainPosition, result: Any) -> None:
        place = self.source.returning(position.result, lambda value: isinstance(value, Result))
        place = place or self.source.hook("result")
        if not isinstance(result, Result) or not isinstance(result.winner, Side | None):
            self._found("result_kind", place, position)
        if not all(RULE.fullmatch(rule) for rule in (result.rule, result.ended)):
            self._found("result_rule", place, position, rule=f"{result.rule} {result.ended}")
        self.results.setdefault((result.reason, result.ended), result)

    def _symmetries(self, position: PlainPosition) -> None:
        names = [name for name in SYMMETRY_NAMES if name == SYMMETRY_NAMES[0] or name in position.SYMMETRIES]
        for number, (name, seen) in enumerate(zip(names, position.symmetries(), strict=False)):
            data, place = {"symmetry": name, "seen": seen}, self.source.hook("SYMMETRIES")
            moves = {seen.read_move(position.transform_move(move, number)): move for move in _texts(position)}
            if strange := sorted(set(moves) - set(_texts(seen))):
                self._found("symmetry_move", place, position, move=moves[strange[0]], there=strange[0], **data)
            if (
                set(moves) != set(_texts(seen))
                or seen.result() != position.result()
                or (not number and seen != position)
            ):
                self._found("symmetry", place, position, **data)


def most_moves(position: PlainPosition) -> int:
    """More moves than a game on that board should ever take."""
    return 500 + 20 * len(position.board)


def _texts(position: PlainPosition) -> tuple[str, ...]:
    return tuple(move.text for move in position.legal_moves)


def _has_text(position: PlainPosition) -> bool:
    try:
        return bool(str(position))
    except Exception:  # noqa: BLE001 — the rules may raise anything
        return False
