"""`python -m tests.attack.stateful`: commands in any order, legal and not, at two processes, beside a model of a match.

After every command the answer and the view at both processes must be what the model says.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Coroutine
from typing import Any, ClassVar

import hypothesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from tests.attack.differential import WRONG, Differential, Figures
from tests.attack.match_model import MatchModel
from tests.attack.two_processes import BOTH, TwoProcesses
from tests.service.postgres import postgres
from turncoat.engine.levels import NAMES
from turncoat.games import Ruleset, games
from turncoat.games.results import FIRST, SECOND

STEPS = 50  # of one example
MOST_MATCHES = 6  # of one example, besides rematches
SMALL = 16  # cells of a board on which games end soon
KINDS = ("local", "computer", "friend", "friend", "friend", "lobby")
NO_CLOCK: dict[str, Any] = {"kind": "none"}
CONTROLS: tuple[dict[str, Any], ...] = (
    {"kind": "fischer", "minutes": 1, "increment": 2},
    {"kind": "fischer", "minutes": 0, "increment": 5},
    {"kind": "byoyomi", "minutes": 1, "seconds": 10, "periods": 3},
    {"kind": "byoyomi", "minutes": 0, "seconds": 20, "periods": 1},
    {"kind": "days", "days": 1},
)
GIVEN_NAMES = {None: None, "Ann": "Ann", "  Ben\tB. ": "Ben B.", "": None, "\u3164": None, "名" * 40: "名" * 40}
"""What is given, and what is to be seen of it."""
LINES = {"hello": "hello", "<b>  well\nplayed</b>": "<b> well played</b>", " \u3164": "", "x" * 500: "x" * 500}
PEOPLE = (*("decider",) * 3, "other", "first", "second", "both", "nobody", "wrong", "invited", "elsewhere")
CLOCK = st.sampled_from((NO_CLOCK, NO_CLOCK, *CONTROLS))
WAITS = (0.001, 0.5, 1.0, 2.0, 4.999, 5.0, 10.0, 20.0, 29.9, 30.0, 60.0, 61.0, 86_400.0)
ODD_MOVES = ("a1", "pass", "swap", "-", "d4-", "zz99", "\u3164", "b2xb3")


def _rulesets() -> list[str]:
    """Every game as it comes and each value of each option by itself, small boards more often."""
    found = [
        str(Ruleset.read(text))
        for name, game in games().items()
        for text in (name, *(f"{name}:{each.name}={value}" for each in game.Options.choices() for value in each.values))
    ]
    small = [text for text in found if len(Ruleset.read(text).grid.cells) <= SMALL]
    return 6 * small + list(dict.fromkeys(found))


RULESETS = _rulesets()
CHOICES = st.tuples(st.integers(0, 99), st.sampled_from(BOTH))
"""Of a legal move, and of a process."""


class Commands(RuleBasedStateMachine):
    """Any command by anybody at either process, the sensible ones more often."""

    pair: ClassVar[TwoProcesses]
    runner: ClassVar[asyncio.Runner]
    figures: ClassVar[Figures]
    differential: Differential

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        self.runner.run(work)

    @initialize(connected=st.booleans(), process=st.sampled_from(BOTH), ruleset=st.sampled_from(RULESETS), clock=CLOCK)
    def begin(self, connected: bool, process: int, ruleset: str, clock: dict[str, Any]) -> None:
        """Two people play."""
        self.differential = Differential(self.pair, self.figures, connected=connected)
        self._create(process, {"ruleset": ruleset, "kind": "friend", "side": "first", "clock": clock}, joined=True)

    def teardown(self) -> None:
        """Everybody goes home."""
        if hasattr(self, "differential"):
            self._do(self.differential.end())

    # Choosing

    def _match(self, data: st.DataObject) -> MatchModel:
        """The newest matches more often than the others."""
        found = self.differential.matches[::-1]
        return data.draw(st.sampled_from((found[:1] * 4 + found)[:12]), "match")

    def _tokens(self, data: st.DataObject, match: MatchModel) -> tuple[str, ...]:
        who = data.draw(st.sampled_from(PEOPLE), "who")
        secrets = {seat: each.secret for seat, each in match.seats.items() if each.kind == "person"}
        if who in ("decider", "other"):
            found = [secrets.get(match.decider if who == "decider" else match.decider.other)]
        elif who == "elsewhere":
            found = [each.secret for other in self.differential.matches[:2] for each in other.seats.values()]
        else:
            first, second = secrets.get(FIRST), secrets.get(SECOND)
            invited = self.differential.invitations.get(match.id)
            clients: dict[str, list[str | None]] = {
                "first": [first],
                "second": [second],
                "both": [first, second],
                "nobody": [],
                "wrong": [WRONG],
                "invited": [invited],
            }
            found = clients[who]
        return tuple(dict.fromkeys(secret for secret in found if secret))[
            :3
        ]  # with a key four, and no more are looked at

    def _move(self, data: st.DataObject, match: MatchModel) -> str:
        legal = [each.text for each in match.position.legal_moves]
        how = data.draw(st.sampled_from(("legal",) * 6 + ("odd", "again", "typed")), "move")
        if how == "again" and match.made:
            return match.made[-1].move
        if how == "odd" or not legal:
            return data.draw(st.sampled_from(ODD_MOVES), "odd")
        move = legal[data.draw(st.integers(0, 99), "number") % len(legal)]
        return f" {move.upper()} " if how == "typed" else move

    def _at(self, data: st.DataObject, match: MatchModel) -> int:
        return max(0, match.at + data.draw(st.sampled_from((0, 0, 0, 0, 0, -1, 1, -2)), "at"))

    # Matches

    @precondition(lambda self: len(self.differential.matches) < MOST_MATCHES)
    @rule(
        process=st.sampled_from(BOTH),
        kind=st.sampled_from(KINDS),
        ruleset=st.sampled_from(RULESETS),
        side=st.sampled_from(("first", "second", "random")),
        level=st.sampled_from(NAMES),
        clock=CLOCK,
        name=st.sampled_from(list(GIVEN_NAMES)),
        joined=st.booleans(),
    )
    def create(self, process: int, joined: bool, **wanted: Any) -> None:
        """A new match; as often as not somebody comes at once."""
        self._create(process, wanted, joined=joined)

    def _create(self, process: int, wanted: dict[str, Any], *, joined: bool) -> None:
        self._do(self.differential.create(process, wanted, GIVEN_NAMES[wanted.get("name")]))
        match = self.differential.matches[-1]
        if joined and match.status == "open":
            body = {"invitation": self.differential.invitations[match.id], "key": f"key-of-{match.id}-{'k' * 20}"}
            self._do(self.differential.join(1 - process, match, (), body, None))

    @rule(data=st.data(), process=st.sampled_from(BOTH), name=st.sampled_from(list(GIVEN_NAMES)))
    def join(self, data: st.DataObject, process: int, name: str | None) -> None:
        """The open seat, with and without invitation and key, once and again."""
        match = self._match(data)
        invitation = self.differential.invitations.get(match.id, WRONG)
        keys = [None, f"key-of-{match.id}-{'k' * 20}", f"other-of-{match.id}-{'k' * 20}", invitation]
        body = {
            "invitation": data.draw(st.sampled_from((invitation, invitation, WRONG, None)), "invitation"),
            "key": data.draw(st.sampled_from(keys), "key"),
            "name": name,
        }
        self._do(self.differential.join(process, match, self._tokens(data, match), body, GIVEN_NAMES[name]))

    @rule(data=st.data(), process=st.sampled_from(BOTH))
    def take_seat(self, data: st.DataObject, process: int) -> None:
        """One's own seat on another device."""
        match = self._match(data)
        self._do(self.differential.take_seat(process, match, (*self._tokens(data, match), WRONG)[0]))

    @rule(data=st.data(), process=st.sampled_from(BOTH))
    def rematch(self, data: st.DataObject, process: int) -> None:
        """The seat at the rematch."""
        match = self._match(data)
        self._do(self.differential.rematch(process, match, self._tokens(data, match)))

    # Moves

    @rule(data=st.data(), process=st.sampled_from(BOTH))
    def move(self, data: st.DataObject, process: int) -> None:
        """A move: legal, illegal, late, repeated, by anybody."""
        match = self._match(data)
        move = self._move(data, match)
        self._do(self.differential.move(process, match, self._tokens(data, match), move, self._at(data, match)))

    @rule(data=st.data(), chosen=st.lists(CHOICES, min_size=1, max_size=12))
    def play_on(self, data: st.DataObject, chosen: list[tuple[int, int]]) -> None:
        """Legal moves by whoever has to move."""
        match = self._match(data)
        for number, process in chosen:
            legal = match.position.legal_moves
            secret = match.seats[match.decider].secret
            if match.status != "playing" or secret is None:
                break
            self._do(self.differential.move(process, match, (secret,), legal[number % len(legal)].text, match.at))

    @rule(data=st.data(), process=st.sampled_from(BOTH), to=st.sampled_from((-1, -1, -2, -3, 0, 1, -99)))
    def back(self, data: st.DataObject, process: int, to: int) -> None:
        """Steps back, possible and not."""
        match = self._match(data)
        at = self._at(data, match)
        self._do(self.differential.back(process, match, self._tokens(data, match), max(0, at + to), at))

    # People

    @rule(
        data=st.data(),
        process=st.sampled_from(BOTH),
        kind=st.sampled_from(("draw", "takeback", "takeback", "rematch")),
        reply=st.sampled_from((None, None, None, "accept", "accept", "decline", "withdraw")),
    )
    def offer(self, data: st.DataObject, process: int, kind: str, reply: str | None) -> None:
        """An offer, or the answer to one."""
        match = self._match(data)
        self._do(self.differential.offer(process, match, self._tokens(data, match), kind, reply))

    @rule(data=st.data(), process=st.sampled_from(BOTH), what=st.sampled_from(("resign", "claim", "claim")))
    def end_it(self, data: st.DataObject, process: int, what: str) -> None:
        """Somebody resigns, or claims the win."""
        match = self._match(data)
        self._do(getattr(self.differential, what)(process, match, self._tokens(data, match)))

    @rule(data=st.data(), process=st.sampled_from(BOTH), text=st.sampled_from(list(LINES)))
    def chat(self, data: st.DataObject, process: int, text: str) -> None:
        """A line of chat."""
        match = self._match(data)
        self._do(self.differential.chat(process, match, self._tokens(data, match), text, LINES[text]))

    @rule(data=st.data(), process=st.sampled_from(BOTH))
    def hint(self, data: st.DataObject, process: int) -> None:
        """What the engine would play."""
        match = self._match(data)
        self._do(self.differential.hint(process, match, self._tokens(data, match), self._at(data, match)))

    # Reading

    @rule(data=st.data())
    def look(self, data: st.DataObject) -> None:
        """The view and the record at both processes, and the lobby at one."""
        match = self._match(data)
        tokens = self._tokens(data, match)
        for process in BOTH:
            self._do(self.differential.look(process, match, tokens))
            self._do(self.differential.read_record(process, match))
        self._do(self.differential.read_lobby(data.draw(st.sampled_from(BOTH), "lobby of")))

    @precondition(lambda self: len(self.differential.followers) < 4)
    @rule(data=st.data(), process=st.sampled_from(BOTH))
    def follow(self, data: st.DataObject, process: int) -> None:
        """Somebody opens a socket."""
        match = self._match(data)
        self._do(self.differential.follow(process, match, self._tokens(data, match)))

    @precondition(lambda self: self.differential.followers)
    @rule(data=st.data(), stays=st.sampled_from((True, True, True, False)))
    def say(self, data: st.DataObject, stays: bool) -> None:
        """Somebody moves over a socket, or closes it."""
        number = data.draw(st.integers(0, len(self.differential.followers) - 1), "socket")
        if not stays:
            self._do(self.differential.leave(number))
            return
        match = self.differential.followers[number][0]
        move = self._move(data, match)
        self._do(self.differential.say_move(number, move, self._at(data, match)))

    # What else happens

    @rule(seconds=st.sampled_from(WAITS), ring=st.booleans())
    def wait(self, seconds: float, ring: bool) -> None:
        """Time passes, and the alarm rings or is late."""
        self._do(self.differential.wait(seconds, ring=ring))

    @rule(process=st.sampled_from(BOTH))
    def forget(self, process: int) -> None:
        """A process loses what it has in memory."""
        self._do(self.differential.forget(process))


