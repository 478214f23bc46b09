"""What one process hears from the others, without any: notes are spoken into its ear."""

import asyncio
from dataclasses import replace
from typing import Any

import orjson
import pytest

from tests.service.harness import Time, next_message, refusal, running, served, take_up_nothing, two_people, until
from turncoat.games.results import FIRST, SECOND
from turncoat.service.heartbeat import Heartbeat
from turncoat.service.journal import ChatSent, JournalEntry, Moved, Offered, TakenBack


def spoken(service, *words):
    """A note of another process."""
    service.peers.receive(" ".join(map(str, words)))


async def elsewhere(service, player):
    """The first move is made by another process: the store has it, and nobody here was told."""
    assert await service.store.append(player.id, JournalEntry(player.match.seq + 1, service.now(), Moved("d3")))


@served
async def test_a_match_that_went_on_elsewhere_is_read_again(service, now):
    ann, _ben = await two_people(service)
    room = service.rooms.known(ann.id)
    listener = service.subscribe(room, frozenset())
    await elsewhere(service, ann)
    spoken(service, "m", "elsewhere", ann.id, 1)  # known already
    await asyncio.sleep(0.05)
    assert room.match.at == 0
    spoken(service, "m", service.origin, ann.id, 2)  # our own word
    await asyncio.sleep(0.05)
    assert room.match.at == 0
    spoken(service, "m", "elsewhere", ann.id, 2)
    await until(lambda: room.match.at == 1)
    assert (await next_message(listener, "setup"))["match"]["at"] == 1


@pytest.mark.parametrize("entry", [TakenBack(0), ChatSent(FIRST, "Hello"), Offered("draw", FIRST)])
def test_whoever_takes_back_a_step_talks_or_offers_elsewhere_was_there(tmp_path, entry):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            ann, ben = await two_people(service, "vect-reverse")
            await ann.play("d3")
            now.pass_by(130)
            line = JournalEntry(ann.match.seq + 1, now(), entry)
            assert await service.store.append(ann.id, line)
            spoken(service, "m", "elsewhere", ann.id, line.seq)
            await until(lambda: ann.match.seq == line.seq)
            now.pass_by(119.999)
            assert await refusal(ben("claim")) == "too_early"
            now.pass_by(0.001)
            await ben("claim")
            assert ann.match.ended.loser is FIRST

    asyncio.run(go())


@served
async def test_of_what_went_on_elsewhere_the_others_keep_a_snapshot(service, now):
    ann, ben = await two_people(service)
    kept = []
    service.loader.keep = lambda match: kept.append(match.seq)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("turncoat.service.snapshots.EVERY", 2)
        await elsewhere(service, ann)
        await service.matches.refresh(service.rooms.known(ann.id))
        assert (ann.match.seq, kept) == (2, [])
        await ben.play("c3")
        await ann.play("c4")
        assert kept == [4]


@served
async def test_whoever_comes_second_again_and_again_is_told_that_the_match_has_moved_on(service, now):
    ann, _ben = await two_people(service)

    async def lose(*_: object) -> bool:
        return False

    service.store.append = lose
    assert await refusal(ann.play("d3")) == "stale"
    assert ann.match.at == 0


@served
async def test_of_a_rematch_the_others_are_told_as_of_a_match_without_entries(service, now):
    ann, ben = await two_people(service)
    await ann("resign")
    notes: list[str] = []
    service.broker.sends_moves, service.peers._publish = True, notes.append
    await ann("rematch")
    again = (await ben("rematch")).room.id
    assert f"m {service.origin} {again} 0" in notes


@served
async def test_when_notes_were_lost_what_people_look_at_is_read_again(service, now):
    (ann, _), (eve, _) = await two_people(service), await two_people(service)
    seen, unseen = service.rooms.known(ann.id), service.rooms.known(eve.id)
    service.subscribe(seen, frozenset())
    for player in (ann, eve):
        await elsewhere(service, player)
    service.peers.missed()
    await until(lambda: seen.match.at == 1)
    assert unseen.match.at == 0  # looked up when somebody comes


