"""How a view is built: once for every change of a match, the same for everyone."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Literal, cast

from turncoat import native
from turncoat.games import Position, Ruleset, words
from turncoat.games.facts import Facts
from turncoat.games.moves import Event as MoveEvent
from turncoat.games.results import FIRST, Result, Score, Side
from turncoat.games.text import Language, Phrase, knows, translations
from turncoat.play import Clock, Node, TimeControl

from .commands import takeback_to
from .errors import PACKAGE
from .journal import ChatSent, Ended, JournalEntry, Withdrawn
from .match import Match, Stamp
from .time_controls import control_data
from .view import (
    Board,
    Can,
    Cells,
    ChatMessage,
    Event,
    InPeriod,
    Offers,
    Pair,
    PlayedMove,
    Preview,
    Seat,
    Seats,
    SharedView,
    Standing,
    Start,
    Times,
    Words,
)
from .view import Clock as ViewClock
from .view import Result as ViewResult
from .wording import options_text, zone_list


def build(match: Match, now: int) -> SharedView:
    """The view of a match at that moment, as far as it is the same for everyone."""
    position, status = match.position, match.status
    result = result_of(match)
    return SharedView(
        id=match.terms.id,
        version=match.seq,
        ruleset=str(match.terms.ruleset),
        game=match.terms.game,
        kind=match.terms.kind,
        status=status,
        created=match.terms.created,
        clock=clock(match.terms.control),
        at=match.at,
        turn=_turn_under_way(match.game.current),
        side=position.side,
        mid_turn=position.mid_turn,
        **board(position),
        prompt=result["text"] if result else _prompt(match),
        note=None if result else _note(position),
        start=start(match.game.root, match.terms.control),
        history=list(history(match)),
        seats=seats(match),
        offers=_offers(*(seat and match.side_of(seat) for seat in match.offers.values())),
        times=times(match, now),
        result=result,
        options_text=options_list(position.ruleset),
        rematch=match.rematch,
        previous=match.terms.previous,
        chat=[_chat(match, line) for line in match.chat],
        can=_can(match),
    )


def preview(first: Position) -> Preview:
    """The board that a ruleset starts from."""
    return Preview(
        ruleset=str(first.ruleset),
        numbers=list(first.ruleset.options.numbers()) if native.has_twin(first.ruleset) else [],
        game=first.ruleset.info.name,
        side=first.side,
        options_text=options_list(first.ruleset),
        warnings=[both(phrase.text) for phrase in first.ruleset.options.warnings()],
        **board(first),
    )


# The board and its moves


def board(position: Position) -> Board:
    """What the board of a position shows."""
    facts, grid = position.facts(), position.grid
    return Board(
        position=str(position),
        board=Cells(width=grid.width, height=grid.height, cells=position.board),
        score=_pair(facts.score),
        stones=_pair(facts.stones),
        reserves=facts.reserves and _pair(facts.reserves),
        goals=facts.goals and _pair(facts.goals),
        zones=zone_list(facts),
        holders=_holders(facts),
    )


def _holders(facts: Facts) -> dict[str, Side | None]:
    return {zone.name: zone.holder for zone in facts.zones if zone.holdable}


def _pair(score: Score) -> Pair:
    return Pair(first=score.first, second=score.second)


@lru_cache(1000)
def clock(control: TimeControl) -> ViewClock:
    """The time control as it is sent."""
    return control_data(control)


def event_list(events: Iterable[MoveEvent]) -> list[Event]:
    """What a move changes, as it is sent."""
    return [_event(event.kind, event.side, event.cell, event.to) for event in events]


@lru_cache(10_000)
def _event(kind: str, side: Side, cell: str | None, to: str | None) -> Event:
    """One change; most are met again and again."""
    event = Event(kind=kind, side=side)
    if cell is not None:
        event["cell"] = cell
    if to is not None:
        event["to"] = to
    return event


def _turn_under_way(node: Node) -> int:
    """The number of the turn under way, from 1."""
    return node.turn if node.parent is not None and node.position.mid_turn else node.turn + 1


# The past


def start(root: Node, control: TimeControl | None = None) -> Start:
    """The first position; without clocks if there is no time control."""
    found = standing(root.position.facts())
    if control:
        _add_clocks(found, root, Stamp(0, Clock.start(control)))
    return Start(cells=root.position.board, **found)


def standing(facts: Facts) -> Standing:
    """What each side has in a position."""
    found, holders = Standing(score=_pair(facts.score)), _holders(facts)
    if facts.reserves:
        found["reserves"] = _pair(facts.reserves)
    if holders:
        found["holders"] = holders
    return found


def history(match: Match) -> list[PlayedMove]:
    """The moves so far, each as it was told before."""
    missing, node = list[Node](), match.game.current
    while node.number > len(match.told):
        missing.append(node)
        assert node.parent is not None
        node = node.parent
    match.told += [played_move(node, match.stamps[node.number - 1]) for node in reversed(missing)]
    return match.told


def played_move(node: Node, stamp: Stamp | None = None) -> PlayedMove:
    """A move, what it changed, and what has become different since the move before it; without clocks if no stamp."""
    assert node.parent is not None
    before, facts = node.parent.position.facts(), node.position.facts()
    changed = Standing()
    if facts.score != before.score:
        changed["score"] = _pair(facts.score)
    if facts.reserves and facts.reserves != before.reserves:
        changed["reserves"] = _pair(facts.reserves)
    if (holders := _holders(facts)) != _holders(before):
        changed["holders"] = holders
    if stamp:
        _add_clocks(changed, node, stamp)
    return PlayedMove(
        move=node.move,
        side=node.parent.position.side,
        turn=node.turn,
        at_ms=stamp.at if stamp else 0,
        events=event_list(node.position.events),
        **changed,
    )


def _add_clocks(standing: Standing, node: Node, stamp: Stamp) -> None:
    """What both sides' clocks showed; nothing without clocks."""
    clock = stamp.clock
    if clock.control.kind == "none":
        return
    first, second = (clock.shown(node.seat_of(side), stamp.at) for side in Side)
    standing["left"] = Pair(first=first.ms, second=second.ms)
    if clock.control.kind == "byoyomi":
        standing["periods"] = Pair(first=first.periods, second=second.periods)