def run(
    steps: int,
    seed: int,
    database: str,
    *,
    shrink: bool = True,
) -> tuple[list[str], Figures]:
    """About so many steps on that PostgreSQL: what must not be, and what was tried."""
    began, figures, violations = time.monotonic(), Figures(), list[str]()
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    chosen = settings(
        max_examples=max(1, steps // STEPS),
        stateful_step_count=STEPS,
        phases=phases,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    with asyncio.Runner() as runner:
        pair = TwoProcesses(database)
        runner.run(pair.start())
        try:
            given = {"pair": pair, "runner": runner, "figures": figures}
            run_state_machine_as_test(hypothesis.seed(seed)(type("Commands", (Commands,), given)), settings=chosen)
        except Exception as error:  # noqa: BLE001 — whatever the service or the model could not do is a finding
            violations.append("\n".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())]))
        finally:
            runner.run(pair.stop())
    figures.seconds = time.monotonic() - began
    return violations, figures


def main() -> int:
    """Runs, shows; the exit code is 0 where nothing was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--as-found", action="store_true", help="do not look for a shorter way to what is found")
    asked = parser.parse_args()
    with postgres() as database:
        violations, figures = run(asked.steps, asked.seed, database, shrink=not asked.as_found)
    lines = [json.dumps(figures.data(), indent=1), *(f"VIOLATION {line}" for line in violations)]
    sys.stdout.write("\n".join([*lines, ""]))
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
