"""What goes on at the matches of a soak: they begin, are played, talked at, left and ended, and others follow them."""

import asyncio
import random
import time
from typing import Any, NamedTuple

import orjson

from bench.load_players import TEXT, frame
from turncoat import Position, games, start
from turncoat.games.results import Side

from .load import TIMEOUT, Load, Person, UnexpectedAnswer

MAX_MOVES = 40  # of a match; whoever is to move then gives up
CLOCKS = ({"kind": "none"}, {"kind": "fischer", "minutes": 10, "increment": 5})
GAMES = 100  # prepared of each kind
LOBBY, COMPUTER, UNJOINED = 0.1, 0.04, 0.02  # shares of matches
BY_REQUEST, AWAY, RECONNECTS, TALKS, ASKS_BACK = 0.05, 0.002, 0.03, 0.03, 0.005  # of moves
RESIGNS, DRAWS = 0.008, 0.003  # of moves
AGAIN, READS = 0.15, 0.1  # of matches
HINTS, UNDOES = 0.1, 0.03  # of moves against a computer
STAYS_AFTER_END = 2.0  # moves' time that people look at a result
LONGEST_AWAY = 90.0  # seconds until a win over somebody who left must have been given
TEXTS = ("Good luck!", "よろしくお願いします", "Nice move.", "Thanks for the game!")


class Step(NamedTuple):
    """A prepared move: who makes it, its text and message, what the update tells, and where it leads."""

    mover: int
    move: str
    message: bytes
    mark: bytes
    after: Position


def prepared(ruleset: str, seed: int, most: int = MAX_MOVES) -> list[Step]:
    """A random game, to its end or so many moves."""
    chance, position, found = random.Random(seed), start(ruleset), list[Step]()
    while len(found) < most and not position.is_over:
        move = chance.choice([each.text for each in position.legal_moves if each.text != "swap"])
        mover, at = _seat(position), len(found)
        position = position.play(move)
        message = frame(TEXT, orjson.dumps({"type": "move", "move": move, "at": at}))
        found.append(Step(mover, move, message, b'"at":%d,' % (at + 1), position))
    return found


def _seat(position: Position) -> int:
    return int(position.side is not Side.FIRST)


class Games:
    """Prepared games, over and over."""

    def __init__(self) -> None:
        self._games = [(name, prepared(name, seed)) for seed in range(GAMES) for name in games.games()]

    def any(self, chance: random.Random, ruleset: str | None = None) -> tuple[str, list[Step]]:
        """One of them."""
        while True:
            name, game = chance.choice(self._games)
            if ruleset in (None, name):
                return name, game