@served
async def test_a_change_of_the_lobby_elsewhere_is_told_here(service, now):
    made = await service.create("verto", "lobby")
    watching = await service.lobby.watch()
    await asyncio.sleep(0.2)
    while watching.unread:
        await watching.read()
    await service.store.add(replace(made.room.match.terms, id="elsewhere123"), "open")
    spoken(service, "l", service.origin)
    await asyncio.sleep(0.2)
    assert not watching.unread
    spoken(service, "l", "elsewhere")
    async with asyncio.timeout(5):
        assert "elsewhere123" in await watching.read()


@served
async def test_what_is_not_understood_is_nobody_s_harm(service, now):
    for note in ("", "x", "x elsewhere", "y elsewhere what ever"):
        service.peers.receive(note)
    ann, _ben = await two_people(service)
    await ann.play("d3")


def test_a_computer_left_alone_for_twenty_seconds_is_taken_over(tmp_path, monkeypatch):
    monkeypatch.setattr("turncoat.service.Service._take_up", take_up_nothing)  # it must be announced, not found

    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now, pace=600) as gone:  # it will not come to a move
            computer = await gone.create("reversi", "computer", side="second", level="1")
            person = await gone.create("reversi", "computer", side="first", level="1")
            ann, _ben = await two_people(gone)
        async with running(tmp_path / "m.db", now=now) as service:
            for match_id in (computer.room.id, person.room.id, ann.id):
                spoken(service, "m", "elsewhere", match_id, 1)
            now.pass_by(10)
            spoken(service, "m", "elsewhere", ann.id, 2)
            now.pass_by(9.999)
            assert await service.takeover.take_over() == []
            now.pass_by(0.001)
            assert await service.takeover.take_over() == [computer.room.id]
            assert [room.id for room in service.rooms.all()] == [computer.room.id]
            await until(lambda: service.rooms.known(computer.room.id).match.at == 1)
            now.pass_by(1000)
            assert await service.takeover.take_over() == []  # each is looked at once, until it goes on

    asyncio.run(go())


class Alive:
    """A process that others hear and answer, without a network."""

    def __init__(self, service, origin="elsewhere", absence=None, *, silent=False) -> None:
        self.service, self.origin, self.absence, self.silent = service, origin, absence, silent
        self.asked: list[tuple[str, str]] = []
        service.broker.publish = self.receive

        async def others():
            return [origin]

        service.peers._alive = others

    def receive(self, note):
        """Answers a question."""
        kind, asker, *rest = note.split(" ")
        if kind == "q":
            number, match_id, seat = rest
            self.asked.append((match_id, seat))
            if not self.silent:
                absence = "-" if self.absence is None else self.absence
                spoken(self.service, "a", self.origin, asker, number, absence)


def wired(service, **what):
    """A process beside the service, and the service's notes go to it."""
    other = Alive(service, **what)
    service.peers._publish = other.receive
    return other


@pytest.mark.parametrize(("absence", "granted"), [(None, True), (120_000, True), (119_999, False), (0, False)])
def test_a_win_is_given_away_only_when_no_other_process_has_seen_the_opponent(tmp_path, absence, granted):
    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            ann, _ben = await two_people(service)
            other = wired(service, absence=absence)
            now.pass_by(130)
            if granted:
                await ann("claim")
                assert ann.match.status == "over"
            else:
                assert await refusal(ann("claim")) == "too_early"
            assert other.asked == [(ann.id, "second")]

    asyncio.run(go())


