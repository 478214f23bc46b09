"""Every command twice: asked of the service at one of two processes, and done to the model; both must agree."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.attack.expected import differences, record_moves, you
from tests.attack.match_model import Held, MatchModel, SeatModel
from tests.attack.two_processes import AWAY, BOTH, Answer, Follower, TwoProcesses
from turncoat.games.results import Side

STATUS = {
    "illegal_move": 422,
    "bad_text": 422,
    "no_seat": 403,
    "bad_token": 403,
    "bad_invitation": 403,
    "no_such_match": 404,
}
"""Of refusals; of all others it is 409, and the present view comes with them."""
FRESH = 60_000  # milliseconds for which a match is listed in the lobby whoever is there
WRONG = "x" * 43
"""A secret that opens nothing."""
TIMEOUT = 30.0  # seconds in which the lobby must list what there is


@dataclass
class Figures:
    """What was tried, and what came of it."""

    seconds: float = 0.0
    matches: int = 0
    commands: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)

    @property
    def steps(self) -> int:
        """How many commands there were."""
        return sum(self.commands.values())

    def data(self) -> dict[str, Any]:
        """For the record."""
        return {
            "seconds": round(self.seconds),
            "matches": self.matches,
            "steps": self.steps,
            "commands": dict(sorted(self.commands.items())),
            "answers": dict(sorted(self.answers.items())),
        }


class Differential:
    """The matches of one example, at the service and as they must be."""

    def __init__(self, pair: TwoProcesses, figures: Figures, *, connected: bool) -> None:
        """`connected`: whether processes hear of each other's moves, or only find them in the store."""
        self.pair, self.figures = pair, figures
        pair.connected = self.connected = connected
        self.matches: list[MatchModel] = []
        self.invitations: dict[str, str] = {}
        self.followers: list[tuple[MatchModel, Held, Follower]] = []
        self._touched: dict[str, int] = {}
        """When anything was last asked about a match."""
        self._forgotten: set[tuple[int, str]] = set()
        """What processes have forgotten and not read again: who was there they no longer know."""
        self._sat: set[str] = set()
        """Matches at which somebody in a seat had a socket: when they left is told a moment later."""

    @property
    def now(self) -> int:
        """The service's time."""
        return self.pair.now()

    # Asking, and comparing

    async def _ask(
        self, process: int, match: MatchModel, what: str, tokens: Sequence[str], body: dict[str, Any] | None
    ) -> Answer:
        method = "GET" if body is None else "POST"
        path = f"/api/matches/{match.id}/{what}".rstrip("/")
        self.figures.commands[what or "look"] += 1
        answer = await self.pair.ask(process, method, path, tokens, body)
        self._forgotten.discard((process, match.id))
        self.figures.answers[answer.code or "done"] += 1
        self._note_seen(match, tokens)
        return answer

    def _note_seen(self, match: MatchModel, tokens: Sequence[str]) -> None:
        self._touched[match.id] = self.now
        for seat in match.held_by(tokens):
            match.seen[seat] = self.now

    def _compare(self, match: MatchModel, tokens: Sequence[str], code: str, answer: Answer) -> None:
        """The answer to a command that the model refuses with that code, or has done."""
        assert answer.code == code, f"{match.id}: answered {answer.code or 'done'}, must be {code or 'done'}"
        wanted = STATUS.get(code, 409) if code else 200
        assert answer.status == wanted, f"{match.id}: {code or 'done'} came as {answer.status}"
        if wanted in (200, 409):
            self._compare_view(match, match.held_by(tokens), answer.data)

    def _compare_view(self, match: MatchModel, held: Held, data: dict[str, Any]) -> None:
        found = differences(match, held, data["match"])
        if data["you"] != you(match, held):
            found.append(f"{match.id}: you are told to be {data['you']}, not {you(match, held)}")
        assert not found, "\n".join(found)

    async def _after(self, match: MatchModel, tokens: Sequence[str]) -> None:
        """What must hold after every command: both processes agree, where they hear of each other."""
        await self._let_computers_move(match)
        if not self.connected:
            return
        await self.pair.settle(match.id, match.version)
        for process in BOTH:
            await self.look(process, match, tokens)
        for other, held, follower in self.followers:
            if other is match:
                await follower.follow(match.version)
                self._compare_view(match, held, {"match": follower.view, "you": follower.you})

    async def _let_computers_move(self, match: MatchModel) -> None:
        before = match.version
        match.computer_moves(self.now)
        if match.version == before:
            return
        async with asyncio.timeout(TIMEOUT):
            while (await self.pair.ask(0, "GET", f"/api/matches/{match.id}")).data["match"]["version"] < match.version:
                await asyncio.sleep(0.001)

    # Reading

    async def look(self, process: int, match: MatchModel, tokens: Sequence[str]) -> None:
        """The view."""
        self._compare(match, tokens, "", await self._ask(process, match, "", tokens, None))

    async def read_record(self, process: int, match: MatchModel) -> None:
        """The game record."""
        answer = await self._ask(process, match, "record", (), None)
        lines = dict(line.partition(": ")[::2] for line in answer.data.splitlines())
        told = answer.status, lines["ruleset"], lines.get("moves", lines.get("moves:", ""))
        wanted = 200, str(match.ruleset), record_moves(match)
        assert told == wanted, f"{match.id}: the record tells {told}, must be {wanted}"

    async def read_lobby(self, process: int) -> None:
        """The matches that wait: what has just been made is there, what waits no more is not."""
        self.figures.commands["lobby"] += 1
        mine = {match.id: match for match in self.matches}
        waiting = {match.id for match in mine.values() if match.kind == "lobby" and match.status == "open"}
        young = {name for name in waiting if self.now - mine[name].created < FRESH}
        async with asyncio.timeout(TIMEOUT):
            while True:
                answer = await self.pair.ask(process, "GET", "/api/lobby")
                listed = {each["id"] for each in answer.data["waiting"]} & mine.keys()
                if young <= listed <= waiting:
                    break
                await asyncio.sleep(0.02)

    async def follow(self, process: int, match: MatchModel, tokens: Sequence[str]) -> None:
        """Opens a socket."""
        self.figures.commands["live"] += 1
        follower, held = await self.pair.follow(process, match.id, tokens), match.held_by(tokens[:1])
        self.followers.append((match, held, follower))
        self._note_seen(match, tokens[:1])
        if held:
            self._sat.add(match.id)
        await follower.follow(match.version)
        self._compare_view(match, held, {"match": follower.view, "you": follower.you})

    async def leave(self, number: int) -> None:
        """Closes a socket."""
        match, held, follower = self.followers.pop(number)
        await self.pair.leave(follower)
        self._touched[match.id] = self.now
        for seat in held:
            match.seen[seat] = self.now

    # Making and joining

    async def create(self, process: int, wanted: dict[str, Any], name: str | None) -> None:
        """A new match; the name is what is to be seen of the one that was given."""
        self.figures.commands["create"] += 1
        self.figures.matches += 1
        answer = await self.pair.ask(process, "POST", "/api/matches", (), wanted)
        assert answer.status == 201, f"no match was made: {answer}"
        data, kind = answer.data, wanted["kind"]
        tokens = [token for token in data["tokens"].values() if token]
        own = Side(data["you"][0])
        if kind == "local" and name is not None:
            own = next(side for side in Side if data["match"]["seats"][side]["name"] == name)
        assert wanted["side"] in (own, "random") or (kind == "local" and name is None)
        others = {
            "local": SeatModel("person", secret=tokens[0]),
            "computer": SeatModel("computer", level=wanted.get("level")),
        }
        person, other = (
            SeatModel("person", name, secret=tokens[0]),
            others.get(kind, SeatModel("open", secret=data.get("invitation"))),
        )
        seats = {own: person, own.other: other}
        match = MatchModel(data["match"]["id"], kind, wanted["ruleset"], wanted["clock"], seats, created=self.now)
        self.invitations[match.id] = data.get("invitation", WRONG)
        self.matches.append(match)
        self._compare_view(match, match.held_by(tokens), data)
        self._note_seen(match, tokens)
        await self._after(match, ())

    async def join(
        self,
        process: int,
        match: MatchModel,
        tokens: Sequence[str],
        body: dict[str, Any],
        name: str | None,
    ) -> None:
        """The open seat; the name is what is to be seen of the one that was given."""
        key = body.get("key")
        answer = await self._ask(process, match, "join", tokens, body)
        given = [token for token in answer.data.get("tokens", {}).values() if token]
        secret = key or next(iter(given), "a secret that nobody knows")
        known = [secret, *tokens]
        code = match.join(match.held_by(known), secret, body.get("invitation"), name)
        self._compare(match, known if not code else tokens, code, answer)
        if not code:
            wanted = {match.side_of(side).value: secret for side in match.held_by([secret])}
            told = {side: token for side, token in answer.data["tokens"].items() if token}
            assert told == wanted, f"{match.id}: tokens were handed out for {told.keys()}, must be {wanted.keys()}"
        self._note_seen(match, known)
        await self._after(match, tokens)

    async def take_seat(self, process: int, match: MatchModel, token: str) -> None:
        """One's own seat on another device."""
        answer = await self._ask(process, match, "seat", (), {"token": token})
        held = match.held_by([token])
        self._note_seen(match, [token])
        self._compare(match, [token], "" if held else "bad_token", answer)

    # Commands

    async def move(self, process: int, match: MatchModel, tokens: Sequence[str], move: str, at: int) -> None:
        """A move."""
        body = {"move": move, "at": at}
        answer = await self._ask(process, match, "moves", tokens, body)
        await self._finish(match, tokens, match.play(match.held_by(tokens), move, at, self.now), answer)

    async def say_move(self, number: int, move: str, at: int) -> None:
        """A move over a socket."""
        match, held, follower = self.followers[number]
        self.figures.commands["live move"] += 1
        await follower.drain()
        await follower.socket.say(type="move", move=move, at=at)
        code = match.play(held, move, at, self.now)
        told = await follower.drain()
        self.figures.answers[told or "done"] += 1
        assert told == code, f"{match.id}: the socket answered {told or 'done'}, must be {code or 'done'}"
        assert code or follower.view["version"] == match.version, f"{match.id}: the socket tells nothing of the move"
        self._touched[match.id] = self.now
        for seat in held:
            match.seen[seat] = self.now
        await self._after(match, ())

    async def back(self, process: int, match: MatchModel, tokens: Sequence[str], to: int, at: int) -> None:
        """Steps back."""
        answer = await self._ask(process, match, "back", tokens, {"to": to, "at": at})
        await self._finish(match, tokens, match.back(match.held_by(tokens), to, at, self.now), answer)

    async def offer(self, process: int, match: MatchModel, tokens: Sequence[str], kind: str, reply: str | None) -> None:
        """An offer, or the answer to one."""
        answer = await self._ask(process, match, "offers", tokens, {"kind": kind, "answer": reply})
        held = match.held_by(tokens)
        code = match.answer(held, kind, reply, self.now) if reply else match.offer(held, kind, self.now)
        if match.rematch == "?":  # the service has chosen its name
            follows = self._rematch_made(match, answer, answer.data["match"]["rematch"])
            await self._after(follows, tokens)
        await self._finish(match, tokens, code, answer)

    def _rematch_made(self, match: MatchModel, answer: Answer, name: object) -> MatchModel:
        assert answer.status == 200, f"{match.id}: no rematch was made: {answer.code}"
        assert isinstance(name, str), f"{match.id}: no rematch was made"
        self.matches.append(match.follower(name, self.now))
        self._touched[name] = self.now
        return self.matches[-1]

    async def rematch(self, process: int, match: MatchModel, tokens: Sequence[str]) -> None:
        """The seat at the rematch."""
        answer = await self._ask(process, match, "rematch", tokens, {})
        code = "" if match.rematch else match.offer(match.held_by(tokens), "rematch", self.now)
        if match.rematch == "?":
            self._rematch_made(match, answer, answer.data.get("match", {}).get("id"))
        follows = next((each for each in self.matches if each.id == match.rematch), None)
        if follows is not None and not follows.held_by(tokens):
            code = "not_possible"
        if follows is not None and not code:
            await self._let_computers_move(follows)
            assert answer.data["match"]["id"] == follows.id
            assert answer.data["you"] == you(follows, follows.held_by(tokens))
            self._note_seen(follows, tokens)
            await self._after(follows, tokens)
        else:
            self._compare(match, tokens, code, answer)
        await self._after(match, tokens)

    async def resign(self, process: int, match: MatchModel, tokens: Sequence[str]) -> None:
        """Resigns."""
        answer = await self._ask(process, match, "resign", tokens, {})
        await self._finish(match, tokens, match.resign(match.held_by(tokens), self.now), answer)

    async def chat(self, process: int, match: MatchModel, tokens: Sequence[str], text: str, seen: str) -> None:
        """A line of chat, and what is to be seen of it."""
        answer = await self._ask(process, match, "chat", tokens, {"text": text})
        await self._finish(match, tokens, match.say(match.held_by(tokens), seen, self.now), answer)

    async def hint(self, process: int, match: MatchModel, tokens: Sequence[str], at: int) -> None:
        """What the engine would play."""
        code = match.hint(match.held_by(tokens), at)
        answer = await self._ask(process, match, "hint", tokens, {"at": at})
        assert answer.code == code, f"{match.id}: hint answered {answer.code or 'done'}, must be {code or 'done'}"
        if not code:
            legal = [each.text for each in match.position.legal_moves]
            assert answer.data["move"] in legal, f"{match.id}: the hint is illegal: {answer.data['move']}"

    async def claim(self, process: int, match: MatchModel, tokens: Sequence[str]) -> None:
        """The win over somebody who is gone: never while they are here, always once nobody was for long enough."""
        await self.pair.beat()
        held, touched = match.held_by(tokens), self._touched[match.id]
        away = match.absentee(held)
        allowed = round(AWAY * 1000 * (1 if match.clock.kind == "none" else 0.5))
        here = away is not None and any(each is match and away in seats for each, seats, _ in self.followers)
        may = away is not None and not here and self.now - match.seen[away] >= allowed
        unsure = not self.connected or match.id in self._sat or (process, match.id) in self._forgotten
        must = may and self.now - touched >= allowed and not unsure
        answer = await self._ask(process, match, "claim", tokens, {})
        gone = must or (may and answer.code != "too_early")
        await self._finish(match, tokens, match.claim(held, self.now, gone=gone), answer)

    async def _finish(self, match: MatchModel, tokens: Sequence[str], code: str, answer: Answer) -> None:
        self._compare(match, tokens, code, answer)
        await self._after(match, tokens)

    # Time

    async def wait(self, seconds: float, *, ring: bool) -> None:
        """Time passes; where clocks are used up the alarm may ring."""
        self.figures.commands["wait"] += 1
        self.pair.now.pass_by(seconds)
        if not ring:
            return
        up = [match for match in self.matches if match.status == "playing" and match.clock.flagged(self.now)]
        for match in up:
            await self.pair.ask(0, "GET", f"/api/matches/{match.id}")  # so that one of them has it in memory
        self.pair.ring()
        for match in up:
            match.flag(self.now)
            self._touched[match.id] = self.now
            async with asyncio.timeout(TIMEOUT):
                path = f"/api/matches/{match.id}"
                while (await self.pair.ask(0, "GET", path)).data["match"]["status"] != "over":
                    await asyncio.sleep(0.005)
            await self._after(match, ())

    async def forget(self, process: int) -> None:
        """A process has lost its memory."""
        self.figures.commands["forget"] += 1
        self.pair.forget(process)
        self._forgotten |= {(process, match.id) for match in self.matches}

    async def end(self) -> None:
        """Everybody goes home; nobody waits in the lobby."""
        while self.followers:
            await self.leave(0)
        for match in self.matches:
            if match.status == "open" and match.kind == "lobby":
                secrets = [seat.secret for seat in match.seats.values() if seat.kind == "person" and seat.secret]
                await self.pair.ask(0, "POST", f"/api/matches/{match.id}/resign", secrets, {})
        for process in BOTH:
            self.pair.forget(process)
        assert not self.pair.errors.lines, self.pair.errors.lines.pop()