# What is said about it


def both(say: Callable[[str], str]) -> Words:
    """A text in every language that has its own words for it."""
    return cast("Words", translations(say))


def options_list(ruleset: Ruleset) -> list[Words]:
    """The options in words."""
    return cast("list[Words]", list(options_text(ruleset)))  # a list of its own for every view


def _prompt(match: Match) -> Words:
    if match.status == "open":
        return _waiting()
    position = match.position
    # What a prompt depends on besides the ruleset; the same few are said again and again.
    key = position.ruleset, words.situation(position), position.side, position.mid_turn and position.facts().chain
    known = _PROMPTS.get(key)
    if known is None:
        if len(_PROMPTS) >= MAX_PROMPTS:
            _PROMPTS.clear()
        known = _PROMPTS[key] = both(lambda language: words.prompt(position, language))
    return known


_PROMPTS: dict[object, Words] = {}
MAX_PROMPTS = 10_000


@cache
def _waiting() -> Words:
    return both(Phrase("prompts.waiting", package=PACKAGE).text)


def _note(position: Position) -> Words | None:
    """One small line on why it matters, None where there is nothing to say."""
    for event in position.events:
        if knows(PACKAGE, f"notes.{event.kind}"):
            return _say_of(position, f"notes.{event.kind}", event.side)
    facts = position.facts()
    if facts.goals:
        for side in (position.side, position.side.other):
            if facts.goals.of(side) - facts.score.of(side) == 1:
                return _say_of(position, "notes.one_more", side)
    return None


@cache
def no_answer() -> Words:
    """What is said where the computer gives no move."""
    return both(Phrase("notes.no_answer", package=PACKAGE).text)