def test_where_another_process_cannot_be_heard_nobody_is_claimed_away(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr("turncoat.service.peers.ANSWER_TIMEOUT", 0.05)

    async def go():
        now = Time()
        async with running(tmp_path / "m.db", now=now) as service:
            ann, _ben = await two_people(service)
            other = wired(service, silent=True)
            now.pass_by(1000)
            assert await refusal(ann("claim")) == "too_early"
            other.silent = False
            await ann("claim")
            assert ann.match.status == "over"

    asyncio.run(go())
    assert [record.facts for record in caplog.records if record.levelname == "WARNING"] == [
        {"processes": ["elsewhere"]}
    ]


@served
async def test_a_process_tells_for_how_long_it_has_not_seen_somebody(service, now):
    ann, ben = await two_people(service)
    said: list[str] = []
    service.peers._publish = said.append
    await service.seat_view(ann.id, ben.tokens)
    now.pass_by(12.5)
    spoken(service, "q", "elsewhere", 7, ann.id, "second")
    listener = service.subscribe(service.rooms.known(ann.id), frozenset({SECOND}))
    spoken(service, "q", "elsewhere", 8, ann.id, "second")
    spoken(service, "q", "elsewhere", 9, "nowhere", "second")
    answers = [note for note in said if note.startswith("a ")]
    assert answers == [
        f"a {service.origin} elsewhere {number} {what}" for number, what in ((7, 12500), (8, 0), (9, "-"))
    ]
    service.unsubscribe(service.rooms.known(ann.id), listener)


@served
async def test_an_answer_that_nobody_waits_for_any_more_is_passed_over(service, now):
    spoken(service, "a", "elsewhere", service.origin, 7, 12500)
    spoken(service, "a", "elsewhere", "another", 7, 12500)
    assert await refusal(service.seat_view("nowhere", [])) == "no_such_match"


@served
async def test_other_processes_are_told_the_number_of_every_entry(service, now):
    ann, _ben = await two_people(service)
    said: list[str] = []
    service.peers._publish = said.append
    service.peers.publish_match(ann.id, 12)
    assert said == [f"m {service.origin} {ann.id} 12"]


@served
async def test_nobody_is_asked_where_the_opponent_is_still_here(service, now):
    ann, _ben = await two_people(service)
    other = wired(service)
    now.pass_by(119.999)
    assert await refusal(ann("claim")) == "too_early"
    assert other.asked == []


@served
async def test_whoever_moves_elsewhere_while_a_claim_is_under_way_has_not_left(service, now):
    ann, ben = await two_people(service)
    await ann.play("d3")
    now.pass_by(130)
    kept: list[object] = []

    def receive(note):  # no other process has seen him; and just then he moves there
        _, asker, number, *_ = note.split(" ")
        line = JournalEntry(ann.match.seq + 1, now(), Moved("c3"))
        kept.append(asyncio.create_task(service.store.append(ann.id, line)))
        asyncio.get_running_loop().call_later(0.1, spoken, service, "a", "elsewhere", asker, number, "-")

    other = wired(service)
    service.peers._publish = receive
    assert await refusal(ann("claim")) == "too_early"
    assert (len(kept), ann.match.status, ann.match.game.moves[-1]) == (1, "playing", "c3")
    service.peers._publish = other.receive
    now.pass_by(119.999)
    assert await refusal(ann("claim")) == "too_early"
    now.pass_by(0.001)
    await ann("claim")
    assert (ann.match.status, ben.match.ended.loser) == ("over", SECOND)


class Table:
    """The processes that a store knows of, each with its latest beat."""

    def __init__(self) -> None:
        self.beats: dict[str, int] = {}

    async def processes(self):
        return dict(self.beats)


def test_a_process_lives_until_half_a_minute_is_watched_in_which_it_does_not_beat():
    async def go():
        now, table = Time(), Table()
        heartbeat: Any = Heartbeat(table, now, shared=True, check_clocks=nothing, ended=nothing)  # type: ignore[arg-type]
        table.beats = {"an hour ahead": now() + 3_600_000, "killed long ago": now() - 9_000_000, "just killed": now()}
        alive = []
        for _ in range(16):
            alive.append(await heartbeat.others())
            table.beats["an hour ahead"] += 2000  # its clock has nothing to do with ours
            now.pass_by(2)
        assert alive[:15] == [["an hour ahead", "killed long ago", "just killed"]] * 15
        assert alive[15:] == [["an hour ahead"]]
        assert await heartbeat.others() == ["an hour ahead"]
        now.pass_by(3600)  # we were stopped ourselves, and have watched nobody
        assert await heartbeat.others() == ["an hour ahead"]
        table.beats["just killed"] += 1  # it was not killed, but stopped too
        assert await heartbeat.others() == ["an hour ahead", "just killed"]

    asyncio.run(go())


async def nothing():
    pass


@served
async def test_other_processes_are_told_of_a_hundred_matches_in_a_note(service, now):
    notes: list[str] = []
    service.shared, service.peers._publish = True, notes.append
    for number in range(201):
        service.presence.connections.arrive(f"match{number}", frozenset())
    await service.presence.renew()
    told = [orjson.loads(note.split(" ", 2)[2]) for note in notes]
    assert [len(each) for each in told] == [100, 100, 1]
    assert told[2] == {"match200": [0, 0, 1]}