class MatchLoop:
    """Where one match follows another."""

    def __init__(self, load: Load, prepared_games: Games) -> None:
        self._load, self._games = load, prepared_games
        self._told = asyncio.Event()
        self._mark, self._listener = b"", 0
        self._seats: list[Person] = []
        self._id = ""

    async def keep_playing(self) -> None:
        """Plays one match after another until it is time to go."""
        load = self._load
        await load.wait(load.random.uniform(0, load.pace * MAX_MOVES / 4))  # not all at once
        while not load.leaving.is_set():
            try:
                await (self._against_computer() if load.chance(COMPUTER) else self._between_people())
            except UnexpectedAnswer:
                await load.wait(1.0)
            except Exception as error:  # noqa: BLE001 — an hour is not to be lost over one match
                load.trouble(f"the test itself: {type(error).__name__} {error}")
                await load.wait(1.0)
            finally:
                for person in self._seats:
                    load.hang_up(person)
                if load.playing.pop(self._id, None) is not None:
                    load.over.append(self._id)

    # Between people

    async def _between_people(self) -> None:
        load = self._load
        ruleset, game = self._games.any(load.random)
        if not await self._begin(ruleset):
            return
        while True:
            await asyncio.gather(*(self._connect(seat) for seat in range(2)))
            reached = await self._play(game)
            await self._look_again(reached)
            if load.leaving.is_set() or not load.chance(AGAIN):
                return
            await self._play_again()
            ruleset, game = self._games.any(load.random, ruleset)

    async def _begin(self, ruleset: str) -> bool:
        """Makes a match, and the other seat is taken; False where nobody came."""
        load = self._load
        self._seats = first, second = [load.person(), load.person()]
        kind = "lobby" if load.chance(LOBBY) else "friend"
        wanted = {"ruleset": ruleset, "kind": kind, "side": "first", "clock": load.random.choice(CLOCKS)}
        made = await load.ask(first, "POST", "/api/matches", wanted | {"name": "Ann"})
        self._id, first.token = made["match"]["id"], made["tokens"]["first"]
        path = f"/api/matches/{self._id}"
        if load.chance(UNJOINED):
            await self._connect(0)
            await load.wait(load.pace)
            await load.ask(first, "POST", f"{path}/resign", {})
            return False
        joined = await load.ask(second, "POST", f"{path}/join", {"invitation": made.get("invitation"), "name": "Ben"})
        second.token = joined["tokens"]["second"]
        self._opened()
        return True

    def _opened(self) -> None:
        self._load.counts["matches"] += 1
        self._load.playing[self._id] = 0

    async def _connect(self, seat: int) -> None:
        def receive(text: bytes) -> None:
            if seat == self._listener and self._mark and self._mark in text and text.startswith(b'{"type":"update"'):
                self._told.set()

        await self._load.connect(self._seats[seat], f"/api/matches/{self._id}/live", receive)

    async def _play(self, game: list[Step]) -> Position | None:
        """Plays until somebody ends it; the position that was reached, None where it does not matter."""
        load, due = self._load, time.perf_counter()
        reached = None
        for number, step in enumerate(game):
            due += load.pace * load.random.uniform(0.8, 1.2)
            if await self._ended_early(step.mover, begun=any(each.mover != step.mover for each in game[:number])):
                return reached
            await load.wait(due - time.perf_counter())
            if load.leaving.is_set():
                break
            await self._move(step, number, due)
            reached = step.after
            load.playing[self._id] = number + 1
        if reached is None or not reached.is_over:
            loser = self._seats[_seat(reached) if reached else 0]
            await load.ask(loser, "POST", f"/api/matches/{self._id}/resign", {})
        return reached

    async def _move(self, step: Step, number: int, due: float) -> None:
        load, mover = self._load, self._seats[step.mover]
        self._told.clear()
        self._mark, self._listener = step.mark, 1 - step.mover
        if load.chance(BY_REQUEST):
            await load.ask(mover, "POST", f"/api/matches/{self._id}/moves", {"move": step.move, "at": number})
        else:
            load.send(mover, step.message)
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._told.wait()
        except TimeoutError:
            raise load.trouble("a move was not announced") from None
        load.latencies.append(time.perf_counter() - due)
        load.counts["moves"] += 1

    async def _ended_early(self, mover: int, *, begun: bool) -> bool:
        """What happens between two moves; whether the match is over by it."""
        load, path = self._load, f"/api/matches/{self._id}"
        person, other = self._seats[mover], self._seats[1 - mover]
        if load.chance(RECONNECTS):
            load.hang_up(person)
            await load.wait(load.pace * load.random.uniform(0, 0.5))
            person.port = load.random.choice(load.ports)
            await self._connect(mover)
            load.counts["reconnected"] += 1
        if load.chance(TALKS):
            await load.ask(person, "POST", f"{path}/chat", {"text": load.random.choice(TEXTS)})
            load.counts["said"] += 1
        if load.chance(ASKS_BACK) and begun:
            await load.ask(other, "POST", f"{path}/offers", {"kind": "takeback"})
            await load.wait(load.pace / 5)
            await load.ask(person, "POST", f"{path}/offers", {"kind": "takeback", "answer": "decline"})
        if load.chance(DRAWS) and begun:
            await load.ask(other, "POST", f"{path}/offers", {"kind": "draw"})
            await load.wait(load.pace / 5)
            await load.ask(person, "POST", f"{path}/offers", {"kind": "draw", "answer": "accept"})
            return True
        if load.chance(RESIGNS) and begun:
            await load.ask(person, "POST", f"{path}/resign", {})
            return True
        if load.chance(AWAY) and begun:
            await self._leave_for_good(mover)
            return True
        return False

    async def _leave_for_good(self, mover: int) -> None:
        """Somebody does not come back, and the win over them is claimed."""
        load, stays = self._load, self._seats[1 - mover]
        load.hang_up(self._seats[mover])
        ends = time.monotonic() + LONGEST_AWAY
        while time.monotonic() < ends and not load.leaving.is_set():
            await load.wait(5.0)
            if await load.ask(stays, "POST", f"/api/matches/{self._id}/claim", {}, refused=(409,)):
                load.counts["claimed"] += 1
                return
        if not load.leaving.is_set():
            raise load.trouble("a win could not be claimed")

    async def _look_again(self, reached: Position | None) -> None:
        """The match is over at every process, where its moves led; people look at it for a while."""
        load = self._load
        if load.leaving.is_set():
            return
        load.counts["ended"] += 1
        found = await load.ask(load.person(), "GET", f"/api/matches/{self._id}")
        if found["match"]["status"] != "over" or (reached and found["match"]["position"] != str(reached)):
            raise load.trouble("a match stands elsewhere")
        if load.chance(READS):
            await load.ask(load.person(), "GET", f"/api/matches/{self._id}/record")
        await load.wait(load.pace * load.random.uniform(0, STAYS_AFTER_END))

    async def _play_again(self) -> None:
        """Both ask for a rematch, with the sides changed."""
        load, before = self._load, self._id
        for person in self._seats:
            answer = await load.ask(person, "POST", f"/api/matches/{before}/rematch", {})
        for person in self._seats:
            load.hang_up(person)
        del load.playing[before]
        load.over.append(before)
        self._id = answer["match"]["id"]
        self._seats.reverse()
        load.counts["rematches"] += 1
        self._opened()

    # Against the computer

    async def _against_computer(self) -> None:
        load = self._load
        ruleset, _ = self._games.any(load.random)
        self._seats = [person] = [load.person()]
        level = str(load.random.randint(1, 3))
        wanted = {"ruleset": ruleset, "kind": "computer", "side": "first", "level": level}
        made = await load.ask(person, "POST", "/api/matches", wanted)
        self._id, person.token = made["match"]["id"], made["tokens"]["first"]
        self._opened()
        messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        path = f"/api/matches/{self._id}"
        await load.connect(person, f"{path}/live", lambda text: _take(text, messages))
        view: dict[str, Any] = {}
        for _ in range(MAX_MOVES):
            await self._until_turn(view, messages)
            if view["status"] == "over":
                break
            await load.wait(load.pace * load.random.uniform(0.8, 1.2))
            if load.leaving.is_set():
                break
            await self._move_against_computer(view)
        if view["status"] != "over":
            await load.ask(person, "POST", f"{path}/resign", {}, refused=(409,))
        load.counts["ended"] += 1

    async def _until_turn(self, view: dict[str, Any], messages: "asyncio.Queue[dict[str, Any]]") -> None:
        """Takes in what is told until it is the person's turn, after what was told already."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while messages.qsize() or not view or view["at"] < view.get("asked", 0) or not _mine(view):
                    message = await messages.get()
                    view |= message["match"] if message["type"] == "setup" else message["changed"]
                    view["you"] = message.get("you", view.get("you"))
        except TimeoutError:
            raise self._load.trouble("a computer did not move") from None

    async def _move_against_computer(self, view: dict[str, Any]) -> None:
        load, [person] = self._load, self._seats
        path, at = f"/api/matches/{self._id}", view["at"]
        if load.chance(HINTS):
            found = await load.ask(person, "POST", f"{path}/hint", {"at": at}, refused=(503,))
            load.counts["hints" if found else "no hints"] += 1
        if load.chance(UNDOES) and at > 1:
            await load.ask(person, "POST", f"{path}/back", {"to": 0, "at": at})
            view |= {"at": -1, "asked": 0}  # until it is told
            load.counts["taken back"] += 1
            return
        move = load.random.choice([each["move"] for each in view["moves"] if each["move"] != "swap"])
        load.say(person, type="move", move=move, at=at)
        view["asked"] = at + 1
        load.playing[self._id] = at + 1


def _take(text: bytes, messages: "asyncio.Queue[dict[str, Any]]") -> None:
    if text.startswith((b'{"type":"update"', b'{"type":"setup"')):
        messages.put_nowait(orjson.loads(text))


def _mine(view: dict[str, Any]) -> bool:
    return bool(view["status"] == "over" or view["side"] in view["you"])