def _say_of(position: Position, key: str, side: Side) -> Words:
    return both(
        lambda language: Phrase(key, {"side": words.side_name(position, side, language)}, PACKAGE).text(language)
    )


# People and time


def seats(match: Match) -> Seats:
    """Who plays, by the sides played now."""
    first, second = (match.seats[match.side_of(side)] for side in Side)
    return Seats(first=_seat(first.kind, first.name, first.level), second=_seat(second.kind, second.name, second.level))


@lru_cache(1000)
def _seat(kind: Literal["person", "computer", "open"], name: str | None, level: str | None) -> Seat:
    """A seat without its token, so that those of most matches are the same."""
    return Seat(kind=kind, name=name, level=level)


@cache
def _offers(draw: Side | None, takeback: Side | None, rematch: Side | None) -> Offers:
    return Offers(draw=draw, takeback=takeback, rematch=rematch)


def _chat(match: Match, line: JournalEntry) -> ChatMessage:
    said = line.entry
    assert isinstance(said, ChatSent)
    return ChatMessage(side=match.side_of(said.seat), name=match.seats[said.seat].name, text=said.text, at=line.at)


def times(match: Match, now: int) -> Times | None:
    """The clocks as they stand at that moment; None where there are none."""
    if match.terms.control.kind == "none":
        return None
    clock = match.clock
    first, second = (match.side_of(side) for side in Side)
    shown = {seat: clock.shown(seat, now) for seat in Side}
    times = Times(
        first=shown[first].ms,
        second=shown[second].ms,
        running=clock.running and match.side_of(clock.running),
        as_of=now,
    )
    if match.terms.control.kind == "byoyomi":
        times["periods"] = Pair(first=shown[first].periods, second=shown[second].periods)
        times["in_period"] = InPeriod(first=clock.in_period(first, now), second=clock.in_period(second, now))
    return times


# How it ended, and what can be done


def result_of(match: Match) -> ViewResult | None:
    """How it ended; None while it goes on."""
    position = match.position
    if match.ended:
        return _beyond_the_rules(match, match.ended)
    return result_by_rules(position) if match.status == "over" else None


def result_by_rules(position: Position) -> ViewResult | None:
    """How the game ended by its rules; None while it goes on."""
    result = position.result()
    if result is None:
        return None
    return ViewResult(
        winner=result.winner,
        reason=result.reason,
        rule=result.rule,
        ended=result.ended,
        text=both(lambda language: words.describe_result(position, language)),
        cells=_shown_by(position, result),
    )


def _beyond_the_rules(match: Match, ended: Ended) -> ViewResult:
    winner = None if ended.loser is None else match.side_of(ended.loser).other

    named = winner or FIRST  # a draw's sentence has no place for either

    def told(language: Language) -> str:
        loser = words.side_name(match.position, named.other, language)
        data = {"loser": loser, "wins": words.wins(match.position.ruleset.info, named, language)}
        return Phrase(f"reasons.{ended.reason}", data, PACKAGE).text(language)

    return ViewResult(
        winner=winner,
        reason=ended.reason,
        rule=None,
        ended=None,
        text=both(told),
        cells=[],
    )


def _shown_by(position: Position, result: Result) -> list[str]:
    """The cells that show why the winner has won: those of the zones it holds."""
    held = [zone for zone in position.facts().zones if zone.holdable and zone.holder is result.winner]
    return [cell for zone in held for cell in zone.cells] if result.winner else []


def _can(match: Match) -> Can:
    """What the match has to offer now, whoever asks."""
    kind, status = match.terms.kind, match.status
    playing, alone, people = status == "playing", kind in ("local", "computer"), kind in ("friend", "lobby")
    return Can(
        undo=playing and ((alone and match.at > 0) or match.position.mid_turn),
        hint=playing and alone,
        chat=people,
        takeback=playing and people and any(takeback_to(match, seat) is not None for seat in Side),
        draw=playing and kind != "computer",
        resign=status != "over",
        claim=playing and people and match.terms.control.kind != "days",
        rematch=status == "over" and not match.rematch and not isinstance(match.ended, Withdrawn),
    )
